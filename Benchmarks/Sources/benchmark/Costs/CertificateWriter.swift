import CLibcrypto
import Foundation

/// A private key that signs what this program writes.
struct CostKey {
    private let key: OpaquePointer
    /// SubjectPublicKeyInfo.
    let publicKey: DER

    /// It is freed with the process.
    init(_ path: String) throws {
        guard let file = fopen(path, "r") else { throw Failure("\(path): cannot be opened") }
        defer { fclose(file) }
        guard let key = PEM_read_PrivateKey(file, nil, nil, nil) else { throw Failure("\(path): no key") }
        var encoding: UnsafeMutablePointer<UInt8>?
        let count = i2d_PUBKEY(key, &encoding)
        guard let encoding, count > 0 else { throw Failure("\(path): no public key") }
        self.key = key
        publicKey = DER(bytes: Array(UnsafeBufferPointer(start: encoding, count: Int(count))))
    }

    /// ecdsa-with-SHA256
    static let algorithm = DER.sequence(.oid("1.2.840.10045.4.3.2"))

    /// The signed structure of X.509: what is signed, the algorithm, the signature, and what may follow it.
    func sign(_ contents: DER, with others: [DER] = []) throws -> DER {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        var signature = [UInt8](repeating: 0, count: 256)
        var count = signature.count
        guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
            EVP_DigestSign(context, &signature, &count, contents.bytes, contents.bytes.count) == 1
        else { throw Failure("libcrypto makes no signature") }
        return .sequence([contents, CostKey.algorithm, .bits(Array(signature.prefix(count)))] + others)
    }
}

/// The parts of certificates (RFC 5280).
enum X509 {
    static func attribute(_ text: String, _ oid: String = "2.5.4.3") -> DER {
        .sequence(.oid(oid), .utf8(text))
    }

    /// A name with one common name.
    static func name(_ text: String) -> DER { .sequence(.set(attribute(text))) }

    static func fileExtension(_ oid: String, isCritical: Bool = false, _ value: DER) -> DER {
        .sequence([.oid(oid)] + (isCritical ? [.yes] : []) + [.octets(value)])
    }

    static let ca = [
        fileExtension("2.5.29.19", isCritical: true, .sequence(.yes)),
        fileExtension("2.5.29.15", isCritical: true, DER(0x03, [0x01, 0x06])),
    ]

    /// - Parameter key: of the subject; the signer's if nil.
    static func certificate(
        _ subject: DER, by issuer: DER? = nil, _ signer: CostKey, serial: Int = 1, key: DER? = nil,
        _ extensions: [DER] = []
    ) throws -> DER {
        try signer.sign(
            .sequence(
                [
                    .context(0, .small(2)), .integer(serial), CostKey.algorithm, issuer ?? subject,
                    .sequence(.time("250101000000Z"), .time("491231235959Z")), subject,
                    key ?? signer.publicKey,
                ] + (extensions.isEmpty ? [] : [.context(3, .sequence(extensions))])))
    }

    static func alternativeNames(_ names: [DER]) -> DER { fileExtension("2.5.29.17", .sequence(names)) }

    static func hosts(_ count: Int) -> [DER] { (0..<count).map { .context(2, "host-\($0).example") } }

    static func pem(_ label: String, _ der: DER) -> [UInt8] {
        let options: Data.Base64EncodingOptions = [.lineLength64Characters, .endLineWithLineFeed]
        let text = Data(der.bytes).base64EncodedString(options: options)
        return Array("-----BEGIN \(label)-----\n\(text)\n-----END \(label)-----\n".utf8)
    }

    static func bundle(_ certificates: [DER]) -> [UInt8] {
        Array(certificates.map { pem("CERTIFICATE", $0) }.joined())
    }

    /// SignedData without signatures.
    static func pkcs7(_ certificates: [DER]) -> DER {
        .sequence(
            .oid("1.2.840.113549.1.7.2"),
            .context(
                0,
                .sequence(
                    .small(1), .set(), .sequence(.oid("1.2.840.113549.1.7.1")), .context(0, certificates),
                    .set())))
    }
}
