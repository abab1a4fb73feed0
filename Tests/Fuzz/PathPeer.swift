import COpenSSL
import JOSE
import OpenSSL
import PKI
import System

/// Certificate paths that signet and `openssl verify -x509_strict` judge.
///
/// The input is a leaf and perhaps an intermediate. Both are signed again, with the key that all certificates have, so
/// that a change is judged by its meaning and not by a signature that does not fit.
enum PathPeer {
    /// The errors of libcrypto for which signet has no failure, with the reasons.
    private static let onlyLibcrypto: [Int32: String] = [
        X509_V_ERR_EE_KEY_TOO_SMALL: "the security level of `openssl verify` is not part of RFC 5280"
    ]

    /// The checks that libcrypto does not make, with the reasons.
    private static let onlySignet: [Check.ID: String] = [
        .serialNumber: "RFC 5280 §4.1.2.2: positive, at most 20 bytes",
        .version: "RFC 5280 §4.1.2.1: version 3 with extensions",
        .timeEncoding: "RFC 5280 §4.1.2.5: UTCTime until 2049, in Zulu time",
        .issuerName: "RFC 5280 §4.1.2.4: not empty, and well-formed",
        .subjectName: "RFC 5280 §4.1.2.6: well-formed",
        .extensionEncoding: "RFC 5280 §4.2: DER, of the types that signet knows",
        .uniqueExtensions: "RFC 5280 §4.2: each extension once",
        .criticality: "RFC 5280 §4.2: which extensions must be critical, or must not be",
        .policyExtensions: "RFC 5280 §4.2.1.4 and §4.2.1.11: each policy once",
        .subjectAltName: "RFC 5280 §4.2.1.6: names that can be matched",
        .extendedKeyUsage: "RFC 5280 §4.2.1.12: not empty, and consistent with the key usage",
        .nestedKeyUsage: "an intermediate's extended key usage restricts what is below it",
        .keyUsage: "RFC 5280 §4.2.1.3: at least one bit; what a key can be used for",
        .keyType: "RFC 8410 §5 and RFC 5480 §3",
        .keyStrength: "RSA under --min-rsa-bits",
        .signatureAlgorithm: "RFC 5280 §4.1.1.2: both fields alike, without parameters where there are none",
        .signatureStrength: "SHA-1 and MD5",
        .namedCurve: "RFC 5480 §2.1.1",
        .basicConstraints: "RFC 5280 §4.2.1.9",
        .nameConstraintsForm: "RFC 5280 §4.2.1.10: in CAs only, and not empty",
        .nameConstraints: "constraints of types that libcrypto ignores",
        .authorityKeyIdentifier: "RFC 5280 §4.2.1.1",
        .subjectKeyIdentifier: "RFC 5280 §4.2.1.2",
        .criticalExtensions: "critical extensions that libcrypto knows and signet does not",
        .certificatePolicies: "policies are judged only with -policy_check in openssl",
    ]

    private static let key: PrivateKey = {
        guard case .privateKey(let key)? = TokenKey.all.first(where: { $0.name == "ed25519" })?.key.material
        else {
            fatalError("there is no Ed25519 key")
        }
        return key
    }()

    private static let seconds: Int64 = 1_780_000_000

    private static func issuance(
        _ name: String, isCA: Bool, pathLength: Int? = nil, _ purposes: Purposes = Purposes()
    ) throws -> Issuance {
        try Issuance(
            subject: DistinguishedName(parsing: "CN=\(name),O=Example"), publicKey: key.publicKey,
            purposes: purposes,
            isCA: isCA, pathLength: pathLength,
            validity: Timestamp(seconds: seconds - 86_400)...Timestamp(seconds: seconds + 86_400),
            serialNumber: [0x11])
    }

    private static let root: Certificate = {
        do {
            return try issuance("Root", isCA: true, Purposes(keyUsage: .keyCertSign)).selfSigned(
                by: key, digest: nil)
        } catch {
            fatalError("\(error)")
        }
    }()

