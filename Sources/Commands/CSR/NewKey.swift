import Arguments
import JOSE
import OpenSSL

/// A key that is made along the way: `--new-key rsa:3072 --key-out key.pem`.
enum NewKey {
    /// `rsa`, `rsa:2048`, `ec`, `ec:P-256`, `ed25519`, `ed448`.
    static func specification(_ text: String) throws -> KeyType {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let size = parts.count > 1 ? String(parts[1]) : nil
        switch (parts.first.map { $0.lowercased() }, size) {
        case ("rsa", nil): return .rsa(bits: 2048)
        case ("rsa", let size?):
            let range = RSAKeyRules.minimumBits...RSAKeyRules.maximumBits
            guard let bits = Int(size), range.contains(bits), bits % 8 == 0 else {
                throw Failure(
                    .usage,
                    "--new-key rsa:BITS is a multiple of 8 from \(range.lowerBound) to \(range.upperBound)",
                    hint: "--new-key rsa:2048")
            }
            return .rsa(bits: bits)
        case ("ec", nil): return .ec(.p256)
        case ("ec", let size?):
            guard let curve = Curve.allCases.first(where: { $0.rawValue.lowercased() == size.lowercased() })
            else {
                throw Failure(
                    .usage, "--new-key: there is no curve '\(size.printable)'",
                    hint: Curve.allCases.map { "ec:\($0.rawValue)" }.joined(separator: ", "))
            }
            return .ec(curve)
        case ("ed25519", nil): return .ed25519
        case ("ed448", nil): return .ed448
        default:
            throw Failure(
                .usage, "--new-key: there is no '\(text.printable)'",
                hint: "rsa:2048, ec:P-256, ed25519 or ed448")
        }
    }
}
