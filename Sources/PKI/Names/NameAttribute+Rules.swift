import OpenSSL

extension NameAttribute {
    enum Refusal: Error {
        case rule(NameError.Reason)
        case library(OpenSSLError)
    }

    /// Makes an attribute with the string type that its attribute type requires, or UTF8String if the type is
    /// unknown.
    ///
    /// - Parameter name: the name of the type, for errors.
    init(named name: String, oid: String, _ value: String) throws(Refusal) {
        guard let type = AttributeType.of(oid: oid) else {
            self = try Self.encoded(oid, .utf8, value)
            return
        }
        let count = value.unicodeScalars.count
        switch type.strings {
        case .utf8: self = try Self.encoded(oid, .utf8, value)
        case .ia5:
            guard value.utf8.allSatisfy({ $0 < 0x80 }) else {
                throw .rule(.characters(type: name, allowed: type.strings))
            }
            self = try Self.encoded(oid, .ia5, value)
        case .printable:
            guard value.utf8.allSatisfy(isPrintable) else {
                throw .rule(.characters(type: name, allowed: type.strings))
            }
            self = try Self.encoded(oid, .printable, value)
        case .country:
            guard count == 2, value.utf8.allSatisfy(isLetter) else {
                throw .rule(.characters(type: name, allowed: type.strings))
            }
            self = try Self.encoded(oid, .printable, value)
        }
        if let limit = type.maximumCount, count > limit {
            throw .rule(.tooLong(type: name, count: count, limit: limit))
        }
    }

    private static func encoded(
        _ oid: String, _ type: StringType, _ value: String
    ) throws(Refusal) -> NameAttribute {
        do {
            return try NameAttribute(oid: oid, type, value)
        } catch {
            throw .library(error)
        }
    }
}

private func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
}

/// PrintableString (X.680 §41.4).
private func isPrintable(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || " '()+,-./:=?".utf8.contains(byte)
}