    static var seeds: [[UInt8]] {
        get throws {
            let top = try Issuer(root, key)
            let middle = try issuance("Middle", isCA: true, pathLength: 0, Purposes(keyUsage: .keyCertSign))
                .issued(by: top, digest: nil)
            let purposes = Purposes(
                names: [.dns("www.example.com"), .email("jo@example.com"), .ip([192, 0, 2, 1])],
                keyUsage: .digitalSignature,
                extendedKeyUsage: [ExtendedKeyUsage.serverAuth.oid])
            let leaf = try issuance("www.example.com", isCA: false, purposes)
            let below = try leaf.issued(by: Issuer(middle, key), digest: nil)
            let direct = try leaf.issued(by: top, digest: nil)
            return try [below.der + middle.der, direct.der, direct.der + middle.der, middle.der]
        }
    }

    static func compare(_ input: [UInt8]) throws {
        guard let nodes = DERNode.parse(input[...]), (1...3).contains(nodes.count) else { return }
        let certificates = try nodes.map { try Certificate.decode(signedAgain($0).bytes.span) }
        var settings = CheckSettings(time: Timestamp(seconds: seconds))
        settings.isStrictRequested = true
        settings.roots = [root]
        settings.untrusted = Array(certificates.dropFirst())
        guard let report = CertificateChecker(settings).reports(of: [certificates[0]]).first else {
            fatalError("no report")
        }
        let error = try peerError(certificates)
        let failed = report.findings.filter { $0.verdict == .fail }
        if error == X509_V_OK {
            expect(
                failed.isEmpty || failed.contains { onlySignet[$0.check.id] != nil },
                "signet alone refuses: \(failed.map { "\($0.check.id.rawValue): \($0.judgement.fact)" })")
        } else if failed.isEmpty {
            let words = String(cString: X509_verify_cert_error_string(Int(error)))
            expect(onlyLibcrypto[error] != nil, "libcrypto alone refuses: \(error), \(words)")
        }
    }

    private static func signedAgain(_ node: DERNode) -> DERNode {
        // AlgorithmIdentifier of Ed25519 (RFC 8410 §3).
        let algorithm = DERNode(tag: 0x30, [0x06, 0x03, 0x2B, 0x65, 0x70])
        var node = node
        guard node.children.count == 3, !node.children[0].children.isEmpty else { return node }
        let place = node.children[0].children[0].tag == 0xA0 ? 2 : 1
        if node.children[0].children.count > place { node.children[0].children[place] = algorithm }
        node.children[1] = algorithm
        guard let signer = TokenKey.all.first(where: { $0.name == "ed25519" }) else { return node }
        let signature = signer.peerSignature(node.children[0].bytes, signer.algorithms[0])
        node.children[2] = DERNode(tag: 0x03, [0] + signature)
        return node
    }

    /// What `openssl verify -x509_strict -partial_chain` says, with the leaf first.
    private static func peerError(_ certificates: [Certificate]) throws -> Int32 {
        defer { ERR_clear_error() }
        let all = try certificates.map { try decoded($0.der) }
        let anchor = try decoded(root.der)
        defer { for certificate in [all[0], anchor] { X509_free(certificate) } }
        let store = X509_STORE_new()
        defer { X509_STORE_free(store) }
        X509_STORE_add_cert(store, anchor)
        let untrusted = signet_X509_stack()
        defer { signet_X509_free_all(untrusted) }
        for certificate in all.dropFirst() { signet_X509_push(untrusted, certificate) }
        let context = X509_STORE_CTX_new()
        defer { X509_STORE_CTX_free(context) }
        expect(X509_STORE_CTX_init(context, store, all[0], untrusted) == 1, "X509_STORE_CTX_init")
        let parameters = X509_STORE_CTX_get0_param(context)
        X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_X509_STRICT | X509_V_FLAG_PARTIAL_CHAIN))
        X509_VERIFY_PARAM_set_time(parameters, time_t(seconds))
        let isValid = X509_verify_cert(context) == 1
        let error = X509_STORE_CTX_get_error(context)
        expect(isValid == (error == X509_V_OK), "libcrypto about itself")
        return error
    }

    private static func decoded(_ der: [UInt8]) throws -> OpaquePointer? {
        der.withUnsafeBufferPointer { bytes in
            var next = bytes.baseAddress
            return d2i_X509(nil, &next, bytes.count)
        }
    }
}
