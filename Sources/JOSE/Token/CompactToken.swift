import OpenSSL
import System

/// A JWS in compact serialization (RFC 7515 §7.1), taken apart; nothing of it is verified yet.
///
/// Its memory serves token after token (`read`), and so does the header, which is nearly always the same.
package struct CompactToken: Sendable {
    package private(set) var payload: [UInt8] = []
    package private(set) var signature: [UInt8] = []
    /// What was signed: header and payload as they stand in the token (§5.1).
    package private(set) var signingInput: [UInt8] = []
    /// The last header, and the part of a token that it was, in base64url.
    private var lastHeader: (part: [UInt8], header: Header)?

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
    package static var maximumBytes: Int { 16 << 20 }

    /// None yet, to read some into.
    package init() {}

    /// - Parameter detachedPayload: the payload of a token whose own is empty (appendix F).
    package init(parsing token: [UInt8], detachedPayload: [UInt8]? = nil) throws(Failure) {
        try read(token.span, detachedPayload: detachedPayload)
    }

    /// - Precondition: a token was read.
    package var header: Header { lastHeader!.header }

    /// Reads another token. After an error the value is of no use until the next one is read.
    package mutating func read(_ token: Span<UInt8>, detachedPayload: [UInt8]? = nil) throws(Failure) {
        let dots = try Self.dots(in: token)
        try readHeader(token.extracting(..<dots.first))
        let payloadPart = token.extracting(dots.first + 1..<dots.second)
        signingInput.removeAll(keepingCapacity: true)
        if let detachedPayload {
            guard payloadPart.isEmpty else { throw .payloadNotDetached }
            payload = detachedPayload
            token.extracting(...dots.first).withUnsafeBufferPointer { signingInput.append(contentsOf: $0) }
            Base64URL.append(detachedPayload.span, to: &signingInput)
        } else {
            try Self.decode(payloadPart, .payload, into: &payload)
            token.extracting(..<dots.second).withUnsafeBufferPointer { signingInput.append(contentsOf: $0) }
        }
        try Self.decode(token.extracting((dots.second + 1)...), .signature, into: &signature)
    }

    private mutating func readHeader(_ part: Span<UInt8>) throws(Failure) {
        if let lastHeader, lastHeader.part.span.hasSameBytes(as: part) { return }
        let header = try Self.header(part)
        lastHeader = (part.withUnsafeBufferPointer { Array($0) }, header)
    }

    /// Where the two dots are.
    private static func dots(in token: Span<UInt8>) throws(Failure) -> (first: Int, second: Int) {
        try checkSize(token)
        let dot = UInt8(ascii: ".")
        guard let first = token.firstIndex(of: dot, from: 0),
            let second = token.firstIndex(of: dot, from: first + 1),
            token.firstIndex(of: dot, from: second + 1) == nil
        else { throw .parts(partCount(of: token)) }
        return (first, second)
    }

    static func checkSize(_ token: Span<UInt8>) throws(Failure) {
        if token.isEmpty { throw .empty }
        if token.count > maximumBytes { throw .tooLarge(limitBytes: maximumBytes) }
    }

    /// How many parts the dots make, and no more than it takes to see that there are too many.
    static func partCount(of token: Span<UInt8>) -> Int {
        var count = 1
        var next = 0
        while count < 6, let dot = token.firstIndex(of: UInt8(ascii: "."), from: next) {
            count += 1
            next = dot + 1
        }
        return count
    }

    static func header(_ part: Span<UInt8>) throws(Failure) -> Header {
        var text: [UInt8] = []
        try decode(part, .header, into: &text)
        do {
            return try Header(parsing: text)
        } catch {
            throw .header(error)
        }
    }

    static func decode(_ part: Span<UInt8>, _ name: Part, into bytes: inout [UInt8]) throws(Failure) {
        do {
            try Base64URL.decode(part, into: &bytes)
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
        try CompactToken.checkSize(text)
        guard let dot = text.firstIndex(of: UInt8(ascii: "."), from: 0),
            text.firstIndex(of: UInt8(ascii: "."), from: dot + 1) == nil
        else { throw .parts(CompactToken.partCount(of: text)) }
        encodedHeader = 0..<dot
        encodedPayload = dot + 1..<text.count
    }

    package func header(in text: Span<UInt8>) throws(CompactToken.Failure) -> Header {
        try CompactToken.header(text.extracting(encodedHeader))
    }

    /// - Parameter payload: becomes the payload. Its memory is used again.
    package func decodePayload(in text: Span<UInt8>, into payload: inout [UInt8]) throws(CompactToken.Failure)
    {
        try CompactToken.decode(text.extracting(encodedPayload), .payload, into: &payload)
    }
}
