import JOSE
import JSON
import OpenSSL

extension FuzzTarget {
    static let keys = [
        FuzzTarget(name: "jwk", words: jsonWords + jwkWords, seeds: jwkSeeds, body: testKeyFile),
        FuzzTarget(name: "jwks", words: jsonWords + jwkWords, seeds: setSeeds, body: testSet),
        FuzzTarget(
            name: "key-pem", words: keyWords,
            seeds: {
                try Seeds.vectors("keys", ".pem") + Seeds.vectors("weak-keys", ".pem")
                    + Seeds.vectors("ml-dsa", ".pem")
            },
            body: testKeyFile),
        FuzzTarget(
            name: "key-der", isDER: true,
            seeds: {
                try (Seeds.vectors("keys", ".pem") + Seeds.vectors("weak-keys", ".pem")).map(Seeds.der)
                    .filter { !$0.isEmpty }
            }, body: testKeyFile),
        FuzzTarget(
            name: "key-openssh", words: keyWords,
            seeds: {
                try Seeds.vectors(
                    "keys", "openssh.rsa.pem", "openssh.ed25519.pem", "openssh.p256.pem", ".pub"
                ).map {
                    Seeds.der($0).isEmpty ? $0 : [0] + Seeds.der($0)
                }
            }, body: testOpenSSH),
    ]

    private static let keyWords =
        KeyForm.allCases.flatMap { ["-----BEGIN \($0.pemLabel)-----\n", "-----END \($0.pemLabel)-----\n"] }
        + [
            "Proc-Type: 4,ENCRYPTED\n", "DEK-Info: AES-128-CBC,", "openssh-key-v1\u{0}", "ssh-rsa ",
            "ssh-ed25519 ",
            "ecdsa-sha2-nistp256 ", "---- BEGIN SSH2 PUBLIC KEY ----\n", "aes256-ctr", "bcrypt", "none",
        ]
    private static let jwkWords = [
        "\"kty\":\"RSA\"", "\"kty\":\"EC\"", "\"kty\":\"OKP\"", "\"kty\":\"oct\"", "\"crv\":\"P-256\"",
        "\"crv\":\"Ed25519\"", "\"kty\":\"AKP\"", "\"alg\":\"ML-DSA-44\"", "\"pub\":\"\"", "\"priv\":\"\"",
        "\"x\":\"\"", "\"y\":\"\"", "\"d\":\"\"", "\"n\":\"\"", "\"e\":\"AQAB\"",
        "\"k\":\"\"",
        "\"use\":\"sig\"", "\"key_ops\":[\"sign\"]", "\"kid\":\"1\"", "\"alg\":\"ES256\"", "\"keys\":[",
        "\"oth\":[]",
    ]

    @Sendable private static func jwkSeeds() throws -> [[UInt8]] {
        try TokenKey.all.flatMap { entry in
            try [entry.key, entry.key.publicKey ?? entry.key].map { key in
                try JWKWriter.jwk(key).withBytes { Array($0) }
            }
        } + Seeds.vectors("ml-dsa", ".jwk")
    }

    @Sendable private static func setSeeds() throws -> [[UInt8]] {
        var named = TokenKey.all.dropFirst().map(\.key)
        for index in named.indices { named[index].id = "\(index)" }
        let publicKeys = named.compactMap(\.publicKey)
        return try [[named[1]], Array(publicKeys[1...4]), publicKeys, [TokenKey.all[0].key]].map { keys in
            try JWKWriter.set(keys).withBytes { Array($0) }
        }
    }

    /// What is read as a key is written in each form and read again as the same key.
    @Sendable static func testKeyFile(_ input: [UInt8]) throws {
        let bytes = Secret(copying: input.span)
        _ = outcome { try KeyFile.all(in: bytes) }
        switch try KeyFile(recognizing: bytes) {
        case .encoded(let encoded):
            if let encryption = encoded.encryption {
                expect(encoded.isEncrypted, "encrypted, and not: \(encryption)")
            }
            let passphrase = Secret(copying: Array("correct horse".utf8).span)
            switch try encoded.decode(passphrase: passphrase, maximumIterations: 3_000) {
            case .privateKey(let key): try check(Key(.privateKey(key)))
            case .publicKey(let key): try check(Key(.publicKey(key)))
            }
        case .jwk(let jwk): try check(try jwk.key())
        case .set(let set): try check(try set.key(id: nil))
        // They have a target of their own.
        case .pkcs12, .raw: break
        }
    }

