import JSON
import Testing

@Suite("Numbers by RFC 8259 §6, exact and as spelt")
struct NumberTests {
    @Test(
        "A number keeps its spelling",
        arguments: [
            "0", "-0", "-1", "10", "9007199254740993", "1.10", "0.0", "-0.5", "1e3", "1E+3", "1e-03",
            "1.0e00",
            "0e0", "123456789012345678901234567890",
        ])
    func keepsSpelling(spelling: String) throws {
        #expect(refusal(of: spelling) == nil)
        let value = try JSONDocument(parsing: "[\(spelling)]").root
        #expect(value.arrayValue?.first?.numberValue?.spelling == spelling)
        #expect(JSONNumber(spelling: spelling)?.spelling == spelling)
        #expect(JSONWriter.string(value) == "[\(spelling)]")
    }

    @Test(
        "What is no number is refused at the byte that makes it so",
        arguments: [
            ("00", 1), ("01", 1), ("-01", 2), ("0123", 1), ("-a", 1), ("--1", 1), ("-.5", 1), ("1.e3", 2),
            ("1.a", 2),
            ("1..2", 2), ("1ea", 2), ("1e+-1", 3), ("1e 1", 2), ("1.-1", 2),
        ])
    func refuses(text: String, offset: Int) {
        let error = refusal(of: text)
        #expect(error?.reason == .invalidNumber)
        #expect(error?.offset == offset)
        #expect(JSONNumber(spelling: text) == nil)
    }

    @Test(
        "A number built from its spelling is a number and nothing else",
        arguments: ["", " 1", "1 ", "1,2", "0x10", "1_000", "+1", "NaN", "null", "\u{661}", "1e1.5", "1e5e5"])
    func buildsOnlyNumbers(spelling: String) {
        #expect(JSONNumber(spelling: spelling) == nil)
    }

    @Test(
        "An integer in whatever spelling has an exact value",
        arguments: [
            ("0", 0), ("-0", 0), ("-0.0e5", 0), ("0e999999999999999999999", 0), ("1e3", 1000), ("10.0", 10),
            ("1.5e1", 15), ("-1.50E+1", -15), ("1200e-2", 12), ("0.001e3", 1),
            ("0.00000000000000000001e20", 1),
            ("9007199254740993", 9_007_199_254_740_993), ("9223372036854775807", .max),
            ("-9223372036854775808", .min), ("-9223372036854775808.000", .min),
            ("9223372036854775807.0", .max), ("922337203685477580.7e1", .max),
            ("9223372036854775807000e-3", .max),
            ("1e18", 1_000_000_000_000_000_000), ("1.5", nil), ("-0.1", nil), ("1e-1", nil), ("1e19", nil),
            ("9223372036854775808", nil), ("9223372036854775808.0", nil), ("-9223372036854775809", nil),
            ("-9223372036854775809.0", nil), ("9223372036854775807.5", nil), ("-9223372036854775808.5", nil),
            ("1e309", nil), ("1e999999999", nil), ("1e-999999999", nil), ("1e99999999999999999999999", nil),
            ("1e-99999999999999999999999", nil), ("99999999999999999999", nil),
            ("18446744073709551616.0", nil),
        ] as [(String, Int64?)])
    func int64(spelling: String, value: Int64?) throws {
        #expect(try #require(JSONNumber(spelling: spelling)).int64 == value)
    }

    @Test("Integers of every length are scaled exactly", arguments: [3, 6])
    func scaledIntegers(scale: Int) throws {
        let factor: Int64 = scale == 3 ? 1_000 : 1_000_000
        for digits in 1...13 {
            let number = Int64(String("1234567890123".prefix(digits))) ?? 0
            for value in [number, number - 1, number + 1] {
                let scaled = try #require(JSONNumber(spelling: "\(value)")).scaled(byPowerOfTen: scale)
                #expect(scaled == value.multipliedReportingOverflow(by: factor).partialValue)
            }
        }
        for text in ["12345678.9", "-12345678", "123-45678"].compactMap(JSONNumber.init(spelling:)) {
            let expected: Int64 = text.spelling.hasPrefix("-") ? -12_345_678 : 12_345_678
            #expect(try #require(text.scaled(byPowerOfTen: scale)) / factor == expected)
        }
    }

    @Test(
        "A scaled number is rounded toward negative infinity",
        arguments: [
            ("1.5", 6, 1_500_000), ("1", 6, 1_000_000), ("1.0000009", 6, 1_000_000),
            ("-1.0000001", 6, -1_000_001),
            ("-1.5", 0, -2), ("1.5", 0, 1), ("-0.5", 0, -1), ("0.5", 0, 0), ("-1e-999999999", 6, -1),
            ("1e-999999999", 6, 0), ("-0.0", 6, 0), ("-10", -1, -1), ("-11", -1, -2), ("19", -1, 1),
            ("5", -40, 0),
            ("-5", -40, -1), ("9223372036854.775807", 6, .max), ("9223372036854.7758079", 6, .max),
            ("9223372036854.775808", 6, nil), ("-9223372036854.775808", 6, .min),
            ("-9223372036854.7758081", 6, nil), ("1e13", 6, nil), ("1e12", 6, 1_000_000_000_000_000_000),
            ("1", 18, 1_000_000_000_000_000_000), ("1", 19, nil), ("1", .max, nil), ("1", .min, 0),
            ("1e-30", 30, 1), ("1e999999999", -999_999_999, 1), ("0", .max, 0),
        ] as [(String, Int, Int64?)])
    func scaled(spelling: String, scale: Int, value: Int64?) throws {
        #expect(try #require(JSONNumber(spelling: spelling)).scaled(byPowerOfTen: scale) == value)
    }

    @Test(
        "A plain integer has neither fraction nor exponent",
        arguments: [("0", true), ("-12", true), ("-0", true), ("1.0", false), ("1e3", false), ("1E3", false)])
    func plainInteger(spelling: String, isPlain: Bool) throws {
        #expect(try #require(JSONNumber(spelling: spelling)).isPlainInteger == isPlain)
    }

    @Test("An integer is spelt in decimal", arguments: [Int64.min, -1, 0, 1, .max])
    func buildsFromInteger(value: Int64) {
        #expect(JSONNumber(value).spelling == "\(value)")
        #expect(JSONNumber(value).int64 == value)
    }

    @Test("A million digits are read, and their value found not to fit or to be exact")
    func millionDigits() throws {
        let digits = String(repeating: "7", count: 1_000_000)
        let zeros = String(repeating: "0", count: 1_000_000)
        #expect(refusal(of: digits) == nil)
        #expect(try #require(JSONNumber(spelling: digits)).int64 == nil)
        #expect(try #require(JSONNumber(spelling: "0.\(digits)")).scaled(byPowerOfTen: 3) == 777)
        #expect(try #require(JSONNumber(spelling: "12.\(zeros)")).int64 == 12)
        #expect(try #require(JSONNumber(spelling: "5\(zeros)e-1000000")).int64 == 5)
        #expect(try #require(JSONNumber(spelling: "0.\(zeros)1e1000001")).int64 == 1)
        #expect(try #require(JSONNumber(spelling: "1e\(zeros)2")).int64 == 100)
        #expect(try #require(JSONNumber(spelling: "1e\(digits)")).int64 == nil)
    }
}
