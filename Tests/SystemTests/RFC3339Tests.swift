import System
import Testing

@Suite("Dates and times by RFC 3339")
struct RFC3339Tests {
    @Test(
        "A date and time is read, and written in UTC",
        arguments: [
            ("1970-01-01T00:00:00Z", Int64(0), "1970-01-01T00:00:00Z"),
            ("2017-06-16T01:43:20Z", 1_497_577_400, "2017-06-16T01:43:20Z"),
            ("1969-12-31T23:59:59Z", -1, "1969-12-31T23:59:59Z"),
            ("1900-03-01T00:00:00Z", -2_203_891_200, "1900-03-01T00:00:00Z"),
            ("2000-02-29T12:34:56Z", 951_827_696, "2000-02-29T12:34:56Z"),
            ("2024-02-29T23:59:59Z", 1_709_251_199, "2024-02-29T23:59:59Z"),
            ("2024-03-01T00:00:00Z", 1_709_251_200, "2024-03-01T00:00:00Z"),
            ("2023-12-31T23:59:59Z", 1_704_067_199, "2023-12-31T23:59:59Z"),
            ("0001-01-01T00:00:00Z", -62_135_596_800, "0001-01-01T00:00:00Z"),
            ("0004-02-29T00:00:00Z", -62_035_891_200, "0004-02-29T00:00:00Z"),
            ("9999-12-31T23:59:59Z", 253_402_300_799, "9999-12-31T23:59:59Z"),
            // Offsets, of RFC 3339 §5.8 too.
            ("1996-12-19T16:39:57-08:00", 851_042_397, "1996-12-20T00:39:57Z"),
            ("1937-01-01T12:00:27.87+00:20", -1_041_337_173, "1937-01-01T11:40:27Z"),
            ("2020-01-01T00:00:00+23:59", 1_577_750_460, "2019-12-31T00:01:00Z"),
            ("2020-01-01T00:00:00-00:00", 1_577_836_800, "2020-01-01T00:00:00Z"),
            ("2020-12-31T23:00:00-01:00", 1_609_459_200, "2021-01-01T00:00:00Z"),
            ("0001-01-01T01:00:00+01:00", -62_135_596_800, "0001-01-01T00:00:00Z"),
            // Lower case, and a space.
            ("2017-06-16t01:43:20z", 1_497_577_400, "2017-06-16T01:43:20Z"),
            ("2017-06-16 01:43:20Z", 1_497_577_400, "2017-06-16T01:43:20Z"),
            // Leap seconds.
            ("1990-12-31T23:59:60Z", 662_688_000, "1991-01-01T00:00:00Z"),
            ("1990-12-31T15:59:60-08:00", 662_688_000, "1991-01-01T00:00:00Z"),
        ])
    func reads(text: String, seconds: Int64, written: String) throws {
        let time = try #require(Timestamp(rfc3339: text))
        #expect(time.seconds == seconds)
        #expect(time.rfc3339 == written)
    }

    @Test(
        "A fraction is kept to the microsecond, and not written",
        arguments: [
            ("2017-06-16T01:43:20.5Z", Int64(500_000)), ("2017-06-16T01:43:20.000001Z", 1),
            ("2017-06-16T01:43:20.1234567890Z", 123_456), ("2017-06-16T01:43:20.999999999999Z", 999_999),
            ("2017-06-16T01:43:20.0000000000000000000000000000000000000000000Z", 0),
        ])
    func readsFraction(text: String, microseconds: Int64) throws {
        let time = try #require(Timestamp(rfc3339: text))
        #expect(time.microseconds == 1_497_577_400_000_000 + microseconds)
        #expect(time.rfc3339 == "2017-06-16T01:43:20Z")
    }

    @Test("The last second of the year 9999 has a fraction too")
    func readsLastFraction() {
        #expect(Timestamp(rfc3339: "9999-12-31T23:59:59.9999999Z") == .latest)
        #expect(Timestamp.latest.rfc3339 == "9999-12-31T23:59:59Z")
    }

