import OpenSSL
import System
import Testing

@testable import PKI

/// Checks of one certificate, each by itself.
@Suite struct OwnChecksTests {
    private func judgement(
        _ draft: Draft, _ name: String, _ position: Check.Position = .leaf,
        _ policy: CheckPolicy = .rfc5280
    ) throws -> Judgement {
        var settings = CheckSettings(time: PathCase.now)
        settings.policy = policy
        let check = try #require(Check.all.first { $0.name == name })
        return try #require(check.finding(CertificateFacts(draft.certificate), position, settings)).judgement
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
        func verdict(_ end: String, _ position: Check.Position) throws -> Verdict {
            let draft = Draft.leaf().with {
                $0.notBefore = DER.utcTime(start)
                $0.notAfter = DER.utcTime(end)
            }
            return try judgement(draft, "lifetime", position, .webpki).verdict
        }
        #expect(try verdict(last, .leaf) == .pass)
        guard let tooLate else { return }
        #expect(try verdict(tooLate, .leaf) == .fail)
        #expect(try verdict(tooLate, .intermediate) == .skipped)
    }

    /// RFC 5280 §4.2.1.3: one of the usages of a purpose is enough. An EC key wraps no keys (RFC 8813 §3).
    @Test(arguments: [
        (Purpose.server, 0x88 as UInt8), (.client, 0x88), (.sign, 0xC0), (.ca, 0x04),
    ])
    func theUsagesOfAPurpose(_ purpose: Purpose, _ usages: UInt8) throws {
        let settings = CheckSettings(time: PathCase.now)
        for bit in (0..<8).map({ UInt8(1) << $0 }) {
            let draft = Draft.middle().replacing("2.5.29.15", Ext.usage(bit))
            let finding = Check.purpose(purpose).finding(CertificateFacts(draft.certificate), .leaf, settings)
            #expect(finding?.verdict == (usages & bit != 0 ? .pass : .fail))
        }
    }

    @Test func whatEndsBeforeItStarts() throws {
        let draft = Draft.leaf().with {
            $0.notBefore = DER.utcTime("250601000001Z")
            $0.notAfter = DER.utcTime("250601000000Z")
        }
        #expect(try judgement(draft, "time-encoding") == .fail("notBefore is after notAfter"))
    }

    /// What cannot be read is neither empty nor missing.
    @Test(arguments: [
        ("2.5.29.14", "subject-key-identifier", "subjectKeyIdentifier"),
        ("2.5.29.15", "key-usage", "keyUsage"), ("2.5.29.17", "subject-alternative-name", "subjectAltName"),
        ("2.5.29.30", "name-constraints-form", "nameConstraints"),
        ("2.5.29.35", "authority-key-identifier", "authorityKeyIdentifier"),
        ("2.5.29.37", "extended-key-usage", "extKeyUsage"),
    ])
    func whatIsMalformed(_ oid: String, _ check: String, _ name: String) throws {
        let draft = Draft.middle().replacing(oid, Ext.make(oid, [0x30, 0x01]))
        for policy in CheckPolicy.allCases {
            #expect(try judgement(draft, check, .leaf, policy) == .fail("\(name) is malformed"))
        }
    }
}
