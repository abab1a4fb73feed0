import OpenSSL
import System
import Words

/// The parts of a JWS in compact serialization (RFC 7515 §7.1). Nothing has been verified yet.
///
/// `read` reuses the memory of the previous token.
package struct CompactToken: Sendable {
    package private(set) var payload: [UInt8] = []
    package private(set) var signature: [UInt8] = []
    /// The bytes that were signed: the encoded header and payload as they are in the token (§5.1).
    package private(set) var signingInput: [UInt8] = []
    private var readHeader: Header?

    package enum Part: String, Sendable {
        case header, payload, signature
    }

    package enum ParsingError: DescribedError, Equatable {
        case empty
        case tooLarge(limitBytes: Int)
        /// The number of parts. Compact serialization has three; two are an unsigned prototype, five a JWE.
        case parts(Int)
        case notBase64URL(Part, Base64URL.DecodingError)
        case header(Header.ParsingError)
        /// A detached payload was given, but the token contains a payload itself (appendix F).
        case payloadNotDetached

        package var message: String {
            switch self {
            case .empty: "expected a token, found an empty line"
            case .tooLarge(let limit): "the input is larger than \(limit) bytes"
            case .parts(2):
                "expected a signed token (three parts), found two parts, like an unsigned prototype"
            case .parts(3): "expected an unsigned prototype, found a signed token (three parts)"
            case .parts(5):
                "expected a signed token (three parts), found five parts, like an encrypted one (JWE)"
            case .parts(let count):
                "expected two or three parts separated by dots, found "
                    + (count == 1 ? "no dot" : count == 4 ? "four" : "more than five")
            case .notBase64URL(let part, .impossibleLength(let count)):
                "the \(part.rawValue) is not base64url: invalid length \(count); the token may be truncated"
            case .notBase64URL(let part, let error):
                "the \(part.rawValue) is not base64url: \(error.message)"
            case .header(let error): error.message
            case .payloadNotDetached: "the token contains a payload, so it cannot have a detached one"
            }
        }
    }

    /// The maximum size of a token, in bytes.
    package static var maximumBytes: Int { 16 << 20 }

    /// A token that is empty until `read` is called.
    package init() {}

    /// - Parameter detachedPayload: the payload for a token whose own payload is empty (appendix F).
    package init(parsing token: [UInt8], detachedPayload: [UInt8]? = nil) throws(ParsingError) {
        var headers = HeaderReader()
        try read(token.span, detachedPayload: detachedPayload, &headers)
    }

    /// - Precondition: a token was read.
    package var header: Header { readHeader! }

    /// Reads another token. After an error, do not use this value until a token has been read without one.
    package mutating func read(
        _ token: Span<UInt8>, detachedPayload: [UInt8]? = nil, _ headers: inout HeaderReader
    ) throws(ParsingError) {
        let dots = try Self.dots(in: token)
        readHeader = try headers.header(token.extracting(..<dots.first))
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

    /// The positions of the two dots.
    private static func dots(in token: Span<UInt8>) throws(ParsingError) -> (first: Int, second: Int) {
        try checkSize(token)
        let dot = UInt8(ascii: ".")
        guard let first = token.firstIndex(of: dot, from: 0),
            let second = token.firstIndex(of: dot, from: first + 1),
            token.firstIndex(of: dot, from: second + 1) == nil
        else { throw .parts(partCount(of: token)) }
        return (first, second)
    }

    static func checkSize(_ token: Span<UInt8>) throws(ParsingError) {
        if token.isEmpty { throw .empty }
        if token.count > maximumBytes { throw .tooLarge(limitBytes: maximumBytes) }
    }

    /// The number of parts that the dots separate. Counting stops once there are too many.
    static func partCount(of token: Span<UInt8>) -> Int {
        var count = 1
        var next = 0
        while count < 6, let dot = token.firstIndex(of: UInt8(ascii: "."), from: next) {
            count += 1
            next = dot + 1
        }
        return count
    }

    static func header(_ part: Span<UInt8>) throws(ParsingError) -> Header {
        var text: [UInt8] = []
        try decode(part, .header, into: &text)
        do {
            return try Header(parsing: text)
        } catch {
            throw .header(error)
        }
    }

    static func decode(_ part: Span<UInt8>, _ name: Part, into bytes: inout [UInt8]) throws(ParsingError) {
        do {
            try Base64URL.decode(part, into: &bytes)
        } catch {
            throw .notBase64URL(name, error)
        }
    }
}

/// Reads the headers of tokens, each of the last ones twice at most: many tokens come with few headers.
package struct HeaderReader {
    /// By their encoded form in base64url.
    private var known = RecentValues<Header>()

    package init() {}

    /// - Parameter part: the first part of a token.
    mutating func header(_ part: Span<UInt8>) throws(CompactToken.ParsingError) -> Header {
        if let header = known[part] { return header }
        let header = try CompactToken.header(part)
        known.keep(header, for: part)
        return header
    }
}

/// The positions of the parts in an unsigned token that the user wants to have signed: `header.payload`, or
/// `header.payload.` with an empty signature, as libraries write an unsecured JWT (RFC 7519 §6).
package struct Prototype: Sendable {
    /// The first part, in base64url.
    package let encodedHeader: Range<Int>
    /// The second part, in base64url. It is signed unchanged.
    package let encodedPayload: Range<Int>

    package init(parsing text: Span<UInt8>) throws(CompactToken.ParsingError) {
        try CompactToken.checkSize(text)
        let dot = UInt8(ascii: ".")
        guard let first = text.firstIndex(of: dot, from: 0) else { throw .parts(1) }
        let end = text.firstIndex(of: dot, from: first + 1) ?? text.count
        guard end >= text.count - 1 else { throw .parts(CompactToken.partCount(of: text)) }
        encodedHeader = 0..<first
        encodedPayload = first + 1..<end
    }

    package func header(in text: Span<UInt8>) throws(CompactToken.ParsingError) -> Header {
        try CompactToken.header(text.extracting(encodedHeader))
    }

    /// - Parameter payload: replaced by the decoded payload. Its memory is reused.
    package func decodePayload(in text: Span<UInt8>, into payload: inout [UInt8]) throws(CompactToken
        .ParsingError)
    {
        try CompactToken.decode(text.extracting(encodedPayload), .payload, into: &payload)
    }
}
