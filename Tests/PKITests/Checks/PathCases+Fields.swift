import OpenSSL

@testable import PKI

extension PathCases {
    /// 2^63 - 1: one more does not fit into an Int.
    static let largestVersion = DER.integer(0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF)

    static let fields: [PathCase] = [
        PathCase(
            "serial number zero", "serial-number", .laxer, rule: .serialNumber,
            leaf: .leaf().with { $0.serial = DER.integer(0) }),
        PathCase(
            "serial number negative", "serial-number", .laxer, rule: .serialNumber,
            leaf: .leaf().with { $0.serial = DER.integer(0x80) }),
        PathCase(
            "serial number of 20 octets",
            leaf: .leaf().with { $0.serial = DER.tagged(2, [UInt8](repeating: 0x7F, count: 20)) }),
        PathCase(
            "serial number of 21 octets", "serial-number", .laxer, rule: .serialNumber,
            leaf: .leaf().with { $0.serial = DER.tagged(2, [UInt8](repeating: 0x7F, count: 21)) }),
        PathCase(
            "serial number of an intermediate", "serial-number", .laxer, rule: .serialNumber,
            untrusted: [.middle().with { $0.serial = DER.integer(0) }]),
        PathCase("serial number of a root", roots: [.root().with { $0.serial = DER.integer(0) }]),
        PathCase("version 1", "version", .laxer, rule: .version, leaf: .leaf().ofVersion(1)),
        PathCase("version 2", "version", .laxer, rule: .version, leaf: .leaf().ofVersion(2)),
        PathCase("version 1 under webpki", "version", .laxer, leaf: .leaf().ofVersion(1)) {
            $0.policy = .webpki
        },
        PathCase("version 1 of the root", "version", rule: .version, roots: [.root().ofVersion(1)]),
        PathCase("version 1 of the root under webpki", "version", roots: [.root().ofVersion(1)]) {
            $0.policy = .webpki
        },
        PathCase("version 1 with extensions", "version", leaf: .leaf().with { $0.version = nil }),
        PathCase("version 2 with extensions", "version", leaf: .leaf().with { $0.version = DER.integer(1) }),
        PathCase("version 4", "version", .laxer, leaf: .leaf().with { $0.version = DER.integer(3) }),
        PathCase(
            "the largest version", "version", .laxer, leaf: .leaf().with { $0.version = largestVersion }),
        PathCase(
            "the largest version of an intermediate", "version", .laxer,
            untrusted: [.middle().with { $0.version = largestVersion }]),
        PathCase(
            "a version of nine octets", "version",
            leaf: .leaf().with { $0.version = DER.integer(1, 0, 0, 0, 0, 0, 0, 0, 0) }),
        PathCase(
            "version 1 of an intermediate", "version",
            untrusted: [.middle().ofVersion(1)]),
        PathCase(
            "version 2 of an intermediate", "version",
            untrusted: [.middle().ofVersion(2)]),
        PathCase(
            "empty issuer", "issuer-name", leaf: .leaf(by: "", .root),
            roots: [.root().with { $0.subject = DER.name("") }], untrusted: []),
        PathCase(
            "empty subject, critical names",
            leaf: .leaf().with { $0.subject = DER.name("") }.replacing(
                "2.5.29.17", Ext.names(Ext.dns("www.example.com"), critical: true))),
        PathCase(
            "empty subject, names not critical", "criticality", rule: .subjectAltName,
            leaf: .leaf().with { $0.subject = DER.name("") }),
        PathCase(
            "empty subject, no names", "subject-name",
            leaf: .leaf().with { $0.subject = DER.name("") }.replacing("2.5.29.17", nil)),
        PathCase(
            "empty subject of a CA", "issuer-name", leaf: .leaf(by: "", .middle),
            untrusted: [.middle("")]),
    ]

    private static let unknown = "1.3.6.1.4.1.55555.1"

    /// certificatePolicies with one policy that has a qualifier of this type.
    private static func criticalPolicies(qualifier: String) -> [UInt8] {
        let qualifiers = DER.sequence(DER.sequence(DER.oid(qualifier), DER.tagged(0x16, [0x78])))
        return Ext.make(
            "2.5.29.32", critical: true, DER.sequence(DER.sequence(DER.oid("1.2.3.4"), qualifiers)))
    }

    private static func policies(_ oid: String) -> [UInt8] {
        Ext.make("2.5.29.32", DER.sequence(DER.sequence(DER.oid(oid))))
    }

    private static let mapping = Ext.make(
        "2.5.29.33", critical: true, DER.sequence(DER.sequence(DER.oid("1.2.3.4"), DER.oid("1.2.3.5"))))

    private static func requiringPolicy(_ settings: inout CheckSettings) {
        settings.policies.acceptable = ["1.2.3.4"]
        settings.policies.isExplicit = true
    }

