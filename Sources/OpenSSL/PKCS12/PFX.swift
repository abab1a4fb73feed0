internal import COpenSSL
import Words

/// A PKCS#12 file (PFX, RFC 7292 §4), decoded as far as possible without a passphrase. Nothing has been derived from
/// a passphrase yet, so a large iteration count costs nothing here.
package struct PFX: Sendable {
    /// Nil for a file without a MAC, which anybody may have changed.
    package let mac: PKCS12MAC?
    package let parts: [SafeContents]
    /// The bytes that the MAC covers. They contain keys that are not encrypted.
    let authenticated: Secret

    /// Accepts DER, BER as Windows and NSS write it, PEM as GnuTLS does (`-----BEGIN PKCS12-----`), and base64.
    package static func decode(_ bytes: Span<UInt8>) throws -> PFX {
        guard let file = try decodeIfRecognized(bytes, StoredEncoding(bytes)) else {
            throw PKCS12Error.notPKCS12
        }
        return file
    }

    /// - Returns: nil for what is not a PKCS#12.
    /// - Throws: for a Java keystore too.
    package static func decodeIfRecognized(_ bytes: Span<UInt8>, _ encoding: StoredEncoding) throws -> PFX? {
        switch encoding {
        case .der: return try isRecognized(bytes) ? PFX(der: bytes) : nil
        case .base64(let der): return try der.withBytes { try isRecognized($0) ? PFX(der: $0) : nil }
        case .pem:
            guard PEMBlock.isPresent(in: bytes, label: "PKCS12-----") else { return nil }
            let blocks = try inPKCS12 { try PEMBlock.all(in: bytes) }
            return try blocks.first { $0.label == "PKCS12" }?.data.withBytes { try PFX(der: $0) }
        case .other where isJavaKeyStore(bytes):
            throw InputError(
                "expected a PKCS#12, found an old Java keystore (JKS)",
                hint: "keytool -importkeystore -srckeystore OLD -destkeystore NEW -deststoretype pkcs12")
        case .other: return nil
        }
    }

    /// The passphrase fits neither the MAC nor any encrypted part.
    static let wrongPassphrase = InputError(
        "the passphrase is wrong, or everything that it protects is damaged")

    /// The MAC or another part shows that the passphrase is right, but this part does not open.
    static func damaged(_ part: String) -> InputError {
        InputError(
            "the passphrase is right, but \(part) cannot be decrypted: it is damaged, or has another passphrase"
        )
    }

    /// Whether bytes begin as a PFX does: a SEQUENCE with a length in any form, the version 3, and another SEQUENCE.
    /// No certificate, key or PKCS#7 begins like this.
    package static func isRecognized(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count > 2, bytes[0] == 0x30 else { return false }
        let start = 2 + (bytes[1] > 0x80 ? Int(bytes[1] & 0x7F) : 0)
        let version: [UInt8] = [0x02, 0x01, 0x03, 0x30]
        guard bytes.count >= start + version.count else { return false }
        return version.indices.allSatisfy { bytes[start + $0] == version[$0] }
    }

    package static func isJavaKeyStore(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count >= 4 else { return false }
        let magic = (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[$1]) }
        return magic == 0xFEED_FEED || magic == 0xCECE_CECE
    }

    private init(der: Span<UInt8>) throws {
        defer { discardErrors() }
        let (file, rest) = unsafe decoded(der) { unsafe d2i_PKCS12(nil, &$0, $1) }
        guard let file = unsafe file else { throw malformedPKCS12(OpenSSLError.taken("d2i_PKCS12").summary) }
        defer { unsafe PKCS12_free(file) }
        if rest > 0 { throw InputError.trailingBytes("PKCS#12") }
        let contents = unsafe der.withUnsafeBufferPointer {
            unsafe signet_PFX_authSafe($0.baseAddress, $0.count)
        }
        defer { unsafe PKCS7_free(contents) }
        guard let contents = unsafe contents else { throw malformedPKCS12("no authSafe") }
        guard unsafe OBJ_obj2nid(signet_PKCS7_type(contents)) != NID_pkcs7_signed else {
            // No known program reads or writes it (RFC 7292 §3.1).
            throw InputError("signet does not support PKCS#12 with a signature instead of a MAC")
        }
        guard let octets = unsafe signet_PKCS7_data(contents) else { throw malformedPKCS12("no authSafe") }
        authenticated = unsafe Secret(
            copying: Span(_unsafeStart: ASN1_STRING_get0_data(octets), count: Int(ASN1_STRING_length(octets)))
        )
        mac = try unsafe PKCS12MAC(of: file)
        guard let stack = unsafe PKCS12_unpack_authsafes(file) else {
            throw malformedPKCS12(OpenSSLError.taken("PKCS12_unpack_authsafes").summary)
        }
        let messages = unsafe Stack(takingOwnershipOf: stack) { unsafe PKCS7_free(UnsafeMutablePointer($0)) }
        var allowance = BagAllowance()
        var parts: [SafeContents] = []
        for message in unsafe items(of: messages.pointer, as: PKCS7.self) {
            try allowance.take()
            try unsafe parts.append(SafeContents(copying: message, &allowance))
        }
        self.parts = parts
    }
}

/// Why a file cannot be used as a PKCS#12, where callers say what to do.
package enum PKCS12Error: DescribedError {
    case notPKCS12
    case passphraseMissing

    package var message: String {
        switch self {
        case .notPKCS12: "expected a PKCS#12, found something else"
        case .passphraseMissing: "a passphrase is required"
        }
    }
}

func malformedPKCS12(_ reason: String) -> InputError { .malformed("PKCS#12", reason) }

/// Runs `body`, whose errors are about the encryption of a part, not of a key.
func inPKCS12<Result>(_ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch KeyError.malformed(_, let reason) {
        throw malformedPKCS12(reason)
    }
}
