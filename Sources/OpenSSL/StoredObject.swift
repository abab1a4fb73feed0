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
        do throws(RequestError) {
            _ = try Request.decode(bytes)
            return .request
        } catch .trailingBytes {
            return .request
        } catch {}
        return (try? RevocationList.decode(bytes)) == nil ? .certificate : .revocationList
    }

    /// A private key takes precedence over what stands beside it.
    private static func block(in bytes: Span<UInt8>) -> StoredObject? {
        let objects = labels(in: bytes).map { label -> StoredObject in
            if let form = KeyForm(pemLabel: label), form != .certificate {
                return form.isPrivate ? .privateKey : .publicKey
            }
            switch label {
            case "CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE": return .certificate
            case "CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST": return .request
            case "X509 CRL": return .revocationList
            case "PKCS7", "CMS": return .certificateBundle
            case "PKCS12": return .pkcs12
            default: return .otherPEM(label: label)
            }
        }
        return objects.first { $0 == .privateKey } ?? objects.first
    }

    /// The labels of all BEGIN lines, wherever they stand in their lines.
    private static func labels(in bytes: Span<UInt8>) -> [String] {
        guard PEMBlock.isPresent(in: bytes) else { return [] }
        let text = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
        var labels: [String] = []
        var rest = text.utf8[...]
        while let dashes = rest.firstIndex(of: UInt8(ascii: "-")), labels.count < 100 {
            rest = rest[dashes...]
            let mark = "-----BEGIN "
            guard rest.starts(with: mark.utf8) else {
                rest = rest.dropFirst()
                continue
            }
            rest = rest.dropFirst(mark.utf8.count)
            labels.append(String(decoding: rest.prefix { $0 != UInt8(ascii: "-") }.prefix(64), as: UTF8.self))
        }
        return labels
    }
}

/// The bytes that a text in base64 (RFC 4648 §4) encodes; white space is ignored. Nil if it is something else.
package func decodedBase64(_ text: Span<UInt8>) -> Secret? { Base64.decodedIgnoringWhitespace(text) }
