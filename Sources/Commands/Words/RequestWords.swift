import JSON
import OpenSSL
import PKI
import Platforms

extension Failure {
    init(request error: RequestError) {
        switch error {
        case .notARequest:
            self.init(
                .badInput, "expected a certificate request, found something else",
                hint: "use PKCS#10 in PEM, DER or base64")
        case .otherPEM(let label):
            self.init(
                .badInput,
                "expected a certificate request, found the PEM label '\(label.printable)'",
                hint: label == "CERTIFICATE" ? "use signet cert inspect" : nil)
        case .several(let count):
            self.init(.badInput, "expected one certificate request, found \(count)", hint: "split the file")
        case .malformed(let reason): self.init(.badInput, "malformed PKCS#10 (\(reason.printable))")
        case .trailingBytes: self.init(.badInput, "malformed PKCS#10: more bytes follow its end")
        case .malformedExtensions:
            self.init(.badInput, "malformed PKCS#10: the requested extensions are malformed")
        case .severalExtensionLists(let count):
            self.init(.badInput, "malformed PKCS#10: expected one list of extensions, found \(count)")
        }
    }

    init(purposes error: PurposesError) {
        switch error {
        case .malformed(let name): self.init(.badInput, "the extension \(name.printable) is malformed")
        case .twice(let name): self.init(.badInput, "the extension \(name.printable) is repeated")
        case .empty(let name):
            self.init(
                .badInput, "the extension \(name.printable) is empty",
                hint: "use --san, --key-usage or --ext-key-usage to replace it")
        }
    }

    init(keyUsage conflict: KeyUsageConflict) {
        self.init(
            .badInput,
            "\(conflict.key.name) keys cannot have the key usage \(conflict.usages.joined(separator: " and ")) (\(conflict.section))",
            hint: "use --key-usage \(KeyUsage.usual(for: conflict.key).names.joined(separator: ","))")
    }

    init(revocation refusal: RevocationDraft.Refusal) {
        switch refusal {
        case .notOnHold(let serialNumber):
            self.init(
                .badInput,
                "removeFromCRL requires a certificate on hold, but \(SerialNumber.text(serialNumber)) is not (RFC 5280 §5.3.1)"
            )
        }
    }

    init(issuer error: IssuerError) {
        switch error {
        case .keyDoesNotMatch: self.init(.badInput, "the CA's key does not match the CA's certificate")
        case .notACA:
            self.init(
                .badInput,
                "expected a CA, found a certificate without CA:TRUE in basicConstraints (RFC 5280 §4.2.1.9)",
                hint: "make one with signet cert create --is-ca")
        case .mayNotSign(let usage):
            self.init(
                .badInput,
                "the keyUsage of the CA lacks \(usage.names.joined(separator: " and ")) (RFC 5280 §4.2.1.3)")
        case .impossiblePathLength:
            self.init(
                .badInput, "the basicConstraints of the CA have an impossible path length (RFC 5280 §4.2.1.9)"
            )
        case .emptyRelativeName:
            self.init(
                .badInput,
                "the subject of the CA has a RelativeDistinguishedName without attributes (RFC 5280 §4.1.2.4)"
            )
        case .malformed(let name):
            self.init(.badInput, "the extension \(name.printable) of the CA is malformed")
        case .key(let error): self.init(key: error)
        case .library(let error): self.init(openSSL: error)
        }
    }

