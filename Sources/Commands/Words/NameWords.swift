import OpenSSL
import PKI

extension Failure {
    /// - Parameter source: the flag, or the file and member, that the name stands in.
    init(name error: NameError, in source: String) {
        var hint: String?
        let what: String
        switch error.reason {
        case .slashes(let suggestion):
            what = "a name in OpenSSL's form"
            hint = "by RFC 4514, most specific part first: '\(suggestion.printable)'"
        case .typeWithoutValue(let text):
            what = "no '=' after '\(text.printable)'"
            hint = "a comma in a value is written \\,"
        case .unknownType(let type):
            what = "there is no attribute type '\(type.printable)'"
            hint =
                "CN, OU, O, L, ST, C, DC, UID, emailAddress and others by name, any by its number: 2.5.4.3=…"
        case .emptyValue(let type): what = "\(type) is empty"
        case .unescaped(let character):
            what = character == "\0" ? "a NUL" : "'\(character)' without a backslash before it"
            hint = character == "\0" ? "\\00" : "write \\\(character)"
        case .badEscape:
            what = "a backslash that escapes nothing"
            hint = "\\\\ is a backslash; \\C3\\A9 are bytes of UTF-8"
        case .badHexadecimal: what = "'#' with something else than pairs of hexadecimal digits behind it"
        case .notAString:
            what = "the bytes after '#' are no BER of a character string"
            hint = "a value that begins with '#' is written \\#"
        case .notUTF8: what = "the escaped bytes are no UTF-8"
        case .missingPart:
            what = "TYPE=VALUE is missing"
            hint = "CN=example.org,O=Example\\, Inc.,C=DE"
        case .tooLong(let type, let count, let limit):
            what = "\(type) has \(count) characters, and \(limit) is the most (RFC 5280 appendix A)"
        case .characters(let type, let allowed): what = "\(type) must be \(allowed.words)"
        case .tooLarge(let limit): what = "a name of more than \(limit) bytes"
        case .library(let reason): what = "OpenSSL does not encode it (\(reason.printable))"
        }
        self.init(.usage, "\(source): \(what), at character \(error.position)", hint: hint)
    }

    /// - Parameter source: the flag, or the file and member, that the name stands in.
    init(alternativeName error: AlternativeNameError, _ text: String, in source: String = "--san") {
        let name = text.printable
        var hint: String?
        let what: String
        switch error {
        case .kindMissing(let kind):
            what = "what kind of name it is, is not said"
            hint = "--san \(kind):\(name)"
        case .unknownKind(let kind):
            what = "there is no kind '\(kind.printable)'"
            hint = GeneralName.kinds.map { "\($0):…" }.joined(separator: ", ")
        case .empty: what = "nothing after the colon"
        case .internationalHost:
            what = "a host name beyond ASCII"
            hint =
                "give its A-label, which begins with xn-- (idn2 prints it): certificates hold no other form"
        case .hostCharacter(let character):
            what = "host names do not have '\(String(character).printable)'"
            hint =
                character == ","
                ? "give --san once for each name" : "letters, digits and hyphens (RFC 1123 §2.1)"
        case .emptyLabel:
            what = "an empty label"
            hint = "a host name in a certificate has no dot at either end"
        case .longLabel(let count): what = "a label of \(count) characters, and 63 is the most"
        case .longHost(let count): what = "\(count) characters, and 253 is the most"
        case .hyphen: what = "a label that begins or ends with a hyphen"
        case .wildcard:
            what = "'*' is only ever the whole leftmost label"
            hint = "dns:*.example.org"
        case .addressAsHost:
            what = "an IP address is no host name"
            hint = "--san ip:\(name.split(separator: ":", maxSplits: 1).last ?? "")"
        case .notAnAddress:
            what = "no IP address"
            hint = "ip:192.0.2.1 or ip:2001:db8::1"
        case .prefix:
            what = "an address has no prefix length here"
            hint = "only name constraints have ranges; give each address"
        case .brackets:
            what = "an address has no brackets here"
            hint = "ip:2001:db8::1"
        case .notAnEmailAddress:
            what = "no email address"
            hint = "email:jo@example.org"
        case .internationalEmail:
            what = "an email address beyond ASCII needs the form of RFC 8398, which signet does not write"
        case .schemeMissing:
            what = "a URI begins with its scheme"
            hint = "uri:https://example.org/ or uri:urn:…"
        case .uriCharacter:
            what = "a character that URIs do not have"
            hint = "percent-encode it (RFC 3986 §2.1)"
        case .uriHostMissing: what = "a URI with '//' and no host"
        case .notAPrincipalName:
            what = "no user principal name"
            hint = "upn:jo@example.org"
        }
        self.init(.usage, "\(source) '\(name)': \(what)", hint: hint)
    }
}

extension AttributeType.Strings {
    /// What a value of the type consists of.
    fileprivate var words: String {
        switch self {
        case .utf8: "text"
        case .ia5: "ASCII"
        case .printable: "letters, digits, space and ' ( ) + , - . / : = ?"
        case .country: "two letters of ISO 3166, such as DE, CH or US"
        }
    }
}
