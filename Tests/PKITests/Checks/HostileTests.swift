import OpenSSL
import System
import Testing

@testable import PKI

/// What nobody's CA issues, and somebody sends.
@Suite struct HostileTests {
    private var settings: CheckSettings {
        var settings = CheckSettings(time: PathCase.now)
        settings.roots = [Draft.root().certificate]
        return settings
    }

    @Test func derCutAtEveryLength() {
        let whole = Draft.leaf().der
        for count in 0..<whole.count {
            let cut = Array(whole.prefix(count))
            #expect(throws: CertificateError.self) { try Certificate.all(in: cut.span) }
        }
    }

    /// libcrypto reads a time that is too short, and leaves it to the checks; since 3.4 it does not read it.
    @Test(arguments: [("2501010000Z", "time-encoding"), ("260101000000", "not-yet-valid")])
    func aTimeThatIsTooShort(_ text: String, reason: String) throws {
        let der = Draft.leaf().with { $0.notBefore = DER.utcTime(text) }.der
        do {
            let certificate = try Certificate.decode(der.span)
            let report = CertificateChecker(settings).reports(of: [certificate])[0]
            #expect(report.deciding?.check.name == reason)
        } catch {
            #expect(error == .malformed("utctime is too short"))
        }
    }

    @Test func aListCutAtEveryLength() {
        let whole = ListDraft(revoked: [(DER.integer(5), 1)]).der
        for count in 0..<whole.count {
            let cut = Array(whole.prefix(count))
            #expect(throws: CertificateError.self) { try RevocationList.all(in: cut.span) }
        }
    }

    /// Every octet changed once: whatever can be read can be judged.
    @Test func everyOctetChanged() {
        let whole = Draft.leaf().der
        var settings = settings
        settings.untrusted = [Draft.middle().certificate]
        let checker = CertificateChecker(settings)
        for index in whole.indices {
            var changed = whole
            changed[index] ^= 0x21
            guard let certificate = try? Certificate.decode(changed.span) else { continue }
            #expect(checker.reports(of: [certificate])[0].verdict == .fail)
        }
    }

    @Test func thousandsOfNames() {
        let names = (0..<10_000).flatMap { Ext.dns("a\($0).example.com") }
        let leaf = Draft.leaf().replacing("2.5.29.17", Ext.make("2.5.29.17", DER.sequence(names)))
        let subtrees = (0..<1_000).map { Ext.dns("b\($0).example.com") }
        var settings = settings
        settings.untrusted = [Draft.middle().adding(Ext.constraints(exclude: subtrees)).certificate]
        let report = CertificateChecker(settings).reports(of: [leaf.certificate])[0]
        #expect(report.deciding?.check.name == "name-constraints")
    }

    /// A hundred intermediates of one name that all signed each other, and no way to a root.
    @Test func manyIntermediatesOfOneName() {
        var settings = settings
        settings.untrusted = (0..<100).map { number in
            Draft.middle("Middle", .middle, by: "Middle", .middle).with {
                $0.serial = DER.integer(1, UInt8(number))
            }.certificate
        }
        let report = CertificateChecker(settings).reports(of: [Draft.leaf().certificate])[0]
        #expect(report.deciding?.check.name == "chain")
        #expect(report.deciding?.judgement == .fail(.noPath(.limit(.signatures))))
    }

    @Test func manyIntermediatesThatSignedNothing() {
        var settings = settings
        settings.untrusted = (0..<1_200).map { number in
            var draft = Draft.middle("Middle", .other)
            draft.serial = DER.integer(1, UInt8(number >> 8), UInt8(number & 0xFF))
            return draft
        }.map(\.certificate)
        let report = CertificateChecker(settings).reports(of: [Draft.leaf().certificate])[0]
        #expect(report.deciding?.judgement == .fail(.noPath(.limit(.signatures))))
    }
}
