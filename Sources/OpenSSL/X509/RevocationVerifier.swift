internal import COpenSSL

/// Asks libcrypto whether the certificates of a path are revoked (RFC 5280 §6.3).
///
/// libcrypto selects the lists, follows distribution points and reasons, applies deltas, and validates the path of a
/// signer that is not part of the path. The path itself is given and not validated again.
package final class RevocationVerifier {
    fileprivate let time: Int64
    private let securityLevel: Int32
    /// What was found out about lists by themselves: the first fault, or none.
    fileprivate var outcomes: [Judged: RevocationFault?] = [:]

    /// A list that was judged for the certificates of one issuer and kind. It holds the objects, so that no other one can
    /// take their place in memory.
    fileprivate struct Judged: Hashable {
        let list: RevocationList
        /// From the issuer to the trust anchor.
        let issuers: [Certificate]
        let kind: Kind

        /// What libcrypto reads of a certificate when it judges a list: its scope and, for deltas, freshestCRL.
        struct Kind: Hashable {
            let isCA: Bool
            let hasFreshestList: Bool
            /// The DER of each cRLDistributionPoints.
            let points: [[UInt8]]
        }

        static func == (left: Judged, right: Judged) -> Bool {
            left.list === right.list && left.issuers == right.issuers && left.kind == right.kind
        }

        func hash(into hasher: inout Swift.Hasher) {
            hasher.combine(ObjectIdentifier(list))
            hasher.combine(issuers)
            hasher.combine(kind)
        }
    }

    /// - Parameters:
    ///   - time: seconds since 1970.
    ///   - securityLevel: for the path of a signer (SSL_CTX_set_security_level(3)); 2 requires a strength of 112 bits.
    package init(at time: Int64, securityLevel: Int) {
        self.time = time
        self.securityLevel = Int32(securityLevel)
    }

    /// What libcrypto says about one certificate.
    package struct Answer: Sendable {
        /// The first fault; nil if there is none. That is no answer unless a list was consulted.
        package fileprivate(set) var fault: RevocationFault?
        /// The lists that were looked at: complete ones and their deltas.
        package fileprivate(set) var consulted: [RevocationList] = []
        /// The lists that were looked at for the certificates of a signer that is not part of the path.
        package fileprivate(set) var ofSigners: [(certificate: Certificate, list: RevocationList)] = []
    }

    /// - Parameters:
    ///   - path: from the certificate in question to a trust anchor.
    ///   - lists: libcrypto takes the first delta that fits, so the newest must come first.
    ///   - signers: certificates that may be needed to verify the signatures of lists. They are not trusted.
    /// - Returns: an answer for each certificate of the path but the trust anchor.
    package func answers(
        along path: [Certificate], _ lists: [RevocationList], signers: [Certificate]
    ) throws(OpenSSLError) -> [Answer] {
        let store = try unsafe check(X509_STORE_new(), "X509_STORE_new")
        defer { unsafe X509_STORE_free(store) }
        try unsafe check(X509_STORE_add_cert(store, path[path.count - 1].pointer), "X509_STORE_add_cert")
        let context = try unsafe check(X509_STORE_CTX_new(), "X509_STORE_CTX_new")
        defer {
            unsafe X509_STORE_CTX_free(context)
            discardErrors()
        }
        let untrusted = try Stack.make(signers)
        // The lists are not shared, but lent.
        let known = try Stack.make { _ in }
        for list in lists { try unsafe known.append(takingOwnershipOf: list.pointer) }
        // Each list passes through this function before libcrypto's own.
        unsafe X509_STORE_set_check_crl(store, Record.consult)
        unsafe X509_STORE_set_verify_cb(store, Record.judge)
        try unsafe check(
            X509_STORE_CTX_init(context, store, path[0].pointer, untrusted.pointer), "X509_STORE_CTX_init")
        unsafe X509_STORE_CTX_set0_crls(context, known.pointer)
        unsafe X509_STORE_CTX_set_flags(context, Self.flags)
        unsafe X509_STORE_CTX_set_time(context, 0, Int(time))
        unsafe X509_VERIFY_PARAM_set_auth_level(X509_STORE_CTX_get0_param(context), securityLevel)
        // libcrypto reads what it caches of the extensions.
        for certificate in path + signers { _ = unsafe X509_check_purpose(certificate.pointer, -1, 0) }
        let chain = try Stack.make(path)
        unsafe X509_STORE_CTX_set0_verified_chain(context, X509_chain_up_ref(chain.pointer))

        let record = Record(self, path, lists, signers)
        try unsafe check(
            X509_STORE_CTX_set_ex_data(context, 0, Unmanaged.passUnretained(record).toOpaque()),
            "X509_STORE_CTX_set_ex_data")
        let status = withExtendedLifetime(record) {
            unsafe X509_STORE_CTX_get_check_revocation(context)!(context)
        }
        guard status == 1 else { throw .taken("check_revocation") }
        return record.answers
    }

    private static var flags: UInt {
        UInt(
            X509_V_FLAG_CRL_CHECK | X509_V_FLAG_CRL_CHECK_ALL | X509_V_FLAG_EXTENDED_CRL_SUPPORT
                | X509_V_FLAG_USE_DELTAS | X509_V_FLAG_PARTIAL_CHAIN)
    }
}

