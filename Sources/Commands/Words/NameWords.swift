import OpenSSL
import PKI

extension Failure {
    /// Why a text is not a distinguished name.
    init(name error: NameError) {
        var hint: String?
        let what: String
        switch error.reason {
        case .slashes(let suggestion):
            what = "expected a name in RFC 4514 form, found one in OpenSSL's form"
            hint = "write the most specific part first: '\(suggestion.printable)'"
        case .typeWithoutValue(let text):
            what = "expected TYPE=VALUE, found '\(text.printable)'"
            hint = "write \\, for a comma in a value"
        case .unknownType(let type):
            what = "unknown attribute type '\(type.printable)'"
            hint =
                "use CN, OU, O, L, ST, C, DC, UID, emailAddress, another name of the manual, or an OID: 2.5.4.3=…"
        case .emptyValue(let type): what = "\(type) is empty"
        case .unescaped(let character):
            what =
                character == "\0"
                ? "a NUL must be escaped" : "'\(character)' must be escaped with a backslash"
            hint = character == "\0" ? "write \\00" : "write \\\(character)"
        case .badEscape:
            what = "invalid escape"
            hint = "write \\\\ for a backslash, and \\C3\\A9 for bytes of UTF-8"
        case .badHexadecimal: what = "'#' must be followed by pairs of hexadecimal digits"
        case .notAString:
            what = "the bytes after '#' are not the BER encoding of a character string"
            hint = "write \\# at the beginning of a value that is text"
        case .notUTF8: what = "the escaped bytes are not UTF-8"
        case .missingPart:
            what = "TYPE=VALUE is missing"
            hint = "use a name such as CN=example.org,O=Example\\, Inc.,C=DE"
        case .tooLong(let type, let count, let limit):
            what = "\(type) must have at most \(limit) characters (RFC 5280 appendix A), not \(count)"
        case .characters(let type, let allowed): what = "\(type) must be \(allowed.words)"
        case .tooLarge(let limit): what = "the name must be at most \(limit) bytes long"
        case .library(let reason): what = "OpenSSL cannot encode the name (\(reason.printable))"
        }
        self.init(.badInput, "\(what), at character \(error.position)", hint: hint)
    }

    /// Why a text is not a name for a subjectAltName.
    fileprivate init(alternativeName error: AlternativeNameError, _ text: String) {
        let name = text.printable
        var hint: String?
        let what: String
        switch error {
        case .kindMissing(let type):
            what = "'\(name)' has no type; expected \(Self.types)"
            hint = "--san \(type):\(name)"
        case .unknownKind(let type):
            what = "'\(name)' has the unknown type '\(type.printable)'; expected \(Self.types)"
        case .empty: what = "'\(name)' has no name after the colon"
        case .internationalHost:
            what = "the host name in '\(name)' contains non-ASCII characters"
            hint = "use its A-label, which begins with xn-- (idn2 prints it)"
        case .hostCharacter(let character):
            what = "the host name in '\(name)' contains '\(String(character).printable)'"
            hint =
                character == ","
                ? "give --san once per name" : "use letters, digits and hyphens (RFC 1123 §2.1)"
        case .emptyLabel:
            what = "the host name in '\(name)' has an empty label"
            hint = "remove the dot at its beginning or end, or the repeated dot"
        case .longLabel(let count):
            what = "the host name in '\(name)' has a label of \(count) characters; at most 63 are allowed"
        case .longHost(let count):
            what = "the host name in '\(name)' has \(count) characters; at most 253 are allowed"
        case .hyphen: what = "the host name in '\(name)' has a label that begins or ends with a hyphen"
        case .wildcard:
            what = "the '*' in '\(name)' must be the whole leftmost label"
            hint = "use a name such as dns:*.example.org"
        case .addressAsHost:
            what = "expected a host name, found an IP address in '\(name)'"
            hint = "--san ip:\(name.split(separator: ":", maxSplits: 1).last ?? "")"
        case .notAnAddress:
            what = "invalid IP address in '\(name)'"
            hint = "use an address such as ip:192.0.2.1 or ip:2001:db8::1"
        case .prefix:
            what = "the address in '\(name)' must not have a prefix length"
            hint = "give --san once per address"
        case .brackets:
            what = "the address in '\(name)' must not have brackets"
            hint = "use an address such as ip:2001:db8::1"
        case .notAnEmailAddress:
            what = "invalid email address in '\(name)'"
            hint = "use an address such as email:jo@example.org"
        case .internationalEmail:
            what =
                "the email address in '\(name)' contains non-ASCII characters, which signet cannot write (RFC 8398)"
        case .schemeMissing:
            what = "the URI in '\(name)' has no scheme"
            hint = "use a URI such as uri:https://example.org/ or uri:urn:…"
        case .uriCharacter:
            what = "the URI in '\(name)' contains an invalid character"
            hint = "percent-encode it (RFC 3986 §2.1)"
        case .uriHostMissing: what = "the URI in '\(name)' has no host after '//'"
        case .notAPrincipalName:
            what = "invalid user principal name in '\(name)'"
            hint = "use a name such as upn:jo@example.org"
        }
        self.init(.badInput, what, hint: hint)
    }

    /// `dns:, ip:, email:, uri: or upn:`.
    private static var types: String { GeneralName.kinds.map { "\($0):" }.orList }
}

extension GeneralName {
    /// Reads `dns:example.org` and the like; errors name the text.
    init(reading text: String) throws {
        do {
            try self.init(parsing: text)
        } catch {
            throw Failure(alternativeName: error, text)
        }
    }
}

extension DistinguishedName {
    /// A warning if the name is in OpenSSL's order, with the country first; nil otherwise.
    var orderWarning: String? {
        get throws {
            let country = AttributeType.named("C")?.oid
            guard relativeNames.count > 1, relativeNames.last?.contains(where: { $0.oid == country }) == true
            else { return nil }
            let reversed = try DistinguishedName(relativeNames.reversed()).text
            return
                "RFC 4514 writes the most specific part first, but this name begins with the country; did you mean '\(reversed.printable)'?"
        }
    }
}

extension AttributeType.Strings {
    /// What a value of the type must be.
    fileprivate var words: String {
        switch self {
        case .utf8: "text"
        case .ia5: "ASCII"
        case .printable: "letters, digits, space and ' ( ) + , - . / : = ?"
        case .country: "two letters of ISO 3166, such as DE, CH or US"
        }
    }
}
