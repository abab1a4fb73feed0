internal import COpenSSL

/// The name of a subject or an issuer (RFC 5280 §4.1.2.4), as it was encoded.
package struct DistinguishedName: Sendable {
    package let der: [UInt8]
    /// The relative names (RDN), in the order in which they are encoded: the most general first.
    package let relativeNames: [[NameAttribute]]
    /// RFC 4514 §2: the most specific part first, as text.
    package let text: String

    init(copying pointer: OpaquePointer?) {
        der = unsafe encoded { unsafe i2d_X509_NAME(pointer, $0) }
        relativeNames = unsafe Self.relativeNames(of: pointer)
        text = Self.text(relativeNames)
    }

    package init(_ relativeNames: [[NameAttribute]]) throws(OpenSSLError) {
        let name = try unsafe check(X509_NAME_new(), "X509_NAME_new")
        defer { unsafe X509_NAME_free(name) }
        for attributes in relativeNames {
            for (index, attribute) in attributes.enumerated() {
                let entry = try unsafe attribute.entry()
                defer { unsafe X509_NAME_ENTRY_free(entry) }
                // 0: a new RDN after the last; -1: into the last.
                try unsafe check(
                    X509_NAME_add_entry(name, entry, -1, index == 0 ? 0 : -1), "X509_NAME_add_entry")
            }
        }
        unsafe self.init(copying: name)
    }

    package var isEmpty: Bool { der.count <= 2 }

    private static func relativeNames(of pointer: OpaquePointer?) -> [[NameAttribute]] {
        var names: [[NameAttribute]] = []
        var last: Int32?
        for index in unsafe 0..<max(0, X509_NAME_entry_count(pointer)) {
            guard let entry = unsafe X509_NAME_get_entry(pointer, index) else { continue }
            let attribute = unsafe NameAttribute(copying: entry)
            let number = unsafe X509_NAME_ENTRY_set(entry)
            if number == last {
                names[names.count - 1].append(attribute)
            } else {
                names.append([attribute])
            }
            last = number
        }
        return names
    }

    /// The name for libcrypto, to be freed.
    func pointer() throws(OpenSSLError) -> OpaquePointer {
        let name = unsafe der.withUnsafeBufferPointer { buffer in
            var next = buffer.baseAddress
            return unsafe d2i_X509_NAME(nil, &next, buffer.count)
        }
        return try unsafe check(name, "d2i_X509_NAME")
    }
}

extension DistinguishedName: Hashable {
    package static func == (left: DistinguishedName, right: DistinguishedName) -> Bool {
        left.der == right.der
    }

    package func hash(into hasher: inout Swift.Hasher) { hasher.combine(der) }
}
