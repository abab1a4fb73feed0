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

    /// - Parameter detachedPayload: the payload of a token whose own is empty (appendix F).
    package init(parsing token: [UInt8], detachedPayload: [UInt8]? = nil) throws(Failure) {
        let parts = try Self.split(token, into: 3)
        header = try Self.header(parts[0])
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

/// An unsigned token, `header.payload`, that somebody else made and wants signed.
package struct Prototype: Sendable {
    package let header: Header
    /// The first part as it stands there, in base64url.
    package let encodedHeader: [UInt8]
    package let payload: [UInt8]
    /// The second part as it stands there, in base64url: what is signed is this.
    package let encodedPayload: [UInt8]

    package init(parsing text: [UInt8]) throws(CompactToken.Failure) {
        let parts = try CompactToken.split(text, into: 2)
        encodedHeader = Array(parts[0])
        header = try CompactToken.header(parts[0])
        encodedPayload = Array(parts[1])
        payload = try CompactToken.decode(parts[1], .payload)
    }
}
