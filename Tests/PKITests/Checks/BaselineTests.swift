import OpenSSL
import Testing

@testable import PKI

/// Checks by the profiles of the Baseline Requirements. Each certificate has one fault; Tests/Scripts/interop has all
/// faults, with the verdicts of others.
@Suite struct BaselineTests {
    private static let leaf = Draft.leaf().conforming(policy: Ext.domainValidated)
    private static let authority = Draft.middle().with {
        $0.subject = name(("2.5.4.6", 0x13, "DE"), ("2.5.4.10", 0x0C, "Trust"), ("2.5.4.3", 0x0C, "Middle"))
    }.conforming(policy: Ext.anyPolicy).adding(Ext.extended(Ext.server))

    private static func name(_ attributes: (String, UInt8, String)...) -> [UInt8] {
        DER.sequence(
            attributes.flatMap { oid, tag, text in
                DER.set(DER.sequence(DER.oid(oid), DER.tagged(tag, Array(text.utf8))))
            })
    }

    private func judge(
        _ draft: Draft, _ check: String, _ position: Check.Position, purpose: Purpose? = nil
    ) throws -> Judgement {
        var settings = CheckSettings(time: PathCase.now)
        settings.policy = .webpki
        if let purpose { settings.request(purpose) }
        let check = try #require(Check.all.first { $0.name == check })
        return try #require(check.finding(CertificateFacts(draft.certificate), position, settings)).judgement
    }

    private static func named(_ names: [UInt8]...) -> Draft {
        leaf.replacing("2.5.29.17", Ext.make("2.5.29.17", DER.sequence(names.flatMap(\.self))))
    }

    /// With a qualifier of its policy.
    private static func qualified(_ type: String, _ value: [UInt8]) -> Draft {
        let qualifiers = DER.sequence(DER.sequence(DER.oid(type), value))
        let policy = DER.sequence(DER.oid(Ext.domainValidated), qualifiers)
        return leaf.replacing("2.5.29.32", Ext.make("2.5.29.32", DER.sequence(policy)))
    }

    private static let notAWebPage =
        "a qualifier in certificatePolicies is not the http or https URI of a CPS"

