import Arguments
import OpenSSL
import PKI
import Platforms

/// `--params`, and what becomes of it together with the other flags.
struct CSRParameters {
    /// Nil without the flag.
    let values: CertificateParameters?
    private let source: String

    init(_ arguments: ParsedArguments, _ inputs: InputFiles) throws {
        guard let path = arguments.value("params") else {
            values = nil
            source = ""
            return
        }
        let source = sourceName(path)
        self.source = source
        let text = try inputs.read(path, upTo: Limits.parametersFileBytes).withBytes { Array($0) }
        values = try saying({ (error: CertificateParametersError) in Failure(parameters: error).about(source)
        }) {
            () throws(CertificateParametersError) in
            try CertificateParameters(parsing: text, ignoringUnknown: arguments.has("ignore-unknown"))
        }
    }

    func subject(_ arguments: ParsedArguments) throws -> DistinguishedName {
        let given = try arguments.value("subject").map { (text) throws in
            try arguments.distinguishedName(text, in: "--subject")
        }
        guard let text = values?.subject else {
            guard let given else {
                throw Failure(
                    .usage,
                    "--subject DN is missing\(values == nil ? "" : ": the parameters have no subject")",
                    hint: "--subject CN=example.org")
            }
            return given
        }
        let wanted: DistinguishedName
        do {
            wanted = try arguments.distinguishedName(text, in: "\(source.printable): subject")
        } catch {
            let error = Failure(error)
            throw Failure(.badInput, error.message, hint: error.hint)
        }
        if let given, given != wanted {
            throw Failure(
                .badInput, "\(source.printable): --subject is not the subject that the parameters ask for",
                hint: "leave out --subject")
        }
        return wanted
    }

    /// What the flags ask for, and where they do not say, the parameters.
    func purposes(_ arguments: ParsedArguments) throws -> Purposes {
        var purposes = Purposes(
            names: try PurposeFlags.names(arguments),
            keyUsage: try PurposeFlags.keyUsage(arguments) ?? values?.keyUsage,
            extendedKeyUsage: try PurposeFlags.extendedKeyUsage(arguments) ?? values?.extendedKeyUsage)
        guard let values else { return purposes }
        let asked =
            values.emailAddresses.map { ("subjectAltNamesRfc822", "email:\($0)") }
            + values.hosts.map { ("subjectAltNamesDNS", "dns:\($0)") }
        var names: [GeneralName] = []
        for (member, text) in asked {
            do {
                names.append(try GeneralName(parsing: text))
            } catch {
                let failure = Failure(alternativeName: error, text, in: "\(source.printable): \(member)")
                throw Failure(.badInput, failure.message, hint: failure.hint)
            }
        }
        purposes.names = (names + purposes.names).withoutDuplicates()
        return purposes
    }

    /// Where neither flags nor parameters say what for: what is known to work with the server.
    func addUsualPurposes(for key: KeyType, to purposes: inout Purposes) throws {
        guard values != nil else { return }
        purposes.keyUsage = purposes.keyUsage ?? .usual(for: key)
        purposes.extendedKeyUsage =
            purposes.extendedKeyUsage ?? CertificateParameters.usualExtendedKeyUsage
    }

    /// The key that the parameters ask for, to be made.
    func newKey() throws -> KeyType {
        guard let specification = values?.keySpecification else {
            throw Failure(.usage, "--new-key SPEC is missing", hint: "--new-key rsa:2048")
        }
        if case .rsa(let bits) = specification, bits > Limits.requestedRSABits {
            throw Failure(
                .badInput,
                "\(source.printable): keySize must be at most \(Limits.requestedRSABits) for a new RSA key, not \(bits)",
                hint: "--new-key rsa:\(bits) makes one of that size")
        }
        return specification
    }

    /// Refuses a key usage that the standards forbid with the key.
    func check(_ usage: KeyUsage, for key: KeyType, _ arguments: ParsedArguments) throws {
        do {
            try usage.check(for: key)
        } catch {
            let failure = Failure(keyUsage: error)
            throw arguments.has("key-usage")
                ? failure : Failure(.badInput, "\(source.printable): keyUsage: \(failure.message)")
        }
    }

    func check(_ key: KeyType) throws {
        guard let values, !values.accept(key) else { return }
        let size = values.keySize.map { " with \($0) bits" } ?? ""
        throw Failure(
            .badInput,
            "\(source.printable): the parameters ask for \((values.keyKind ?? .rsa).rawValue)\(size), and the key is \(key.description)",
            hint: "leave out --key and --new-key, and --key-out gets a key as they ask for")
    }

    func check(_ request: Request, _ arguments: ParsedArguments) throws {
        let member = try saying(Failure.init(request:)) { () throws(RequestError) in
            try values?.disagreement(with: request)
        }
        guard let member else { return }
        let flags = ["key-usage", "ext-key-usage", "digest"].filter(arguments.has).map { "--\($0)" }
        throw Failure(
            .badInput, "\(source.printable): the request does not agree with \(member) of the parameters",
            hint: flags.isEmpty ? nil : "leave out \(flags.joined(separator: " or "))")
    }

    static let section = Section(
        "CERTIFICATE PARAMETERS",
        [
            """
            `--params FILE` reads a JSON object, such as a Secure Login Server's answer boils down to. Every member may be \
            missing; one that is not known is an error, unless `--ignore-unknown` is given.
            """,
            .definitions(CertificateParameters.Member.allCases.map { ($0.rawValue, $0.meaning) }),
            .verbatim(
                """
                {"subject": "CN=JDO", "keyType": "RSA", "keySize": 2048, "signatureAlgorithm": "SHA256withRSA",
                 "subjectAltNamesRfc822": "jo@example.org", "keyUsage": ["digitalSignature", "keyEncipherment"],
                 "extendedKeyUsage": ["clientAuth"]}
                """),
            """
            Where neither they nor a flag say so, the request asks for what is known to work with SAP's server: key usage \
            `digitalSignature` and `keyEncipherment` (EC and Ed25519: `digitalSignature`), extended key usage `clientAuth`. \
            An empty array asks for none. Names of `--san` are added to theirs. A key of another type or size, another subject, or a flag that makes \
            the request disagree with them is refused.
            """,
        ])
}

extension KeyType {
    /// For people: `RSA with 2048 bits`, `EC P-256`.
    var description: String {
        switch self {
        case .rsa(let bits): "RSA with \(bits) bits"
        case .ec(let curve): "EC \(curve.rawValue)"
        case .ed25519, .ed448: name
        }
    }
}
