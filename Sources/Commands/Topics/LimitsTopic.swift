import Arguments
import JOSE
import JSON
import OpenSSL
import PKI
import Platforms

extension Topic {
    /// What files of others may cost, from the very table that is enforced.
    static let limits = Topic(
        name: "limits",
        summary: "list the limits on files that come from others",
        sections: [
            Section(
                "Description",
                [
                    """
                    A file specifies how large its numbers are and how often something is computed, so even a small \
                    one can ask for hours of work. signet refuses what exceeds these limits before it computes \
                    anything. The exit status is 3, also for a file that is too large. A file cannot raise a limit; if \
                    a flag can, the table names it.
                    """
                ]),
            Section(
                "Passphrases",
                [
                    .definitions([
                        (
                            "\(Limits.iterations) iterations",
                            """
                            All key derivations of one file together: PBKDF2, PKCS#12 and its MAC, PBMAC1, PKCS#5 1.5. \
                            An iteration counts once for each block of the derived key; for scrypt, each of its \
                            2·N·r·p block operations counts. `--max-iterations` raises the limit. If a \
                            passphrase of a PKCS#12 must be tried in several encodings, each further attempt \
                            counts again.
                            """
                        ),
                        (
                            "\(Limits.scryptBytes >> 20) MiB for scrypt",
                            "OpenSSL's own limit; no flag raises it."
                        ),
                        ("\(Limits.macKeyBytes) bytes", "The keyLength of PBMAC1, at least 20 (RFC 9579)."),
                        ("\(Limits.passphraseBytes >> 10) KiB", "A passphrase."),
                    ])
                ]),
            Section(
                "RSA",
                [
                    .definitions([
                        (
                            "\(RSAKeyRules.minimumBits) to \(Limits.rsaBits) bits",
                            """
                            A key that signs or verifies a token, or that is used in a request or a certificate.
                            """
                        ),
                        (
                            "\(Limits.rsaExponentBits) bits",
                            "Its public exponent; \(Limits.rsaExponentBitsOfLargeKeys) bits with a key of more than 3072."
                        ),
                        (
                            "\(Limits.rsaBitsWithoutFactors) bits",
                            "A private JWK without its prime factors, which must be computed."
                        ),
                        (
                            "\(Limits.requestedRSABits) bits",
                            """
                            A key that `signet csr create --params` generates because the parameters ask for it. \
                            `--new-key` raises the limit.
                            """
                        ),
                    ])
                ]),
            Section(
                "Files",
                [
                    .table([
                        ["", "at most"],
                        ["keys, sets of keys", mebibytes(Limits.keyFileBytes)],
                        ["certificates", mebibytes(Limits.certificateFileBytes)],
                        ["certificate requests", mebibytes(Limits.requestFileBytes)],
                        ["certificate parameters", mebibytes(Limits.parametersFileBytes)],
                        ["revocation lists", mebibytes(Limits.revocationListFileBytes)],
                        ["OCSP responses", mebibytes(Limits.responseFileBytes)],
                        [
                            "PKCS#12",
                            "\(mebibytes(Limits.pkcs12FileBytes)), \(Limits.bags) keys and certificates, \(Limits.bagDepth) bags inside each other",
                        ],
                        [
                            "tokens, claims, prototypes, payloads, lines of a batch",
                            mebibytes(CompactToken.maximumBytes),
                        ],
                        ["the header of a token", "\(Header.maximumBytes >> 10) KiB"],
                        [
                            "JSON",
                            "\(mebibytes(JSONLimits.standard.maximumBytes)), \(JSONLimits.standard.maximumDepth) arrays and objects inside each other",
                        ],
                        ["enrolment responses", mebibytes(Nevis.maximumResponseBytes)],
                        ["enrolment links", "\(Nevis.maximumLinkBytes >> 10) KiB"],
                        [
                            "lists for `--issuer-allow` and `--subject-allow`",
                            mebibytes(Limits.allowListBytes),
                        ],
                        ["an extension of a certificate", mebibytes(ExtensionContents.maximumBytes)],
                        ["the text of a name", "\(DistinguishedName.maximumTextBytes >> 10) KiB"],
                    ])
                ]),
            Section(
                "Certificate paths",
                [
                    .paragraph(
                        """
                        For each leaf, `signet cert check` verifies at most \(Limits.pathSignatures) signatures, tries \
                        \(Limits.pathSteps) steps from a certificate to an issuer, checks \(Limits.paths) complete paths of \
                        up to \(Limits.pathCertificates) certificates, and compares \(Limits.nameComparisons) names with \
                        constraints. The policies of a certificate, and its mappings, have at most \
                        \(Limits.policyBytes >> 10) KiB. A signature by an RSA key of unusual size counts as several. For revocation lists, at \
                        most \(Limits.listSigners) certificates besides those of the path may have signed one or be an \
                        issuer of its signer. A leaf that requires more fails, and the report says so. All \
                        leaves of one file together have \(Limits.file.signatures) signatures and \
                        \(Limits.perCertificateOfFile.signatures) more for each certificate of the file, and \
                        \(Limits.file.comparisons) comparisons of issuers and \
                        \(Limits.perCertificateOfFile.comparisons) more for each certificate. If a key takes about \
                        \(Limits.signatureCost) milliseconds or more for one signature, such as an RSA key with an \
                        exponent of thousands of bits, its signatures are not verified and count as invalid. \
                        `signet pkcs12 pack` and `unpack` compare at most \(Limits.pathSteps) pairs of certificates to put a chain in order.
                        """)
                ]),
        ],
        seeAlso: [
            "signet-key-inspect(1)", "signet-csr-create(1)", "signet-cert-check(1)",
            "signet-pkcs12-unpack(1)",
        ])

    private static func mebibytes(_ count: Int) -> String { "\(count >> 20) MiB" }
}
