import System
import Testing

@testable import PKI

@Suite struct TimeLeftTests {
    /// The leaf of the tests ends with the second 2026-01-01T00:00:00Z.
    private static let end: Int64 = 1_767_225_600

    /// Microseconds from the current time to the end of validity, and whole days.
    private static let borders: [(left: Int64, days: Int64)] = [
        (172_800_000_000, 2), (172_799_999_999, 1), (86_400_000_001, 1), (86_400_000_000, 1),
        (86_399_999_999, 0), (1, 0), (0, -1), (-1, -1), (-86_399_999_999, -1), (-86_400_000_000, -2),
    ]

    @Test(arguments: borders) func daysAreWholeAndRoundedDown(_ left: Int64, _ days: Int64) {
        #expect(TimeLeft(until: Self.end, at: Self.time(left)).days == days)
    }

    @Test(arguments: borders)
    func aCertificateFailsWithinDaysExactlyIfFewerAreLeft(_ left: Int64, _ daysLeft: Int64) {
        let now = Self.time(left)
        for days in 0...3 as ClosedRange<Int64> {
            var settings = CheckSettings(time: now)
            settings.request(.expiresWithin(.left(.seconds(days * 86_400))))
            let findings = CertificateChecker(settings).reports(of: [Draft.leaf().certificate])[0].findings
            let isLate = findings.contains {
                $0.verdict == .fail && ["expired", "expires-within"].contains($0.check.name)
            }
            #expect(isLate == (daysLeft < days), "\(daysLeft) left, within \(days)")
        }
    }

    private static func time(_ left: Int64) -> Timestamp {
        Timestamp(microseconds: (end + 1) * 1_000_000 - left)
    }
}
