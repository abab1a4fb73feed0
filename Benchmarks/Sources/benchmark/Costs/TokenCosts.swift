import CLibcrypto
import Foundation

extension Growth {
    static var tokens: [Growth] {
        [
            Growth("claims of a token that is inspected", 60_000) { inputs, count in
                let path = try inputs.file(inputs.token(payload: "{\(join(count) { #""\#($0)":1"# })}"))
                return ["jwt", "inspect", "--in", path]
            },
            verified("claims of a token", 60_000) { count in join(count) { #""\#($0)":1"# } },
            verified("claims of a token, reported", 60_000, ["--json"]) { count in
                join(count) { #""\#($0)":1"# }
            },
            verified("audiences", 60_000, ["--aud", "a0", "--aud", "missing"]) { count in
                #""aud":[\#(join(count) { #""a\#($0)""# })]"#
            },
            verified("digits of exp", 1_000_000, status: 1) { count in
                #""exp":\#(String(repeating: "7", count: count))"#
            },
            Growth("members of a header", 300) { inputs, count in
                let header = #"{"alg":"HS256",\#(join(count) { #""\#($0)":1"# })}"#
                let path = try inputs.file(inputs.token(header: header, payload: "{}"))
                return ["jwt", "verify", "--key", inputs.secret, "--key-format", "raw", "--in", path]
            },
            Growth("dots of a token", 1_000_000, status: 1) { inputs, count in
                let path = try inputs.file(String(repeating: ".", count: count))
                return ["jwt", "verify", "--key", inputs.secret, "--key-format", "raw", "--in", path]
            },
            batch("lines of a batch, short", 100_000) { count in join(count, "\n") { #"{"a":\#($0)}"# } },
            batch("lines of a batch, long", 40) { count in
                let text = String(repeating: "x", count: 50_000)
                return join(count, "\n") { #"{"a":"\#($0)\#(text)"}"# }
            },
            batch("one line of a batch", 1_000_000) { count in
                #"{"a":"\#(String(repeating: "x", count: count))"}"#
            },
            batch("lines of a batch, bad", 20, ["--keep-going", "--json"], status: 3) { count in
                join(count, "\n") { _ in "{" }
            },
            Growth("lines of issuers that are allowed", 100_000) { inputs, count in
                let list = try inputs.file("list", join(count, "\n") { "issuer-\($0)" })
                let arguments = ["jwt", "sign", "--key", inputs.secret, "--key-format", "raw"]
                return arguments + ["--iss", "issuer-7", "--issuer-allow", list]
            },
        ]
    }

    private static func verified(
        _ name: String, _ base: Int, _ flags: [String] = [], status: Int = 0,
        _ members: @escaping @Sendable (Int) -> String
    ) -> Growth {
        Growth(name, base, status: status) { inputs, count in
            let path = try inputs.file(inputs.token(payload: "{\(members(count))}"))
            return ["jwt", "verify", "--key", inputs.secret, "--key-format", "raw", "--in", path] + flags
        }
    }

    private static func batch(
        _ name: String, _ base: Int, _ flags: [String] = [], status: Int = 0,
        _ lines: @escaping @Sendable (Int) -> String
    ) -> Growth {
        Growth(name, base, status: status) { inputs, count in
            let path = try inputs.file(lines(count) + "\n")
            let arguments = ["jwt", "sign", "--batch", "--key", inputs.secret, "--key-format", "raw"]
            return arguments + ["--in", path] + flags
        }
    }
}

extension CostInputs {
    /// A token that is signed with the secret.
    func token(header: String = #"{"alg":"HS256"}"#, payload: String) throws -> String {
        let input = "\(Data(header.utf8).base64URL).\(Data(payload.utf8).base64URL)"
        let key = try [UInt8](Data(contentsOf: URL(filePath: secret)))
        var signature = [UInt8](repeating: 0, count: 32)
        guard
            HMAC(EVP_sha256(), key, Int32(key.count), Array(input.utf8), input.utf8.count, &signature, nil)
                != nil
        else { throw Failure("libcrypto makes no HMAC") }
        return "\(input).\(Data(signature).base64URL)"
    }
}
