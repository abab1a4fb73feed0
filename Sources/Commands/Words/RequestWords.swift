import JSON
import OpenSSL
import PKI
import Platforms

extension Failure {
    init(request error: RequestError) {
        switch error {
        case .notARequest:
            self.init(
                .badInput, "not a certificate request", hint: "PEM, DER and base64 of PKCS#10 are recognised")
        case .otherPEM(let label):
            self.init(
                .badInput,
                "PEM of \(label.isEmpty ? "nothing" : label.printable), and no certificate request",
                hint: label == "CERTIFICATE" ? "signet cert inspect shows certificates" : nil)
        case .several(let count):
            self.init(.badInput, "\(count) requests in one file", hint: "give a file with one of them")
        case .malformed(let reason): self.init(.badInput, "malformed PKCS#10 (\(reason.printable))")
        case .trailingBytes: self.init(.badInput, "malformed PKCS#10: more bytes follow its end")
        case .malformedExtensions:
            self.init(.badInput, "malformed PKCS#10: the extensions that are asked for")
        case .severalExtensionLists(let count):
            self.init(.badInput, "malformed PKCS#10: expected one list of extensions, found \(count)")
        }
    }

    init(purposes error: PurposesError) {
        switch error {
        case .malformed(let name): self.init(.badInput, "the extension \(name.printable) is malformed")
        case .twice(let name): self.init(.badInput, "the extension \(name.printable) is there twice")
        case .empty(let name):
            self.init(
                .badInput, "it asks for the extension \(name.printable) with nothing in it",
                hint: "--san, --key-usage and --ext-key-usage give what is to be in the certificate instead")
        }
    }

    init(keyUsage conflict: KeyUsageConflict) {
        self.init(
            .badInput,
            "\(conflict.key.name) keys are not for \(conflict.usages.joined(separator: " and ")) (\(conflict.section))",
            hint: "--key-usage \(KeyUsage.usual(for: conflict.key).names.joined(separator: ","))")
    }

    init(issuer error: IssuerError) {
        switch error {
        case .keyDoesNotMatch: self.init(.badInput, "the CA's key is not the key of the CA's certificate")
        case .notACA:
            self.init(
                .badInput, "not a CA: its basicConstraints do not say so (RFC 5280 §4.2.1.9)",
                hint: "signet cert create --is-ca makes one")
        case .mayNotSign:
            self.init(.badInput, "its keyUsage does not allow keyCertSign (RFC 5280 §4.2.1.3)")
        case .impossiblePathLength:
            self.init(.badInput, "its basicConstraints have an impossible path length (RFC 5280 §4.2.1.9)")
        case .malformed(let name): self.init(.badInput, "its extension \(name.printable) is malformed")
        case .key(let error): self.init(key: error)
        case .library(let error): self.init(openSSL: error)
        }
    }

    init(parameters error: CertificateParametersError) {
        switch error {
        case .json(let error): self.init(.badInput, "malformed JSON: \(error.words)")
        case .notAnObject: self.init(.badInput, "certificate parameters are a JSON object")
        case .unknown(let members):
            let names = members.prefix(5).map(\.printable).joined(separator: ", ")
            self.init(
                .badInput, "unknown members: \(names)\(members.count > 5 ? ", …" : "")",
                hint: "--ignore-unknown passes over them")
        case .mistyped(let member, let expected):
            self.init(.badInput, "\(member.printable) is not \(expected)")
        case .value(let member, let expected):
            self.init(.badInput, "\(member.printable) has a value that is not known", hint: expected)
        case .conflict(let one, let other): self.init(.badInput, "\(one) and \(other) differ")
        case .signature(let algorithm, let kind):
            self.init(
                .badInput, "signatureAlgorithm \(algorithm) is not for keys of keyType \(kind.rawValue)",
                hint: "keyType is RSA unless it is given")
        }
    }
}
