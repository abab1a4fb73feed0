/// How a file holds its structures. Every reader asks here; what the structures are, their shapes or labels tell.
package enum StoredEncoding: Sendable {
    /// DER, or BER, complete or not.
    case der
    /// PEM, perhaps with text around its blocks.
    case pem
    /// Base64 of DER or BER.
    case base64(Secret)
    /// JSON, a line for SSH, or anything else.
    case other

    package init(_ bytes: Span<UInt8>) {
        let isSequence = bytes.count > 0 && bytes[0] == 0x30
        // A name in a certificate may look like the beginning of a PEM block, so DER comes first. A short SEQUENCE may begin
        // like a text, but no UTF-8 begins with a 0 and the length of a long one.
        if isSequence,
            bytes.count > 1 && (0x80...0x84).contains(bytes[1]) || DERShape(bytes).keyForm != nil
        {
            self = .der
        } else if PEMBlock.isPresent(in: bytes) {
            self = .pem
        } else if isSequence {
            self = .der
        } else if bytes.firstVisible == UInt8(ascii: "M"),
            // In base64 the tag of a SEQUENCE becomes an M.
            let decoded = decodedBase64(bytes), decoded.withBytes({ $0[0] == 0x30 })
        {
            self = .base64(decoded)
        } else {
            self = .other
        }
    }

    package var isPEM: Bool { if case .pem = self { true } else { false } }
}

/// What a file holds, by its PEM labels or the structure of its DER. Error messages say it, so it may be malformed.
package enum StoredObject: Sendable, Equatable {
    case privateKey, publicKey, certificate, certificateBundle, request, revocationList, pkcs12, javaKeyStore
    /// The first block of a PEM text that has none of these.
    case otherPEM(label: String)

    /// - Returns: nil for anything else, base64 of a structure included.
    package init?(recognizing bytes: Span<UInt8>) {
        let found: StoredObject? =
            switch StoredEncoding(bytes) {
            case .pem: Self.block(in: bytes)
            case .base64: nil
            case .der, .other:
                Self.structure(bytes) ?? (OpenSSHPublicText.isPresent(in: bytes) ? .publicKey : nil)
            }
        guard let found else { return nil }
        self = found
    }

    private static func structure(_ bytes: Span<UInt8>) -> StoredObject? {
        if PFX.isRecognized(bytes) { return .pkcs12 }
        if PFX.isJavaKeyStore(bytes) { return .javaKeyStore }
        let shape = DERShape(bytes)
        if shape.isTruncated { return shape.signedObject }
        guard let form = shape.keyForm else { return shape.isContentInfo ? .certificateBundle : nil }
        if form != .certificate { return form.isPrivate ? .privateKey : .publicKey }
        return shape.signedObject
    }

    /// A private key takes precedence over what stands beside it.
    private static func block(in bytes: Span<UInt8>) -> StoredObject? {
        PEMBlock.first(in: bytes) { $0 == .privateKey } ?? PEMBlock.first(in: bytes) { _ in true }
    }

    /// What a block of a PEM text holds (RFC 7468).
    init(pemLabel label: String) {
        switch label {
        // Older programs write the second label (§7).
        case "CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST": self = .request
        case "X509 CRL": self = .revocationList
        case "PKCS7", "CMS": self = .certificateBundle
        case "PKCS12": self = .pkcs12
        default:
            switch KeyForm(pemLabel: label) {
            case .certificate?: self = .certificate
            case let form?: self = form.isPrivate ? .privateKey : .publicKey
            case nil: self = .otherPEM(label: label)
            }
        }
    }
}
