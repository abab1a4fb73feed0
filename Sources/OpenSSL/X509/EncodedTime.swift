internal import COpenSSL

/// A time in a certificate or a CRL, as it was encoded.
package struct EncodedTime: Equatable, Sendable {
    package enum Kind: Sendable {
        case utcTime
        case generalizedTime
        case other
    }

    package let kind: Kind
    /// The characters of the encoding.
    package let text: [UInt8]

    init(copying time: UnsafePointer<ASN1_TIME>?) {
        kind =
            switch unsafe ASN1_STRING_type(time) {
            case V_ASN1_UTCTIME: .utcTime
            case V_ASN1_GENERALIZEDTIME: .generalizedTime
            default: .other
            }
        text = unsafe bytes(of: time)
    }

    /// Whether a time has a fraction of a second. False if there is no time.
    static func hasFraction(_ time: UnsafePointer<ASN1_TIME>?) -> Bool {
        unsafe bytes(of: time).contains(UInt8(ascii: "."))
    }

    /// The years 1 to 9999. A GeneralizedTime can have the year 0, but RFC 3339 and calendars cannot.
    private static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// Seconds since 1970; nil if it is not a valid time.
    static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64? {
        defer { discardErrors() }
        guard let time = unsafe time, let epoch = unsafe ASN1_TIME_set(nil, 0) else { return nil }
        defer { unsafe ASN1_TIME_free(epoch) }
        var days: Int32 = 0
        var seconds: Int32 = 0
        guard unsafe ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else { return nil }
        let sum = Int64(days) * 86_400 + Int64(seconds)
        return range.contains(sum) ? sum : nil
    }
}

extension Certificate {
    package var encodedNotBefore: EncodedTime { unsafe EncodedTime(copying: X509_get0_notBefore(pointer)) }

    package var encodedNotAfter: EncodedTime { unsafe EncodedTime(copying: X509_get0_notAfter(pointer)) }
}
