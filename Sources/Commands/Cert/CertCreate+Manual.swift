import Arguments

extension CertCreate {
    static let contentsSection = Section(
        "CONTENTS OF THE CERTIFICATE",
        [
            .table([
                ["", "a leaf", "a CA (`--is-ca`)"],
                ["basicConstraints", "critical, CA:FALSE", "critical, CA:TRUE, the path length if given"],
                [
                    "keyUsage", "critical: digitalSignature, for RSA also keyEncipherment",
                    "critical: keyCertSign, cRLSign",
                ],
                [
                    "extendedKeyUsage",
                    "serverAuth if it has `dns:` or `ip:` names, otherwise none; critical if it is timeStamping alone (RFC 3161 §2.3)",
                    "none",
                ],
                ["subjectAltName", "from `--san` or the request", "the same"],
                [
                    "subjectKeyIdentifier", "SHA-1 of the key's bits (RFC 5280 §4.2.1.2, method 1)",
                    "the same",
                ],
                [
                    "authorityKeyIdentifier", "the CA's subjectKeyIdentifier; none if self-signed",
                    "the same",
                ],
            ]),
            """
            `--key-usage` and `--ext-key-usage` replace the defaults. A CA must have keyCertSign, and nothing else may \
            have it (RFC 5280 §4.2.1.9). Browsers look for host names only in the alternative names, never in the subject.
            """,
            """
            The version is always 3. The serial number comes from OpenSSL's random generator: 159 bits, positive, at most \
            20 octets. Times are UTCTime until 2049 and GeneralizedTime after that. signet warns if a certificate would \
            outlive its CA, because it stops working when the CA expires. It also warns of every check that the \
            certificate fails with this CA as its trust anchor, such as name constraints, a path length, or an unknown \
            critical extension of the CA. If the certificate has `serverAuth` or `clientAuth`, it is checked for that \
            purpose: see signet-cert-check(1).
            """,
        ])
}
