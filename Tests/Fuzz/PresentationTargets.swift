import Commands
import JOSE
import JSON
import OpenSSL

extension FuzzTarget {
    /// SD-JWTs through the commands of their holder and of their verifier.
    static let presentations = [
        FuzzTarget(
            name: "presentation",
            words: jsonWords + ["\"_sd\":[", "\"...\":", "[\"salt\",", "\"#0\"", "\"#1\"", "a.b", ".", "\n"],
            seeds: {
                ["a", "l.1", "a.b", "x"].flatMap { name in
                    disclosureSeeds.map { Array((name + "\n" + $0).utf8) }
                }
                    + [
                        Array(
                            "a.b\n{\"_sd\":[\"#0\"],\"a\":{\"_sd\":[\"#1\"]}}\n[\"\",\"a.b\",1]\n[\"\",\"b\",2]"
                                .utf8)
                    ]
            }, body: testPresenting),
        FuzzTarget(
            name: "key-binding",
            words: jsonWords + [
                "\"typ\":\"kb+jwt\"", "\"alg\":\"EdDSA\"", "\"aud\":\"a\"", "\"nonce\":\"n\"", "\"iat\":990",
                "\"sd_hash\":\"@\"", "\n",
            ],
            seeds: {
                [
                    "{\"alg\":\"EdDSA\",\"typ\":\"kb+jwt\"}\n{\"iat\":990,\"aud\":\"a\",\"nonce\":\"n\",\"sd_hash\":\"@\"}",
                    "{\"alg\":\"EdDSA\",\"typ\":\"JWT\"}\n{\"aud\":[\"a\"],\"exp\":1}",
                ]
                .map { Array($0.utf8) }
            }, body: testKeyBinding),
    ]

    /// The first line is what `--hide` names; the others are as for `disclosures`. What is left of an SD-JWT is valid if
    /// the whole was, and contains nothing of that name.
    @Sendable private static func testPresenting(_ input: [UInt8]) throws {
        let lines = input.split(separator: 0x0A, omittingEmptySubsequences: false)
        guard 2...8 ~= lines.count, let hidden = String(validating: lines[0], as: UTF8.self), !hidden.isEmpty,
            !hidden.utf8.contains(0)
        else { return }
        let encoded = try encoded(Array(lines.dropFirst()))
        let token = TokenKey.named("p256").token(
            header: "{\"alg\":\"ES256\"}", claims: String(decoding: encoded[0], as: UTF8.self))
        let whole = ([token] + encoded.dropFirst()).reduce([]) { $0 + $1 + [0x7E] }
        write(whole, to: "\(folder)/in")
        let verification = ["sd-jwt", "verify", "--key", "\(folder)/p256.pem", "--in", "\(folder)/in"]
        let wasValid = try run(verification).status == .success
        let (_, shown) = try run(["sd-jwt", "present", "--hide=\(hidden)", "--in", "\(folder)/in"])
        let presentation = Array(shown.dropLast())
        let parts = try SDJWT(parsing: presentation.span)
        expect(Array(shown[parts.token]) == token, "another token")
        expect(parts.disclosures.allSatisfy(encoded.dropFirst().contains), "a disclosure from nowhere")
        expect(parts.disclosures.count < encoded.count - 1, "nothing is hidden")
        let payload = try JSONObjectText(parsing: encoded[0]).object
        let paths = try Revelation(payload, parts.disclosures).paths.map { $0.joined(separator: ".") }
        expect(!paths.contains { $0.utf8.elementsEqual(hidden.utf8) }, "\(hidden) is shown")
        write(shown, to: "\(folder)/in")
        expect(try run(verification).status == .success || !wasValid, "it is no longer valid")
    }

    /// The lines are the header and the claims of the holder's proof, in which `@` is the hash of what is shown.
    @Sendable private static func testKeyBinding(_ input: [UInt8]) throws {
        let lines = input.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        guard lines.count == 2 else { return }
        let holder = TokenKey.named("ed25519")
        let jwk = try JWKWriter.jwk(holder.key.publicKey ?? holder.key).withBytes {
            String(decoding: Array($0), as: UTF8.self)
        }
        let token = TokenKey.named("p256").token(
            header: "{\"alg\":\"ES256\"}", claims: "{\"cnf\":{\"jwk\":\(jwk)}}")
        let shown = token + [0x7E]
        let hash = Base64URL.encode(try DigestAlgorithm.sha256.digest(of: shown.span))
        let claims = replace("@", by: hash, in: Array(lines[1]))
        let proof = holder.token(
            header: String(decoding: lines[0], as: UTF8.self), claims: String(decoding: claims, as: UTF8.self)
        )
        write(shown + proof, to: "\(folder)/in")
        let (status, _) = try run([
            "sd-jwt", "verify", "--key", "\(folder)/p256.pem", "--kb-aud", "a", "--kb-nonce", "n", "--in",
            "\(folder)/in",
        ])
        guard status == .success else { return }
        let header = try Header(parsing: Array(lines[0]))
        expect(header.type == "kb+jwt" && header.algorithmName == "EdDSA", "a proof of another type")
        let said = try JSONObjectText(parsing: claims)
        expect(said["aud"]?.stringValue == "a" && said["nonce"]?.stringValue == "n", "for somebody else")
        expect(
            said["sd_hash"]?.stringValue == String(decoding: hash, as: UTF8.self), "for another presentation")
        expect(said.has("iat"), "made at no time")
    }
}