    private static func check(_ key: Key) throws {
        let written = try JWKWriter.jwk(key)
        guard case .jwk(let jwk) = try KeyFile(recognizing: written) else { fatalError("not a JWK") }
        let again = try jwk.key()
        expect(try again.thumbprint() == key.thumbprint(), "another key as a JWK")
        expect(again.material.isSecret == key.material.isSecret, "private, or not")
        expect(
            (outcome { try again.judge() }.value == nil)
                == (outcome { try key.judge() }.value == nil), "another judgement")
        switch key.material {
        case .privateKey(let key):
            let der = try key.der(.pkcs8)
            let encoded = try der.withBytes { (bytes) in try EncodedKey(recognizing: bytes, .der) }
            guard case .privateKey(let again) = try encoded.decode(passphrase: nil) else {
                fatalError("PKCS#8 is not a private key")
            }
            expect(again.publicKey == key.publicKey && again.type == key.type, "another key in PKCS#8")
            try checkSigning(key)
        case .publicKey(let key):
            let der = try key.der(.spki)
            guard
                case .publicKey(let again) = try EncodedKey(recognizing: der.span, .der).decode(
                    passphrase: nil)
            else {
                fatalError("an SPKI is not a public key")
            }
            expect(again == key && again.type == key.type, "another key in an SPKI")
        case .secret: break
        }
    }

    /// A private key that was accepted signs what its public key verifies. Large RSA keys take too long.
    private static func checkSigning(_ key: PrivateKey) throws {
        if let bits = key.type.rsaBits, bits > 2_048 { return }
        let whole = Key(.privateKey(key))
        guard let algorithm = whole.defaultAlgorithm,
            outcome({ try whole.judge() }).value != nil,
            let publicKey = whole.publicKey
        else { return }
        var token: [UInt8] = []
        var signer = try SigningKey(whole, algorithm).signer()
        let header = Base64URL.encode(Array("{\"alg\":\"\(algorithm.name)\"}".utf8))
        try signer.begin(header, payload: [1, 2, 3].span)
        signer.sign()
        try signer.end(to: &token)
        var verifier = try TokenVerifier(.key(publicKey), VerificationPolicy())
        let read = try CompactToken(parsing: token)
        try verifier.begin(read, at: 0)
        verifier.verifySignatures()
        do {
            try verifier.end(0)
        } catch {
            fatalError("the key's own signature is not valid: \(error)")
        }
    }

    /// Each key of a set is found by its `kid`, and no `kid` is there twice.
    @Sendable private static func testSet(_ input: [UInt8]) throws {
        guard case .set(let set) = try KeyFile(recognizing: Secret(copying: input.span)) else { return }
        let ids = set.keys.compactMap(\.id)
        expect(Set(ids.map { Array($0.utf8) }).count == ids.count, "a kid is there twice")
        for jwk in set.keys {
            _ = jwk.ignoredMembers
            guard let id = jwk.id else { continue }
            let found = outcome { try set.key(id: id) }
            let own = outcome { try jwk.key() }
            expect((found.value != nil) == (own.value != nil), "\(id) is another key")
            expect(found.value?.id == own.value?.id, "\(id) is another key")
        }
        _ = KeySource.set(set)
        try check(try set.key(id: nil))
    }

    /// After a zero byte, the contents of `-----BEGIN OPENSSH PRIVATE KEY-----`, so that the base64 of it does not hide
    /// them; otherwise a text.
    @Sendable private static func testOpenSSH(_ input: [UInt8]) throws {
        guard input.first == 0 else { return try testKeyFile(input) }
        let text = """
            -----BEGIN OPENSSH PRIVATE KEY-----
            \(Base64.encode(Array(input.dropFirst())))
            -----END OPENSSH PRIVATE KEY-----

            """
        try testKeyFile(Array(text.utf8))
    }
}
