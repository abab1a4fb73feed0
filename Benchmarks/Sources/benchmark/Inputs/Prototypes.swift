/// Unsigned tokens, `header.payload`, over the claims of `ClaimsLines`.
enum Prototypes {
    /// What a signature is made over: RFC 7515 §5.1.
    static func signingInput(_ number: Int, _ algorithm: SigningAlgorithm) -> [UInt8] {
        let header = #"{"alg":"\#(algorithm.name)","typ":"JWT"}"#
        return base64URL(header.utf8) + [UInt8(ascii: ".")] + base64URL(ClaimsLines.object(number))
    }

    static func write(_ count: Int, _ algorithm: SigningAlgorithm, to path: String) throws {
        try writeLines(count, to: path) { signingInput($0, algorithm) }
    }
}
