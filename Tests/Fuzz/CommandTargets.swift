import Commands
import Glibc
import JOSE
import JSON
import OpenSSL
import System

extension FuzzTarget {
    /// Readers that are parts of commands. The commands are run whole, in this process.
    static let commands = [
        FuzzTarget(
            name: "records", words: jsonWords + ["\n", "\"t\":", "\"result\":", issued[0]],
            seeds: {
                [
                    "{\"t\":\"\(issued[0])\"}\n{\"id\":1,\"t\":\"\(issued[1])\",\"x\":[1e400]}\n{}\n[]\n{\"t\":1,\"result\":0}"
                ]
                .map { Array($0.utf8) }
            },
            body: testRecords),
        FuzzTarget(
            name: "trust-file",
            words: ["=", "\n", "\r\n", "#", "a=p256.pem", "b=ed25519.pem", "a=", "../", "/dev/null"],
            seeds: {
                ["a=p256.pem\nb=ed25519.pem\n", "a=ed25519.pem", "\n\n", "a=p256.pem\na=p256.pem"].map {
                    Array($0.utf8)
                }
            },
            body: testTrustFile),
        FuzzTarget(
            name: "x5c", words: jsonWords + ["\"x5c\":[", "\"@\"", "\"alg\":\"ES256\"", "\"x5t#S256\":"],
            seeds: {
                let certificate = Base64.encode(
                    Seeds.der(try Seeds.vector("keys/p256.certificate.pem")))
                return [
                    #"{"alg":"ES256","x5c":["@"]}"#, #"{"alg":"ES256","x5c":["@","@"]}"#, #"{"alg":"ES256"}"#,
                    "{\"alg\":\"ES256\",\"x5c\":[\"\(certificate)\"]}",
                ].map { Array($0.utf8) }
            },
            body: testChain),
        FuzzTarget(
            name: "proof",
            words: jsonWords + [
                "\"jwk\":", "\"@\"", "\"typ\":\"dpop+jwt\"", "\"htm\":\"POST\"",
                "\"htu\":\"https://a.example/\"",
                "\"alg\":\"ES256\"", "\"jti\":\"1\"", "\"iat\":0", "\n",
            ],
            seeds: { proofSeeds.map { Array($0.utf8) } }, body: testProof),
    ]

