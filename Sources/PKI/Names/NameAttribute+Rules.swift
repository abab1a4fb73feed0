import OpenSSL
package import Words

extension NameAttribute {
    /// Why the value must not be written, by the rules of its attribute type (RFC 5280 appendix A.1) and of its string
    /// type (X.680 §41); nil if it may.
    var fault: InputError? {
        let type = AttributeType.of(oid: oid)
        let name = type?.names[0] ?? oid
        guard let stringType else { return Self.notAString }
        if let strings = type?.strings, !strings.types.contains(stringType) {
            return InputError(
                "\(name) must be a \(strings.types.map(\.name).orList) (RFC 5280 appendix A)")
        }
        if text?.isEmpty ?? false { return InputError("\(name) is empty") }
        if type?.strings == .country {
            // Two letters of ISO 3166.
            guard contents.count == 2, contents.allSatisfy(\.isLetter) else {
                return InputError("\(name) must be two letters of ISO 3166, such as DE, CH or US")
            }
        }
        guard let text, stringType.allows(text) else {
            return InputError("\(name) must be \(stringType.characters)")
        }
        // Programs cut a name off at a NUL, and terminals obey an ESC.
        if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            return InputError("\(name) must not contain control characters")
        }
        let count = text.unicodeScalars.count
        if let limit = type?.maximumCount, count > limit {
            return InputError(
                "\(name) must have at most \(limit) characters (RFC 5280 appendix A), not \(count)")
        }
        return nil
    }

    static let notAString = InputError(
        "the bytes after '#' are not the BER encoding of a character string",
        hint: "write \\# at the beginning of a value that is text")
}

extension NameAttribute.StringType {
    /// Whether a text that was decoded from such a string has only its characters.
    fileprivate func allows(_ text: String) -> Bool {
        switch self {
        case .printable: text.utf8.allSatisfy(\.isPrintable)
        case .numeric: text.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: " ") }
        case .utf8, .teletex, .ia5, .universal, .bmp: true
        }
    }

    /// As the standards call it.
    package var name: String {
        switch self {
        case .utf8: "UTF8String"
        case .numeric: "NumericString"
        case .printable: "PrintableString"
        case .teletex: "TeletexString"
        case .ia5: "IA5String"
        case .universal: "UniversalString"
        case .bmp: "BMPString"
        }
    }

    /// What a string of the type consists of.
    fileprivate var characters: String {
        switch self {
        case .utf8: "UTF-8"
        case .numeric: "digits and spaces"
        case .printable: "letters, digits, space and ' ( ) + , - . / : = ?"
        case .teletex: "text"
        case .ia5: "ASCII"
        case .universal: "UTF-32"
        case .bmp: "UTF-16"
        }
    }
}

extension DistinguishedName {
    /// Why signet does not write a name from a request into a certificate, by the rules for names that it reads as
    /// text; nil if it does.
    package var fault: InputError? {
        if hasEmptyRelativeName {
            return InputError("a RelativeDistinguishedName has no attributes (RFC 5280 §4.1.2.4)")
        }
        return relativeNames.joined().lazy.compactMap(\.fault).first
    }
}

extension UInt8 {
    /// PrintableString (X.680 §41.4).
    fileprivate var isPrintable: Bool { isLetter || isDigit || " '()+,-./:=?".utf8.contains(self) }
}
