import System
import Testing

@testable import PKI

@Suite struct RenewalTimeTests {
    @Test(arguments: [
        ("1/3", RenewalTime.share(numerator: 1, denominator: 3)),
        ("33%", .share(numerator: 33, denominator: 100)),
        ("9998/9999", .share(numerator: 9998, denominator: 9999)),
    ]) func shares(_ text: String, _ share: RenewalTime) { #expect(RenewalTime(share: text) == share) }

    @Test(arguments: [
        "", "%", "/", "0%", "100%", "1/1", "3/2", "1/0", "0/1", "-1/3", "+1/3", "1/3%", "1/2/3",
        "10000/20000", "1 /3", "٣/٤",
    ])
    func whatIsNoShare(_ text: String) { #expect(RenewalTime(share: text) == nil) }

    /// A lifetime of 300 seconds. The last second is included.
    @Test func aShareIsReachedBelowIt() {
        let third = RenewalTime.share(numerator: 1, denominator: 3)
        let isReached = { (second: Int64) in
            third.isReached(from: 1_000, until: 1_299, at: Timestamp(seconds: second))
        }
        #expect(!isReached(1_200))
        #expect(isReached(1_201))
        #expect(isReached(2_000))
        let left = RenewalTime.left(.seconds(100))
        #expect(!left.isReached(from: 0, until: 1_299, at: Timestamp(seconds: 1_200)))
        #expect(left.isReached(from: 0, until: 1_299, at: Timestamp(seconds: 1_201)))
    }

    /// No product overflows.
    @Test func theLongestLifetime() {
        let share = RenewalTime.share(numerator: 9_998, denominator: 9_999)
        #expect(
            !share.isReached(from: Timestamp.earliest.seconds, until: Timestamp.latest.seconds, at: .earliest)
        )
        #expect(
            share.isReached(from: Timestamp.earliest.seconds, until: Timestamp.latest.seconds, at: .latest))
    }
}
