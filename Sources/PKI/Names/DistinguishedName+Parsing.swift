package import OpenSSL
import Words

extension DistinguishedName {
    /// The longest text of a name, in bytes.
    package static let maximumTextBytes = 256 << 10

    /// Reads a name as text (RFC 4514 §3): `CN=Jo Do,O=Acme\, Inc.,C=DE`. The last part of the text is encoded first
    /// (§2.1). Spaces around `,`, `+` and `=` are ignored, as RFC 2253 readers do.
    package init(parsing text: String) throws {
        var parser = DistinguishedNameParser(text)
        let relativeNames = try parser.relativeNames()
        do {
            try self.init(relativeNames.reversed())
        } catch {
            throw parser.error(Self.unencodable(error), at: 0)
        }
    }

    fileprivate static func unencodable(_ error: OpenSSLError) -> InputError {
        InputError("OpenSSL cannot encode the name (\(error.summary.printable))")
    }
}

/// Parses the text of a name from left to right.
private struct DistinguishedNameParser {
    private let bytes: [UInt8]
    private var next = 0

    init(_ text: String) { bytes = Array(text.utf8.prefix(DistinguishedName.maximumTextBytes + 1)) }

    /// In the order of the text.
    mutating func relativeNames() throws -> [[NameAttribute]] {
        if bytes.count > DistinguishedName.maximumTextBytes {
            throw error("the name must be at most \(DistinguishedName.maximumTextBytes) bytes long", at: 0)
        }
        skipSpaces()
        if next == bytes.count { return [] }
        if bytes[next] == UInt8(ascii: "/") {
            throw error(
                "expected a name in RFC 4514 form, found one in OpenSSL's form",
                hint: suggestion.map { "write the most specific part first: '\($0)'" }
                    ?? "write the most specific part first, as in CN=example.org,O=Example\\, Inc.,C=DE",
                at: next)
        }
        var names: [[NameAttribute]] = [[]]
        while true {
            names[names.count - 1].append(try attribute())
            guard next < bytes.count else { return names }
            if bytes[next] == UInt8(ascii: ",") { names.append([]) }
            next += 1
        }
    }

    private mutating func attribute() throws -> NameAttribute {
        skipSpaces()
        let start = next
        let oid = try type()
        skipSpaces()
        let valueStart = next
        let isEncoded = next < bytes.count && bytes[next] == UInt8(ascii: "#")
        let encoding = isEncoded ? try hexadecimal() : []
        let text = isEncoded ? "" : try value()
        let attribute: NameAttribute
        if isEncoded {
            guard let encoded = NameAttribute(oid: oid, ber: encoding) else {
                throw error(NameAttribute.notAString, at: valueStart)
            }
            attribute = encoded
        } else {
            let type = AttributeType.of(oid: oid)?.strings.types[0] ?? .utf8
            do throws(OpenSSLError) {
                attribute = try NameAttribute(oid: oid, type, text)
            } catch {
                throw self.error(DistinguishedName.unencodable(error), at: valueStart)
            }
        }
        if let fault = attribute.fault {
            throw error(fault, at: attribute.text?.isEmpty ?? false ? start : valueStart)
        }
        return attribute
    }