    @Test(
        "A day or a time that does not exist is refused",
        arguments: [
            "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2024-02-30T00:00:00Z",
            "2024-04-31T00:00:00Z", "2024-06-31T00:00:00Z", "2024-09-31T00:00:00Z", "2024-11-31T00:00:00Z",
            "2024-01-32T00:00:00Z", "2024-12-32T00:00:00Z", "2024-00-01T00:00:00Z", "2024-13-01T00:00:00Z",
            "2024-01-00T00:00:00Z", "0000-12-31T23:59:59Z", "2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z",
            "2024-01-01T00:00:61Z", "2024-01-01T00:00:00+24:00", "2024-01-01T00:00:00+00:60",
            // No leap second comes at noon.
            "2024-01-01T12:00:60Z", "1990-12-31T23:59:60-08:00",
            // Beyond the years 1 to 9999 in UTC.
            "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "9999-12-31T23:59:60Z",
        ])
    func refusesWhatDoesNotExist(text: String) { #expect(Timestamp(rfc3339: text) == nil) }

    @Test(
        "Nonsense is refused",
        arguments: [
            "", " ", "now", "2024", "2024-01-01", "2024-01-01T00:00:00", "2024-01-01T00:00Z",
            "2024-01-01T00:00:00.Z",
            "2024-01-01T00:00:00,5Z", "2024-01-01T00:00:00Z ", " 2024-01-01T00:00:00Z",
            "2024-01-01T00:00:00ZZ",
            "24-01-01T00:00:00Z", "02024-01-01T00:00:00Z", "2024-1-1T00:00:00Z", "2024/01/01T00:00:00Z",
            "2024-01-01T00:00:00+0100", "2024-01-01T00:00:00+01", "2024-01-01T00:00:00+01:00:00",
            "2024-01-01T00:00:00\u{2212}01:00", "-024-01-01T00:00:00Z", "+024-01-01T00:00:00Z",
            "２０２４-01-01T00:00:00Z", "2024-01-01T00:00:00Z\u{0}", "20240101T000000Z", "2024-01-01_00:00:00Z",
            "2024-01-01T00:00:0xZ", "2024-01-01T00:00:00.5",
            // The text as far as it is read is a date.
            "2017-06-16T01:43:20.0000000000000000000000000000000000000000000Zx",
            "2017-06-16T01:43:20." + String(repeating: "0", count: 200) + "Z",
        ])
    func refusesNonsense(text: String) { #expect(Timestamp(rfc3339: text) == nil) }

    @Test("Every day from the year 1 to 9999 comes after the one before, and comes back from its text")
    func everyDay() {
        var expected = (year: 1, month: 1, day: 1)
        var second = Timestamp.earliest.seconds
        func pad(_ number: Int, _ width: Int) -> String {
            String(repeating: "0", count: width - String(number).count) + String(number)
        }
        while second < Timestamp.latest.seconds {
            // Each day of some years, else the first of each month.
            if expected.day == 1 || expected.day >= 28 && expected.month == 2 {
                let text =
                    "\(pad(expected.year, 4))-\(pad(expected.month, 2))-\(pad(expected.day, 2))T00:00:00Z"
                guard Timestamp(seconds: second).rfc3339 == text, Timestamp(rfc3339: text)?.seconds == second
                else {
                    Issue.record("\(text): \(second)")
                    return
                }
            }
            let isLeap = expected.year % 4 == 0 && expected.year % 100 != 0 || expected.year % 400 == 0
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            expected.day += 1
            if expected.day > lengths[expected.month - 1] {
                (expected.month, expected.day) = (expected.month + 1, 1)
            }
            if expected.month > 12 { (expected.year, expected.month) = (expected.year + 1, 1) }
            second += 86_400
        }
        #expect(expected == (10_000, 1, 1))
    }

    @Test("Seconds are rounded toward the past")
    func rounds() {
        #expect(Timestamp(microseconds: 1_999_999).seconds == 1)
        #expect(Timestamp(microseconds: 0).seconds == 0)
        #expect(Timestamp(microseconds: -1).seconds == -1)
        #expect(Timestamp(microseconds: -1_000_000).seconds == -1)
        #expect(Timestamp(microseconds: -1_000_001).seconds == -2)
        #expect(Timestamp(microseconds: -1).rfc3339 == "1969-12-31T23:59:59Z")
    }
}
