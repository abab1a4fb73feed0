import OpenSSL

@testable import PKI

extension PathCases {
    private static let lower = Draft.middle("Lower", .lower, by: "Middle", .middle)

    static let usage: [PathCase] = [
        PathCase(
            "an intermediate without basicConstraints", "basic-constraints",
            untrusted: [.middle().replacing("2.5.29.19", nil)]),
        PathCase(
            "an intermediate that is no CA", "basic-constraints",
            untrusted: [
                .middle().replacing("2.5.29.19", Ext.basic(ca: false)).replacing("2.5.29.15", Ext.usage(0x80))
            ]),
        PathCase(
            "a leaf that issued a leaf", "basic-constraints", leaf: .leaf(by: "www.example.com", .lower),
            untrusted: [.middle(), .leaf(key: .lower)]),
        PathCase(
            "basicConstraints not critical", "criticality", rule: .basicConstraints,
            untrusted: [.middle().replacing("2.5.29.19", Ext.basic(critical: false))]),
        PathCase(
            "a root without basicConstraints", "basic-constraints",
            roots: [.root().replacing("2.5.29.19", nil)]),
        PathCase(
            "no key usage of the CA", "key-usage", rule: .keyUsage,
            untrusted: [.middle().replacing("2.5.29.15", nil)]),
        PathCase(
            "no key usage of the root", "key-usage", rule: .keyUsage,
            roots: [.root().replacing("2.5.29.15", nil)]),
        PathCase(
            "no key usage of a CA as leaf", "key-usage", rule: .keyUsage,
            leaf: lower.replacing("2.5.29.15", nil)),
        PathCase(
            "no key usage of the root as leaf", "key-usage", rule: .keyUsage,
            leaf: .root().replacing("2.5.29.15", nil),
            roots: [.root().replacing("2.5.29.15", nil)]),
        PathCase(
            "a CA without keyCertSign", "key-usage",
            untrusted: [.middle().replacing("2.5.29.15", Ext.usage(0x02))]),
        PathCase(
            "a leaf with keyCertSign", "key-usage", leaf: .leaf().replacing("2.5.29.15", Ext.usage(0x84))),
        PathCase(
            "key usage without a usage", "key-usage", leaf: .leaf().replacing("2.5.29.15", Ext.usage(0))),
        PathCase(
            "Ed25519 that encrypts", "key-usage", .laxer, rule: .keyUsage,
            leaf: .leaf(key: .edwards).replacing("2.5.29.15", Ext.usage(0xA0))),
        PathCase(
            "a negative path length of 26 octets", "basic-constraints",
            untrusted: [
                .middle().replacing("2.5.29.19", Ext.basic(pathOctets: [UInt8](repeating: 0x80, count: 26)))
            ]),
        PathCase(
            "a path length of 26 octets", "basic-constraints", .laxer,
            untrusted: [
                .middle().replacing("2.5.29.19", Ext.basic(pathOctets: [UInt8](repeating: 0x7F, count: 26)))
            ]),
        PathCase(
            "path length 0, nothing below", untrusted: [.middle().replacing("2.5.29.19", Ext.basic(path: 0))]),
        PathCase(
            "path length 0, one below", "path-length", leaf: .leaf(by: "Lower", .lower),
            untrusted: [.middle().replacing("2.5.29.19", Ext.basic(path: 0)), lower]),
        PathCase(
            "path length 1, one below", leaf: .leaf(by: "Lower", .lower),
            untrusted: [.middle().replacing("2.5.29.19", Ext.basic(path: 1)), lower]),
        PathCase(
            "path length of the root", "path-length",
            roots: [.root().replacing("2.5.29.19", Ext.basic(path: 0))]),
        PathCase(
            "a self-issued intermediate does not count", leaf: .leaf(by: "Middle", .lower),
            untrusted: [
                .middle().replacing("2.5.29.19", Ext.basic(path: 0)),
                .middle("Middle", .lower, by: "Middle", .middle),
            ]),
        PathCase(
            "a negative path length", "basic-constraints",
            untrusted: [.middle().replacing("2.5.29.19", Ext.basic(path: 0xFF))]),
        PathCase(
            "a path length and no CA", "basic-constraints", rule: .basicConstraints,
            leaf: .leaf().adding(Ext.basic(ca: false, path: 0))),
        PathCase(
            "a path length without keyCertSign", "basic-constraints", rule: .basicConstraints,
            leaf: lower.replacing("2.5.29.19", Ext.basic(path: 0)).replacing("2.5.29.15", Ext.usage(0x02))),
        PathCase(
            "a negative path length and no CA", "basic-constraints",
            leaf: .leaf().adding(Ext.basic(ca: false, path: 0xFF))),
        PathCase(
            "extended usage without a usage", "extended-key-usage", .laxer,
            leaf: .leaf().replacing("2.5.29.37", Ext.extended())),
        PathCase("for a server") { $0.request(Purpose.server) },
        PathCase("for a client", "purpose") { $0.request(Purpose.client) },
        PathCase(
            "for a client, with its usage", leaf: .leaf().replacing("2.5.29.37", Ext.extended(Ext.client))
        ) {
            $0.request(Purpose.client)
        },
        PathCase(
            "for a client, by any usage", .none, .stricter,
            leaf: .leaf().replacing("2.5.29.37", Ext.extended(Ext.any))
        ) { $0.request(Purpose.client) },
        PathCase(
            "an intermediate for any usage", .none, .stricter,
            untrusted: [.middle().adding(Ext.extended(Ext.any))]
        ) { $0.request(Purpose.server) },
        PathCase("for anything", leaf: .leaf().replacing("2.5.29.37", nil)) { $0.request(Purpose.client) },
        PathCase(
            "for a server, by its key usage not", "purpose",
            leaf: .leaf().replacing("2.5.29.15", Ext.usage(0x40))
        ) {
            $0.request(Purpose.server)
        },
        PathCase(
            "for a server, by a usage that its key cannot have", "purpose", .laxer,
            leaf: .leaf(key: .edwards).replacing("2.5.29.15", Ext.usage(0x08))
        ) {
            $0.isStrictRequested = false
            $0.request(Purpose.server)
        },
        PathCase("for a CA", "purpose", .laxer) { $0.request(Purpose.ca) },
        PathCase("a CA for a CA", leaf: lower) { $0.request(Purpose.ca) },
        PathCase("for signatures") { $0.request(Purpose.sign) },
        PathCase(
            "an intermediate for clients alone", "nested-key-usage",
            untrusted: [.middle().adding(Ext.extended(Ext.client))]
        ) { $0.request(Purpose.server) },
        PathCase(
            "an intermediate for clients alone, and no purpose",
            untrusted: [.middle().adding(Ext.extended(Ext.client))]),
        PathCase(
            "an authority key identifier that names the issuer, too",
            leaf: .leaf().replacing("2.5.29.35", authorityKeyWithIssuer)),
        PathCase("the key") { $0.request(.key(TestKey.leaf.key.publicKey)) },
        PathCase("another key", "key", .laxer) { $0.request(.key(TestKey.other.key.publicKey)) },
        PathCase("a profile of another key", "profile", .laxer) { $0.request(.profile(.sample)) },
        PathCase(
            "the profile, and a key of another size", "profile", .laxer,
            leaf: .leaf(by: "Root", .rsa, key: .odd), roots: [.root("Root", .rsa)], untrusted: []
        ) { $0.request(.profile(.sample)) },
        PathCase("the profile, and another signature", "profile", .laxer, leaf: .leaf(key: .rsa)) {
            $0.request(.profile(.sample))
        },
        PathCase(
            "the profile, and a CA, which is a warning",
            leaf: .middle("Lower", .rsa, by: "Root", .rsa), roots: [.root("Root", .rsa)], untrusted: []
        ) {
            $0.request(.profile(.sample))
            $0.request(.profileCA(.sample))
        },
        PathCase(
            "the profile",
            leaf: .leaf(by: "Root", .rsa, key: .rsa), roots: [.root("Root", .rsa)], untrusted: []
        ) { $0.request(.profile(.sample)) },
    ]

