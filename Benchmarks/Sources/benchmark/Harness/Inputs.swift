import Foundation

/// A key, by the name that `openssl speed` has for its work, where it has one.
enum KeyKind: String {
    case rsa2048, rsa3072, rsa4096
    case p256 = "ecdsap256"
    case p384 = "ecdsap384"
    case p521 = "ecdsap521"
    case secp256k1, ed25519
    case secret

    /// The arguments with which openssl writes one into a file: PKCS#8 in PEM, which all that is compared here can
    /// read; 64 random bytes for a secret (RFC 7518 §3.2).
    func generation(_ path: String) -> [String] {
        let ec = ["genpkey", "-algorithm", "EC", "-out", path, "-pkeyopt"]
        let rsa = ["genpkey", "-algorithm", "RSA", "-out", path, "-pkeyopt"]
        return switch self {
        case .rsa2048: rsa + ["rsa_keygen_bits:2048"]
        case .rsa3072: rsa + ["rsa_keygen_bits:3072"]
        case .rsa4096: rsa + ["rsa_keygen_bits:4096"]
        case .p256: ec + ["ec_paramgen_curve:P-256"]
        case .p384: ec + ["ec_paramgen_curve:P-384"]
        case .p521: ec + ["ec_paramgen_curve:P-521"]
        case .secp256k1: ec + ["ec_paramgen_curve:secp256k1"]
        case .ed25519: ["genpkey", "-algorithm", "ED25519", "-out", path]
        case .secret: ["rand", "-out", path, "64"]
        }
    }
}

/// An algorithm of RFC 7518, with the key that it is measured with.
struct SigningAlgorithm {
    let name: String
    let key: KeyKind

    init(_ name: String, _ key: KeyKind) {
        self.name = name
        self.key = key
    }

    static let rs256 = SigningAlgorithm("RS256", .rsa2048)
    static let es256 = SigningAlgorithm("ES256", .p256)
    static let es384 = SigningAlgorithm("ES384", .p384)
    static let es512 = SigningAlgorithm("ES512", .p521)
    static let edDSA = SigningAlgorithm("EdDSA", .ed25519)
    static let hs256 = SigningAlgorithm("HS256", .secret)

    /// Those that people choose first, then their relatives.
    static let all = [
        rs256, es256, edDSA, hs256,
        SigningAlgorithm("RS384", .rsa2048), SigningAlgorithm("RS512", .rsa2048),
        SigningAlgorithm("PS256", .rsa2048), SigningAlgorithm("PS384", .rsa2048),
        SigningAlgorithm("PS512", .rsa2048),
        es384, es512, SigningAlgorithm("ES256K", .secp256k1),
        SigningAlgorithm("HS384", .secret), SigningAlgorithm("HS512", .secret),
    ]
}

/// Claims for an access token, 200 bytes each and no two alike; always the same ones.
enum Claims {
    static let length = 200

    /// The object of that number, without a line's end.
    static func object(_ number: Int) -> Data {
        let digits = String(number)
        let counter = String(repeating: "0", count: 10 - digits.count) + digits
        let object = Data(
            """
            {"iss":"https://issuer.example","sub":"\(counter)","aud":"api.example",\
            "jti":"7d3f8a20-5c41-4be9-9a00-00\(counter)","iat":1767225600,"nbf":1767225600,"exp":4102444800,\
            "scope":"orders:read orders:new"}
            """.utf8)
        precondition(object.count == length)
        return object
    }

    /// An unsigned token over them, `header.payload`: what a signature is made over (RFC 7515 §5.1).
    static func prototype(_ number: Int, _ algorithm: SigningAlgorithm) -> Data {
        let header = Data(#"{"alg":"\#(algorithm.name)","typ":"JWT"}"#.utf8)
        return Data("\(header.base64URL).\(object(number).base64URL)".utf8)
    }
}

extension Data {
    /// RFC 4648 §5, without padding.
    var base64URL: String {
        // By bytes, because inputs have megabytes, and letters take seconds.
        let text = base64EncodedData().lazy.filter { $0 != UInt8(ascii: "=") }
            .map { byte in
                switch byte {
                case UInt8(ascii: "+"): UInt8(ascii: "-")
                case UInt8(ascii: "/"): UInt8(ascii: "_")
                default: byte
                }
            }
        return String(decoding: Array(text), as: UTF8.self)
    }
}

/// Numbered lines, each with its end.
func lines(_ count: Int, _ line: (Int) -> Data) -> Data {
    var lines = Data()
    for number in 0..<count {
        lines += line(number)
        lines.append(UInt8(ascii: "\n"))
    }
    return lines
}

func writeLines(_ count: Int, to path: String, _ line: (Int) -> Data) throws {
    try lines(count, line).write(to: URL(filePath: path))
}
