import System
import Testing

@Suite("Times and durations as they are typed")
struct TimeTextTests {
    private let now = Timestamp(seconds: 1_700_000_000)

    @Test(
        "A duration is read",
        arguments: [
            ("30s", Int64(30)), ("15m", 900), ("2h", 7_200), ("30d", 2_592_000), ("1w", 604_800),
            ("1h30m", 5_400), ("1w2d3h4m5s", 788_645), ("90m", 5_400), ("0s", 0), ("00015m", 900),
            ("1d1s", 86_401), ("316192377600s", 316_192_377_600),
        ])
    func readsDuration(text: String, seconds: Int64) {
        #expect(TimeSpan(parsing: text) == .seconds(seconds))
    }

    @Test(
        "What is no duration is refused",
        arguments: [
            "", "s", "15", "15 m", "m15", "1.5h", "-1h", "+1h", "1h1h", "30m1h", "1s1w", "1y", "1M", "1H",
            "15min",
            "1h30", "１h", "0x1s", "1h ", "9999999999999s", "999999999999w", "999999999999s",
            "99999999999999999999999s", "600000w", "316192377601s",
        ])
    func refusesDuration(text: String) { #expect(TimeSpan(parsing: text) == nil) }

    @Test(
        "A duration in words has its two largest units",
        arguments: [
            (Int64(0), "0s"), (1, "1s"), (59, "59s"), (60, "1m"), (900, "15m"), (3_600, "1h"),
            (3_661, "1h 1m"),
            (86_399, "23h 59m"), (86_400, "1d"), (183_845, "2d 3h"), (86_405, "1d 5s"), (31_536_000, "365d"),
            (-900, "15m"),
        ])
    func words(seconds: Int64, words: String) { #expect(TimeSpan.seconds(seconds).words == words) }

    @Test("Less than a second is none in words")
    func wordsOfFraction() {
        #expect(TimeSpan(microseconds: 999_999).words == "0s")
        #expect(TimeSpan(microseconds: .min).words == "106751991d 4h")
    }

    @Test(
        "A time is read",
        arguments: [
            ("now", Int64(1_700_000_000)), ("+15m", 1_700_000_900), ("-1h", 1_699_996_400),
            ("+0s", 1_700_000_000),
            ("@0", 0), ("@1497577400", 1_497_577_400), ("@-1", -1), ("@253402300799", 253_402_300_799),
            ("@-62135596800", -62_135_596_800), ("2017-06-16T01:43:20Z", 1_497_577_400),
            ("+1w1d", 1_700_691_200), ("15m", 1_700_000_900), ("1h30m", 1_700_005_400),
        ])
    func readsTime(text: String, seconds: Int64) {
        #expect(TimeText(parsing: text)?.time(now: now) == Timestamp(seconds: seconds))
    }

    @Test(
        "What is no time is refused",
        arguments: [
            "", "@", "+", "-", "@1.5", "@ 1", "@x", "@253402300800", "@-62135596801", "@9223372036854775807",
            "@99999999999999999999", "15", "+15", "m15", "15 m", "--1h", "+-1h", "Now", "NOW", "tomorrow",
            "1497577400",
            "+9000y", "+9998w9998w", "@0x10", "+500000w", "-200000w",
        ])
    func refusesTime(text: String) { #expect(TimeText(parsing: text)?.time(now: now) == nil) }

    @Test("Adding stays within the years 1 to 9999")
    func adding() {
        #expect(Timestamp.latest.adding(.zero) == .latest)
        #expect(Timestamp.latest.adding(TimeSpan(microseconds: 1)) == nil)
        #expect(Timestamp.earliest.adding(TimeSpan(microseconds: -1)) == nil)
        #expect(Timestamp.latest.adding(TimeSpan(microseconds: .max)) == nil)
        #expect(Timestamp.earliest.adding(TimeSpan(microseconds: .min)) == nil)
        #expect(now.adding(.seconds(-1)) == Timestamp(seconds: 1_699_999_999))
    }

    @Test("A span that is too long is the longest one, in its direction")
    func farApart() {
        let (first, last) = (Timestamp(microseconds: .min), Timestamp(microseconds: .max))
        #expect((last - first).microseconds == .max)
        #expect((first - last).microseconds == .min)
    }

    @Test("Times and durations are ordered")
    func ordered() {
        #expect(Timestamp.earliest < now && now < .latest)
        #expect(TimeSpan.seconds(-1) < .zero && .zero < TimeSpan.seconds(1))
    }
}
