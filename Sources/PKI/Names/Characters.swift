/// The characters of ASCII that standards give names to.
extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

    var isHexadecimalDigit: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20) }

    /// PrintableString (X.680 §41.4).
    var isPrintable: Bool { isLetter || isDigit || " '()+,-./:=?".utf8.contains(self) }
}