    /// A folder in memory with keys, which the program removes at its end.
    static let folder: String = {
        var template = Array("/dev/shm/signet-fuzz-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { stop("/dev/shm has no room for a folder") }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        atexit { FuzzTarget.removeFolder() }
        do {
            for (name, vector) in [
                ("p256.pem", "p256.spki.pem"), ("ed25519.pem", "ed25519.spki.pem"),
                ("root.pem", "p256.certificate.pem"),
            ] { write(try Seeds.vector("keys/\(vector)"), to: "\(folder)/\(name)") }
        } catch {
            stop("\(error)")
        }
        return folder
    }()

    private static func removeFolder() {
        for name in ["p256.pem", "ed25519.pem", "root.pem", "in", "out", "trust"] {
            unlink("\(folder)/\(name)")
        }
        rmdir(folder)
    }

    static func write(_ bytes: [UInt8], to path: String) {
        guard let file = fopen(path, "w"), fwrite(bytes, 1, bytes.count, file) == bytes.count,
            fclose(file) == 0
        else { stop("\(path): \(String(cString: strerror(errno)))") }
    }

    /// The status of a command, and what it wrote.
    static func run(_ words: [String], at time: Int = 1_000) throws -> (
        status: ExitStatus, output: [UInt8]
    ) {
        let path = "\(folder)/out"
        let status = try Program.perform(words + ["--at", "@\(time)", "--out", path, "--force"])
        return (status, try Seeds.read(path))
    }

    /// Of the issuers a and b.
    private static let issued: [String] = ["p256", "ed25519"].enumerated().map { place, name in
        let key = TokenKey.named(name)
        let claims = "{\"iss\":\"\(["a", "b"][place])\"}"
        return String(
            decoding: key.token(header: "{\"alg\":\"\(key.algorithms[0].name)\"}", claims: claims),
            as: UTF8.self)
    }

    /// Each line comes back as it is, with a result.
    @Sendable private static func testRecords(_ input: [UInt8]) throws {
        write(input, to: "\(folder)/in")
        let (status, output) = try run([
            "jwt", "verify", "--batch", "--field", "t", "--key", "\(folder)/p256.pem", "--jobs", "1",
            "--in", "\(folder)/in",
        ])
        var lines = input.split(separator: 0x0A, omittingEmptySubsequences: false)
        if lines.last == [] { lines.removeLast() }
        let answers = output.split(separator: 0x0A)
        expect(answers.count == lines.count, "\(answers.count) answers to \(lines.count) lines")
        var isInvalid = false
        for (line, answer) in zip(lines, answers) {
            let object = try JSONObjectText(parsing: Array(answer))
            guard let result = object["result"]?.objectValue, case .bool(let isValid)? = result["valid"]
            else {
                fatalError("no result: \(String(decoding: answer, as: UTF8.self))")
            }
            if !isValid { isInvalid = true }
            guard let record = outcome({ try JSONObjectText(parsing: Array(line)) }).value else {
                expect(!isValid, "valid without a record")
                continue
            }
            expect(answer.starts(with: record.bytes.dropLast()) || record.has("result"), "another record")
            if isValid { expect(record["t"]?.stringValue == issued[0], "another token is valid") }
        }
        expect((status == .success) == !isInvalid, "\(status)")
    }

    /// A token is valid only if the file names its issuer with the right key.
    @Sendable private static func testTrustFile(_ input: [UInt8]) throws {
        write(input, to: "\(folder)/trust")
        write(Array(issued.joined(separator: "\n").utf8), to: "\(folder)/in")
        let (_, output) = try run([
            "jwt", "verify", "--batch", "--trust-file", "\(folder)/trust", "--jobs", "1", "--in",
            "\(folder)/in",
        ])
        let lines = input.split { $0 == 0x0A || $0 == 0x0D }
        for (answer, start) in zip(output.split(separator: 0x0A), ["a=", "b="]) {
            if !answer.starts(with: Array("{\"valid\":true".utf8)) { continue }
            expect(
                lines.contains { $0.starts(with: Array(start.utf8)) }, "an issuer that the file does not name"
            )
        }
    }

    /// The input is a header, in which `@` is the certificate. The key of the certificate signs; the certificate is the
    /// trust anchor.
    @Sendable private static func testChain(_ input: [UInt8]) throws {
        let der = Seeds.der(try Seeds.vector("keys/p256.certificate.pem"))
        let header = String(
            decoding: replace("@", by: Array(Base64.encode(der).utf8), in: input), as: UTF8.self)
        let key = TokenKey.named("p256")
        write(key.token(header: header, claims: "{}"), to: "\(folder)/in")
        let (status, _) = try run(
            [
                "jwt", "verify", "--x5c", "--roots", "\(folder)/root.pem", "--json", "--in", "\(folder)/in",
            ], at: 1_900_000_000)
        guard status == .success else { return }
        let leaf = try Header(parsing: Array(header.utf8)).text["x5c"]?
            .arrayValue?.first?.stringValue
        let decoded = try leaf.map { try Base64.decode(Array($0.utf8)) }
        expect(decoded == der, "a certificate that is not trusted")
    }

    private static let proofSeeds = [
        "{\"typ\":\"dpop+jwt\",\"alg\":\"ES256\",\"jwk\":\"@\"}\n{\"jti\":\"1\",\"htm\":\"POST\",\"htu\":\"https://a.example/\",\"iat\":990}",
        "{\"typ\":\"JWT\",\"alg\":\"ES256\",\"jwk\":\"@\"}\n{}",
    ]

    /// The lines are the header of a proof, in which `"@"` is the public key, and its claims.
    @Sendable private static func testProof(_ input: [UInt8]) throws {
        let key = TokenKey.named("p256")
        let jwk = try JWKWriter.jwk(key.key.publicKey ?? key.key).withBytes { Array($0) }
        let lines = input.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        guard lines.count == 2 else { return }
        let header = String(decoding: replace("\"@\"", by: jwk, in: Array(lines[0])), as: UTF8.self)
        write(
            key.token(header: header, claims: String(decoding: lines[1], as: UTF8.self)), to: "\(folder)/in")
        let (status, output) = try run([
            "jwt", "verify", "--dpop", "--method", "POST", "--url", "https://a.example/", "--in",
            "\(folder)/in",
        ])
        guard status == .success else { return }
        let thumbprint = try key.key.thumbprint()
        expect(output == Array("\(thumbprint)\n".utf8), "the thumbprint of another key")
        let parsed = try Header(parsing: Array(header.utf8))
        expect(parsed.hasType("dpop+jwt") && parsed.algorithmName == "ES256", "a proof of another type")
    }
}

extension TokenKey {
    static func named(_ name: String) -> TokenKey {
        guard let key = all.first(where: { $0.name == name }) else { fatalError("no key \(name)") }
        return key
    }

    /// A token that libcrypto signs, whatever its header says.
    func token(header: String, claims: String) -> [UInt8] {
        let signed = Base64URL.encode(Array(header.utf8)) + [0x2E] + Base64URL.encode(Array(claims.utf8))
        return signed + [0x2E] + Base64URL.encode(peerSignature(signed, algorithms[0]))
    }
}
