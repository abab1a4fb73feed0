internal import COpenSSL

/// Where the trust anchors of the system are.
package enum SystemRoots {
    /// Paths of files, of which not all exist: libcrypto's own first, then those of distributions.
    package static var files: [String] {
        let own = unsafe X509_get_default_cert_file().map { unsafe String(cString: $0) }
        return [own].compactMap { $0 } + [
            "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
        ]
    }
}
