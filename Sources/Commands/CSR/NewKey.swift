import Arguments
import JOSE
import OpenSSL

extension ValueFormat where Result == KeyType {
    /// A key to make: `rsa`, `rsa:2048`, `ec`, `ec:P-256`, `ed25519`.
    static var newKey: Self {
        let examples =
            ["rsa:2048", "rsa:3072", "ec:P-256", "ec:P-384", "ec:P-521"] + ByteKeyType.all.map(\.word)
        return Self("SPEC", .suggestion(examples.map { Value.Choice($0) })) { word in
            let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let size = parts.count > 1 ? String(parts[1]) : nil
            switch (parts.first?.lowercased(), size) {
            case ("rsa", let size): return .rsa(bits: try size.map(rsaBits) ?? 2048)
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
                hint: "use --new-key rsa:2048")
        }
        return bits
    }

    private static func curve(_ text: String) throws -> Curve {
        guard let curve = Curve.allCases.first(where: { $0.rawValue.lowercased() == text.lowercased() })
        else { throw InvalidValue.unknown(text, among: Curve.allCases.map(\.rawValue)) }
        return curve
    }
}
