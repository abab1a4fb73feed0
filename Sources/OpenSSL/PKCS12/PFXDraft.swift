internal import COpenSSL
import Words

/// The contents of a PKCS#12 file that is to be written.
package struct PFXDraft: Sendable {
    package struct Entry: Sendable {
        package let certificate: Certificate
        package let friendlyName: String?
        /// Whether this is the certificate of the key.
        package let isKeyHolder: Bool
        /// Whether Java lists it as a trusted certificate.
        package let isTrusted: Bool

        package init(
            _ certificate: Certificate, friendlyName: String? = nil, isKeyHolder: Bool = false,
            isTrusted: Bool = false
        ) {
            self.certificate = certificate
            self.friendlyName = friendlyName
            self.isKeyHolder = isKeyHolder
            self.isTrusted = isTrusted
        }
    }

    private let key: PrivateKey?
    private let entries: [Entry]

    /// A key with its certificate, and the chain in order.
    package init(_ key: PrivateKey, _ certificate: Certificate, chain: [Certificate], friendlyName: String?) {
        self.key = key
        entries =
            [Entry(certificate, friendlyName: friendlyName, isKeyHolder: true)] + chain.map { Entry($0) }
    }

    /// Certificates alone.
    package init(_ entries: [Entry]) {
        key = nil
        self.entries = entries
    }

    /// The longest friendlyName, in UTF-16 code units (RFC 2985, pkcs-9-ub-friendlyName).
    package static let maximumNameLength = 255

    /// DER. Certificates come first and the key after them, as every program writes it.
    package func encode(_ protection: PKCS12Protection) throws -> Secret {
        defer { discardErrors() }
        if entries.contains(where: { ($0.friendlyName?.utf16.count ?? 0) > Self.maximumNameLength }) {
            throw InputError(
                "the common name of a certificate has more than \(Self.maximumNameLength) characters")
        }
        let keyInfo: Secret?
        do {
            keyInfo = try key?.der(.pkcs8)
        } catch KeyError.formMismatch {
            throw InputError("PKCS#12 cannot store a key of this type")
        }
        let file = try unsafe assemble(keyInfo, protection)
        defer { unsafe PKCS12_free(file) }
        if case .passphrase(let passphrase, let algorithms) = protection {
            try unsafe PKCS12MAC.add(to: file, passphrase, algorithms)
        }
        return try unsafe serialize { unsafe i2d_PKCS12(file, $0) }
    }

    /// The file without its MAC.
    private func assemble(
        _ keyInfo: Secret?, _ protection: PKCS12Protection
    ) throws(OpenSSLError) -> OpaquePointer {
        let parts = try unsafe Stack.make { unsafe PKCS7_free(UnsafeMutablePointer($0)) }
        let certificates = try unsafe Stack.make { unsafe PKCS12_SAFEBAG_free($0) }
        for entry in entries { try unsafe certificates.append(takingOwnershipOf: bag(of: entry)) }
        try unsafe parts.append(takingOwnershipOf: Self.part(certificates, protection))
        if let keyInfo, let holder = entries.first(where: \.isKeyHolder) {
            let keys = try unsafe Stack.make { unsafe PKCS12_SAFEBAG_free($0) }
            try unsafe keys.append(takingOwnershipOf: bag(of: keyInfo, holder, protection))
            // The key itself is encrypted.
            try unsafe parts.append(takingOwnershipOf: Self.part(keys, .none))
        }
        // 0 selects integrity by a passphrase; there may be none.
        return try unsafe check(PKCS12_add_safes(parts.pointer, 0), "PKCS12_add_safes")
    }

    /// A ContentInfo of the AuthenticatedSafe.
    private static func part(
        _ bags: borrowing Stack, _ protection: PKCS12Protection
    ) throws(OpenSSLError) -> OpaquePointer {
        let bags = unsafe bags.pointer
        let message =
            switch protection {
            case .none: unsafe PKCS12_pack_p7data(bags)
            case .passphrase(let passphrase, let algorithms):
                unsafe withCharacters(of: passphrase) { start, count in
                    unsafe PKCS12_pack_p7encdata(
                        algorithms.encryptionNumber, start, count, nil, algorithms.saltByteCount,
                        algorithms.iterations, bags)
                }
            }
        return unsafe OpaquePointer(try check(message, "PKCS12_pack"))
    }

    private func bag(of entry: Entry) throws(OpenSSLError) -> OpaquePointer {
        let bag = try unsafe check(
            PKCS12_SAFEBAG_create_cert(entry.certificate.pointer), "PKCS12_SAFEBAG_create_cert")
        do {
            try unsafe name(bag, entry)
            if entry.isTrusted { try unsafe trust(bag) }
        } catch {
            unsafe PKCS12_SAFEBAG_free(bag)
            throw error
        }
        return unsafe bag
    }

    private func bag(
        of keyInfo: Secret, _ holder: Entry, _ protection: PKCS12Protection
    ) throws(OpenSSLError) -> OpaquePointer {
        let info = unsafe keyInfo.withBytes {
            unsafe decoded($0) { unsafe d2i_PKCS8_PRIV_KEY_INFO(nil, &$0, $1) }.pointer
        }
        guard let info = unsafe info else { throw .taken("d2i_PKCS8_PRIV_KEY_INFO") }
        let bag: OpaquePointer?
        switch protection {
        case .none:
            unsafe bag = PKCS12_SAFEBAG_create0_p8inf(info)
            if unsafe bag == nil { unsafe PKCS8_PRIV_KEY_INFO_free(info) }
        case .passphrase(let passphrase, let algorithms):
            defer { unsafe PKCS8_PRIV_KEY_INFO_free(info) }
            unsafe bag = withCharacters(of: passphrase) { start, count in
                unsafe PKCS12_SAFEBAG_create_pkcs8_encrypt(
                    algorithms.encryptionNumber, start, count, nil, algorithms.saltByteCount,
                    algorithms.iterations,
                    info)
            }
        }
        guard let bag = unsafe bag else { throw .taken("PKCS12_SAFEBAG_create") }
        do {
            try unsafe name(bag, holder)
        } catch {
            unsafe PKCS12_SAFEBAG_free(bag)
            throw error
        }
        return unsafe bag
    }

    private func name(_ bag: OpaquePointer, _ entry: Entry) throws(OpenSSLError) {
        if let friendlyName = entry.friendlyName {
            // libcrypto's function for UTF-8 rejects characters beyond the Basic Multilingual Plane.
            let name = BMPString.encode(friendlyName)
            try unsafe check(
                PKCS12_add_friendlyname_uni(bag, name, Int32(name.count)), "PKCS12_add_friendlyname_uni")
        }
        if entry.isKeyHolder {
            // Programs match a key with its certificate by this digest.
            let der = try entry.certificate.der
            var id = try SHA1.digest(of: der.span)
            try unsafe check(PKCS12_add_localkeyid(bag, &id, Int32(id.count)), "PKCS12_add_localkeyid")
        }
    }

    /// Trusts the certificate for any use (anyExtendedKeyUsage), as the JDK does.
    private func trust(_ bag: OpaquePointer) throws(OpenSSLError) {
        let anyUse = try unsafe check(OBJ_txt2obj("2.5.29.37.0", 1), "OBJ_txt2obj")
        defer { unsafe ASN1_OBJECT_free(anyUse) }
        // -1 means that the argument is the object itself, which is copied, and not the contents of a string.
        try unsafe check(
            PKCS12_add1_attr_by_txt(
                bag, SafeBag.trustedKeyUsage, V_ASN1_OBJECT,
                UnsafeRawPointer(anyUse).assumingMemoryBound(to: UInt8.self), -1),
            "PKCS12_add1_attr_by_txt")
    }
}
