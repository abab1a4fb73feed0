import Arguments
import JOSE
import JSON
import OpenSSL
import PKI
import Platforms
import Words

extension Topic {
    /// What files of others may cost, from the very table that is enforced.
    static let limits = Topic(
        name: "limits", synonyms: ["limit", "maximum", "sizes"],
        summary: "list the limits on files that come from others",
        sections: [
            Section(
                "Description",
                [
                    """
                    A file states its own number sizes and iteration counts, so even a small one can ask for hours of \
                    work. signet refuses what exceeds these limits before it computes \
                    anything. The exit status is 3, also for a file that is too large. Within the limits, a file takes \
                    at most five seconds of processor time. The exceptions are the largest set of keys, for which \
                    `signet key inspect` takes twelve, and the largest revocation list. A file cannot raise a limit; if a flag can, this page names it. The other \
                    limits are far above what files in use need, so they are fixed: a batch \
                    takes input of any length, and a file with too many certificates or lists can be divided.
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
                            2·N·r·p block operations counts. If a passphrase of a PKCS#12 must be tried in several \
                            encodings, each further attempt counts again. This allows every file that OpenSSL, Java, \
                            GnuTLS, macOS or Windows writes by default; GnuTLS has the largest, 4,200,000. It takes three \
                            seconds with SHA-256 and five with SHA-512. `--max-iterations` raises the limit.
                            """
                        ),
                        (
                            "\(Limits.scryptBytes >> 20) MiB for scrypt",
                            "OpenSSL refuses more itself; no flag raises it."
                        ),
                        ("\(Limits.macKeyBytes) bytes", "The keyLength of PBMAC1, at least 20 (RFC 9879)."),
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
                        [
                            "keys, sets of keys",
                            """
                            \(mebibytes(Limits.keyFileBytes)); a set: \(Limits.setPrivateKeys.grouped) private keys, of \
                            which an RSA key without its prime factors counts as \(Limits.privateKeyWithoutFactors)
                            """,
                        ],
                        [
                            "certificates",
                            """
                            \(mebibytes(Limits.certificateFileBytes)), \(Limits.certificates) certificates, \
                            \(Limits.elements) DER elements
                            """,
                        ],
                        ["certificate requests", mebibytes(Limits.requestFileBytes)],
                        ["certificate parameters", mebibytes(Limits.parametersFileBytes)],
                        [
                            "revocation lists",
                            "\(mebibytes(Limits.revocationListFileBytes)), \(Limits.certificates) lists",
                        ],
                        ["OCSP responses", mebibytes(Limits.responseFileBytes)],
                        [
                            "PKCS#12",
                            "\(mebibytes(Limits.pkcs12FileBytes)), \(Limits.bags) keys and certificates, \(Limits.bagDepth) bags inside each other",
                        ],
                        [
                            "tokens, SD-JWTs, claims, prototypes, payloads, lines of a batch",
                            mebibytes(CompactToken.maximumBytes),
                        ],
                        ["status lists", "\(mebibytes(StatusList.maximumBytes)), decompressed"],
                        ["profiles", "\(Profile.maximumBytes >> 10) KiB"],
                        ["the header of a token", "\(Header.maximumBytes >> 10) KiB"],
                        [
                            "JSON",
                            "\(mebibytes(JSONLimits.standard.maximumBytes)), \(JSONLimits.standard.maximumDepth) arrays and objects inside each other",
                        ],
                        ["enrolment responses", mebibytes(Nevis.maximumResponseBytes)],
                        ["enrolment links", "\(Nevis.maximumLinkBytes >> 10) KiB"],
                        [
                            "trust files, lists for `--issuer-allow` and `--subject-allow`",
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
                        Signatures are counted by what they cost. One of \(cheapSignatures) \
                        counts as 1, \(otherSignatures), of another curve as up to \
                        \(Limits.signatureCost), and of RSA of 16384 bits as 21. A certificate of more than 32 KiB \
                        counts more, because it takes longer to hash. If one signature counts more than \
                        \(Limits.signatureCost), such as that of an RSA key with an exponent of thousands of bits, it \
                        is not verified and counts as invalid.
                        """),
                    .paragraph(
                        """
                        For each leaf, `signet cert check` spends at most \(Limits.pathSignatures) on signatures, tries \
                        \(Limits.pathSteps) steps from a certificate to an issuer, checks \(Limits.paths) complete paths of \
                        up to \(Limits.pathCertificates) certificates, and makes \(Limits.nameComparisons) comparisons of \
                        names with constraints. A comparison counts once more for each 16 bytes of the constraint. The \
                        policies and mappings of all certificates of a path have at most \
                        \(Limits.policyBytes >> 10) KiB together. For revocation lists, at \
                        most \(Limits.listSigners) certificates besides those of the path may have signed one or be an \
                        issuer of its signer. An OCSP response has at most \(Limits.answers) answers about one certificate and \
                        \(Limits.responseCertificates) certificates, and a list \(Limits.sameSerialNumbers) entries with \
                        one serial number, \(Limits.listExtensions.grouped) extensions of its own and \
                        \(Limits.entryExtensions) of an entry. \
                        A leaf that requires more fails, and the report says so.
                        """),
                    .paragraph(
                        """
                        For each file, it spends at most \(Limits.fileSignatures) on signatures and compares \
                        \(Limits.fileComparisons) names to find issuers. That is enough for \(Limits.certificates) \
                        certificates of an issuer with an RSA key, or 2200 of one with a P-384 key. More is needed for \
                        larger files of such an issuer, which must be split, and for certificates that could all be \
                        issuers of each other by name. What exceeds it fails, and the report says so. For all leaves of \
                        a file together, it makes \(Limits.fileNameComparisons) comparisons of names with constraints, judges \
                        \(Limits.filePolicyBytes >> 20) MiB of policies and mappings, counted once \
                        for each certificate that they apply to, and \
                        considers \(Limits.fileListComparisons) revocation lists, counted once for each certificate. \
                        Comparing 1,000 pairs of names, of lists and of distribution points, counts as one more list. In lists that could \
                        only contradict these, it searches \(Limits.fileListSearches) times.
                        """),
                    .paragraph(
                        """
                        To put a chain in order, `signet pkcs12 pack`, `unpack` and `--x5c` compare at most \
                        \(Limits.pathSteps) pairs of certificates, and verify signatures that take as long as \
                        \(Limits.pathSignatures) of P-256.
                        """),
                ]),
        ],
        seeAlso: [
            "signet-key-inspect(1)", "signet-csr-create(1)", "signet-cert-check(1)",
            "signet-pkcs12-unpack(1)",
        ])

    private static let costs =
        Curve.allCases.map { ($0.rawValue, cost: $0.verificationCost) }
        + ByteKeyType.all.map { ($0.name, cost: $0.verificationCost) }

    /// Those that cost as much as one of P-256.
    private static let cheapSignatures =
        (costs.filter { $0.cost == 1 }.map(\.0) + ["RSA of up to 4096 bits"]).orList

    private static let otherSignatures = costs.filter { $0.cost > 1 }.sorted { $0.cost < $1.cost }.map {
        "of \($0) as \($1)"
    }.joined(separator: ", ")

    private static func mebibytes(_ count: Int) -> String { "\(count >> 20) MiB" }
}
