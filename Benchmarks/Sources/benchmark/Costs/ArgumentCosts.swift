import Foundation

extension Growth {
    /// The system allows 128 KiB for one argument, and usually 2 MiB for all.
    static var arguments: [Growth] {
        [
            flags("flags --claim", 8_000) { ["--claim", "\($0)=x"] },
            flags("flags --claim-json", 6_000) { ["--claim-json", "\($0)=1"] },
            flags("flags --header", 600) { ["--header", "\($0)=x"] },
            flags("flags --aud", 8_000) { ["--aud", "\($0)"] },
            // The names times the members, which is quadratic here; only the members are a stranger's.
            Growth("flags --require", 1_000) { inputs, count in
                let path = try inputs.file(inputs.token(payload: "{\(join(count) { #""\#($0)":1"# })}"))
                let arguments = [
                    "jwt", "verify", "--key", inputs.secret, "--key-format", "raw", "--in", path,
                ]
                return arguments + (0..<count).reversed().flatMap { ["--require", "\($0)"] }
            },
            Growth("flags --san", 5_000) { inputs, count in
                inputs.request("CN=cost") + (0..<count).flatMap { ["--san", "dns:host-\($0).example"] }
            },
            Growth("attributes of --subject", 1_000) { inputs, count in
                inputs.request(join(count) { "OU=\($0)" })
            },
            Growth("attributes of one RDN of --subject", 1_000) { inputs, count in
                inputs.request(join(count, "+") { "OU=\($0)" })
            },
            Growth("characters of --subject", 15_000) { inputs, count in
                inputs.request("STREET=" + String(repeating: #"\2B"#, count: count / 3))
            },
            Growth("characters of --san", 15_000) { inputs, count in
                inputs.request("CN=cost") + [
                    "--san", "uri:https://cost.example/" + String(repeating: "x", count: count),
                ]
            },
            Growth("names of parameters", 4_000) { inputs, count in
                let names = join(count) { "host-\($0).example" }
                let path = try inputs.file(inputs.parameters(#""subjectAltNamesDNS":"\#(names)""#))
                return ["csr", "create", "--key", inputs.key, "--params", path]
            },
            Growth("members of parameters", 10_000) { inputs, count in
                let path = try inputs.file(inputs.parameters(join(count) { #""\#($0)":1"# }))
                return ["csr", "create", "--key", inputs.key, "--params", path, "--ignore-unknown"]
            },
            Growth("operands", 10_000) { inputs, count in
                let path = try inputs.file("c", X509.bundle([inputs.signed]))
                return ["cert", "check"] + Array(repeating: path, count: count / 20)
            },
            Growth("unknown flags", 10_000, status: 2) { inputs, count in
                ["jwt", "sign"] + (0..<count).map { "--unknown-\($0)" }
            },
            Growth("characters of an unknown flag", 15_000, status: 2) { inputs, count in
                ["jwt", "sign", "--" + String(repeating: "x", count: count)]
            },
            enrolment("authenticators of a response", 1_500) { count in
                let one = #"""
                    {"authenticatorId":"7d3f8a20-5c41-4be9-9a00-000000000000","authenticatorType":"app","state":"active"}
                    """#
                return (join(count) { _ in one }, "")
            },
            enrolment("members of a response", 15_000) { count in ("", join(count, "") { #","m\#($0)":1"# })
            },
            Growth("fields of a response that are asked for", 2_000) { inputs, count in
                let path = try inputs.file(inputs.response("", join(count, "") { #","m\#($0)":1"# }))
                return ["enroll", "parse", "--field", "m\(count - 1)", path]
            },
            Growth("characters of a QR code", 250, status: 3) { inputs, count in
                let token = Data(#"{"nma_data":{"token":"\#(String(repeating: "x", count: count))"}}"#.utf8)
                    .base64URL
                return [
                    "enroll", "parse", "https://a.mauth.nevis.cloud/open?dispatchTokenResponse=\(token)",
                    "--show-qr",
                ]
            },
            Growth("members of a link", 5_000, status: 3) { inputs, count in
                let path = try inputs.file(
                    "https://a.mauth.nevis.cloud/open?\(join(count, "&") { "m\($0)=1" })")
                return ["enroll", "parse", path]
            },
        ]
    }

    private static func flags(_ name: String, _ base: Int, _ flag: @escaping @Sendable (Int) -> [String])
        -> Growth
    {
        Growth(name, base) { inputs, count in
            let arguments = ["jwt", "sign", "--key", inputs.secret, "--key-format", "raw", "--sub", "x"]
            return arguments + (0..<count).flatMap(flag)
        }
    }

    private static func enrolment(
        _ name: String, _ base: Int,
        _ parts: @escaping @Sendable (Int) -> (authenticators: String, members: String)
    ) -> Growth {
        Growth(name, base) { inputs, count in
            let (authenticators, members) = parts(count)
            return ["enroll", "parse", try inputs.file(inputs.response(authenticators, members))]
        }
    }
}

extension CostInputs {
    fileprivate func request(_ subject: String) -> [String] {
        ["csr", "create", "--key", key, "--subject", subject]
    }

    /// Certificate parameters for the key of `request`.
    fileprivate func parameters(_ members: String) -> String {
        #"{"subject":"CN=cost","keyType":"EC",\#(members)}"#
    }

    fileprivate func response(_ authenticators: String, _ members: String) -> String {
        #"""
        {"userId":"7d3f8a20-5c41-4be9-9a00-000000000000","username":null,"status":"new",
        "createdAt":"2025-01-01T00:00:00Z","updatedAt":"2025-01-01T00:00:00Z",
        "authenticators":[\#(authenticators)],
        "enrollment":{"transactionId":"7d3f8a20-5c41-4be9-9a00-000000000000","statusToken":"x"}\#(members)}
        """#
    }
}
