internal import COpenSSL

extension PKCS12MAC {
    /// Adds a MAC to a file that has its contents.
    static func add(
        to file: OpaquePointer, _ passphrase: Secret?, _ algorithms: PKCS12Algorithms
    ) throws {
        let digest: OpaquePointer?
        switch algorithms.mac {
        case .sha1: unsafe digest = EVP_sha1()
        case .sha256: unsafe digest = EVP_sha256()
        case .pbmac1: return try unsafe addPBMAC1(to: file, passphrase, algorithms)
        }
        let status = unsafe withCharacters(of: passphrase) { start, count in
            unsafe PKCS12_set_mac(
                file, start, count, nil, algorithms.saltByteCount, algorithms.iterations, digest)
        }
        try check(status, "PKCS12_set_mac")
    }

    /// libcrypto has a call for PBMAC1 since 3.4 only. Its parts are older: the parameters are put in the place of those
    /// of the older MAC, and the code is computed as it is when the file is read.
    private static func addPBMAC1(
        to file: OpaquePointer, _ passphrase: Secret?, _ algorithms: PKCS12Algorithms
    ) throws {
        // Nobody reads the salt and the iterations beside the algorithm (RFC 9879 §4), but the salt must be there.
        var unused = Array("NOT USED".utf8)
        try unsafe check(
            PKCS12_setup_mac(file, 1, &unused, Int32(unused.count), EVP_sha256()), "PKCS12_setup_mac")
        var algorithm: UnsafePointer<X509_ALGOR>?
        unsafe PKCS12_get0_mac(nil, &algorithm, nil, nil, file)
        let parameters = try unsafe pbmac1Parameters(algorithms)
        // It is a part of the file, which is not shared.
        let status = unsafe X509_ALGOR_set0(
            UnsafeMutablePointer(mutating: algorithm), OBJ_nid2obj(NID_pbmac1), V_ASN1_SEQUENCE,
            UnsafeMutableRawPointer(parameters))
        if status != 1 { unsafe ASN1_STRING_free(parameters) }
        try check(status, "X509_ALGOR_set0")
        let read = try unsafe serialize { unsafe i2d_PKCS12(file, $0) }.withBytes { try PFX.decode($0) }
        guard let mac = read.mac else { throw malformedPKCS12("no MAC") }
        let encoding = passphrase.map { PassphraseEncoding.candidates(for: $0)[0] } ?? .absent
        let code = try mac.code(of: read.authenticated, mac.passphrases(encoding)[0])
        var place: UnsafePointer<ASN1_OCTET_STRING>?
        unsafe PKCS12_get0_mac(&place, nil, nil, nil, file)
        try unsafe check(
            ASN1_OCTET_STRING_set(UnsafeMutablePointer(mutating: place), code, Int32(code.count)),
            "ASN1_OCTET_STRING_set")
    }

    /// The DER of PBMAC1-params (RFC 8018 §A.5), as the contents of an ASN.1 value.
    private static func pbmac1Parameters(
        _ algorithms: PKCS12Algorithms
    ) throws(OpenSSLError) -> UnsafeMutablePointer<ASN1_STRING> {
        let parameters = try unsafe check(PBE2PARAM_new(), "PBE2PARAM_new")
        defer { unsafe PBE2PARAM_free(parameters) }
        let derivation = try unsafe check(
            PKCS5_pbkdf2_set(
                algorithms.iterations, nil, algorithms.saltByteCount, NID_hmacWithSHA256,
                EVP_MD_get_size(EVP_sha256())),
            "PKCS5_pbkdf2_set")
        unsafe X509_ALGOR_free(parameters.pointee.keyfunc)
        unsafe parameters.pointee.keyfunc = derivation
        try unsafe check(
            X509_ALGOR_set0(
                parameters.pointee.encryption, OBJ_nid2obj(NID_hmacWithSHA256), V_ASN1_NULL, nil),
            "X509_ALGOR_set0")
        let der = try unsafe encoding("i2d_PBE2PARAM") { unsafe i2d_PBE2PARAM(parameters, $0) }
        return try unsafe asn1String(V_ASN1_SEQUENCE, der)
    }
}
