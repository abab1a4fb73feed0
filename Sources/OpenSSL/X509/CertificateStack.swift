internal import COpenSSL

/// libcrypto's list of certificates. It shares them with their owners.
final class CertificateStack {
    let pointer: OpaquePointer

    init(_ certificates: [Certificate]) throws(OpenSSLError) {
        unsafe pointer = try unsafe check(signet_X509_stack(), "sk_X509_new")
        for certificate in certificates {
            guard unsafe signet_X509_push(pointer, certificate.pointer) > 0 else {
                throw .taken("sk_X509_push")
            }
            unsafe X509_up_ref(certificate.pointer)
        }
    }

    deinit { unsafe signet_X509_free_all(pointer) }
}
