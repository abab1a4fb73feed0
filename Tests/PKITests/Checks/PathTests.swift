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
            "\($0.check.name): \($0.judgement.fact)"
        }
        #expect((report.verdict == .fail) == (item.reason != nil), "\(findings)")
        if let reason = item.reason { #expect(report.deciding?.check.name == reason, "\(findings)") }
    }

    /// The floor: whatever `openssl verify -x509_strict` refuses is refused, unless the case says why not; what it
    /// accepts and signet does not is refused by a check with a name.
    @Test func opensslAgreesOrTheCaseSaysWhy() throws {
        let verdicts = try #require(try PeerVerdicts.ask(PathCases.all))
        for (item, isAccepted) in zip(PathCases.all, verdicts) {
            let isExpected =
                switch item.openssl {
                case .agrees: item.reason == nil
                case .laxer: true
                case .stricter: false
                }
            #expect(isAccepted == isExpected, "\(item.name)")
        }
    }
}
