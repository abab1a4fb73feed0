extension Growth {
    /// Claims that are signed, which may have 16 MiB less what base64url adds.
    static var json: [Growth] {
        [
            claims("members of claims", 80_000) { count in join(count) { #""\#($0)":1"# } },
            claims("members with long names", 1_000) { count in
                let name = String(repeating: "n", count: 1_000)
                return join(count) { #""\#(name)\#($0)":1"# }
            },
            claims("members that differ in the middle", 1_000) { count in
                let same = String(repeating: "n", count: 500)
                return join(count) { #""\#(same)\#(1_000_000 + $0)\#(same)":1"# }
            },
            claims("members with escaped names", 40_000) { count in join(count) { #""\u0061\#($0)":1"# } },
            claims("objects in objects", 4_000) { count in
                #""a":[\#(join(count) { _ in nested(60, #"{"a":"#, "1", "}") })]"#
            },
            claims("arrays in arrays", 12_000) { count in
                #""a":[\#(join(count) { _ in nested(60, "[", "", "]") })]"#
            },
            claims("elements of an array", 500_000) { count in #""a":[\#(join(count) { _ in "1" })]"# },
            claims("characters of a string", 1_200_000) { count in
                #""a":"\#(String(repeating: "s", count: count))""#
            },
            claims("escapes of a string", 200_000) { count in
                #""a":"\#(String(repeating: #"\u00e9"#, count: count))""#
            },
            claims("surrogate pairs of a string", 100_000) { count in
                #""a":"\#(String(repeating: #"\ud83d\ude00"#, count: count))""#
            },
            claims("letters of more than one byte", 400_000) { count in
                #""a":"\#(String(repeating: "é", count: count))""#
            },
            claims("digits of a number", 1_200_000) { count in
                #""a":\#(String(repeating: "7", count: count))"#
            },
            claims("digits of an exponent", 1_200_000) { count in
                #""a":1e\#(String(repeating: "7", count: count))"#
            },
            claims("numbers with exponents", 100_000) { count in
                #""a":[\#(join(count) { "1e\(9_000_000 + $0)" })]"#
            },
            claims("white space", 1_200_000) { count in String(repeating: " ", count: count) },
            claims("members that a flag changes", 80_000, ["--exp", "1h", "--claim", "0=x"]) { count in
                join(count) { #""\#($0)":1"# }
            },
            claims("digits of exp, beside a flag", 1_200_000, ["--nbf", "1h"], status: 3) { count in
                #""exp":1\#(String(repeating: "0", count: count))"#
            },
        ]
    }

    private static func nested(_ depth: Int, _ open: String, _ middle: String, _ close: String) -> String {
        String(repeating: open, count: depth) + middle + String(repeating: close, count: depth)
    }

    private static func claims(
        _ name: String, _ base: Int, _ flags: [String] = [], status: Int = 0,
        _ members: @escaping @Sendable (Int) -> String
    ) -> Growth {
        Growth(name, base, status: status) { inputs, count in
            let path = try inputs.file("{\(members(count))}")
            return ["jwt", "sign", "--key", inputs.secret, "--key-format", "raw", "--in", path] + flags
        }
    }
}
