import JOSE
import JSON
import OpenSSL
import System

extension FuzzTarget {
    static let disclosures = [
        FuzzTarget(
            name: "sd-jwt", words: ["~", "~~", ".", "eyJ", "WyJ"],
            seeds: {
                ["eyJ.e30.AA~WyJzYWx0IiwiYSIsMV0~", "a~", "~", "a~b~c.d.e", "a~b~c"].map { Array($0.utf8) }
            },
            body: testPresentation),
        FuzzTarget(
            name: "disclosures",
            words: jsonWords + [
                "\"_sd\":[", "\"...\":", "\"_sd_alg\":\"sha-256\"", "sha-512", "[\"salt\",", "\"#0\"",
                "\"#1\"",
                "\"#2\"", "\n",
            ],
            seeds: { disclosureSeeds.map { Array($0.utf8) } }, body: testDisclosures),
        FuzzTarget(
            name: "inflate",
            seeds: {
                try streams.map { try Base64URL.decode($0) } + [stored([]), stored(Array("stored".utf8))]
            },
            body: testInflater),
        FuzzTarget(
            name: "status-list", words: jsonWords,
            seeds: {
                streams.map {
                    Array(#"{"sub":"u","iat":1,"status_list":{"bits":1,"lst":"\#($0)"}}"#.utf8)
                        + Array("\n{\"status\":{\"status_list\":{\"idx\":3,\"uri\":\"u\"}}}".utf8)
                }
            },
            body: testStatusList),
    ]

    /// The parts of an SD-JWT are the SD-JWT.
    @Sendable private static func testPresentation(_ input: [UInt8]) throws {
        let parts = try SDJWT(parsing: input.span)
        var again = Array(input[parts.token]) + [0x7E]
        for disclosure in parts.disclosures { again += disclosure + [0x7E] }
        expect(again == Array(input[parts.bound]), "other parts")
        if let proof = parts.keyBinding {
            expect(proof.upperBound == input.count && !input[proof].contains(0x7E), "a proof with a tilde")
            again += input[proof]
        }
        expect(again == input, "something is left over")
    }

    static let disclosureSeeds = [
        "{\"_sd\":[\"#0\"],\"l\":[1,{\"...\":\"#1\"}]}\n[\"salt\",\"a\",1]\n[\"salt\",2]",
        "{\"_sd\":[\"#0\",\"decoy\"],\"_sd_alg\":\"sha-512\"}\n[\"salt\",\"a\",{\"_sd\":[\"#1\"],\"x\":[{\"...\":\"#2\"}]}]\n"
            + "[\"salt\",\"b\",{}]\n[\"salt\",null]",
        "{\"a\":1,\"b\":{\"c\":[1,2]},\"iss\":\"i\"}",
    ]

    /// The first line is a payload, each other one a disclosure, which is encoded. `#N` in them is the digest of
    /// disclosure N.
    static func encoded(_ input: [ArraySlice<UInt8>]) throws -> [[UInt8]] {
        var lines = input.map(Array.init)
        let stated =
            outcome {
                try DisclosureDigest(of: try JSONObjectText(parsing: lines[0]).object)
            }.value ?? .standard
        for place in lines.indices.dropFirst().prefix(8).reversed() {
            let text = Base64URL.encode(lines[place])
            lines[place] = text
            let digest = try stated.text(of: text.span)
            for other in 0..<place { lines[other] = replace("#\(place - 1)", by: digest, in: lines[other]) }
        }
        return lines
    }

    @Sendable private static func testDisclosures(_ input: [UInt8]) throws {
        let lines = try encoded(input.split(separator: 0x0A, omittingEmptySubsequences: false))
        if lines.count > 8 { return }
        let payload = try JSONObjectText(parsing: lines[0]).object
        let disclosures = Array(lines.dropFirst())
        try conceal(payload)
        let revelation = try Revelation(payload, disclosures)
        expect(revelation.paths.count == disclosures.count, "a disclosure without a place")
        expect(!hasDigests(.object(revelation.payload)), "a digest is left over")
        for path in revelation.paths {
            expect(value(at: path[...], in: .object(revelation.payload)) != nil, "nothing at \(path)")
        }
        // Less can be shown: a disclosure in which no other one is.
        for (place, path) in revelation.paths.enumerated() {
            let isOuter = revelation.paths.contains { $0.count > path.count && $0.starts(with: path) }
            if isOuter { continue }
            var fewer = disclosures
            fewer.remove(at: place)
            expect(outcome { try Revelation(payload, fewer) }.value != nil, "it cannot be left out: \(path)")
        }
        expect(outcome { try Revelation(payload, []) }.value != nil, "not all can be left out")
    }

    /// What is concealed is revealed again, with and without decoys.
    private static func conceal(_ claims: JSONObject) throws {
        let names = claims.members.map(\.name).filter { !$0.utf8.contains(UInt8(ascii: ".")) }
        guard !names.isEmpty, Set(names.map { Array($0.utf8) }).count == names.count else { return }
        for decoys in [0, 2] {
            let concealed = outcome {
                try Concealment(names.map(JSONPath.init), decoys: decoys).conceal(claims)
            }
            guard let (payload, disclosures) = concealed.value else { return }
            expect(disclosures.count == names.count, "\(disclosures.count) disclosures")
            expect(payload["_sd"]?.arrayValue?.count == names.count + decoys, "other digests")
            let revealed = try Revelation(payload, disclosures).payload
            expect(
                JSONValue.object(revealed).hasSameValue(as: .object(claims)), "other claims: \(revealed)")
        }
    }

    /// The line with each occurrence of the word replaced.
    static func replace(_ word: String, by text: [UInt8], in line: [UInt8]) -> [UInt8] {
        let word = Array(word.utf8)
        var result: [UInt8] = []
        var rest = line[...]
        while let first = rest.first {
            if rest.starts(with: word) {
                result += text
                rest = rest.dropFirst(word.count)
            } else {
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    private static func hasDigests(_ value: JSONValue) -> Bool {
        switch value {
        case .object(let object):
            object.members.contains { $0.name == "_sd" || $0.name == "..." || hasDigests($0.value) }
        case .array(let elements): elements.contains(where: hasDigests)
        default: false
        }
    }

    private static func value(at path: ArraySlice<String>, in value: JSONValue) -> JSONValue? {
        guard let step = path.first else { return value }
        switch value {
        case .object(let object):
            return object.members.first { $0.name.utf8.elementsEqual(step.utf8) }
                .flatMap { self.value(at: path.dropFirst(), in: $0.value) }
        case .array(let elements):
            guard let index = Int(step), elements.indices.contains(index) else { return nil }
            return self.value(at: path.dropFirst(), in: elements[index])
        default: return nil
        }
    }

    // MARK: status lists

    /// zlib's, in base64url: stored, with the fixed code, and with codes of its own.
    private static let streams = [
        "eNrbuRgAAhcBXQ", "eNpLTEpOSU1Lz8jMys7JzcsvKCwqLiktKy8BAHq8Cik",
        "eNotjoERADEIwgITsP-yPtr3rtXSiIKYmcCQMALTCCvNPqq1Fg5SyQPtZuJpUriI_dgyJuOYAhvaq-QW1gn1cge0e425xjs3gqdep_r3GxTw-Vfpcid7N_sA5TkcCA",
    ]

    /// Data is decompressed in one way, to its end, and no further than the limit.
    @Sendable private static func testInflater(_ input: [UInt8]) throws {
        let output: [UInt8]
        do throws(Inflater.DecodingError) {
            output = try Inflater.inflate(input, upTo: 1 << 16)
        } catch {
            if case .tooLarge = error { return }
            expect(
                outcome { () throws(Inflater.DecodingError) in try Inflater.inflate(input, upTo: 1 << 20) }
                    .value
                    == nil,
                "a higher limit makes it well formed")
            return
        }
        expect(output.count <= 1 << 16, "\(output.count) bytes")
        func inflate(_ bytes: [UInt8], _ limit: Int) -> Result<[UInt8], Inflater.DecodingError> {
            outcome { () throws(Inflater.DecodingError) in try Inflater.inflate(bytes, upTo: limit) }
        }
        expect(inflate(stored(output), output.count).value == output, "other bytes when they are stored")
        if !output.isEmpty {
            expect(
                inflate(input, output.count - 1) == .failure(.tooLarge(limitBytes: output.count - 1)), "limit"
            )
        }
        expect(inflate(input + [0], 1 << 16).value == nil, "a byte is left over")
        expect(inflate(Array(input.dropLast()), 1 << 16).value == nil, "it is complete without its last byte")
    }

    /// In stored blocks (RFC 1950 §2.2, RFC 1951 §3.2.4).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            text += [rest.isEmpty ? 1 : 0, UInt8(count & 0xFF), UInt8(count >> 8)]
            text += [UInt8(~count & 0xFF), UInt8(~count >> 8)] + block
        } while !rest.isEmpty
        var (low, high) = (1, 0)
        for byte in bytes {
            low = (low + Int(byte)) % 65521
            high = (high + low) % 65521
        }
        return text + [high >> 8, high & 0xFF, low >> 8, low & 0xFF].map { UInt8($0) }
    }

    /// The lines are the claims of a list and those of a token. No list is taken twice, and a list that has expired
    /// makes no token valid.
    @Sendable private static func testStatusList(_ input: [UInt8]) throws {
        let lines = input.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        guard lines.count == 2 else { return }
        let header = try Header(parsing: Array(#"{"alg":"ES256","typ":"statuslist+jwt"}"#.utf8))
        let list = try StatusList(header, try JSONObjectText(parsing: Array(lines[0])))
        let claims = try JSONObjectText(parsing: Array(lines[1]))
        var lists = StatusLists()
        try lists.add(list)
        expect(outcome { () throws(StatusError) in try lists.add(list) }.value == nil, "a list twice")
        let (now, later) = (Timestamp(seconds: 0), Timestamp(seconds: 1 << 33))
        if outcome({ () throws(StatusError) in try lists.check(claims, later) }).value != nil {
            let verdict = outcome { () throws(StatusError) in try lists.check(claims, now) }
            expect(verdict.value != nil, "a token that is valid later is valid now")
        }
    }
}
