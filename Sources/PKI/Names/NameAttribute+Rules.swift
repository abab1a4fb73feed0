import OpenSSL

extension NameAttribute {
    enum Refusal: Error {
        case rule(NameError.Reason)
        case library(OpenSSLError)
    }

    /// Makes an attribute with the string type that its attribute type requires, or UTF8String if the type is
    /// unknown.
    init(checking oid: String, _ value: String) throws(Refusal) {
        do throws(OpenSSLError) {
            try self.init(oid: oid, AttributeType.of(oid: oid)?.strings.types[0] ?? .utf8, value)
        } catch {
            throw .library(error)
        }
        if let fault { throw .rule(fault) }
    }

    /// Makes an attribute from the BER of a character string.
    init(checking oid: String, ber: [UInt8]) throws(Refusal) {
        guard let attribute = NameAttribute(oid: oid, ber: ber) else { throw .rule(.notAString) }
        self = attribute
        if let fault { throw .rule(fault) }
    }

    /// Why the value must not be written, by the rules of its attribute type (RFC 5280 appendix A.1) and of its string
    /// type (X.680 §41); nil if it may.
    var fault: NameError.Reason? {
        let type = AttributeType.of(oid: oid)
        let name = type?.names[0] ?? oid
        guard let stringType else { return .notAString }
        if let strings = type?.strings, !strings.types.contains(stringType) {
            return .stringType(type: name, allowed: strings)
        }
        if text?.isEmpty ?? false { return .emptyValue(type: name) }
        if type?.strings == .country {
            // Two letters of ISO 3166.
            guard contents.count == 2, contents.allSatisfy(\.isLetter) else {
                return .notACountry(type: name)
            }
        }
        guard let text, stringType.allows(text) else { return .characters(type: name, stringType) }
        // Programs cut a name off at a NUL, and terminals obey an ESC.
        if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            return .controlCharacter(type: name)
        }
        let count = text.unicodeScalars.count
        if let limit = type?.maximumCount, count > limit {
            return .tooLong(type: name, count: count, limit: limit)
        }
        return nil
    }
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
}

extension DistinguishedName {
    /// Why signet does not write a name from a request into a certificate, by the rules for names that it reads as
    /// text; nil if it does.
    package var fault: NameError.Reason? {
        if hasEmptyRelativeName { return .emptyRelativeName }
        return relativeNames.joined().lazy.compactMap(\.fault).first
    }
}

extension UInt8 {
    /// PrintableString (X.680 §41.4).
    fileprivate var isPrintable: Bool { isLetter || isDigit || " '()+,-./:=?".utf8.contains(self) }
}