    /// Reads a type, by name or number, and the `=` after it.
    ///
    /// - Returns: dotted decimal.
    private mutating func type() throws -> String {
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
            throw name.isEmpty
                ? missingPart(at: start)
                : error(
                    "expected TYPE=VALUE, found \(name.quoted)",
                    hint: "write CN=TEXT for a common name, and \\, for a comma in a value", at: start)
        }
        if name.isEmpty { throw missingPart(at: start) }
        next += 1
        if let type = AttributeType.named(name) { return type.oid }
        // RFC 2253 readers accept the prefix of RFC 1779.
        let number = name.lowercased().hasPrefix("oid.") ? String(name.dropFirst(4)) : name
        guard isObjectIdentifier(number) else {
            throw error(
                "unknown attribute type \(name.quoted)",
                hint:
                    "use CN, OU, O, L, ST, C, DC, UID, emailAddress, another name of the manual, or an OID: 2.5.4.3=…",
                at: start)
        }
        return number
    }

    /// Reads `#` and pairs of digits, up to the next part.
    private mutating func hexadecimal() throws -> [UInt8] {
        next += 1
        var value: [UInt8] = []
        while next + 1 < bytes.count, let pair = pair(at: next) {
            value.append(pair)
            next += 2
        }
        skipSpaces()
        if next < bytes.count, ![UInt8(ascii: ","), UInt8(ascii: "+")].contains(bytes[next]) {
            throw error("'#' must be followed by pairs of hexadecimal digits", at: next)
        }
        return value
    }

    /// Reads characters and escapes, up to the next part. Spaces at the end are dropped unless escaped.
    private mutating func value() throws -> String {
        let start = next
        var value: [UInt8] = []
        var significant = 0
        while next < bytes.count {
            let byte = bytes[next]
            switch byte {
            // keytool and openssl print such values, as RFC 1779 had it.
            case UInt8(ascii: "\"") where next == start:
                throw error(
                    "a value in quotation marks",
                    hint: "leave out the marks, and write \\, for a comma in the value",
                    at: next)
            case UInt8(ascii: ","), UInt8(ascii: "+"):
                return try text(value.prefix(significant), from: start)
            case UInt8(ascii: "\""), UInt8(ascii: ";"), UInt8(ascii: "<"), UInt8(ascii: ">"):
                let character = Character(Unicode.Scalar(byte))
                throw error(
                    "'\(character)' must be escaped with a backslash", hint: "write \\\(character)", at: next)
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

    private mutating func escape() throws -> UInt8 {
        let start = next
        var fault: InputError {
            error(
                "invalid escape", hint: "write \\\\ for a backslash, and \\C3\\A9 for bytes of UTF-8",
                at: start)
        }
        guard next + 1 < bytes.count else { throw fault }
        let byte = bytes[next + 1]
        if " \"#+,;<=>\\".utf8.contains(byte) {
            next += 2
            return byte
        }
        guard next + 2 < bytes.count, let pair = pair(at: next + 1) else {
            throw fault
        }
        next += 3
        return pair
    }

    private func text(_ value: ArraySlice<UInt8>, from start: Int) throws -> String {
        guard let text = String(validating: value, as: UTF8.self) else {
            throw error("the escaped bytes are not UTF-8", at: start)
        }
        return text
    }

    private func pair(at index: Int) -> UInt8? {
        guard let high = bytes[index].hexadecimalValue, let low = bytes[index + 1].hexadecimalValue else {
            return nil
        }
        return high << 4 | low
    }

    private mutating func skipSpaces() {
        while next < bytes.count, bytes[next] == UInt8(ascii: " ") { next += 1 }
    }

    /// What follows in OpenSSL's form, `/C=DE/CN=x`, in RFC 4514 form, `CN=x,C=DE`, for a shell to read between single
    /// quotes; nil if it is not sure what is meant.
    private var suggestion: String? {
        var parts: [[UInt8]] = []
        var isEscaped = false
        for byte in bytes[next...] {
            switch byte {
            case UInt8(ascii: "\\") where !isEscaped:
                isEscaped = true
                continue
            case UInt8(ascii: "/") where !isEscaped: parts.append([])
            case UInt8(ascii: "+") where !isEscaped, UInt8(ascii: "'"): return nil
            default: parts[parts.count - 1].append(byte)
            }
            isEscaped = false
        }
        if isEscaped || bytes.count > 200 { return nil }
        var names: [String] = []
        for part in parts.reversed() {
            let text = String(decoding: part, as: UTF8.self)
            guard let equals = text.firstIndex(of: "="), text == text.printable else { return nil }
            names.append(text[...equals] + DistinguishedName.escaped(String(text[equals...].dropFirst())))
        }
        return names.joined(separator: ",")
    }

    private func missingPart(at index: Int) -> InputError {
        error(
            "TYPE=VALUE is missing", hint: "use a name such as CN=example.org,O=Example\\, Inc.,C=DE",
            at: index)
    }

    func error(_ fault: InputError, at index: Int) -> InputError {
        error(fault.message, hint: fault.hint, at: index)
    }

    private func error(_ message: String, hint: String? = nil, at index: Int) -> InputError {
        let before = String(decoding: bytes[..<index], as: UTF8.self)
        return InputError("\(message), at character \(before.unicodeScalars.count + 1)", hint: hint)
    }
}
