import PKI
import Words

extension SerialNumber {
    static let mayBeDecimal = "expected hexadecimal digits, found a number that may be decimal"

    /// Whether hexadecimal digits may be meant as decimal ones, because openssl(1) prints small numbers as `4096 (0x1000)`,
    /// or as a name: that of the file `db.pem`.
    static func isDoubtful(_ word: String) -> Bool {
        let digits = word.utf8.drop { $0 == UInt8(ascii: "0") }
        return digits.count > 1 && (digits.allSatisfy(\.isDigit) || digits.allSatisfy(\.isLetter))
    }

    /// Says how a word of digits or of letters alone is read.
    ///
    /// - Parameter flag: whose value it is.
    static func noteIfDoubtful(_ word: String, _ number: [UInt8], of flag: String) {
        if isDoubtful(word) {
            Console.note("\(flag): \(word) is read as hexadecimal; write \(typed(number)) to say so")
        }
    }

    /// A number as it is typed without a doubt.
    ///
    /// - Parameter bytes: the magnitude, which may begin with zeros.
    static func typed(_ bytes: [UInt8]) -> String {
        let text = octets(Array(bytes.drop { $0 == 0 }))
        return isDoubtful(text) ? "00:\(text)" : text
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
