/// What a file holds, by its PEM labels or the structure of its DER. Error messages say it, so it may be malformed.
package enum StoredObject: Sendable, Equatable {
    case privateKey, publicKey, certificate, certificateBundle, request, revocationList, pkcs12, javaKeyStore
    /// The first block of a PEM text that has none of these.
    case otherPEM(label: String)

    /// - Returns: nil for anything else, base64 of a structure included.
    package init?(recognizing bytes: Span<UInt8>) {
        if PFX.isRecognized(bytes) {
            self = .pkcs12
        } else if PFX.isJavaKeyStore(bytes) {
            self = .javaKeyStore
        } else if let form = DERShape(bytes).keyForm {
            self = Self.structure(form, bytes)
        } else if DERShape(bytes).isContentInfo {
            self = .certificateBundle
        } else if let block = Self.block(in: bytes) {
            self = block
        } else if OpenSSHPublicText.isPresent(in: bytes) {
            self = .publicKey
        } else {
            return nil
        }
    }

    private static func structure(_ form: KeyForm, _ bytes: Span<UInt8>) -> StoredObject {
        if form != .certificate { return form.isPrivate ? .privateKey : .publicKey }
        // Requests and revocation lists have the same shape.
        if CertificateRequest.isRecognized(bytes) { return .request }
        return (try? RevocationList.decode(bytes)) == nil ? .certificate : .revocationList
    }

    /// A private key takes precedence over what stands beside it.
    private static func block(in bytes: Span<UInt8>) -> StoredObject? {
        let objects = PEMBlock.labels(in: bytes).map(StoredObject.init(pemLabel:))
        return objects.first { $0 == .privateKey } ?? objects.first
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

/// The bytes that a text in base64 (RFC 4648 §4) encodes; white space is ignored. Nil if it is something else.
package func decodedBase64(_ text: Span<UInt8>) -> Secret? { Base64.decodedIgnoringWhitespace(text) }
