import OpenSSL
import PKI

extension Failure {
    /// Why a text is not a distinguished name.
    init(name error: NameError) {
        let (what, hint) = error.reason.words
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
            hint = "use --san \(type):\(name)"
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
        case .wideWildcard:
            what = "the '*' in '\(name)' must be followed by at least two labels"
            hint = "use a name such as dns:*.example.org"
        case .addressAsHost:
            what = "expected a host name, found an IP address in '\(name)'"
            hint =
                name.utf8.contains(UInt8(ascii: "@"))
                ? "write an address in brackets: email:jo@[192.0.2.1]"
                : "use --san ip:\(name.split(separator: ":", maxSplits: 1).last ?? "")"
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
        case .uriHost:
            what = "the URI in '\(name)' has an invalid host or port"
            hint = "use a host name or an address, IPv6 in brackets: uri:https://[2001:db8::1]:8443/"
        case .notAPrincipalName:
            what = "invalid user principal name in '\(name)'"
            hint = "use a name such as upn:jo@example.org"
        }
        self.init(.badInput, what, hint: hint)
    }

    /// `dns:, ip:, email:, uri: or upn:`.
    private static var types: String { GeneralName.kinds.map { "\($0):" }.orList }
}

extension Failure {
    /// Why a text is not a name constraint.
    init(nameConstraint error: NameConstraintError) {
        let hint: String?
        let what: String
        switch error {
        case .effect:
            what = "expected permit: or exclude:"
            hint = "use a constraint such as permit:dns:example.org or exclude:ip:0.0.0.0/0"
        case .kind:
            what = "expected \(NameConstraint.kinds.map { "\($0):" }.orList) after permit: or exclude:"
            hint = "use a constraint such as permit:dns:example.org"
        case .host(let host):
            what = "invalid host name '\(host.printable)'"
            hint = "use a domain such as example.org, which includes every name below it"
        case .leadingDot(let base):
            what = "a domain of dns: must not begin with a dot (RFC 5280 §4.2.1.10)"
            hint = "use dns:\(base.printable), which includes every name below it"
        case .mailbox(let text):
            what = "invalid mailbox or host '\(text.printable)'"
            hint = "use jo@example.org, example.org, or .example.org for the hosts below it"
        case .uri(let text):
            what = "invalid host '\(text.printable)'"
            hint = "use uri:example.org, or uri:.example.org for the hosts below it"
        case .network(let text):
            what = "invalid network '\(text.printable)'"
            hint = "use an address with a prefix length: ip:192.0.2.0/24 or ip:2001:db8::/32"
        case .bitsBelowPrefix(let network):
            what = "the address has bits after its prefix length"
            hint = "use ip:\(network)"
        case .directory(let error):
            let failure = Failure(name: error)
            (what, hint) = (failure.message, failure.hint)
        }
        self.init(.badInput, what, hint: hint)
    }
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

extension NameError.Reason {
    /// What is wrong with a name, and a hint for its text.
    var words: (what: String, hint: String?) {
        switch self {
        case .slashes(let suggestion):
            (
                "expected a name in RFC 4514 form, found one in OpenSSL's form",
                "write the most specific part first: '\(suggestion.printable)'"
            )
        case .typeWithoutValue(let text):
            (
                "expected TYPE=VALUE, found '\(text.printable)'",
                "write CN=TEXT for a common name, and \\, for a comma in a value"
            )
        case .unknownType(let type):
            (
                "unknown attribute type '\(type.printable)'",
                "use CN, OU, O, L, ST, C, DC, UID, emailAddress, another name of the manual, or an OID: 2.5.4.3=…"
            )
        case .emptyValue(let type): ("\(type) is empty", nil)
        case .unescaped(let character):
            ("'\(character)' must be escaped with a backslash", "write \\\(character)")
        case .badEscape: ("invalid escape", "write \\\\ for a backslash, and \\C3\\A9 for bytes of UTF-8")
        case .badHexadecimal: ("'#' must be followed by pairs of hexadecimal digits", nil)
        case .notAString:
            (
                "the bytes after '#' are not the BER encoding of a character string",
                "write \\# at the beginning of a value that is text"
            )
        case .notUTF8: ("the escaped bytes are not UTF-8", nil)
        case .missingPart:
            ("TYPE=VALUE is missing", "use a name such as CN=example.org,O=Example\\, Inc.,C=DE")
        case .emptyRelativeName:
            ("a RelativeDistinguishedName has no attributes (RFC 5280 §4.1.2.4)", nil)
        case .tooLong(let type, let count, let limit):
            ("\(type) must have at most \(limit) characters (RFC 5280 appendix A), not \(count)", nil)
        case .characters(let type, let string): ("\(type) must be \(string.characters)", nil)
        case .controlCharacter(let type): ("\(type) must not contain control characters", nil)
        case .stringType(let type, let allowed):
            ("\(type) must be a \(allowed.types.map(\.name).orList) (RFC 5280 appendix A)", nil)
        case .notACountry(let type):
            ("\(type) must be two letters of ISO 3166, such as DE, CH or US", nil)
        case .tooLarge(let limit): ("the name must be at most \(limit) bytes long", nil)
        case .library(let reason): ("OpenSSL cannot encode the name (\(reason.printable))", nil)
        }
    }
}

extension NameAttribute.StringType {
    /// As the standards call it.
    var name: String {
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
