import CLibcrypto
import Foundation

extension Growth {
    /// SD-JWTs, status lists, issuers, profiles and proofs.
    static var disclosures: [Growth] {
        [
            Growth("disclosures", 4_000) { inputs, count in
                ["sd-jwt", "verify"] + inputs.secretFlags + ["--in", try inputs.presentation(count)]
            },
            Growth("disclosures that are presented", 4_000) { inputs, count in
                ["sd-jwt", "present", "--hide", "a7", "--in", try inputs.presentation(count)]
            },
            Growth("disclosures that do not belong to the token", 10_000, status: 1) { inputs, count in
                let disclosure = "~" + Data(#"["s","x",1]"#.utf8).base64URL
                let text =
                    try inputs.token(payload: "{}") + String(repeating: disclosure, count: count) + "~"
                return ["sd-jwt", "verify"] + inputs.secretFlags + ["--in", try inputs.file(text)]
            },
            Growth("disclosures in each other", 7) { inputs, count in
                var (text, digest) = ("", "")
                for number in 0..<count {
                    let inner = digest.isEmpty ? "1" : #"{"_sd":["\#(digest)"]}"#
                    let disclosure = Data(#"["s","a\#(number)",\#(inner)]"#.utf8).base64URL
                    digest = try Growth.digest(disclosure)
                    text += "~" + disclosure
                }
                let token = try inputs.token(payload: #"{"_sd":["\#(digest)"]}"#)
                return ["sd-jwt", "verify"] + inputs.secretFlags + [
                    "--in", try inputs.file(token + text + "~"),
                ]
            },
            Growth("bytes of a status list", 1_000_000) { inputs, count in
                try inputs.withStatusLists([try inputs.statusList("u", bytes: count)])
            },
            Growth("status lists", 200) { inputs, count in
                try inputs.withStatusLists(
                    try (0..<count).map { try inputs.statusList($0 == 0 ? "u" : "u\($0)", bytes: 1) })
            },
            Growth("issuers of a trust file", 500, status: 1) { inputs, count in
                let lines = join(count, "\n") { "https://i\($0).example=\(inputs.key)" }
                let trust = try inputs.file("trust", lines)
                let token = try inputs.file(inputs.token(payload: #"{"iss":"https://i0.example"}"#))
                return ["jwt", "verify", "--trust-file", trust, "--in", token]
            },
            Growth("members of a record", 30_000) { inputs, count in
                let token = try inputs.token(payload: "{}")
                let record = #"{"t":"\#(token)",\#(join(count) { #""\#($0)":1"# })}"#
                return ["jwt", "verify", "--batch", "--field", "t"] + inputs.secretFlags
                    + ["--in", try inputs.file(record + "\n")]
            },
        ]
    }

    /// The digest that stands for a disclosure (RFC 9901 §4.2.3).
    fileprivate static func digest(_ disclosure: String) throws -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        guard
            EVP_Digest(Array(disclosure.utf8), disclosure.utf8.count, &digest, nil, EVP_sha256(), nil) == 1
        else { throw Failure("libcrypto makes no digest") }
        return Data(digest).base64URL
    }
}

extension CostInputs {
    fileprivate var secretFlags: [String] { ["--key", secret, "--key-format", "raw"] }

    fileprivate func presentation(_ count: Int) throws -> String {
        let disclosures = (0..<count).map { Data(#"["s","a\#($0)",1]"#.utf8).base64URL }
        let digests = try disclosures.map { "\"\(try Growth.digest($0))\"" }.joined(separator: ",")
        let token = try token(payload: #"{"_sd":[\#(digests)]}"#)
        return try file(token + disclosures.map { "~" + $0 }.joined() + "~")
    }

    /// A list of states that are all valid, in stored blocks (RFC 1951 §3.2.4).
    fileprivate func statusList(_ address: String, bytes count: Int) throws -> String {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = count
        repeat {
            let block = min(rest, 0xFFFF)
            rest -= block
            stream += [rest == 0 ? 1 : 0, UInt8(block & 0xFF), UInt8(block >> 8)]
            stream += [UInt8(~block & 0xFF), UInt8(~block >> 8 & 0xFF)] + [UInt8](repeating: 0, count: block)
        } while rest > 0
        // Adler-32 of zeros.
        let sum = UInt32(count % 65521) << 16 | 1
        stream += [24, 16, 8, 0].map { UInt8(sum >> $0 & 0xFF) }
        let claims =
            #"{"sub":"\#(address)","iat":1,"status_list":{"bits":1,"lst":"\#(Data(stream).base64URL)"}}"#
        let list = try token(header: #"{"alg":"HS256","typ":"statuslist+jwt"}"#, payload: claims)
        return try file("list-\(address)", list)
    }

    fileprivate func withStatusLists(_ lists: [String]) throws -> [String] {
        let token = try token(payload: #"{"status":{"status_list":{"idx":0,"uri":"u"}}}"#)
        return ["jwt", "verify"] + secretFlags + ["--in", try file(token)]
            + lists.flatMap { ["--status-list", $0] }
    }
}
