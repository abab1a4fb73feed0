internal import COpenSSL
import Words

/// The name of a subject or an issuer (RFC 5280 §4.1.2.4), as it was encoded.
package struct DistinguishedName: Sendable {
    package let der: [UInt8]
    /// The relative names (RDN) in the order of encoding: the most general first. An empty one breaks the standard
    /// (RFC 5280 §4.1.2.4: SET SIZE (1..MAX)).
    package let relativeNames: [[NameAttribute]]
    /// The name as text by RFC 4514 §2: the most specific part first.
    package let text: String

    init(copying pointer: OpaquePointer?) {
        der = unsafe encoded { unsafe i2d_X509_NAME(pointer, $0) }
        relativeNames = unsafe Self.relativeNames(of: pointer, der)
        text = Self.text(relativeNames)
    }

    package init(_ relativeNames: [[NameAttribute]]) throws(OpenSSLError) {
        let name = try unsafe check(X509_NAME_new(), "X509_NAME_new")
        defer { unsafe X509_NAME_free(name) }
        for attributes in relativeNames {
            for (index, attribute) in attributes.enumerated() {
                let entry = try unsafe attribute.entry()
                defer { unsafe X509_NAME_ENTRY_free(entry) }
                // 0 begins a new RDN at the end; -1 adds to the last one.
                try unsafe check(
                    X509_NAME_add_entry(name, entry, -1, index == 0 ? 0 : -1), "X509_NAME_add_entry")
            }
        }
        // libcrypto does not encode a value that is not valid in its string type.
        _ = try unsafe encoding("i2d_X509_NAME") { unsafe i2d_X509_NAME(name, $0) }
        unsafe self.init(copying: name)
    }

    package var isEmpty: Bool { relativeNames.isEmpty }

    package var hasEmptyRelativeName: Bool { relativeNames.contains(where: \.isEmpty) }

    private static func relativeNames(of pointer: OpaquePointer?, _ der: [UInt8]) -> [[NameAttribute]] {
        defer { discardErrors() }
        var names: [[NameAttribute]] = []
        for index in unsafe 0..<max(0, X509_NAME_entry_count(pointer)) {
            guard let entry = unsafe X509_NAME_get_entry(pointer, index) else { continue }
            let number = unsafe Int(X509_NAME_ENTRY_set(entry))
            while names.count <= number { names.append([]) }
            unsafe names[number].append(NameAttribute(copying: entry))
        }
        let count = unsafe Int(signet_relative_name_count(der, der.count))
        while names.count < count { names.append([]) }
        return names
    }

    /// The name as an object of libcrypto, which the caller must free.
    func pointer() throws(OpenSSLError) -> OpaquePointer {
        try unsafe check(decoded(der.span) { unsafe d2i_X509_NAME(nil, &$0, $1) }.pointer, "d2i_X509_NAME")
    }
}

extension DistinguishedName: Hashable {
    package static func == (left: DistinguishedName, right: DistinguishedName) -> Bool {
        left.der == right.der
    }

    package func hash(into hasher: inout Swift.Hasher) { hasher.combine(der) }
}

extension DistinguishedName {
    /// All attributes of a type.
    ///
    /// - Parameter oid: dotted decimal.
    package func attributes(of oid: String) -> [NameAttribute] {
        relativeNames.flatMap { $0.filter { $0.oid == oid } }
    }

    package static let commonName = "2.5.4.3"
    package static let emailAddress = "1.2.840.113549.1.9.1"
}

// A name as text, by RFC 4514 §2. Reading the text gives the same name. Types in ``AttributeType`` are written by
// name. Other types are written by number, with the value's DER in hexadecimal (§2.4); so are values that are not
// text.

extension DistinguishedName {
    static func text(_ relativeNames: [[NameAttribute]]) -> String {
        relativeNames.reversed().map { attributes in
            // RFC 4514 has no text for an empty RDN. Its DER can be seen, and is refused where a name is read.
            attributes.isEmpty ? "#3100" : attributes.map(text).joined(separator: "+")
        }.joined(separator: ",")
    }

    private static func text(_ attribute: NameAttribute) -> String {
        guard let type = AttributeType.of(oid: attribute.oid) else {
            return "\(attribute.oid)=\(encodedText(attribute.der))"
        }
        return "\(type.names[0])=\(attribute.text.map(escaped) ?? encodedText(attribute.der))"
    }

    private static func encodedText(_ der: [UInt8]) -> String { "#\(hexadecimal(der).uppercased())" }

    /// RFC 4514 §2.4. Control characters are escaped too, although the standard does not require it.
    package static func escaped(_ value: String) -> String {
        var text = ""
        let scalars = Array(value.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let isFirst = index == 0
            let isLast = index == scalars.count - 1
            switch scalar {
            case "\"", "+", ",", ";", "<", ">", "\\": text += "\\\(scalar)"
            case "#" where isFirst, " " where isFirst || isLast: text += "\\\(scalar)"
            case "\u{0}"..<" ", "\u{7F}": text += "\\\(hexadecimal([UInt8(scalar.value)]).uppercased())"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
