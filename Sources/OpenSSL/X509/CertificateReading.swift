internal import COpenSSL
import Words

extension Certificate {
    /// All certificates of a file, in order. It may be PEM with text and other blocks around them, DER, a PKCS#7
    /// SignedData (RFC 2315 §9) in PEM, DER or BER, or the bare base64 of one of these. The format is detected from the
    /// contents.
    package static func all(in bytes: Span<UInt8>) throws -> [Certificate] {
        try all(in: bytes, StoredEncoding(bytes))
    }

    package static func all(in bytes: Span<UInt8>, _ encoding: StoredEncoding) throws -> [Certificate] {
        switch encoding {
        case .der: try allDER(bytes)
        case .pem: try allPEM(bytes)
        case .base64(let der): try der.withBytes { try allDER($0) }
        case .other: throw NoCertificatesError.somethingElse
        }
    }

    private static func allDER(_ bytes: Span<UInt8>) throws -> [Certificate] {
        let shape = DERShape(bytes)
        if shape.isContentInfo { return try signedDataCertificates(bytes) }
        guard shape.isTruncated || shape.keyForm == .certificate else {
            throw NoCertificatesError.somethingElse
        }
        do {
            if shape.isTruncated { throw malformed("DER: it is truncated") }
            return [try decode(bytes)]
        } catch {
            throw [.request, .revocationList].contains(shape.signedObject)
                ? NoCertificatesError.somethingElse : error
        }
    }

    /// Whether a text has a line that begins a PEM block of certificates.
    package static func isNamed(in text: Span<UInt8>) -> Bool {
        PEMBlock.first(in: text) { [.certificate, .certificateBundle].contains($0) } != nil
    }

    private static func allPEM(_ bytes: Span<UInt8>) throws -> [Certificate] {
        let blocks = try PEMBlock.all(in: bytes) { reason in
            // Other texts look like PEM, such as the keys of OpenPGP.
            let isMeant = isNamed(in: bytes)
            return isMeant ? malformed(reason) : NoCertificatesError.somethingElse
        }
        var found: [Certificate] = []
        for block in blocks {
            if found.count > Limits.certificates { break }
            found += try block.data.withBytes { der in
                switch StoredObject(pemLabel: block.label) {
                // The block has trust settings too.
                case .certificate where block.label == "TRUSTED CERTIFICATE": [try decodeTrusted(der)]
                case .certificate: [try decode(der)]
                case .certificateBundle: try signedDataCertificates(der)
                case .otherPEM(let label) where DERShape(der).signedObject == .certificate:
                    throw InputError("the PEM label is \(label.quoted); expected 'CERTIFICATE'")
                default: []
                }
            }
        }
        return try limited(found)
    }

    private static func limited(_ found: [Certificate]) throws -> [Certificate] {
        if found.isEmpty { throw NoCertificatesError.empty }
        if found.count > Limits.certificates {
            throw InputError(
                "expected at most \(Limits.certificates) certificates, found more",
                hint: "divide the file: signet-limits(7)")
        }
        return found
    }

    private static func signedDataCertificates(_ der: Span<UInt8>) throws -> [Certificate] {
        let (message, rest) = unsafe decoded(der) { unsafe d2i_PKCS7(nil, &$0, $1) }
        guard let message = unsafe message else {
            throw malformed("PKCS#7: \(OpenSSLError.taken("d2i_PKCS7").summary)")
        }
        defer { unsafe PKCS7_free(message) }
        if rest > 0 { throw InputError.trailingBytes("certificate") }
        return try limited(
            unsafe items(of: signet_PKCS7_certificates(message)).map { certificate in
                unsafe X509_up_ref(certificate)
                return unsafe Certificate(takingOwnershipOf: certificate)
            })
    }
}

/// The locations of the system's trust anchors.
package enum SystemRoots {
    /// Paths of files, some of which may not exist: libcrypto's own first, then those of the distributions.
    package static var files: [String] {
        let own = unsafe X509_get_default_cert_file().map { unsafe String(cString: $0) }
        return [own].compactMap { $0 } + [
            "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
        ]
    }
}

/// What the owner of a certificate trusts it for: the settings that follow the certificate in a TRUSTED CERTIFICATE
/// block, as `openssl x509 -trustout` writes it. They are not signed, so they count only where the owner keeps its
/// trust anchors.
package struct TrustSettings: Equatable, Sendable {
    /// The uses that are trusted, in dotted decimal; nil if the settings do not limit them.
    package let trusted: [String]?
    /// The uses that are rejected, in dotted decimal.
    package let rejected: [String]

    fileprivate init(of certificate: OpaquePointer) {
        trusted = unsafe X509_get0_trust_objects(certificate).map { unsafe Self.uses($0) }
        rejected = unsafe X509_get0_reject_objects(certificate).map { unsafe Self.uses($0) } ?? []
    }

    private static func uses(_ list: OpaquePointer) -> [String] {
        unsafe items(of: list).map { unsafe ObjectName.dotted($0) }
    }
}

extension Certificate {
    /// Decodes a certificate and the trust settings that may follow it, which take up all of `der` together.
    static func decodeTrusted(_ der: Span<UInt8>) throws -> Certificate {
        let pointer = try unsafe decodedWhole(
            der, "certificate", "d2i_X509_AUX", { unsafe d2i_X509_AUX(nil, &$0, $1) },
            free: { unsafe X509_free($0) })
        defer { unsafe X509_free(pointer) }
        // libcrypto would apply the settings of this object wherever it is used.
        return try decode(
            der.extracting(first: DERShape(der).byteCount), trustSettings: unsafe TrustSettings(of: pointer))
    }

    /// All certificates of a line of text: what a file may hold (``all(in:)``), but PEM has spaces, or the escapes `\n`
    /// and `\r`, where its lines end.
    package static func all(inLine line: Span<UInt8>) throws -> [Certificate] {
        let encoding = StoredEncoding(line)
        if !encoding.isPEM { return try all(in: line, encoding) }
        let text = unfolded(line)
        return try all(in: text.span)
    }

    /// PEM with its lines restored. White space ends a line, except within a label, which stands between dashes.
    private static func unfolded(_ line: Span<UInt8>) -> [UInt8] {
        let newline = UInt8(ascii: "\n")
        var text: [UInt8] = []
        text.reserveCapacity(line.count + 16)
        var isLabel = false
        var index = 0
        // An empty line would end the headers of a block.
        func endLine() { if text.last ?? newline != newline { text.append(newline) } }
        func isEscape(at index: Int) -> Bool {
            guard line[index] == UInt8(ascii: "\\"), index + 1 < line.count else { return false }
            return line[index + 1] == UInt8(ascii: "n") || line[index + 1] == UInt8(ascii: "r")
        }
        while index < line.count {
            if line.count - index >= 5, (index..<index + 5).allSatisfy({ line[$0] == UInt8(ascii: "-") }) {
                if !isLabel { endLine() }
                text.append(contentsOf: "-----".utf8)
                if isLabel { endLine() }
                isLabel.toggle()
                index += 5
            } else if isLabel {
                text.append(line[index])
                index += 1
            } else if isEscape(at: index) {
                endLine()
                index += 2
            } else {
                let isSpace = line[index] == 0x20 || (0x09...0x0D).contains(line[index])
                if isSpace { endLine() } else { text.append(line[index]) }
                index += 1
            }
        }
        return text
    }
}
