extension JSONNumber {
    /// The exact value where the number, in whatever spelling (`1e3`, `10.0`), is an integer that fits;
    /// else nil.
    package var int64: Int64? {
        if isPlainInteger { return Int64(spelling) }
        guard let (value, isExact) = withSpelling({ ScaledNumber.roundedDown($0, 0) }), isExact else {
            return nil
        }
        return value
    }

    /// The value times 10^`scale`, rounded toward negative infinity; nil when that does not fit.
    /// `1.5` with scale 6 is 1500000, which makes microseconds of the seconds of RFC 7519 §2.
    ///
    /// - Parameter scale: within ±2^60.
    package func scaled(byPowerOfTen scale: Int) -> Int64? {
        withSpelling { ScaledNumber.value(of: $0, byPowerOfTen: scale) }
    }

    private func withSpelling<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        var spelling = spelling
        return spelling.withUTF8 { body(Span(_unsafeElements: $0)) }
    }
}
