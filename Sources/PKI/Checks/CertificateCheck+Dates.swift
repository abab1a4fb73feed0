import OpenSSL
import System

extension CertificateCheck {
    static let dates: [CertificateCheck] = [
        CertificateCheck(
            check: Check(
                "not-yet-valid", "RFC 5280 §4.1.2.5", rule: "now is not before notBefore",
                remedy: "wait, or look at the clock")
        ) { facts, _, settings in
            guard let start = facts.notBefore else { return .fail("notBefore is no time") }
            let wait = TimeSpan.seconds(start - settings.second)
            return start <= settings.second
                ? .pass("valid since \(day(start))")
                : .fail("valid in \(wait.words), from \(moment(start)) on")
        },
        CertificateCheck(
            check: Check(
                "expired", "RFC 5280 §4.1.2.5",
                rule: "now is not after notAfter; the whole of that second is within",
                remedy: "renew it")
        ) { facts, _, settings in
            guard let end = facts.notAfter else { return .fail("notAfter is no time") }
            return settings.second <= end
                ? .pass("valid until \(day(end))")
                : .fail("\(TimeSpan.seconds(settings.second - end).words) ago, on \(moment(end))")
        },
        CertificateCheck(
            check: Check(
                "time-encoding", "RFC 5280 §4.1.2.5.1",
                rule:
                    "times to 2049 are UTCTime, later ones GeneralizedTime (§4.1.2.5.2), to the second, in UTC and with Z; notBefore is not after notAfter. Of a trust anchor it is enough that they can be read",
                remedy: "have it issued again")
        ) { facts, position, _ in
            position == .anchor && facts.notBefore != nil && facts.notAfter != nil
                ? .skipped("the times of a trust anchor can be read") : judgeTimes(of: facts)
        },
    ]

    static func day(_ second: Int64) -> String { String(moment(second).prefix(10)) }

    static func moment(_ second: Int64) -> String { Timestamp(seconds: second).rfc3339 }

    private static func judgeTimes(of facts: CertificateFacts) -> Judgement {
        let times = [
            ("notBefore", facts.certificate.encodedNotBefore, facts.notBefore),
            ("notAfter", facts.certificate.encodedNotAfter, facts.notAfter),
        ]
        for (name, encoded, second) in times {
            let length: Int
            switch encoded.kind {
            case .utcTime: length = 13
            case .generalizedTime: length = 15
            case .other: return .fail("\(name) is neither UTCTime nor GeneralizedTime")
            }
            let digits = encoded.text.dropLast()
            guard second != nil, encoded.text.count == length, encoded.text.last == UInt8(ascii: "Z"),
                digits.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") })
            else { return .fail("\(name) is not written to the second in UTC") }
            if encoded.kind == .generalizedTime,
                digits.prefix(4).lexicographicallyPrecedes(Array("2050".utf8))
            {
                return .fail("\(name) lies before 2050 and is a GeneralizedTime")
            }
        }
        if let start = facts.notBefore, let end = facts.notAfter, start > end {
            return .fail("notBefore is after notAfter")
        }
        return .pass("times are encoded as they have to be")
    }
}