    @Test func aPolicyMayNameItsPage() throws {
        let page = DER.tagged(0x16, Array("https://example.com/cps".utf8))
        #expect(
            try judge(Self.qualified("1.3.6.1.5.5.7.2.1", page), "reserved-policy", .leaf).verdict == .pass)
    }

    private static let checks = [
        "server-names", "reserved-names", "subject-attributes", "precertificate", "unique-identifiers",
        "permitted-key-usage", "permitted-purposes", "reserved-policy", "information-access",
        "distribution-points", "criticality", "signature-strength", "key-type",
    ]

    @Test(arguments: checks) func aConformingCertificatePasses(_ check: String) throws {
        #expect(try judge(Self.leaf, check, .leaf).verdict <= .pass)
        #expect(try judge(Self.authority, check, .intermediate).verdict <= .pass)
    }

    @Test(
        arguments: [
            (
                named(Ext.email("jo@example.com")), "server-names",
                "expected only host names and addresses in subjectAltName, found email:jo@example.com"
            ),
            (
                named(Ext.dns("ab--cd.example.com")), "server-names",
                "the label 'ab--cd' in dns:ab--cd.example.com is reserved"
            ),
            (named(Ext.dns("a.onion")), "server-names", "dns:a.onion is not an onion address of version 3"),
            (named(Ext.dns("*.db.internal")), "reserved-names", "dns:*.db.internal is an internal name"),
            (named(Ext.dns("*.ai")), "reserved-names", "dns:*.ai is an internal name"),
            (named(Ext.ip(10, 0, 0, 1)), "reserved-names", "ip:10.0.0.1 is a reserved address"),
            (
                leaf.with {
                    $0.subject = name(("2.5.4.3", 0x0C, "www.example.com"), ("2.5.4.6", 0x13, "DE"))
                },
                "subject-attributes", "the attributes of the subject are not in the order C, CN"
            ),
            (
                leaf.with { $0.subject = name(("2.5.4.6", 0x13, "de")) }, "subject-attributes",
                "C in the subject is not a PrintableString of two capital letters"
            ),
            (
                leaf.with { $0.subject = name(("2.5.4.10", 0x0C, "Example")) }, "subject-attributes",
                "a certificate for a validated domain must not have O in its subject"
            ),
            (
                leaf.with { $0.subject = name(("2.5.4.3", 0x0C, "a"), ("2.5.4.3", 0x0C, "a")) },
                "subject-attributes", "the subject repeats CN"
            ),
            (
                leaf.with { $0.subject = name(("2.5.4.3", 0x0C, ".")) }, "subject-attributes",
                "CN in the subject says nothing"
            ),
            (
                leaf.with { $0.subject = name(("2.5.4.3", 0x14, "a")) }, "subject-attributes",
                "CN in the subject has a string type that is not allowed"
            ),
            (
                leaf.with { $0.subject = name(("2.5.4.3", 0x0C, String(repeating: "a", count: 65))) },
                "subject-attributes", "CN in the subject has more than 64 characters"
            ),
            (
                leaf.replacing("2.5.29.32", Ext.policies("2.23.140.1.2.2")), "subject-attributes",
                "the subject lacks C"
            ),
            (
                leaf.adding(Ext.make("1.3.6.1.4.1.11129.2.4.3", [0x05, 0x00])), "precertificate",
                "it is a precertificate"
            ),
            (
                leaf.replacing("2.5.29.15", Ext.usage(0xA0)), "key-usage",
                "EC keys cannot have the key usage keyEncipherment (RFC 8813 §3)"
            ),
            (
                leaf.replacing("2.5.29.15", Ext.usage(0xC0)), "permitted-key-usage",
                "keyUsage must not contain nonRepudiation"
            ),
            (
                leaf.replacing("2.5.29.15", Ext.usage(0x08)), "permitted-key-usage",
                "keyUsage lacks digitalSignature"
            ),
            (
                leaf.replacing("2.5.29.37", Ext.extended(Ext.server, "1.3.6.1.5.5.7.3.3")),
                "permitted-purposes",
                "extKeyUsage must not contain codeSigning beside serverAuth"
            ),
            (leaf.replacing("2.5.29.32", nil), "reserved-policy", "certificatePolicies is missing"),
            (
                leaf.replacing("2.5.29.32", Ext.policies("1.2.3")), "reserved-policy",
                "certificatePolicies lacks a reserved policy (BR §7.1.6.1)"
            ),
            (
                leaf.replacing("2.5.29.32", Ext.policies(Ext.anyPolicy)), "reserved-policy",
                "certificatePolicies must not contain anyPolicy"
            ),
            (
                qualified("1.3.6.1.5.5.7.2.1", DER.tagged(0x16, Array("ftp://example.com/cps".utf8))),
                "reserved-policy", notAWebPage
            ),
            (qualified("1.3.6.1.5.5.7.2.2", DER.sequence()), "reserved-policy", notAWebPage),
            (
                leaf.replacing("2.5.29.32", Ext.policies(Ext.domainValidated, "2.23.140.1.1")),
                "reserved-policy",
                "certificatePolicies has several reserved policies: 2.23.140.1.2.1, 2.23.140.1.1"
            ),
            (
                leaf.replacing("1.3.6.1.5.5.7.1.1", nil), "information-access",
                "authorityInfoAccess is missing"
            ),
            (
                leaf.replacing(
                    "1.3.6.1.5.5.7.1.1", Ext.access(Ext.responder, Ext.uri("https://a.example.com/"))),
                "information-access",
                "expected only http URIs in authorityInfoAccess, found uri:https://a.example.com/"
            ),
            (
                leaf.replacing("1.3.6.1.5.5.7.1.1", Ext.access(Ext.responder, Ext.uri("http://ocsp/"))),
                "information-access", "uri:http://ocsp/ in authorityInfoAccess has an internal host"
            ),
            (
                leaf.replacing("1.3.6.1.5.5.7.1.1", Ext.access("1.2.3", Ext.uri("http://a.example.com/"))),
                "information-access",
                "authorityInfoAccess has the access method 1.2.3, which is neither OCSP nor caIssuers"
            ),
            (
                leaf.replacing(
                    "1.3.6.1.5.5.7.1.1",
                    Ext.access(
                        Ext.responder, Ext.uri("http://a.example.com/"), Ext.uri("http://a.example.com/"))),
                "information-access", "authorityInfoAccess repeats uri:http://a.example.com/"
            ),
            (
                leaf.replacing("2.5.29.31", Ext.lists(Ext.uri("ldap:///cn=a"))), "distribution-points",
                "expected only http URIs in cRLDistributionPoints, found uri:ldap:///cn=a"
            ),
            (
                leaf.replacing(
                    "2.5.29.31",
                    Ext.lists(Ext.uri("http://a.example.com/"), fields: DER.tagged(0x81, [0x06, 0x40]))),
                "distribution-points",
                "a point in cRLDistributionPoints has no full name, or has reasons or cRLIssuer"
            ),
            (
                leaf.replacing("2.5.29.32", Ext.policies(Ext.domainValidated, critical: true)), "criticality",
                "certificatePolicies must not be critical"
            ),
            (
                leaf.replacing("2.5.29.15", Ext.make("2.5.29.15", DER.bits([0x80], unused: 7))),
                "criticality",
                "keyUsage must be critical"
            ),
        ] as [(Draft, String, String)])
    func aLeafWithAFault(_ draft: Draft, _ check: String, _ message: String) throws {
        let judgement = try judge(draft, check, .leaf)
        #expect(judgement.verdict == .fail)
        #expect(judgement.message == message)
    }

    @Test(
        arguments: [
            (authority.replacing("2.5.29.37", nil), "permitted-purposes", Verdict.warn),
            (authority.replacing("2.5.29.37", Ext.extended(Ext.any)), "permitted-purposes", .pass),
            (
                authority.replacing("2.5.29.37", Ext.extended(Ext.any, Ext.server)), "permitted-purposes",
                .fail
            ),
            (authority.replacing("2.5.29.15", Ext.usage(0x04)), "permitted-key-usage", .fail),
            (authority.replacing("2.5.29.15", Ext.usage(0x86)), "permitted-key-usage", .pass),
            (authority.replacing("2.5.29.15", Ext.usage(0x46)), "permitted-key-usage", .fail),
            (
                authority.replacing("2.5.29.32", Ext.policies(Ext.domainValidated, "2.23.140.1.1")),
                "reserved-policy", .warn
            ),
            (
                authority.replacing("2.5.29.32", Ext.policies(Ext.domainValidated, Ext.anyPolicy)),
                "reserved-policy", .fail
            ),
            (authority.replacing("2.5.29.31", nil), "distribution-points", .fail),
            (authority.replacing("1.3.6.1.5.5.7.1.1", nil), "information-access", .skipped),
            (authority.with { $0.subject = name(("2.5.4.3", 0x0C, "Middle")) }, "subject-attributes", .warn),
        ] as [(Draft, String, Verdict)])
    func aCAWithAFault(_ draft: Draft, _ check: String, _ verdict: Verdict) throws {
        #expect(try judge(draft, check, .intermediate).verdict == verdict)
    }

    /// No profile applies to roots, to what was issued before there were profiles, and to what is not for a server.
    @Test func whatNoProfileAppliesTo() throws {
        let bare = Draft.leaf()
        let old = bare.with { $0.notBefore = DER.utcTime("230914235959Z") }
        #expect(try judge(bare, "reserved-policy", .leaf).verdict == .fail)
        #expect(try judge(old, "reserved-policy", .leaf).verdict == .skipped)
        #expect(
            try judge(old.with { $0.notBefore = DER.utcTime("230915000000Z") }, "reserved-policy", .leaf)
                .verdict
                == .fail)
        #expect(try judge(bare, "reserved-policy", .leaf, purpose: .client).verdict == .skipped)
        #expect(try judge(.root(), "reserved-policy", .anchor).verdict == .skipped)
        #expect(try judge(.root(), "reserved-policy", .leaf).verdict == .skipped)
    }

    /// BR §1.6.1: a short-lived certificate needs no means of revocation.
    @Test(
        arguments: [
            ("251230000000Z", "260108235959Z", Verdict.skipped), ("251230000000Z", "260109000000Z", .fail),
            ("260315000000Z", "260321235959Z", .skipped), ("260315000000Z", "260322000000Z", .fail),
            ("260315000000Z", "261301000000Z", .fail),
        ] as [(String, String, Verdict)])
    func shortLives(_ start: String, _ end: String, _ verdict: Verdict) throws {
        let draft = Self.leaf.replacing("2.5.29.31", nil).replacing("1.3.6.1.5.5.7.1.1", nil).with {
            $0.notBefore = DER.utcTime(start)
            $0.notAfter = DER.utcTime(end)
        }
        #expect(try judge(draft, "distribution-points", .leaf).verdict == verdict)
    }

    @Test(arguments: [
        "db", "localhost", "db.local", "DB.Internal", "db.home.arpa", "db.corp", "db.test", "www.example",
    ])
    func internalNames(_ name: String) { #expect(ReservedNames.isInternal(name)) }

    @Test(arguments: [
        "example.com", "internal.example.com", "local.net", "arpa.com", "a.arpa", "xn--p1ai.xn--p1ai",
    ])
    func publicNames(_ name: String) { #expect(!ReservedNames.isInternal(name)) }

    @Test(arguments: [
        "0.1.2.3", "10.255.255.255", "100.127.255.255", "127.0.0.1", "169.254.0.1", "172.31.255.255",
        "192.0.2.1",
        "192.168.0.1", "198.19.255.255", "224.0.0.1", "255.255.255.255", "::", "::1", "::ffff:8.8.8.8",
        "100::1",
        "2001:1ff::1", "2001:db8::1", "fdff::1", "febf::1", "ff02::1",
    ])
    func reservedAddresses(_ text: String) throws {
        #expect(ReservedNames.isReserved(try #require(IPAddress.bytes(text))))
    }

    @Test(arguments: [
        "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "172.15.255.255",
        "172.32.0.0",
        "198.17.255.255", "198.20.0.0", "223.255.255.255", "2001:200::1", "2606:4700::1111", "::2", "fec0::1",
    ])
    func publicAddresses(_ text: String) throws {
        #expect(!ReservedNames.isReserved(try #require(IPAddress.bytes(text))))
    }

    /// 2026-03-15: BR §4.2.2.
    @Test(arguments: [("260314235959Z", Verdict.pass), ("260315000000Z", .fail)])
    func namesOfAddresses(_ start: String, _ verdict: Verdict) throws {
        for name in ["1.2.0.192.in-addr.arpa", "*.8.b.d.0.1.0.0.2.ip6.arpa"] {
            let draft = Self.named(Ext.dns(name)).with { $0.notBefore = DER.utcTime(start) }
            #expect(try judge(draft, "reserved-names", .leaf).verdict == verdict)
        }
    }
}
