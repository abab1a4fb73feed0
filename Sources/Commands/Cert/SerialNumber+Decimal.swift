import PKI
import Words

extension SerialNumber {
    static let mayBeDecimal = "expected hexadecimal digits, found a number that may be decimal"

    /// Whether hexadecimal digits may be meant as decimal ones: openssl(1) prints small numbers as `4096 (0x1000)`.
    static func seemsDecimal(_ word: String) -> Bool {
        let digits = word.utf8.drop { $0 == UInt8(ascii: "0") }
        return digits.count > 1 && digits.allSatisfy(\.isDigit)
    }

    /// Says how a word of digits alone is read, or one of letters alone.
    ///
    /// - Parameters:
    ///   - flag: whose value it is.
    ///   - mayBeName: whether letters may be meant as the name of a file: `db` for `db.pem`.
    static func noteIfDoubtful(
        _ word: String, _ number: [UInt8], of flag: String, mayBeName: Bool = false
    ) {
        if seemsDecimal(word) || mayBeName && word.utf8.count > 1 && word.utf8.allSatisfy(\.isLetter) {
            let bytes = octets(number)
            Console.note(
                "\(flag): \(word) is read as hexadecimal; write \(bytes.contains(":") ? bytes : "00:\(bytes)") to say so"
            )
        }
    }

    /// A number as it is typed without a doubt.
    ///
    /// - Parameter bytes: the magnitude, which may begin with zeros.
    static func typed(_ bytes: [UInt8]) -> String {
        let text = octets(Array(bytes.drop { $0 == 0 }))
        return seemsDecimal(text) ? "00:\(text)" : text
    }

    /// The same; nil for a number that is not typed, because it is not positive or too long.
    ///
    /// - Parameter contents: the content octets of the INTEGER.
    static func exactly(_ contents: [UInt8]) -> String? {
        let typed = typed(contents)
        return bytes(typed).map(Self.contents) == contents ? typed : nil
    }

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
