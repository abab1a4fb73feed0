package import JSON
package import OpenSSL
import System
import Words

/// What is wrong with disclosures, or with claims that cannot be disclosed selectively.
package struct DisclosureError: DescribedError, Equatable {
    package let message: String

    /// The names between the commas of a name that no claim has.
    package let listed: [String]

    init(_ message: String, listed: [String] = []) {
        self.message = message.printable
        self.listed = listed
    }
}

/// The hash of `_sd_alg` (RFC 9901 §4.1.1).
package struct DisclosureDigest: Sendable {
    private let algorithm: DigestAlgorithm

    package static let standard = DisclosureDigest(algorithm: .sha256)

    private init(algorithm: DigestAlgorithm) { self.algorithm = algorithm }

    /// The one that a payload states; SHA-256 if it states none.
    package init(of payload: JSONObject) throws(DisclosureError) {
        guard let value = payload["_sd_alg"] else {
            self = .standard
            return
        }
        guard let name = value.stringValue,
            let algorithm = DigestAlgorithm.allCases.first(where: {
                $0.rawValue.lowercased().utf8.elementsEqual(name.utf8)
            })
        else { throw DisclosureError("_sd_alg must be sha-256, sha-384 or sha-512") }
        self.init(algorithm: algorithm)
    }

    /// Its name in `_sd_alg`.
    var name: String { algorithm.rawValue.lowercased() }

    /// The digest of a text, in base64url.
    package func text(of text: Span<UInt8>) throws(OpenSSLError) -> [UInt8] {
        Base64URL.encode(try algorithm.digest(of: text))
    }

    /// The digest of random bytes, which nobody can tell from that of a disclosure (§4.2.5).
    func decoy() throws(OpenSSLError) -> String {
        let bytes = try Random.bytes(32)
        return String(decoding: try text(of: bytes.span), as: UTF8.self)
    }
}

/// A claim or an element of an array that is beside the token (RFC 9901 §4.2).
struct Disclosure {
    /// Nil for an element of an array.
    let name: String?
    let value: JSONValue

    /// - Parameter text: in base64url, as it is in the SD-JWT.
    init(parsing text: Span<UInt8>) throws(DisclosureError) {
        let bytes: [UInt8]
        do {
            bytes = try Base64URL.decode(text)
        } catch {
            throw DisclosureError("a disclosure is not base64url")
        }
        let elements: [JSONValue]?
        do {
            elements = try JSONDocument(parsing: bytes).root.arrayValue
        } catch {
            throw DisclosureError("a disclosure is malformed JSON: \(error.reasonWords)")
        }
        guard let elements, 2...3 ~= elements.count, elements[0].stringValue != nil else {
            throw DisclosureError("a disclosure must be [salt, name, value] or [salt, value]")
        }
        if elements.count == 2 {
            name = nil
        } else {
            guard let name = elements[1].stringValue else {
                throw DisclosureError("the name in a disclosure must be a string")
            }
            self.name = name
        }
        value = elements[elements.count - 1]
    }

    /// A new one, in base64url, with a random salt.
    static func text(name: String?, value: JSONValue) throws(OpenSSLError) -> [UInt8] {
        // RFC 9901 §9.3 recommends 128 bits.
        let salt = JSONValue.string(Base64URL.string(try Random.bytes(16)))
        let elements = [salt] + (name.map { [.string($0)] } ?? []) + [value]
        return Base64URL.encode(JSONWriter.bytes(.array(elements)))
    }
}

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
            throw DisclosureError("the input is larger than \(CompactToken.maximumBytes) bytes")
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