    static let webpki: [PathCase] = [
        web("a server's certificate", nil),
        web(
            "a leaf without extKeyUsage", "extended-key-usage", .laxer,
            leaf: .leaf().replacing("2.5.29.37", nil)),
        web("a client's certificate", "extended-key-usage", .laxer, leaf: client),
        web("a client's certificate for a client", nil, leaf: client, for: .client),
        web(
            "for a server, a leaf without extKeyUsage", "extended-key-usage", .laxer,
            leaf: .leaf().replacing("2.5.29.37", nil), for: .server),
        web(
            "anyExtendedKeyUsage", "extended-key-usage", .laxer,
            leaf: .leaf().replacing("2.5.29.37", Ext.extended(Ext.server, Ext.any))),
        web(
            "critical extKeyUsage", "criticality", .laxer,
            leaf: .leaf().replacing("2.5.29.37", Ext.extended(Ext.server, critical: true))),
        web("a CA as a leaf", "extended-key-usage", .laxer, leaf: lower),
        web(
            "critical names beside a subject", "criticality", .laxer,
            leaf: .leaf().replacing("2.5.29.17", Ext.names(Ext.dns("www.example.com"), critical: true))),
        web(
            "a common name that is no name", "common-name", .laxer,
            leaf: .leaf().with { $0.subject = DER.name("other.example") }),
        web(
            "a common name in capitals", "common-name", .laxer,
            leaf: .leaf().with { $0.subject = DER.name("WWW.example.com") }),
        web(
            "an empty common name beside an address, which is no host", "subject-attributes", .laxer,
            leaf: .leaf().with {
                $0.subject = DER.sequence(DER.set(DER.sequence(DER.oid("2.5.4.3"), DER.utf8(""))))
            }.replacing("2.5.29.17", Ext.names(Ext.ip(8, 8, 8, 8)))),
        web(
            "a common name above a listed name, which is a warning", nil,
            leaf: .leaf().with { $0.subject = DER.name("example.com") }.replacing(
                "2.5.29.17", Ext.names(Ext.dns("www.example.com")))),
        web(
            "too long a life", "lifetime", .laxer,
            leaf: .leaf().with { $0.notAfter = DER.utcTime("260301000000Z") }),
        web(
            "a life as long as may be", nil, leaf: .leaf().with { $0.notAfter = DER.utcTime("260202235959Z") }
        ),
        web(
            "no names", "subject-alternative-name", .laxer,
            leaf: .leaf().replacing("2.5.29.17", nil).with {
                $0.subject = DER.sequence(DER.set(DER.sequence(DER.oid("2.5.4.10"), DER.utf8("Example"))))
            }),
        web("Ed25519", "key-type", .laxer, leaf: .leaf(key: .edwards)),
        web("RSA", nil, leaf: .leaf(key: .rsa)),
        web("RSA for RSASSA-PSS alone", "key-type", .laxer, leaf: .leaf(key: .pss)),
        web("RSA with an even exponent", "public-key", .laxer, leaf: rsa(exponent: 0x01, 0x00)),
        web("RSA with the exponent 1", "public-key", .laxer, leaf: rsa(exponent: 0x01)),
        web("RSA with the exponent 257", nil, leaf: rsa(exponent: 0x01, 0x01)),
        web("secp256k1", "key-type", .laxer, leaf: .leaf(key: .bitcoin)),
        web("RSA of 2052 bits", "key-type", .laxer, leaf: .leaf(key: .odd)),
        web(
            "an intermediate for clients alone", "nested-key-usage", .laxer,
            untrusted: [.middle().adding(Ext.extended(Ext.client))]),
        web(
            "an intermediate for servers and clients", nil,
            untrusted: [.middle().adding(Ext.extended(Ext.client, Ext.server))]),
        web(
            "a root with extKeyUsage", "extended-key-usage", .laxer,
            roots: [.root().adding(Ext.extended(Ext.server))]),
        web(
            "an authority key identifier that names the issuer, too", "authority-key-identifier", .laxer,
            leaf: .leaf().replacing("2.5.29.35", authorityKeyWithIssuer)),
        web(
            "a root whose authority key is another", "authority-key-identifier", .laxer,
            roots: [.root().adding(Ext.authorityKey(.other))]),
    ]

