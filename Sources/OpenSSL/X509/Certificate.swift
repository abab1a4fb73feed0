internal import COpenSSL
internal import Synchronization
import Words

/// An X.509 certificate (RFC 5280 §4), as it was encoded.
///
/// libcrypto parses the extensions of a certificate when they are first needed, under its own lock. Several threads
/// may therefore use one certificate.
package final class Certificate: @unchecked Sendable {
    let pointer: OpaquePointer
    /// Whether the tags and lengths outside the signed part, which libcrypto does not keep, were DER.
    let isOutsideMinimal: Bool
    /// Nil unless it was read from a TRUSTED CERTIFICATE block. Equal certificates may have different settings.
    package let trustSettings: TrustSettings?
    private let knownKeyFacts = Mutex<KeyFacts?>(nil)

    init(
        takingOwnershipOf pointer: OpaquePointer, isOutsideMinimal: Bool = true,
        trustSettings: TrustSettings? = nil
    ) {
        unsafe self.pointer = unsafe pointer
        self.isOutsideMinimal = isOutsideMinimal
        self.trustSettings = trustSettings
    }

    deinit { unsafe X509_free(pointer) }

    /// Decodes one certificate that takes up all of `der`.
    package static func decode(
        _ der: Span<UInt8>, trustSettings: TrustSettings? = nil
    ) throws -> Certificate {
        let pointer = try unsafe decodedWhole(
            der, "certificate", "d2i_X509", { unsafe d2i_X509(nil, &$0, $1) }, free: { unsafe X509_free($0) })
        return unsafe Certificate(
            takingOwnershipOf: pointer, isOutsideMinimal: i2d_X509(pointer, nil) == der.count,
            trustSettings: trustSettings)
    }

    static func malformed(_ reason: String) -> InputError { .malformed("certificate", reason) }

    /// Read once, because every signature that the key verifies asks for them.
    package var keyFacts: KeyFacts {
        knownKeyFacts.withLock { known in
            if let known { return known }
            let facts = keyInfo.facts
            known = facts
            return facts
        }
    }

    /// The length of the DER.
    package var byteCount: Int { unsafe Int(max(0, i2d_X509(pointer, nil))) }

    /// How many elements the DER has: what decoding it takes in memory grows with their number (``Limits/elements``).
    package var elementCount: Int {
        get throws(OpenSSLError) {
            let der = try der
            return unsafe der.withUnsafeBufferPointer { unsafe OpenSSL.elementCount(of: $0) }
        }
    }

    /// The DER, whose signed part is exactly as it was read.
    package var der: [UInt8] {
        get throws(OpenSSLError) { try unsafe encoding("i2d_X509") { unsafe i2d_X509(pointer, $0) } }
    }

    /// - Throws: for a key whose type or parameters signet does not support, or that is malformed.
    package func publicKey() throws -> PublicKey {
        try unsafe PublicKey(copying: X509_get_X509_PUBKEY(pointer), in: .certificate)
    }
}

extension Certificate: Hashable {
    package static func == (left: Certificate, right: Certificate) -> Bool {
        unsafe X509_cmp(left.pointer, right.pointer) == 0
    }

    /// libcrypto keeps the SHA-1, which it compares first. Nothing relies on its collision resistance: the rest is compared
    /// too.
    package func hash(into hasher: inout Swift.Hasher) {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        unsafe X509_digest(pointer, EVP_sha1(), &digest, nil)
        hasher.combine(digest)
    }
}

/// A file contains no certificates.
package enum NoCertificatesError: DescribedError {
    /// Neither PEM, DER nor base64 with certificates or a PKCS#7 SignedData.
    case somethingElse
    /// A PKCS#7 structure or PEM without certificates.
    case empty

    package var message: String {
        "expected a certificate, found \(self == .empty ? "none" : "something else")"
    }

    package var hint: String? {
        self == .empty ? nil : "use PEM, DER, PKCS#7 or one of these in base64"
    }
}
