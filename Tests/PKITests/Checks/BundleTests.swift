import OpenSSL
import System
import Testing

@testable import PKI

@Suite struct BundleTests {
    private func reports(
        _ drafts: [Draft], _ change: (inout CheckSettings) -> Void = { _ in }
    ) -> [CertificateReport] {
        var settings = CheckSettings(time: PathCase.now)
        change(&settings)
        return CertificateChecker(settings).reports(of: drafts.map(\.certificate))
    }

    @Test func theOthersOfAFileAreItsIntermediates() {
        for drafts in [[Draft.leaf(), .middle()], [.middle(), .leaf()]] {
            let all = reports(drafts) { $0.roots = [Draft.root().certificate] }
            #expect(all.allSatisfy { $0.verdict == .pass })
            #expect(all.map(\.path.count).sorted() == [0, 3])
        }
    }

    @Test func flagsAreAskedOfTheLeafAlone() throws {
        let host = try ReferenceHost("www.example.com")
        let all = reports([.leaf(), .middle(), .root()]) { $0.request(.host(host)) }
        #expect(all.map { $0.findings.contains { $0.check.name == "host" } } == [true, false, false])
        #expect(all.map(\.verdict) == [.pass, .pass, .pass])
    }

    @Test func everyCertificateIsChecked() {
        let old = Draft.middle().with { $0.notAfter = DER.utcTime("250301000000Z") }
        #expect(reports([.leaf(), old]).map(\.verdict) == [.pass, .fail])
        let soon = reports([.leaf(), .middle().with { $0.notAfter = DER.utcTime("250603000000Z") }]) {
            $0.request(.expiresWithin(.left(.seconds(7 * 86_400))))
        }
        #expect(soon.map { $0.deciding?.check.name } == [nil, "expires-within"])
    }

    @Test func twoLeavesInAFile() throws {
        let host = try ReferenceHost("www.example.com")
        let other = Draft.leaf().replacing("2.5.29.17", Ext.names(Ext.dns("other.example")))
        #expect(reports([.leaf(), other]) { $0.request(.host(host)) }.map(\.verdict) == [.pass, .fail])
    }

    @Test func withoutRootsTheChainIsNotJudged() {
        let report = reports([.leaf()])[0]
        let chain = report.findings.first { $0.check.name == "chain" }
        #expect(chain?.verdict == .skipped)
        #expect(report.verdict == .pass)
        #expect(reports([.root()])[0].verdict == .pass)
        let own = Draft.leaf(by: "www.example.com", .leaf)
        #expect(reports([own])[0].deciding?.check.name == "self-signed")
        #expect(reports([own])[0].verdict == .warn)
        #expect(
            reports([.root()]) { $0.request(.address(HostAddress("192.0.2.1"))) }[0].findings.contains {
                $0.verdict == .warn
            })
    }

    /// What nobody looks at in a trust anchor is not held against a root.
    @Test func aRootByItself() throws {
        let root = Draft.root().with { $0.serial = DER.integer(0) }
        #expect(reports([root])[0].verdict == .pass)
        let host = try ReferenceHost("www.example.com")
        #expect(
            reports([root]) { $0.request(.host(host)) }[0].findings.contains {
                $0.check.name == "serial-number" && $0.verdict == .warn
            })
    }

    /// RFC 5280 §4.1.2.1: an old version is a warning by itself, and no reason to miss what it cannot have.
    @Test func aCertificateOfVersion1() {
        for number in [1, 2] as [UInt8] {
            let all = reports([.leaf().ofVersion(number), .middle()]) {
                $0.roots = [Draft.root().certificate]
            }
            #expect(all.map(\.verdict) == [.warn, .pass])
            #expect(all[0].deciding?.judgement.message == "version \(number), which has no extensions")
            #expect(all[0].deciding?.judgement.rule == .version)
        }
        let trusted = reports([.leaf(), .middle()]) { $0.roots = [Draft.root().ofVersion(1).certificate] }[0]
        #expect(trusted.verdict == .warn)
        let issuing = reports([.leaf(), .middle().ofVersion(1)])
        #expect(issuing.map(\.verdict) == [.pass, .fail])
        #expect(issuing[1].deciding?.judgement == .fail("version 1, which has no extensions"))
    }

    @Test func revocationWithoutRoots() {
        let list = ListDraft(revoked: [(Draft.leaf().serial, 1)]).list
        let report = reports([.leaf(), .middle()]) { $0.revocationLists = [list] }[0]
        #expect(report.deciding?.judgement.message == "revoked on 2025-05-15, keyCompromise")
        #expect(reports([.leaf()]) { $0.revocationLists = [list] }[0].deciding?.check.name == "revocation")
    }

    @Test func noTwoChecksHaveOneName() {
        let requested = [
            Check.expiresWithin(nil), .host(nil), .address(nil), .mailbox(nil), .purpose(nil), .key(nil),
            .profile(nil), .profileCA(nil),
        ]
        let names = (Check.all + requested).map(\.name)
        #expect(Set(names).count == names.count)
    }

    /// Scripts match them.
    @Test func theNamesNeverChange() {
        #expect(
            Set(Check.all.map(\.name)).isSuperset(of: [
                "not-yet-valid", "expired", "time-encoding", "version", "serial-number", "issuer-name",
                "subject-name", "signature-algorithm", "signature-strength", "key-strength", "named-curve",
                "key-type", "unique-extensions", "critical-extensions", "extension-encoding", "criticality",
                "policy-extensions", "authority-key-identifier", "subject-key-identifier",
                "basic-constraints", "key-usage", "extended-key-usage", "name-constraints-form",
                "subject-alternative-name", "leaf-is-no-ca", "common-name", "lifetime", "server-names",
                "reserved-names", "subject-attributes", "precertificate", "unique-identifiers",
                "permitted-key-usage", "permitted-purposes", "reserved-policy", "information-access",
                "distribution-points", "chain", "self-signed", "path-length", "max-depth", "name-constraints",
                "nested-key-usage",
                "certificate-policies", "revocation",
            ]))
    }
}
