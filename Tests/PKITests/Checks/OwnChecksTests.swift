import OpenSSL
import System
import Testing

@testable import PKI

/// Checks of one certificate, each by itself.
@Suite struct OwnChecksTests {
    private func judgement(
        _ draft: Draft, _ id: Check.ID, _ position: CertificateCheck.Position = .leaf,
        _ policy: CheckPolicy = .rfc5280
    ) throws -> Judgement {
        var settings = CheckSettings(time: PathCase.now)
        settings.policy = policy
        let check = try #require(CertificateCheck.all.first { $0.check.id == id })
        return check.judge(CertificateFacts(draft.certificate), position, settings)
    }

    /// BR §6.3.2: how long a certificate may be valid depends on the day on which it begins.
    @Test(
        arguments: [
            ("180228235959Z", "491231235959Z", nil),
            ("180301000000Z", "200602235959Z", "200603000000Z"),
            ("200831235959Z", "221204235958Z", "221204235959Z"),
            ("200901000000Z", "211003235959Z", "211004000000Z"),
            ("260314235959Z", "270416235958Z", "270416235959Z"),
            ("260315000000Z", "260930235959Z", "261001000000Z"),
            ("270314235959Z", "270930235958Z", "270930235959Z"),
            ("270315000000Z", "270622235959Z", "270623000000Z"),
            ("290314235959Z", "290622235958Z", "290622235959Z"),
            ("290315000000Z", "290430235959Z", "290501000000Z"),
        ] as [(String, String, String?)])
    func theLongestLives(_ start: String, _ last: String, _ tooLate: String?) throws {
        func verdict(_ end: String, _ position: CertificateCheck.Position) throws -> Verdict {
            let draft = Draft.leaf().with {
                $0.notBefore = DER.utcTime(start)
                $0.notAfter = DER.utcTime(end)
            }
            return try judgement(draft, .lifetime, position, .webpki).verdict
        }
        #expect(try verdict(last, .leaf) == .pass)
        guard let tooLate else { return }
        #expect(try verdict(tooLate, .leaf) == .fail)
        #expect(try verdict(tooLate, .intermediate) == .skipped)
    }

    /// RFC 5280 §4.2.1.3: one of the usages of a purpose is enough.
    @Test(arguments: [
        (Purpose.server, 0xA8 as UInt8), (.client, 0x88), (.sign, 0xC0), (.ca, 0x04),
    ])
    func theUsagesOfAPurpose(_ purpose: Purpose, _ usages: UInt8) throws {
        let check = try #require(LeafCheck.all.first { $0.check.id == .purpose })
        var settings = CheckSettings(time: PathCase.now)
        settings.purpose = purpose
        for bit in (0..<8).map({ UInt8(1) << $0 }) {
            let draft = Draft.middle().replacing("2.5.29.15", Ext.usage(bit))
            let judgement = try #require(check.judge(CertificateFacts(draft.certificate), settings))
            #expect(judgement.verdict == (usages & bit != 0 ? .pass : .fail))
        }
    }

    @Test func whatEndsBeforeItStarts() throws {
        let draft = Draft.leaf().with {
            $0.notBefore = DER.utcTime("250601000001Z")
            $0.notAfter = DER.utcTime("250601000000Z")
        }
        #expect(try judgement(draft, .timeEncoding) == .fail(.endsBeforeItStarts))
    }

    /// What cannot be read is neither empty nor missing.
    @Test(arguments: [
        ("2.5.29.14", Check.ID.subjectKeyIdentifier, "subjectKeyIdentifier"),
        ("2.5.29.15", .keyUsage, "keyUsage"), ("2.5.29.17", .subjectAltName, "subjectAltName"),
        ("2.5.29.30", .nameConstraintsForm, "nameConstraints"),
        ("2.5.29.35", .authorityKeyIdentifier, "authorityKeyIdentifier"),
        ("2.5.29.37", .extendedKeyUsage, "extKeyUsage"),
    ])
    func whatIsMalformed(_ oid: String, _ id: Check.ID, _ name: String) throws {
        let draft = Draft.middle().replacing(oid, Ext.make(oid, [0x30, 0x01]))
        for policy in CheckPolicy.allCases {
            #expect(try judgement(draft, id, .leaf, policy) == .fail(.malformed(name)))
        }
    }
}
