/// A number as it is spelt. It never passes through a `Double`, so `1.10`, `1e3` and an integer above 2^53
/// leave as they came.
///
/// Equality is that of spelling: `1.0` and `1` differ. Compare `int64` for equality of value.
package struct JSONNumber: Hashable, Sendable {
    /// A number by the grammar of RFC 8259 §6.
    package let spelling: String

    /// Spelt in decimal, without exponent.
    package init(_ value: Int64) {
        spelling = String(value)
    }

    /// Nil unless `spelling` is a number by RFC 8259 §6 and nothing else.
    package init?(spelling: String) {
        let bytes = Array(spelling.utf8)
        var scanner = JSONScanner()
        guard let range = try? scanner.scanNumber(in: bytes.span), range.count == bytes.count else {
            return nil
        }
        self.spelling = spelling
    }

    init(scanned spelling: String) {
        self.spelling = spelling
    }

    /// True when spelt as a plain integer: no fraction, no exponent. `-0` is one.
    package var isPlainInteger: Bool {
        spelling.utf8.allSatisfy { ASCII.isDigit($0) || $0 == ASCII.minus }
    }
}
