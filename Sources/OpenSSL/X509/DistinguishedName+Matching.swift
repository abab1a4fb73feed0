internal import COpenSSL

extension DistinguishedName {
    /// Whether the first relative names of this one are those of `base`, compared as RFC 5280 §7.1 has it.
    package func isWithin(_ base: DistinguishedName) -> Bool {
        unsafe withName { name in
            unsafe base.withName { base in
                let count = unsafe Self.relativeNameCount(base)
                while unsafe X509_NAME_entry_count(name) > 0, unsafe Self.relativeNameCount(name) > count {
                    unsafe X509_NAME_ENTRY_free(
                        X509_NAME_delete_entry(name, X509_NAME_entry_count(name) - 1))
                }
                return unsafe X509_NAME_cmp(name, base) == 0
            } ?? false
        } ?? false
    }

    /// The values of all attributes of a type, as UTF-8; one that is no text is left out.
    ///
    /// - Parameter oid: dotted decimal.
    package func values(of oid: String) -> [[UInt8]] {
        unsafe withName { name in
            unsafe (0..<max(0, X509_NAME_entry_count(name))).compactMap { index -> [UInt8]? in
                let entry = unsafe X509_NAME_get_entry(name, index)
                guard unsafe ObjectName.dotted(X509_NAME_ENTRY_get_object(entry)) == oid else { return nil }
                var text: UnsafeMutablePointer<UInt8>?
                let count = unsafe ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(entry))
                defer { unsafe signet_free(text) }
                guard count >= 0 else {
                    discardErrors()
                    return nil
                }
                return unsafe Array(UnsafeBufferPointer(start: text, count: Int(count)))
            }
        } ?? []
    }

    package static let commonName = "2.5.4.3"
    package static let emailAddress = "1.2.840.113549.1.9.1"

    private static func relativeNameCount(_ name: OpaquePointer) -> Int32 {
        let count = unsafe X509_NAME_entry_count(name)
        return count <= 0 ? 0 : unsafe X509_NAME_ENTRY_set(X509_NAME_get_entry(name, count - 1)) + 1
    }

    private func withName<Result>(_ body: (OpaquePointer) -> Result) -> Result? {
        let decoded = unsafe der.withUnsafeBufferPointer { buffer in
            var next = buffer.baseAddress
            return unsafe d2i_X509_NAME(nil, &next, buffer.count)
        }
        defer { discardErrors() }
        guard let name = unsafe decoded else { return nil }
        defer { unsafe X509_NAME_free(name) }
        return unsafe body(name)
    }
}