/// Why libcrypto does not say that a certificate is good.
package enum RevocationFault: Equatable, Sendable {
    case revoked
    /// There is no list for the certificate, or none for some of the reasons.
    case noList
    case badSignature
    /// Seconds since 1970.
    case notYetValid(from: Int64)
    case outdated(since: Int64)
    /// The key usage of the signer is without cRLSign.
    case signerMayNotSign
    /// No valid path leads from the signer to the same trust anchor.
    case signerNotTrusted
    /// The list is for other certificates: other kinds, or another distribution point.
    case otherScope
    case unknownCriticalExtension
    /// In libcrypto's words.
    case other(String)

    fileprivate init(_ code: Int32, of list: OpaquePointer?) {
        switch code {
        case X509_V_ERR_CERT_REVOKED: self = .revoked
        case X509_V_ERR_UNABLE_TO_GET_CRL: self = .noList
        case X509_V_ERR_CRL_SIGNATURE_FAILURE: self = .badSignature
        case X509_V_ERR_CRL_NOT_YET_VALID:
            self = unsafe .notYetValid(from: EncodedTime.seconds(X509_CRL_get0_lastUpdate(list)) ?? 0)
        case X509_V_ERR_CRL_HAS_EXPIRED:
            self = unsafe .outdated(since: EncodedTime.seconds(X509_CRL_get0_nextUpdate(list)) ?? 0)
        case X509_V_ERR_KEYUSAGE_NO_CRL_SIGN: self = .signerMayNotSign
        case X509_V_ERR_CRL_PATH_VALIDATION_ERROR, X509_V_ERR_UNABLE_TO_GET_CRL_ISSUER:
            self = .signerNotTrusted
        case X509_V_ERR_DIFFERENT_CRL_SCOPE: self = .otherScope
        case X509_V_ERR_UNHANDLED_CRITICAL_CRL_EXTENSION: self = .unknownCriticalExtension
        default: unsafe self = .other(String(cString: X509_verify_cert_error_string(Int(code))))
        }
    }
}

/// What libcrypto reports while it works. It calls the two functions with its context, or, for the path of a signer,
/// with another one whose parent is that context.
private final class Record {
    private(set) var answers: [RevocationVerifier.Answer]
    private let verifier: RevocationVerifier
    private let path: [Certificate]
    private let lists: [OpaquePointer: RevocationList]
    private let signers: [OpaquePointer: Certificate]

    init(
        _ verifier: RevocationVerifier, _ path: [Certificate], _ lists: [RevocationList],
        _ signers: [Certificate]
    ) {
        self.verifier = verifier
        self.path = path
        unsafe self.signers = Dictionary(signers.map { unsafe ($0.pointer, $0) }) { first, _ in first }
        answers = Array(repeating: RevocationVerifier.Answer(), count: path.count - 1)
        unsafe self.lists = Dictionary(lists.map { unsafe ($0.pointer, $0) }) { first, _ in first }
    }

