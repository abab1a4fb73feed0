internal import COpenSSL

/// Where a certificate is not DER (X.690 §10, §11), although libcrypto reads it.
package struct EncodingFault: Equatable, Sendable {
    /// A clause.
    package let message: String
    /// The extension whose value could be understood differently, dotted decimal; nil if the fault changes no meaning.
    package let oid: String?
}

extension Certificate {
    /// The first fault in the encoding; nil if there is none. Extensions of types that libcrypto does not know are opaque.
    package var encodingFault: EncodingFault? {
        if !isOutsideMinimal {
            return EncodingFault("a length outside the signed part has more octets than necessary")
        }
        let der = unsafe encoded { unsafe i2d_X509(pointer, $0) }
        if let fault = DERReader.fault(in: der[...]) {
            return EncodingFault(fault)
        }
        var outer = DERReader(der[...])
        guard var signed = outer.next()?.first?.reader else { return nil }
        while let field = signed.next() {
            switch field.tag {
            case 0xA0 where field.contents == [2, 1, 0]:
                return EncodingFault("version 1 is encoded, which is the default and must be absent")
            case 0xA3:
                var list = field.first?.reader
                while var item = list?.next()?.reader {
                    _ = item.next()
                    if item.next().map({ $0.tag == 1 && $0.contents == [0] }) ?? false {
                        return EncodingFault(
                            "a critical flag is encoded as FALSE, which is the default and must be absent")
                    }
                }
            default: continue
            }
        }
        return extensions.lazy.compactMap(\.encodingFault).first
    }
}

extension EncodingFault {
    fileprivate init(_ message: String) { self.init(message: message, oid: nil) }
}

extension CertificateExtension {
    fileprivate var encodingFault: EncodingFault? {
        guard isEncodedProperly != nil else { return nil }
        if let fault = DERReader.fault(in: value[...]) { return EncodingFault(message: fault, oid: oid) }
        // Everybody reads it alike.
        return oid == ExtensionID.keyUsage && hasTrailingZeroBits
            ? EncodingFault("the last bit of keyUsage is zero, and must be left out (X.690 §11.2.2)") : nil
    }

    /// Whether a BIT STRING of named bits has zeros at its end.
    private var hasTrailingZeroBits: Bool {
        var reader = DERReader(value[...])
        guard let contents = reader.next()?.contents, let unused = contents.first, contents.count > 1 else {
            return false
        }
        return contents[contents.endIndex - 1] >> min(unused, 7) & 1 == 0
    }
}

/// Reads the elements of BER one after the other, and compares them with DER. It relies on nothing that libcrypto says.
struct DERReader {
    struct Element {
        /// The first octet of the tag.
        let tag: UInt8
        let contents: ArraySlice<UInt8>

        var reader: DERReader { DERReader(contents) }

        /// Of the elements in it; nil if there is none.
        var first: Element? {
            var reader = reader
            return reader.next()
        }
    }

    private var rest: ArraySlice<UInt8>
    /// Why the elements that were read are not DER, or why the next one cannot be read.
    private(set) var fault: String?

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// - Returns: nil at the end, or if the next element cannot be read.
    mutating func next() -> Element? {
        guard let tag = rest.popFirst() else { return nil }
        // The number of a long tag continues as long as the highest bit is set.
        if tag & 0x1F == 0x1F { while let octet = rest.popFirst(), octet & 0x80 != 0 { continue } }
        guard let first = rest.popFirst() else { return nil }
        if first == 0x80 {
            fault = "a length is indefinite (X.690 §10.1)"
            return nil
        }
        var length = Int(first)
        if first > 0x80 {
            let octets = rest.prefix(Int(first & 0x7F))
            rest = rest.dropFirst(octets.count)
            guard octets.drop(while: { $0 == 0 }).count <= 4 else { return nil }
            length = octets.reduce(0) { $0 << 8 | Int($1) }
            if octets.first == 0 || length < 0x80 {
                fault = fault ?? "a length has more octets than necessary (X.690 §10.1)"
            }
        }
        guard length <= rest.count else { return nil }
        let contents = rest.prefix(length)
        rest = rest.dropFirst(length)
        return Element(tag: tag, contents: contents)
    }

