import System

/// The parts of an SD-JWT, or of an SD-JWT with key binding (RFC 9901 §4): the token, its disclosures, and the proof of
/// its holder, each followed by a tilde except the last.
package struct SDJWT {
    /// The token that the issuer signed.
    package let token: Range<Int>
    /// In base64url.
    package let disclosures: [[UInt8]]
    /// What the holder's proof covers: all but the proof, the last tilde included.
    package let bound: Range<Int>
    /// Nil without key binding.
    package let keyBinding: Range<Int>?

    package init(parsing text: Span<UInt8>) throws(DisclosureError) {
        let tilde = UInt8(ascii: "~")
        if text.count > CompactToken.maximumBytes {
            throw DisclosureError("it is larger than \(CompactToken.maximumBytes) bytes")
        }
        guard let first = text.firstIndex(of: tilde, from: 0) else {
            throw DisclosureError("expected an SD-JWT, found no '~'")
        }
        var disclosures: [[UInt8]] = []
        var start = first + 1
        while let end = text.firstIndex(of: tilde, from: start) {
            disclosures.append(text.extracting(start..<end).withUnsafeBufferPointer { Array($0) })
            start = end + 1
        }
        let rest = text.extracting(start...)
        if !rest.isEmpty, CompactToken.partCount(of: rest) != 3 {
            throw DisclosureError("expected a key binding after the last '~', found no token")
        }
        token = 0..<first
        self.disclosures = disclosures
        bound = 0..<start
        keyBinding = rest.isEmpty ? nil : start..<text.count
    }
}
