package import OpenSSL

extension DistinguishedName {
    /// The longest text of a name, in bytes.
    package static let maximumTextBytes = 256 << 10

    /// Reads a name as text (RFC 4514 §3): `CN=Jo Do,O=Acme\, Inc.,C=DE`. The last part of the text is encoded first
    /// (§2.1). Spaces around `,`, `+` and `=` are ignored, as RFC 2253 readers do.
    package init(parsing text: String) throws(NameError) {
        var parser = DistinguishedNameParser(text)
        let relativeNames = try parser.relativeNames()
        do {
            try self.init(relativeNames.reversed())
        } catch {
            throw NameError(reason: .library(error.summary), position: 1)
        }
    }
}

/// Parses the text of a name from left to right.
private struct DistinguishedNameParser {
    private let bytes: [UInt8]
    private var next = 0

    init(_ text: String) { bytes = Array(text.utf8.prefix(DistinguishedName.maximumTextBytes + 1)) }

    /// In the order of the text.
    mutating func relativeNames() throws(NameError) -> [[NameAttribute]] {
        if bytes.count > DistinguishedName.maximumTextBytes {
            throw error(.tooLarge(limitBytes: DistinguishedName.maximumTextBytes), at: 0)
        }
        skipSpaces()
        if next == bytes.count { return [] }
        if bytes[next] == UInt8(ascii: "/") { throw error(.slashes(suggestion: suggestion), at: next) }
        var names: [[NameAttribute]] = [[]]
        while true {
            names[names.count - 1].append(try attribute())
            guard next < bytes.count else { return names }
            if bytes[next] == UInt8(ascii: ",") { names.append([]) }
            next += 1
        }
    }

    private mutating func attribute() throws(NameError) -> NameAttribute {
        skipSpaces()
        let start = next
        let oid = try type()
        skipSpaces()
        let valueStart = next
        let isEncoded = next < bytes.count && bytes[next] == UInt8(ascii: "#")
        let encoding = isEncoded ? try hexadecimal() : []
        let text = isEncoded ? "" : try value()
        do {
            return try isEncoded
                ? NameAttribute(checking: oid, ber: encoding) : NameAttribute(checking: oid, text)
        } catch {
            switch error {
            case .rule(.emptyValue(let type)): throw self.error(.emptyValue(type: type), at: start)
            case .rule(let reason): throw self.error(reason, at: valueStart)
            case .library(let problem): throw self.error(.library(problem.summary), at: valueStart)
            }
        }
    }

