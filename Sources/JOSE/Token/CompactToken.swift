import OpenSSL

/// A JWS in compact serialization (RFC 7515 §7.1), taken apart; nothing of it is verified yet.
package struct CompactToken: Sendable {
    package let header: Header
    package let payload: [UInt8]
    package let signature: [UInt8]
    /// What was signed: header and payload as they stand in the token (§5.1).
    package let signingInput: [UInt8]

    package enum Part: String, Sendable {
        case header, payload, signature
    }

    package enum Failure: Error, Equatable, Sendable {
        case empty
        case tooLarge(limitBytes: Int)
        /// Compact serialization has three parts; two are an unsigned prototype, five a JWE.
        case parts(Int)
        case notBase64URL(Part, Base64URL.Failure)
        case header(Header.Failure)
        /// A detached payload was given, and the token has one of its own (appendix F).
        case payloadNotDetached
    }

    /// How large a token may be, in bytes.
    package static let maximumBytes = 16 << 20

    /// The first part as it stands there, in base64url.
    private let encodedHeader: [UInt8]

    /// - Parameters:
    ///   - detachedPayload: the payload of a token whose own is empty (appendix F).
    ///   - previous: a token whose header is taken over where this one has the same, letter for letter.
    package init(
        parsing token: [UInt8], detachedPayload: [UInt8]? = nil, after previous: CompactToken? = nil
    ) throws(Failure) {
        let parts = try Self.split(token, into: 3)
        if let previous, previous.encodedHeader.elementsEqual(parts[0]) {
            header = previous.header
            encodedHeader = previous.encodedHeader
        } else {
            header = try Self.header(parts[0])
            encodedHeader = Array(parts[0])
        }
        if let detachedPayload {
            guard parts[1].isEmpty else { throw .payloadNotDetached }
            payload = detachedPayload
            signingInput = Array(parts[0]) + [UInt8(ascii: ".")] + Base64URL.encode(detachedPayload)
        } else {
            payload = try Self.decode(parts[1], .payload)
            signingInput = Array(token[..<parts[1].endIndex])
        }
        signature = try Self.decode(parts[2], .signature)
    }

    /// Cuts at the dots, and no more often than it takes to see that there are too many.
    static func split(_ token: [UInt8], into count: Int) throws(Failure) -> [ArraySlice<UInt8>] {
        if token.isEmpty { throw .empty }
        if token.count > maximumBytes { throw .tooLarge(limitBytes: maximumBytes) }
        let parts = token.split(separator: UInt8(ascii: "."), maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count == count else { throw .parts(parts.count) }
        return parts
    }

    static func header(_ part: ArraySlice<UInt8>) throws(Failure) -> Header {
        let text = try decode(part, .header)
        do {
            return try Header(parsing: text)
        } catch {
            throw .header(error)
        }
    }

    static func decode(_ part: ArraySlice<UInt8>, _ name: Part) throws(Failure) -> [UInt8] {
        let text = Array(part)
        do {
            return try Base64URL.decode(text.span)
        } catch {
            throw .notBase64URL(name, error)
        }
    }
}

/// An unsigned token, `header.payload`, that somebody else made and wants signed: where its parts are.
package struct Prototype: Sendable {
    /// The first part as it stands there, in base64url.
    package let encodedHeader: Range<Int>
    /// The second part as it stands there, in base64url: what is signed is this.
    package let encodedPayload: Range<Int>

    package init(parsing text: Span<UInt8>) throws(CompactToken.Failure) {
        if text.count == 0 { throw .empty }
        if text.count > CompactToken.maximumBytes { throw .tooLarge(limitBytes: CompactToken.maximumBytes) }
        var dot: Int?
        var parts = 1
        for index in text.indices where text[index] == UInt8(ascii: ".") {
            parts += 1
            if dot == nil { dot = index }
            if parts > 5 { break }
        }
        guard parts == 2, let dot else { throw .parts(parts) }
        encodedHeader = 0..<dot
        encodedPayload = dot + 1..<text.count
    }

    package func header(in text: Span<UInt8>) throws(CompactToken.Failure) -> Header {
        try CompactToken.header(Array(text.extracting(encodedHeader))[...])
    }

    /// - Parameter payload: becomes the payload. Its memory is used again.
    package func decodePayload(in text: Span<UInt8>, into payload: inout [UInt8]) throws(CompactToken.Failure)
    {
        do {
            try Base64URL.decode(text.extracting(encodedPayload), into: &payload)
        } catch {
            throw .notBase64URL(.payload, error)
        }
    }
}