    private static func web(
        _ name: String, _ reason: String?, _ openssl: PathCase.Peer = .agrees, leaf: Draft = .leaf(),
        roots: [Draft] = [.root()], untrusted: [Draft] = [.middle()], for purpose: Purpose? = nil
    ) -> PathCase {
        PathCase(
            "webpki: " + name, reason, openssl, leaf: leaf.conforming(policy: Ext.domainValidated),
            roots: roots,
            untrusted: untrusted.map { $0.conforming(policy: Ext.anyPolicy) }
        ) {
            $0.policy = .webpki
            if let purpose { $0.request(purpose) }
        }
    }

    private static let client = Draft.leaf().replacing("2.5.29.37", Ext.extended(Ext.client))

    private static let authorityKeyWithIssuer = Ext.make(
        "2.5.29.35",
        DER.sequence(
            DER.tagged(0x80, TestKey.middle.identifier), DER.tagged(0xA1, Ext.directory(DER.name("Root"))),
            DER.tagged(0x82, [0x11, 0x22, 0x33])))

    /// A leaf with a key of 2048 bits, of which nobody knows the factors.
    private static func rsa(exponent: UInt8...) -> Draft {
        let modulus = [0] + [UInt8](repeating: 0xD5, count: 256)
        let key = DER.sequence(DER.tagged(0x02, modulus), DER.tagged(0x02, exponent))
        let algorithm = DER.sequence(DER.oid("1.2.840.113549.1.1.1"), [0x05, 0x00])
        return .leaf().with { $0.spki = DER.sequence(algorithm, DER.bits(key)) }
    }
}

extension CertificateProfile {
    fileprivate static let sample = CertificateProfile(
        name: "sample", section: "Keys", rsaBits: 2048, signatureAlgorithm: "sha256WithRSAEncryption",
        digest: .sha256)
}
