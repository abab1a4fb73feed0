import JOSE
import JSON
import System
import Testing

@Suite("Times as claims spell them")
struct TimeUnitTests {
    private func time(_ spelling: String, _ unit: TimeUnit = .seconds) throws -> Int64? {
        unit.time(try #require(JSONNumber(spelling: spelling)))?.microseconds
    }

    @Test(
        "Seconds in every spelling, down to the microsecond",
        arguments: [
            ("0", 0), ("-0", 0), ("1497577400", 1_497_577_400_000_000),
            ("1.4975774e9", 1_497_577_400_000_000), ("1.4975773e9", 1_497_577_300_000_000),
            ("14975773E2", 1_497_577_300_000_000), ("1497577400.0", 1_497_577_400_000_000),
            ("1497577400.5", 1_497_577_400_500_000), ("1497577400.9999999", 1_497_577_400_999_999),
            ("0.000001", 1), ("1e-6", 1), ("1e-7", 0), ("-1", -1_000_000), ("-1.5", -1_500_000),
            ("-1e-7", -1), ("0e999999999999999999999", 0), ("1e-999999999999999999999", 0),
            ("253402300799", 253_402_300_799_000_000), ("-62135596800", -62_135_596_800_000_000),
        ])
    func seconds(spelling: String, microseconds: Int64) throws {
        #expect(try time(spelling) == microseconds)
    }

    @Test(
        "A number is likely to count seconds until the year 5138, and milliseconds from then on",
        arguments: [
            ("0", TimeUnit.seconds), ("1700000000", .seconds), ("99999999999", .seconds),
            ("99999999999.9", .seconds), ("100000000000", .milliseconds), ("1.7e12", .milliseconds),
            ("1700000000000", .milliseconds), ("-1700000000000", .seconds), ("1e400", .seconds),
        ])
    func likely(spelling: String, unit: TimeUnit) throws {
        #expect(TimeUnit.likely(try #require(JSONNumber(spelling: spelling))) == unit)
    }

    @Test(
        "Times outside the years 1 to 9999 are none, however large",
        arguments: [
            "253402300800", "-62135596801", "-62135596800.0000001", "1e309", "-1e309",
            "1e50", "100000000000000000000000000000000000000000000000000", "9223372036854775807",
            "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551616",
            "9223372036854.775807e6", "1e999999999999999999999999", "0.1e999999999999999999999999",
        ])
    func outOfRange(spelling: String) throws {
        for unit in TimeUnit.allCases where unit == .seconds || !spelling.hasPrefix("253402300") {
            // These are within the range when they are milliseconds.
            if unit == .milliseconds, spelling.hasPrefix("-62135596") { continue }
            #expect(try time(spelling, unit) == nil)
        }
    }

    @Test(
        "Milliseconds",
        arguments: [
            ("1497577400123", 1_497_577_400_123_000), ("1.497577400123e12", 1_497_577_400_123_000),
            ("0.5", 500), ("-1", -1_000), ("253402300799000", 253_402_300_799_000_000),
        ])
    func milliseconds(spelling: String, microseconds: Int64) throws {
        #expect(try time(spelling, .milliseconds) == microseconds)
    }

    @Test(
        "A time is written in whole units, rounded toward the past",
        arguments: [
            (0, 0, 0), (1, 0, 0), (999_999, 0, 999), (1_000_000, 1, 1_000), (1_999_999, 1, 1_999),
            (-1, -1, -1), (-1_000, -1, -1), (-1_001, -1, -2), (-1_500_000, -2, -1_500),
            (-2_000_000, -2, -2_000), (253_402_300_799_000_000, 253_402_300_799, 253_402_300_799_000),
            (Int64.max, 9_223_372_036_854, 9_223_372_036_854_775),
        ])
    func numbers(microseconds: Int64, seconds: Int64, milliseconds: Int64) {
        let time = Timestamp(microseconds: microseconds)
        #expect(TimeUnit.seconds.number(for: time) == seconds)
        #expect(TimeUnit.milliseconds.number(for: time) == milliseconds)
    }

    @Test("What is written is read as the same second")
    func roundTrip() throws {
        for unit in TimeUnit.allCases {
            for time in [
                Timestamp.earliest, Timestamp(seconds: 253_402_300_799), testNow, Timestamp(seconds: -1),
                Timestamp(seconds: 0),
            ] {
                #expect(unit.time(JSONNumber(unit.number(for: time))) == time)
            }
        }
    }
}
