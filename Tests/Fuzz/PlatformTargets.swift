import Commands
import JOSE
import JSON
import OpenSSL
import Platforms
import System

extension FuzzTarget {
    static let platforms = [
        FuzzTarget(
            name: "nevis", words: jsonWords, seeds: { [response, status].map { Array($0.utf8) } },
            body: testResponse),
        FuzzTarget(
            name: "link",
            words: [
                "https://", "nevisaccess:", "//x-callback-url/authenticate", ".mauth.nevis.cloud/open",
                "-app", "?", "&", "%2E",
                "%25", "dispatchTokenResponse=", "eyJ", "#", "@", ":443", "xn--",
            ],
            seeds: {
                [link, "nevisaccess://x-callback-url/authenticate?dispatchTokenResponse=\(token)"].map {
                    Array($0.utf8)
                }
            },
            body: testLink),
        FuzzTarget(
            name: "dispatch-token", words: jsonWords,
            seeds: {
                [try Base64URL.decode(token), Array(#"{"nma_data":"x","nma_data_version":"1"}"#.utf8)]
            },
            body: testToken),
        FuzzTarget(
            name: "sls",
            words: jsonWords + CertificateParameters.Member.allCases.map { "\"\($0.rawValue)\":" },
            seeds: { parameterSeeds.map { Array($0.utf8) } }, body: testParameters),
        FuzzTarget(
            name: "profile", words: jsonWords, seeds: { profileSeeds.map { Array($0.utf8) } },
            body: testProfile),
        FuzzTarget(
            name: "profile-file",
            words: jsonWords + [
                "\"claims\":", "\"type\":", "\"value\":", "\"source\":", "\"alg\":", "\"lifetime\":",
                "\"timeUnit\":",
                "\"now\"", "\"uuid\"", "\"time\"", "\"audience\"", "\"kid\":true", "\"rsaBits\":2048",
                "\"same\":",
            ],
            seeds: { ownProfileSeeds.map { Array($0.utf8) } }, body: testOwnProfile),
    ]

    private static let token = String(
        decoding: Base64URL.encode(
            Array(
                #"{"nma_data":{"token":"b4b07559-f934-4597-a1c5-44d89f691e8f","redeem_url":"https://fido.example/token/redeem"},"nma_data_content_type":"application/json","nma_data_version":"1"}"#
                    .utf8)), as: UTF8.self)
    private static let link = "https://acme.mauth.nevis.cloud/open?dispatchTokenResponse=\(token)"
    private static let response = #"""
        {"userId":"1a2b3c4d-5e6f-4a1b-8c2d-3e4f5a6b7c8d","username":"jo","status":"new",
         "createdAt":"2026-11-21T10:00:00Z","updatedAt":"2026-11-21T10:00:00Z","authenticators":[],
         "enrollment":{"transactionId":"9f8e7d6c-5b4a-4c3d-9e2f-1a0b9c8d7e6f","statusToken":"c3RhdHVz",
          "qrCode":{"type":"image/png","size":300,"dataUri":"data:image/png;base64,iVBORw0KGgo="},
          "appLinkUri":"\#(link)"}}
        """#
    private static let status = #"""
        {"transactionId":"9f8e7d6c-5b4a-4c3d-9e2f-1a0b9c8d7e6f","status":"succeeded",
         "userId":"1a2b3c4d-5e6f-4a1b-8c2d-3e4f5a6b7c8d","username":null,"token":"eyJ.x.y",
         "createdAt":"2026-11-21T10:00:00Z","lastUpdatedAt":"2026-11-21T10:01:00Z"}
        """#
    private static let parameterSeeds = [
        #"""
        {"subject":"CN=JDO","keyType":"rsa","signatureAlgorithm":"SHA256withRSA","clientConfig":{"keySize":3072},
         "subjectAltNamesRfc822":"a@b.c, d@e.f","subjectAltNamesDNS":["x.example"],
         "keyUsage":["digitalSignature","keyEncipherment"],"extendedKeyUsage":["clientAuth","1.2.3"]}
        """#, "{}", #"{"keyType":"EC","keySize":384}"#,
    ]
    private static let profileSeeds = [
        #"{"iss":"63d9a389-4ddc-4df1-8dd1-af6a10c7226e","sub":"14","jti":"BD988B2E-B16A-49B8-8882-9B3C9D35DD84","nbf":1497577381,"exp":1497578281}"#,
        "{}",
    ]

    @Sendable private static func testResponse(_ input: [UInt8]) throws {
        guard let object = try JSONDocument(parsing: input, limits: Nevis.limits).root.objectValue else {
            return
        }
        _ = EnrollmentResponse.isLikely(object)
        let response = try EnrollmentResponse(object)
        if let link = response.link { try check(link) }
        if let image = response.image { expect(!image.mediaType.isEmpty, "an image without a type") }
        for warning in response.warnings { expect(!warning.member.isEmpty, "a warning about nothing") }
    }

    @Sendable private static func testLink(_ input: [UInt8]) throws {
        guard let text = String(validating: input, as: UTF8.self) else { return }
        let (link, token) = try EnrollmentLink.read(text)
        expect(EnrollmentLink.isURI(text), "a link that is not a URI")
        expect(link.uri == text, "another link")
        expect(!token.object.members.isEmpty, "a token without members")
        try check(link)
    }

    /// A link leads to the platform and nowhere else.
    private static func check(_ link: EnrollmentLink) throws {
        expect(
            link.uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "a character that ends a link: \(link.uri)")
        switch link.form {
        case .web, .app:
            guard let host = link.host, let instance = link.instance else { fatalError("no host") }
            let wanted = "\(instance)\(link.form == .app ? "-app" : "").mauth.nevis.cloud"
            expect(host == wanted, "\(host) is not \(wanted)")
            expect(link.uri.lowercased().hasPrefix("https://\(host)/"), "another host")
        case .nevisaccess: expect(link.uri.lowercased().hasPrefix("nevisaccess:"), "another scheme")
        }
    }

    @Sendable private static func testToken(_ input: [UInt8]) throws {
        let text = String(decoding: Base64URL.encode(input), as: UTF8.self)
        let token = try DispatchToken(parsing: text)
        let direct = try JSONDocument(parsing: input, limits: Nevis.limits).root
        expect(JSONWriter.bytes(.object(token.object)) == JSONWriter.bytes(direct), "another token")
    }

    @Sendable private static func testParameters(_ input: [UInt8]) throws {
        let lenient = outcome {
            try CertificateParameters(parsing: input, ignoringUnknown: true)
        }
        let parameters = try CertificateParameters(parsing: input, ignoringUnknown: false)
        expect(lenient.value != nil, "less is accepted if unknown members are ignored")
        guard let type = parameters.keySpecification else { return }
        expect(parameters.accept(type), "its own key is not accepted")
    }

    private static let ownProfileSeeds = [
        #"""
        {"source":"guide","alg":["ES256","EdDSA"],"typ":"acme+jwt","kid":true,"claims":{"iss":{"meaning":"a number"},
         "aud":{"value":"https://api.example"},"sub":{"sameAs":"iss"},"jti":{"generate":"uuid"},
         "iat":{"type":"time","generate":"now"},"exp":{"type":"time","generate":"lifetime"},
         "nbf":{"type":"time","optional":true},"admin":{"type":"json","forbidden":true}},
         "lifetime":{"from":"iat","longest":"10m","standard":"5m"},"timeUnit":["ms","s"]}
        """#, #"{"typ":null,"rsaBits":2048,"claims":{"a":{"type":"audience"},"n":{"type":"name-uuid"}}}"#,
        #"{"claims":{"a":{"sameAs":"b"},"b":{"sameAs":"a"}}}"#,
    ]

    /// Rules that a file has are enforced: what signet fills in, the rules accept, unless a claim must be given.
    @Sendable private static func testOwnProfile(_ input: [UInt8]) throws {
        let profile = try Profile(parsing: input, name: "own")
        let now = Timestamp(seconds: 1_497_577_400)
        var claims = try JSONObjectText(parsing: Array("{}".utf8))
        var uuids = UUIDSource()
        try profile.fill(&claims, now: now, unit: profile.timeUnits[0], uuids: &uuids)
        let filled = try JSONObjectText(parsing: claims.bytes)
        expect(
            Set(filled.memberNames).isSubset(of: profile.claims.map(\.name.text)), "a claim without a rule")
        let verdict = outcome { () throws(ProfileError) in
            try profile.check(filled, now: now, leeway: .zero)
        }
        let isComplete = profile.claims.allSatisfy { rule in
            switch rule.source {
            case .given: false
            case .kind: filled.has(rule.name)
            default: true
            }
        }
        if isComplete { expect(verdict.value != nil, "it refuses its own claims: \(verdict)") }
        _ = try verdict.get()
    }

    /// What a profile accepts, it accepts again when it has filled it in.
    @Sendable private static func testProfile(_ input: [UInt8]) throws {
        let claims = try JSONObjectText(parsing: input)
        let now = Timestamp(seconds: 1_497_577_400)
        var violation: ProfileError?
        for profile in Profile.all {
            var filled = claims
            var uuids = UUIDSource()
            try profile.fill(&filled, now: now, unit: .seconds, uuids: &uuids)
            _ = try JSONObjectText(parsing: filled.bytes)
            do throws(ProfileError) {
                _ = try profile.check(claims, now: now, leeway: .zero)
                _ = try profile.check(filled, now: now, leeway: .zero)
            } catch {
                violation = error
            }
        }
        if let violation { throw violation }
    }
}
