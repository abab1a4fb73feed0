internal import COpenSSL

extension CertificateExtension {
    /// Whether the value is the DER of what the extension is by its identifier (X.690 §10), all of it; nil for an
    /// extension that libcrypto does not know.
    package var isEncodedProperly: Bool? {
        defer { discardErrors() }
        guard let object = unsafe OBJ_txt2obj(oid, 1) else { return nil }
        defer { unsafe ASN1_OBJECT_free(object) }
        guard let method = unsafe X509V3_EXT_get_nid(OBJ_obj2nid(object)), let item = unsafe method.pointee.it
        else { return nil }
        return unsafe value.withUnsafeBufferPointer { buffer in
            var next = buffer.baseAddress
            guard let decoded = unsafe ASN1_item_d2i(nil, &next, buffer.count, item()) else { return false }
            defer { unsafe ASN1_item_free(decoded, item()) }
            return unsafe next == buffer.baseAddress! + buffer.count
                && encoded { unsafe ASN1_item_i2d(decoded, $0, item()) } == value
        }
    }
}
