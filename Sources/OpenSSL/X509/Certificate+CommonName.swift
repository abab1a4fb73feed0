internal import COpenSSL

extension Certificate {
    /// The first commonName of the subject; nil where there is none, or it is no text.
    package var subjectCommonName: String? {
        defer { discardErrors() }
        let subject = unsafe X509_get_subject_name(pointer)
        let index = unsafe X509_NAME_get_index_by_NID(subject, NID_commonName, -1)
        guard index >= 0 else { return nil }
        var text: UnsafeMutablePointer<UInt8>?
        let count = unsafe ASN1_STRING_to_UTF8(
            &text, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, index)))
        guard count > 0, let text = unsafe text else { return nil }
        defer { unsafe signet_free(text) }
        return unsafe String(decoding: UnsafeBufferPointer(start: text, count: Int(count)), as: UTF8.self)
    }
}