    static let extensions: [PathCase] = [
        PathCase("unknown extension", leaf: .leaf().adding(Ext.make(unknown, DER.utf8("x")))),
        PathCase(
            "an empty issuerAltName", "extension-encoding", .laxer,
            leaf: .leaf().adding(Ext.make("2.5.29.18", DER.sequence()))),
        PathCase(
            "an empty list of distribution points", "extension-encoding", .laxer,
            leaf: .leaf().adding(Ext.make("2.5.29.31", DER.sequence()))),
        PathCase(
            "a distribution point with reasons alone", "extension-encoding",
            leaf: .leaf().adding(
                Ext.make("2.5.29.31", DER.sequence(DER.sequence(DER.tagged(0x81, [1, 0x06])))))),
        PathCase(
            "a distribution point with an empty name", "extension-encoding", .laxer,
            leaf: .leaf().adding(
                Ext.make("2.5.29.31", DER.sequence(DER.sequence(DER.tagged(0xA0, DER.tagged(0xA0, []))))))),
        PathCase(
            "an empty list of descriptions", "extension-encoding", .laxer,
            leaf: .leaf().adding(Ext.make("1.3.6.1.5.5.7.1.1", DER.sequence()))),
        PathCase(
            "unknown critical extension", "critical-extensions",
            leaf: .leaf().adding(Ext.make(unknown, critical: true, DER.utf8("x")))),
        PathCase(
            "unknown critical extension of an intermediate", "critical-extensions",
            untrusted: [.middle().adding(Ext.make(unknown, critical: true, DER.utf8("x")))]),
        PathCase(
            "unknown critical extension of the root", "critical-extensions",
            roots: [.root().adding(Ext.make(unknown, critical: true, DER.utf8("x")))]),
        PathCase("an extension twice", "unique-extensions", leaf: .leaf().adding(Ext.usage(0x80))),
        PathCase(
            "malformed key usage", "extension-encoding",
            leaf: .leaf().replacing("2.5.29.15", Ext.make("2.5.29.15", critical: true, [0x03]))),
        PathCase(
            "malformed names", "extension-encoding",
            leaf: .leaf().replacing("2.5.29.17", Ext.make("2.5.29.17", Array("example.com".utf8)))),
        PathCase(
            "more bytes after an extension's value", "extension-encoding", .laxer,
            leaf: .leaf().replacing(
                "2.5.29.37", Ext.make("2.5.29.37", DER.sequence(DER.oid(Ext.server)) + [0]))),
        PathCase(
            "malformed information access", "extension-encoding", .laxer,
            leaf: .leaf().adding(Ext.make("1.3.6.1.5.5.7.1.1", DER.utf8("x")))),
        PathCase(
            "no authority key identifier", "authority-key-identifier", rule: .authorityKeyIdentifier,
            leaf: .leaf().replacing("2.5.29.35", nil)),
        PathCase(
            "no authority key identifier of an intermediate", "authority-key-identifier",
            rule: .authorityKeyIdentifier,
            untrusted: [.middle().replacing("2.5.29.35", nil)]),
        PathCase(
            "no authority key identifier of a root that another name issued with its key",
            roots: [.root().with { $0.issuer = DER.name("Other") }]),
        PathCase(
            "critical authority key identifier", "criticality", rule: .authorityKeyIdentifier,
            leaf: .leaf().replacing("2.5.29.35", Ext.authorityKey(.middle, critical: true))),
        PathCase(
            "authority key identifier without a key", "authority-key-identifier",
            rule: .authorityKeyIdentifier,
            leaf: .leaf().replacing("2.5.29.35", Ext.make("2.5.29.35", DER.sequence()))),
        PathCase(
            "authority key identifier of a serial number alone", "authority-key-identifier",
            leaf: .leaf().replacing(
                "2.5.29.35", Ext.make("2.5.29.35", DER.sequence(DER.tagged(0x82, [1]))))),
        PathCase(
            "critical information access", "critical-extensions",
            leaf: .leaf().adding(
                Ext.make(
                    "1.3.6.1.5.5.7.1.1", critical: true,
                    DER.sequence(
                        DER.sequence(DER.oid("1.3.6.1.5.5.7.48.1"), Ext.uri("http://ocsp.example.com/")))))),
        PathCase(
            "authority key identifier of another key", .none, .stricter,
            leaf: .leaf().replacing("2.5.29.35", Ext.authorityKey(.other))),
        PathCase(
            "no subject key identifier of a CA", "subject-key-identifier", rule: .subjectKeyIdentifier,
            untrusted: [.middle().replacing("2.5.29.14", nil)]),
        PathCase(
            "critical subject key identifier", "criticality", rule: .subjectKeyIdentifier,
            untrusted: [
                .middle().replacing(
                    "2.5.29.14", Ext.make("2.5.29.14", critical: true, DER.octets(TestKey.middle.identifier)))
            ]),
        PathCase(
            "malformed subject key identifier of a CA", "extension-encoding",
            untrusted: [.middle().replacing("2.5.29.14", Ext.make("2.5.29.14", DER.utf8("x")))]),
        PathCase("no subject key identifier of a leaf", leaf: .leaf().replacing("2.5.29.14", nil)),
        PathCase(
            "no subject key identifier of the root", "subject-key-identifier", rule: .subjectKeyIdentifier,
            roots: [.root().replacing("2.5.29.14", nil)]),
        PathCase(
            "policy constraints not critical", "criticality", .laxer, rule: .policyConstraints,
            untrusted: [.middle().adding(Ext.make("2.5.29.36", DER.sequence(DER.tagged(0x80, [3]))))]),
        PathCase(
            "an explicit policy demanded, and none", "certificate-policies", .laxer,
            untrusted: [
                .middle().adding(Ext.make("2.5.29.36", critical: true, DER.sequence(DER.tagged(0x80, [0]))))
            ]),
        PathCase(
            "policy constraints in a leaf", "policy-extensions", .laxer, rule: .policyConstraints,
            leaf: .leaf().adding(Ext.make("2.5.29.36", critical: true, DER.sequence(DER.tagged(0x80, [3]))))),
        PathCase(
            "critical policies with an unknown qualifier", "policy-extensions", .laxer,
            leaf: .leaf().adding(criticalPolicies(qualifier: "1.2.3.5"))),
        PathCase(
            "critical policies with a known qualifier",
            leaf: .leaf().adding(criticalPolicies(qualifier: "1.3.6.1.5.5.7.2.1"))),
        PathCase(
            "a policy that is mapped to the accepted one", leaf: .leaf().adding(policies("1.2.3.5")),
            untrusted: [.middle().adding(policies("1.2.3.4")).adding(mapping)], change: requiringPolicy),
        PathCase(
            "a policy that is mapped, and mapping inhibited", "certificate-policies", .laxer,
            leaf: .leaf().adding(policies("1.2.3.5")),
            untrusted: [.middle().adding(policies("1.2.3.4")).adding(mapping)]
        ) {
            requiringPolicy(&$0)
            $0.policies.inhibitsMapping = true
        },
        PathCase(
            "any policy", leaf: .leaf().adding(policies("1.2.3.4")),
            untrusted: [.middle().adding(policies("2.5.29.32.0"))], change: requiringPolicy),
        PathCase(
            "any policy, and it is inhibited", "certificate-policies", .laxer,
            leaf: .leaf().adding(policies("1.2.3.4")),
            untrusted: [.middle().adding(policies("2.5.29.32.0"))]
        ) {
            requiringPolicy(&$0)
            $0.policies.inhibitsAnyPolicy = true
        },
        PathCase(
            "empty policy constraints", "policy-extensions", .laxer,
            untrusted: [.middle().adding(Ext.make("2.5.29.36", critical: true, DER.sequence()))]),
        PathCase(
            "empty policy constraints in a leaf", "policy-extensions", .laxer,
            leaf: .leaf().adding(Ext.make("2.5.29.36", critical: true, DER.sequence()))),
        PathCase(
            "policy mappings in a leaf", "policy-extensions", .laxer, rule: .policyMappings,
            leaf: .leaf().adding(
                Ext.make(
                    "2.5.29.33", critical: true,
                    DER.sequence(DER.sequence(DER.oid("1.3.6.1.4.1.55555.2"), DER.oid("1.3.6.1.4.1.55555.3")))
                ))),
        PathCase(
            "a policy twice", "policy-extensions", .laxer, rule: .certificatePolicies,
            leaf: .leaf().adding(
                Ext.make(
                    "2.5.29.32",
                    DER.sequence(DER.sequence(DER.oid("1.2.3.4")), DER.sequence(DER.oid("1.2.3.4")))))),
        PathCase(
            "policies mapped from any policy, without policies", "policy-extensions", .laxer,
            untrusted: [
                .middle().adding(
                    Ext.make(
                        "2.5.29.33", critical: true,
                        DER.sequence(DER.sequence(DER.oid("2.5.29.32.0"), DER.oid("1.2.3.4")))))
            ]),
        PathCase(
            "inhibitAnyPolicy not critical", "criticality", .laxer, rule: .inhibitAnyPolicy,
            untrusted: [.middle().adding(Ext.make("2.5.29.54", DER.integer(0)))]),
        PathCase(
            "inhibitAnyPolicy in a leaf", "policy-extensions", .laxer, rule: .inhibitAnyPolicy,
            leaf: .leaf().adding(Ext.make("2.5.29.54", critical: true, DER.integer(0)))),
    ]
}