    /// Takes note of a problem. In the given path, libcrypto then goes on, so that every certificate gets an answer.
    /// The path of a signer must have none.
    static let judge: @convention(c) (Int32, OpaquePointer?) -> Int32 = { isFine, context in
        if isFine == 1 { return 1 }
        let depth = unsafe X509_STORE_CTX_get_error_depth(context)
        let code = unsafe X509_STORE_CTX_get_error(context)
        let fault = unsafe RevocationFault(code, of: X509_STORE_CTX_get0_current_crl(context))
        guard unsafe X509_STORE_CTX_get0_parent_ctx(context) == nil else {
            // A trust anchor is not revoked by lists.
            let last = unsafe OPENSSL_sk_num(X509_STORE_CTX_get0_chain(context)) - 1
            return depth == last && fault.isOfLists ? 1 : 0
        }
        unsafe of(context).note(fault, Int(depth))
        return 1
    }

    /// Judges a list for the certificate that libcrypto is at.
    static let consult: @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32 = { context, list in
        guard let parent = unsafe X509_STORE_CTX_get0_parent_ctx(context) else {
            return unsafe of(context).consult(context, list)
        }
        unsafe of(parent).note(list, of: X509_STORE_CTX_get_current_cert(context), below: parent)
        return unsafe libcryptosCheck(context, list)
    }

    /// Takes note of a list for a certificate on the path of a signer. A trust anchor is not revoked by lists.
    private func note(_ list: OpaquePointer?, of certificate: OpaquePointer?, below parent: OpaquePointer) {
        let depth = unsafe Int(X509_STORE_CTX_get_error_depth(parent))
        guard answers.indices.contains(depth), let list = unsafe list.flatMap({ unsafe lists[$0] }),
            let certificate = unsafe certificate.flatMap({ unsafe signers[$0] }), certificate != path.last
        else { return }
        answers[depth].ofSigners.append((certificate, list))
    }

    /// A list is valid for all certificates of one issuer and kind, or for none of them. What was found is not verified
    /// again for each leaf.
    private func consult(_ context: OpaquePointer?, _ list: OpaquePointer?) -> Int32 {
        let depth = unsafe Int(X509_STORE_CTX_get_error_depth(context))
        // A trust anchor is not revoked by lists.
        guard answers.indices.contains(depth), let known = unsafe list.flatMap({ unsafe lists[$0] }) else {
            return 1
        }
        answers[depth].consulted.append(known)
        let issuer = unsafe X509_STORE_CTX_get0_current_issuer(context)
        let issuers = Array(path.dropFirst(depth + 1))
        // Another signer's path depends on more.
        guard issuers.contains(where: { unsafe $0.pointer == issuer }) else {
            return unsafe Self.libcryptosCheck(context, list)
        }
        let judged = RevocationVerifier.Judged(list: known, issuers: issuers, kind: path[depth].kind)
        if let fault = verifier.outcomes[judged] {
            if let fault { note(fault, depth) }
            return 1
        }
        let isFirst = answers[depth].fault == nil
        let status = unsafe Self.libcryptosCheck(context, list)
        if status == 1, isFirst { verifier.outcomes.updateValue(answers[depth].fault, forKey: judged) }
        return status
    }

    /// A new context has the default function.
    private static let libcryptosCheck: @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32 = {
        let context = unsafe X509_STORE_CTX_new()
        defer { unsafe X509_STORE_CTX_free(context) }
        unsafe X509_STORE_CTX_init(context, nil, nil, nil)
        return unsafe X509_STORE_CTX_get_check_crl(context)
    }()

    private static func of(_ context: OpaquePointer?) -> Record {
        unsafe Unmanaged.fromOpaque(X509_STORE_CTX_get_ex_data(context, 0)).takeUnretainedValue()
    }

    private func note(_ fault: RevocationFault, _ depth: Int) {
        if answers.indices.contains(depth), answers[depth].fault == nil { answers[depth].fault = fault }
    }
}

extension RevocationFault {
    fileprivate var isOfLists: Bool {
        if case .other = self { false } else { true }
    }
}

extension Certificate {
    fileprivate var kind: RevocationVerifier.Judged.Kind {
        let flags = unsafe X509_get_extension_flags(pointer)
        return RevocationVerifier.Judged.Kind(
            isCA: flags & UInt32(EXFLAG_CA) != 0, hasFreshestList: flags & UInt32(EXFLAG_FRESHEST) != 0,
            points: extensions.filter { $0.oid == ExtensionID.crlDistributionPoints }.map(\.value))
    }
}
