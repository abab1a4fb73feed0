import PKI
import Words

extension SerialNumber {
    static let mayBeDecimal = "expected hexadecimal digits, found a number that may be decimal"

    /// How to say which number is meant by a text that may be decimal; nil if it hardly is.
    ///
    /// - Parameters:
    ///   - flag: whose value it is.
    ///   - rest: of that value.
    static func decimalHint(_ word: String, for flag: String, _ rest: String = "") -> String? {
        guard let decimal = bytes(ofLongDecimal: word) else { return nil }
        let value = { "\(flag) \(octets($0))\(rest.printable)" }
        return "use \(value(decimal)) if it is decimal" + (bytes(word).map { ", or \(value($0))" } ?? "")
    }
}