    /// Reads a type, by name or number, and the `=` after it.
    ///
    /// - Returns: dotted decimal.
    private mutating func type() throws(NameError) -> String {
        let start = next
        while next < bytes.count,
            ![UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: "+")].contains(bytes[next])
        {
            next += 1
        }
        var end = next
        while end > start, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
        let name = String(decoding: bytes[start..<end], as: UTF8.self)
        guard next < bytes.count, bytes[next] == UInt8(ascii: "=") else {
            throw error(name.isEmpty ? .missingPart : .typeWithoutValue(name), at: start)
        }
        if name.isEmpty { throw error(.missingPart, at: start) }
        next += 1
        if let type = AttributeType.named(name) { return type.oid }
        // RFC 2253 readers accept the prefix of RFC 1779.
        let number = name.lowercased().hasPrefix("oid.") ? String(name.dropFirst(4)) : name
        guard ObjectIdentifier.isValid(number) else { throw error(.unknownType(name), at: start) }
        return number
    }

    /// Reads `#` and pairs of digits, up to the next part.
    private mutating func hexadecimal() throws(NameError) -> [UInt8] {
        next += 1
        var value: [UInt8] = []
        while next + 1 < bytes.count, let pair = pair(at: next) {
            value.append(pair)
            next += 2
        }
        skipSpaces()
        if next < bytes.count, ![UInt8(ascii: ","), UInt8(ascii: "+")].contains(bytes[next]) {
            throw error(.badHexadecimal, at: next)
        }
        return value
    }

    /// Reads characters and escapes, up to the next part. Spaces at the end are dropped unless escaped.
    private mutating func value() throws(NameError) -> String {
        let start = next
        var value: [UInt8] = []
        var significant = 0
        while next < bytes.count {
            let byte = bytes[next]
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: "+"):
                return try text(value.prefix(significant), from: start)
            case UInt8(ascii: "\""), UInt8(ascii: ";"), UInt8(ascii: "<"), UInt8(ascii: ">"):
                throw error(.unescaped(Character(Unicode.Scalar(byte))), at: next)
            case UInt8(ascii: "\\"):
                value.append(try escape())
                significant = value.count
            default:
                value.append(byte)
                if byte != UInt8(ascii: " ") { significant = value.count }
                next += 1
            }
        }
        return try text(value.prefix(significant), from: start)
    }

    private mutating func escape() throws(NameError) -> UInt8 {
        let start = next
        guard next + 1 < bytes.count else { throw error(.badEscape, at: start) }
        let byte = bytes[next + 1]
        if " \"#+,;<=>\\".utf8.contains(byte) {
            next += 2
            return byte
        }
        guard next + 2 < bytes.count, let pair = pair(at: next + 1) else {
            throw error(.badEscape, at: start)
        }
        next += 3
        return pair
    }

    private func text(_ value: ArraySlice<UInt8>, from start: Int) throws(NameError) -> String {
        guard let text = String(validating: value, as: UTF8.self) else { throw error(.notUTF8, at: start) }
        return text
    }

    private func pair(at index: Int) -> UInt8? {
        guard let high = digit(bytes[index]), let low = digit(bytes[index + 1]) else { return nil }
        return high << 4 | low
    }

    private func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    private mutating func skipSpaces() {
        while next < bytes.count, bytes[next] == UInt8(ascii: " ") { next += 1 }
    }

    /// `/C=DE/CN=x` as `CN=x,C=DE`.
    private var suggestion: String {
        String(decoding: bytes.prefix(200), as: UTF8.self).split(separator: "/").reversed().joined(
            separator: ",")
    }

    private func error(_ reason: NameError.Reason, at index: Int) -> NameError {
        let before = String(decoding: bytes[..<index], as: UTF8.self)
        return NameError(reason: reason, position: before.unicodeScalars.count + 1)
    }
}

/// Why a text is not a distinguished name (RFC 4514 §3), and where.
package struct NameError: Error, Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        /// `/CN=x/O=y`, as OpenSSL writes names. The suggestion is the same name by RFC 4514, in reverse order.
        case slashes(suggestion: String)
        /// The type is not followed by `=`.
        case typeWithoutValue(String)
        case unknownType(String)
        case emptyValue(type: String)
        /// A character that must be escaped with a backslash.
        case unescaped(Character)
        /// A backslash before a character that it cannot escape.
        case badEscape
        /// `#` that is not followed by pairs of hexadecimal digits.
        case badHexadecimal
        /// Hexadecimal digits that are not BER of a character string.
        case notAString
        /// Escaped bytes that are not UTF-8.
        case notUTF8
        /// A part that should have a type and a value is empty.
        case missingPart
        /// A part has no attributes. Only encoded names can have such a part.
        case emptyRelativeName
        case tooLong(type: String, count: Int, limit: Int)
        /// The value contains bytes or a character that its string type does not allow.
        case characters(type: String, NameAttribute.StringType)
        case controlCharacter(type: String)
        /// The value is a string of a type that the attribute does not allow.
        case stringType(type: String, allowed: AttributeType.Strings)
        /// The value is not two letters (ISO 3166).
        case notACountry(type: String)
        /// The whole text is too long.
        case tooLarge(limitBytes: Int)
        case library(String)
    }

    package let reason: Reason
    /// The position of the fault, counted in characters from 1.
    package let position: Int
}