    init(parameters error: CertificateParametersError) {
        switch error {
        case .json(let error): self.init(.badInput, "malformed JSON: \(error.words)")
        case .notAnObject:
            self.init(.badInput, "expected certificate parameters as a JSON object, found another JSON value")
        case .failedLogIn(let status): self.init(.badInput, "the log-in failed: status is \(status.quoted)")
        case .noKnownMember:
            self.init(
                .badInput,
                "expected certificate parameters, found JSON without any of their members",
                hint: "see CERTIFICATE PARAMETERS in signet csr create --help")
        case .unknown(let members):
            let names = members.prefix(5).map(\.printable).joined(separator: ", ")
            self.init(
                .badInput, "unknown members: \(names)\(members.count > 5 ? ", …" : "")",
                hint: "use --ignore-unknown to ignore them")
        case .mistyped(let member, let expected):
            self.init(.badInput, "\(member.printable) must be \(expected.words)")
        case .value(let member, let expected):
            self.init(.badInput, "\(member.printable): unknown value; expected \(expected.words)")
        case .conflict(let one, let other): self.init(.badInput, "\(one) and \(other) differ")
        case .signature(let algorithm, let kind):
            self.init(
                .badInput, "signatureAlgorithm \(algorithm) cannot be used with keyType \(kind.rawValue)",
                hint: "set keyType; the default is RSA")
        }
    }
}

extension CertificateParametersError.MemberType {
    fileprivate var words: String {
        switch self {
        case .string: "a string"
        case .strings: "an array of strings"
        case .stringOrStrings: "a string or an array of strings"
        case .wholeNumber: "a whole number"
        case .object: "an object"
        }
    }
}

extension CertificateParametersError.Values {
    fileprivate var words: String {
        switch self {
        case .oneOf(let values): values.orList
        case .keySize(.rsa): "a multiple of 8 from 2048 to 16384 for RSA"
        case .keySize(.ec): "256, 384 or 521 for EC"
        case .keySize(.ed25519): "256 or none for Ed25519"
        case .extendedKeyUsage: "a name such as clientAuth, or an OID such as 1.3.6.1.5.5.7.3.2"
        }
    }
}

extension CertificateParameters.Member {
    /// What the member is, for the manual.
    var meaning: String {
        switch self {
        case .subject: "the subject, in RFC 4514 form"
        case .keyType: "`RSA`, `EC` (or `ECDSA`) or `Ed25519`; the default is `RSA`"
        case .keySize:
            "bits of the key, as a number or a string: 2048 to 16384 for RSA, 256, 384 or 521 for EC. If it is missing, a new key has 2048 or 256"
        case .signatureAlgorithm:
            "`SHA256withRSA`, `SHA384withRSA`, `SHA512withRSA`, the same with `ECDSA`, or `Ed25519`; OpenSSL's names (`sha256WithRSAEncryption`, `ecdsa-with-SHA256`) too"
        case .emailAddresses: "email addresses: a comma-separated list, or an array"
        case .hosts: "host names: a comma-separated list, or an array"
        case .keyUsage: "an array of the names that `--key-usage` accepts"
        case .extendedKeyUsage: "an array of the names or OIDs that `--ext-key-usage` accepts"
        case .clientKeySize: "the same as `keySize`"
        }
    }
}

extension [String] {
    /// `a, b or c`.
    var orList: String { list("or") }

    /// `a, b and c`.
    var andList: String { list("and") }

    private func list(_ conjunction: String) -> String {
        count < 2 ? joined() : dropLast().joined(separator: ", ") + " \(conjunction) " + self[count - 1]
    }
}

extension ExtendedKeyUsage {
    /// What it is for, in a few words.
    var meaning: String {
        switch self {
        case .serverAuth: "TLS server"
        case .clientAuth: "TLS client"
        case .codeSigning: "signing programs"
        case .emailProtection: "S/MIME"
        case .timeStamping: "time stamps (RFC 3161)"
        case .ocspSigning: "OCSP responses (RFC 6960)"
        case .smartcardLogon: "Windows logon; also msSmartcardLogin"
        case .ipsecIKE: "IPsec (RFC 4945)"
        case .documentSigning: "signing documents (RFC 9336)"
        case .pkInitClient: "Kerberos client (RFC 4556)"
        case .pkInitKDC: "Kerberos KDC (RFC 4556)"
        case .any: "anything"
        }
    }
}
