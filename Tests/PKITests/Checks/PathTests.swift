import OpenSSL
import Testing

@testable import PKI

@Suite struct PathTests {
    @Test func thereAreEnoughCases() {
        #expect(PathCases.all.count >= 150)
        #expect(Set(PathCases.all.map(\.name)).count == PathCases.all.count)
    }

    @Test(arguments: PathCases.all) func theVerdictAndItsReason(_ item: PathCase) {
        let report = item.report
        let findings = report.findings.filter { $0.verdict > .pass }.map {
            "\($0.check.name): \($0.judgement.message)"
        }
        #expect((report.verdict == .fail) == (item.reason != nil), "\(findings)")
        if let reason = item.reason { #expect(report.deciding?.check.name == reason, "\(findings)") }
    }

    /// Under rfc5280 without `--strict`, only the rules for CAs become warnings, with their sections.
    @Test(arguments: PathCases.all.filter { $0.settings.policy == .rfc5280 })
    func whatOnlyCAsMustDoIsAWarning(_ item: PathCase) {
        let report = item.report { $0.isStrictRequested = false }
        let fails = item.reason != nil && item.rule == nil
        #expect((report.verdict == .fail) == fails, "\(report.deciding as Any)")
        guard let rule = item.rule else { return }
        #expect(report.verdict == .warn)
        #expect(report.deciding?.check.name == item.reason)
        #expect(report.deciding?.judgement.rule == rule)
        #expect(report.deciding?.section == rule.section)
    }

    @Test func theFirstOfTwoPathsThatAreEquallyLongIsReported() {
        let item = PathCase("", untrusted: [.middle(by: "First"), .middle(by: "Second")])
        #expect(item.report.deciding?.judgement.message.contains("CN=First") == true)
    }

    @Test func everyRuleForCAsHasACase() {
        #expect(Set(PathCases.all.compactMap(\.rule)) == Set(IssuerRule.allCases))
    }

    @Test(arguments: PathCases.all) func webpkiIsStrictByItself(_ item: PathCase) {
        let strict = item.report { $0.policy = .webpki }
        let plain = item.report {
            $0.policy = .webpki
            $0.isStrictRequested = false
        }
        #expect(plain.findings == strict.findings)
        #expect(strict.findings.allSatisfy { $0.judgement.rule == nil })
    }

    /// The floor: whatever `openssl verify -x509_strict` refuses is refused, unless the case says why not; what it
    /// accepts and signet does not is refused by a check with a name.
    @Test func opensslAgreesOrTheCaseSaysWhy() throws {
        let verdicts = try #require(try PeerVerdicts.ask(PathCases.all))
        for (item, isAccepted) in zip(PathCases.all, verdicts) {
            let expected =
                switch item.openssl {
                case .agrees: [item.reason == nil]
                case .laxer: [true]
                case .either: [true, false]
                case .stricter: [false]
                }
            #expect(expected.contains(isAccepted), "\(item.name)")
        }
    }
}