    /// Why bytes are not DER: a clause; nil if they are. Only the rules for lengths, BOOLEAN and BIT STRING are checked.
    ///
    /// - Parameter depth: of nested elements, as libcrypto allows it.
    static func fault(in bytes: ArraySlice<UInt8>, depth: Int = 32) -> String? {
        var reader = DERReader(bytes)
        while let element = reader.next() {
            switch element.tag {
            case 0x01 where element.contents != [0xFF] && element.contents != [0]:
                return "TRUE must be FF (X.690 §11.1)"
            case 0x03:
                guard let unused = element.contents.first else { continue }
                let last = element.contents.count > 1 ? element.contents.last ?? 0 : 0
                if unused > 7 || last & (1 << unused - 1) != 0 {
                    return "unused bits of a BIT STRING must be zero (X.690 §11.2.1)"
                }
            case let tag where tag & 0x20 != 0 && depth > 0:
                if let fault = fault(in: element.contents, depth: depth - 1) { return fault }
            default: continue
            }
        }
        return reader.fault
    }
}

extension Certificate {
    /// Why the parameters of the signature algorithm or of the key's algorithm are not those that the standards fix (RFC
    /// 3279 §2.2, §2.3.1; RFC 4055 §5; RFC 5758 §3; RFC 8410 §3): a clause; nil if they are.
    package var parameterFault: String? {
        var outer: UnsafePointer<X509_ALGOR>?
        unsafe X509_get0_signature(nil, &outer, pointer)
        var key: UnsafeMutablePointer<X509_ALGOR>?
        unsafe X509_PUBKEY_get0_param(nil, nil, nil, &key, X509_get_X509_PUBKEY(pointer))
        return unsafe [outer, X509_get0_tbs_sigalg(pointer), UnsafePointer(key)].lazy.compactMap {
            unsafe $0.flatMap { unsafe Self.parameterFault(of: $0) }
        }.first
    }

    private static func parameterFault(of algorithm: UnsafePointer<X509_ALGOR>) -> String? {
        var object: OpaquePointer?
        var type: Int32 = 0
        unsafe X509_ALGOR_get0(&object, &type, nil, algorithm)
        let name = unsafe ObjectName(object)
        switch name.number {
        case NID_rsaEncryption, NID_md2WithRSAEncryption, NID_md5WithRSAEncryption,
            NID_sha1WithRSAEncryption, NID_sha224WithRSAEncryption, NID_sha256WithRSAEncryption,
            NID_sha384WithRSAEncryption, NID_sha512WithRSAEncryption:
            return type == V_ASN1_NULL ? nil : "the parameters of \(name.text) must be NULL"
        case NID_ecdsa_with_SHA1, NID_ecdsa_with_SHA224, NID_ecdsa_with_SHA256, NID_ecdsa_with_SHA384,
            NID_ecdsa_with_SHA512, NID_dsaWithSHA1, NID_dsa_with_SHA224, NID_dsa_with_SHA256:
            return type == V_ASN1_UNDEF ? nil : "\(name.text) must not have parameters"
        default:
            return name.byteKeyType == nil || type == V_ASN1_UNDEF
                ? nil : "\(name.text) must not have parameters"
        }
    }

    /// Whether it has an issuerUniqueID or a subjectUniqueID (RFC 5280 §4.1.2.8).
    package var hasUniqueIdentifiers: Bool {
        var issuer: UnsafePointer<ASN1_BIT_STRING>?
        var subject: UnsafePointer<ASN1_BIT_STRING>?
        unsafe X509_get0_uids(pointer, &issuer, &subject)
        return unsafe issuer != nil || subject != nil
    }
}
