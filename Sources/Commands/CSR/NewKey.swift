import Arguments
import JOSE
import OpenSSL

extension ValueFormat where Result == KeyType {
    /// A key to make: `rsa`, `rsa:2048`, `ec`, `ec:P-256`, `ed25519`.
    static var newKey: Self {
        let examples =
            RSAKeyRules.usualBits.map { "rsa:\($0)" } + Curve.names.map { "ec:\($0)" }
            + ByteKeyType.all.map(\.word)
        return Self("SPEC", .suggestion(examples.map { Value.Choice($0) })) { word in
            let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let size = parts.count > 1 ? String(parts[1]) : nil
            switch (parts.first?.lowercased(), size) {
            case ("rsa", let size): return .rsa(bits: try size.map(rsaBits) ?? RSAKeyRules.usualBits[0])
            case ("ec", let size): return .ec(try size.map(curve) ?? .p256)
            case (let type, nil):
                if let type = ByteKeyType.all.first(where: { $0.word == type }) { return .bytes(type) }
                fallthrough
            default:
                throw InvalidValue.unknown(
                    word, among: ["rsa:BITS", "ec:CURVE"] + ByteKeyType.all.map(\.word))
            }
        }
    }

    private static func rsaBits(_ text: String) throws -> Int {
        let range = RSAKeyRules.minimumBits...RSAKeyRules.maximumBits
        guard let bits = Int(text), range.contains(bits), bits % 8 == 0 else {
            throw InvalidValue.because(
                "the size of an RSA key must be a multiple of 8 from \(range.lowerBound) to \(range.upperBound)",
                hint: "use --new-key rsa:\(RSAKeyRules.usualBits[0])")
        }
        return bits
    }

    private static func curve(_ text: String) throws -> Curve {
        guard let curve = Curve.allCases.first(where: { $0.rawValue.lowercased() == text.lowercased() })
        else { throw InvalidValue.unknown(text, among: Curve.names) }
        return curve
    }
}
