import Foundation

extension Growth {
    /// Files of keys have at most 4 MiB.
    static var keys: [Growth] {
        [
            Growth("keys of a set, token with kid", 1_000, status: 1) { inputs, count in
                let set = try inputs.file("set", inputs.set(count) { #""kid":"\#($0)","# })
                let path = try inputs.file(inputs.token(header: #"{"alg":"RS256","kid":"0"}"#, payload: "{}"))
                return ["jwt", "verify", "--jwks", set, "--in", path]
            },
            Growth("keys of a set, token without kid", 1_000, status: 1) { inputs, count in
                let set = try inputs.file("set", inputs.set(count) { #""kid":"\#($0)","# })
                let path = try inputs.file(inputs.token(header: #"{"alg":"RS256"}"#, payload: "{}"))
                return ["jwt", "verify", "--jwks", set, "--in", path]
            },
            Growth("keys of a set without kid", 1_000, status: 1) { inputs, count in
                let set = try inputs.file("set", inputs.set(count) { _ in "" })
                let path = try inputs.file(inputs.token(header: #"{"alg":"RS256"}"#, payload: "{}"))
                return ["jwt", "verify", "--jwks", set, "--in", path]
            },
            Growth("keys of a set with one kid", 1_000, status: 3) { inputs, count in
                let set = try inputs.file("set", inputs.set(count) { _ in #""kid":"same","# })
                let path = try inputs.file(
                    inputs.token(header: #"{"alg":"RS256","kid":"same"}"#, payload: "{}"))
                return ["jwt", "verify", "--jwks", set, "--in", path]
            },
            Growth("keys of a set that is inspected", 1_000) { inputs, count in
                ["key", "inspect", try inputs.file(inputs.set(count) { #""kid":"\#($0)","# })]
            },
            Growth("keys of a set that is published", 1_000) { inputs, count in
                ["key", "jwks", try inputs.file(inputs.set(count) { #""kid":"\#($0)","# })]
            },
            Growth("keys of a set that is published, without kid", 1_000) { inputs, count in
                ["key", "jwks", try inputs.file(inputs.set(count) { _ in "" })]
            },
            Growth("sets that are published", 100) { inputs, count in
                let files = try (0..<count).map { number in
                    try inputs.file("set-\(number)", inputs.set(10, from: number * 10) { _ in "" })
                }
                return ["key", "jwks"] + files
            },
            Growth("flags --remove", 1_000) { inputs, count in
                let set = try inputs.file(inputs.set(8_001) { #""kid":"\#($0)","# })
                return ["key", "jwks", set] + (0..<count).flatMap { ["--remove", "\($0)"] }
            },
            Growth("PEM blocks of public keys that are published", 700) { inputs, count in
                let blocks = (0..<count).flatMap { X509.pem("PUBLIC KEY", CostInputs.rsaKey($0)) }
                return ["key", "jwks", try inputs.file(blocks)]
            },
            Growth("PEM blocks of another kind before a key", 30_000) { inputs, count in
                let key = try Data(contentsOf: URL(filePath: inputs.key))
                let blocks = String(repeating: "-----BEGIN X-----\nAAAA\n-----END X-----\n", count: count / 4)
                return ["key", "inspect", try inputs.file(Array(blocks.utf8) + key)]
            },
            Growth("text around a key", 500_000) { inputs, count in
                let key = try Data(contentsOf: URL(filePath: inputs.key))
                let text = Array(String(repeating: "text\n", count: count / 10).utf8)
                return ["key", "inspect", try inputs.file(text + key + text)]
            },
            Growth("dashes before a key", 500_000) { inputs, count in
                let key = try Data(contentsOf: URL(filePath: inputs.key))
                return [
                    "key", "inspect", try inputs.file(Array(repeating: 0x2D, count: count) + [0x0A] + key),
                ]
            },
            Growth("beginnings of PEM blocks", 20_000, status: 3) { inputs, count in
                let text = String(repeating: "-----BEGIN PRIVATE KEY-----\n", count: count / 2)
                return ["key", "inspect", try inputs.file(text)]
            },
            Growth("lines of OpenSSH keys", 4_000, status: 3) { inputs, count in
                let line =
                    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA7OThHlkYqCSn4p9+0qIxaDVEBq8wqiVFOg6bGMQe0N x\n"
                return ["key", "inspect", try inputs.file(String(repeating: line, count: count))]
            },
            Growth("comments before an OpenSSH key", 40_000) { inputs, count in
                let line =
                    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA7OThHlkYqCSn4p9+0qIxaDVEBq8wqiVFOg6bGMQe0N x\n"
                return [
                    "key", "inspect", try inputs.file(String(repeating: "# text\n", count: count) + line),
                ]
            },
            Growth("members of a JWK", 30_000) { inputs, count in
                let members = join(count, "") { #","m\#($0)":1"# }
                return [
                    "key", "inspect",
                    try inputs.file(#"{"kty":"oct","k":"\#(CostInputs.words)"\#(members)}"#),
                ]
            },
            Growth("bytes of an HMAC secret", 500_000) { inputs, count in
                let secret = try inputs.file("secret", [UInt8](repeating: 7, count: count))
                return ["jwt", "sign", "--key", secret, "--key-format", "raw", "--sub", "x"]
            },
        ]
    }
}

extension CostInputs {
    /// 64 characters of base64url.
    static let words = String(repeating: "ABCDEFGH", count: 8)

    /// A set of RSA keys that nobody has the private keys of.
    func set(_ count: Int, from first: Int = 0, _ more: (Int) -> String) -> String {
        let keys = join(count) { number in
            let modulus = Data(Self.modulus(first + number)).base64URL
            return #"{"kty":"RSA","n":"\#(modulus)","e":"AQAB",\#(more(number))"use":"sig"}"#
        }
        return #"{"keys":[\#(keys)]}"#
    }

    /// An odd number of 2048 bits.
    private static func modulus(_ number: Int) -> [UInt8] {
        let digits = (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        return [0xC5] + Array(repeating: digits, count: 31).joined() + [UInt8](repeating: 0x55, count: 7)
    }

    /// SubjectPublicKeyInfo.
    static func rsaKey(_ number: Int) -> DER {
        let key = DER.sequence(DER(0x02, [0] + modulus(number)), DER(0x02, [1, 0, 1]))
        return .sequence(.sequence(.oid("1.2.840.113549.1.1.1"), .null), .bits(key.bytes))
    }
}
