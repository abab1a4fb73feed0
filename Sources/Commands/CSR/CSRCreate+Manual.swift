import Arguments
import Platforms

extension CSRCreate {
    static let parametersSection = Section(
        "CERTIFICATE PARAMETERS",
        [
            """
            `--params FILE` reads a JSON object, for example one made from the response of a Secure Login Server. Every \
            member is optional. An unknown member is an error unless `--ignore-unknown` is given; even then, one member \
            must be known. The answer to a log-in that failed (its `status` says error, failed or denied) is refused.
            """,
            .definitions(CertificateParameters.Member.allCases.map { ($0.rawValue, $0.meaning) }),
            .verbatim(
                """
                {"subject": "CN=JDO", "keyType": "RSA", "keySize": 2048, "signatureAlgorithm": "SHA256withRSA",
                 "subjectAltNamesRfc822": "jo@example.org", "keyUsage": ["digitalSignature", "keyEncipherment"],
                 "extendedKeyUsage": ["clientAuth"]}
                """),
            """
            If neither the parameters nor the flags name usages, the request contains those that are known to work with \
            SAP's server: key usage `digitalSignature` and `keyEncipherment` (EC and Ed25519: `digitalSignature`), \
            extended key usage `clientAuth`. An empty array stands for no usage.
            """,
            """
            Names from `--san` are added to those of the parameters. A key of another type or size, another subject, and \
            flags that contradict the parameters are refused.
            """,
        ])
}
