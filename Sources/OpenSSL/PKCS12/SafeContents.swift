internal import COpenSSL

/// A part of a PKCS#12 file (a ContentInfo of its AuthenticatedSafe, RFC 7292 §4.1).
package enum SafeContents: Sendable {
    case plain([SafeBag])
    case encrypted(EncryptedSafeContents)
    /// A part that is encrypted for a public key (EnvelopedData), or a part of an unsupported type.
    case unsupported(type: String)

    /// - Parameter message: a ContentInfo, which is copied.
    init(copying message: UnsafeMutablePointer<PKCS7>, _ allowance: inout BagAllowance) throws {
        let type = unsafe ObjectName(signet_PKCS7_type(message))
        switch type.number {
        case NID_pkcs7_data:
            // The contents are OPTIONAL (RFC 2315 §7), but libcrypto assumes that they are present.
            guard unsafe signet_PKCS7_data(message) != nil else {
                throw malformedPKCS12("a part without contents")
            }
            guard let stack = unsafe PKCS12_unpack_p7data(message) else {
                throw malformedPKCS12(OpenSSLError.taken("PKCS12_unpack_p7data").summary)
            }
            let bags = unsafe Stack(takingOwnershipOf: stack) { unsafe PKCS12_SAFEBAG_free($0) }
            self = .plain(try unsafe SafeBag.all(in: bags.pointer, &allowance))
        case NID_pkcs7_encrypted:
            self = .encrypted(try unsafe EncryptedSafeContents(copying: message))
        default: self = .unsupported(type: type.text)
        }
    }

    /// Every encryption in it, as far as it can be seen without a passphrase.
    var encryptions: [PartEncryption] {
        switch self {
        case .plain(let bags):
            bags.flatMap(\.flattened).compactMap { bag in
                if case .key(.shrouded(_, let encryption)) = bag.contents { encryption } else { nil }
            }
        case .encrypted(let contents): [contents.encryption]
        case .unsupported: []
        }
    }
}

/// A part that is encrypted with the passphrase (EncryptedData).
package struct EncryptedSafeContents: Sendable {
    package let encryption: PartEncryption
    /// The ContentInfo.
    private let der: [UInt8]

    init(copying message: UnsafeMutablePointer<PKCS7>) throws {
        guard let contents = unsafe signet_PKCS7_encrypted(message),
            let algorithm = unsafe contents.pointee.algorithm, unsafe contents.pointee.enc_data != nil
        else { throw malformedPKCS12("an encrypted part without contents") }
        encryption = try unsafe PartEncryption(algorithm)
        der = try unsafe encoding("i2d_PKCS7") { unsafe i2d_PKCS7(message, $0) }
    }

    /// - Parameter limit: in iterations.
    /// - Returns: nil if the passphrase does not open the part. Damage to the encrypted bytes looks the same.
    func open(
        _ passphrase: PassphraseEncoding, limit: Int, _ allowance: inout BagAllowance
    ) throws -> [SafeBag]? {
        try encryption.requireUsable(limit: limit)
        guard let message = unsafe decoded(der.span, { unsafe d2i_PKCS7(nil, &$0, $1) }).pointer else {
            throw malformedPKCS12(OpenSSLError.taken("d2i_PKCS7").summary)
        }
        defer { unsafe PKCS7_free(message) }
        for text in encryption.passphrases(passphrase) {
            let stack = unsafe withCharacters(of: text) { unsafe PKCS12_unpack_p7encdata(message, $0, $1) }
            if let stack = unsafe stack {
                let bags = unsafe Stack(takingOwnershipOf: stack) { unsafe PKCS12_SAFEBAG_free($0) }
                return try unsafe SafeBag.all(in: bags.pointer, &allowance)
            }
            let error = OpenSSLError.taken("PKCS12_unpack_p7encdata")
            guard EncryptedPrivateKeyInfo.isWrongPassphrase(error) else {
                throw malformedPKCS12(error.summary)
            }
        }
        return nil
    }
}
