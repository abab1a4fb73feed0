import OpenSSL
import PKI
import Platforms
import Words

/// The file of `--params`, and what it requires of a request.
struct CSRParameters {
    let values: CertificateParameters
    private let source: String

    init(at path: String, ignoringUnknown: Bool, _ inputs: InputFiles) throws {
        values = try inputs.decode(path, upTo: Limits.parametersFileBytes, as: .parameters) { bytes in
            try CertificateParameters(
                parsing: bytes.withBytes { Array($0) }, ignoringUnknown: ignoringUnknown)
        }
        source = sourceName(path)
        let texts =
            [("subject", values.subject ?? "")]
            + values.emailAddresses.map { ("subjectAltNamesRfc822", $0) }
            + values.hosts.map { ("subjectAltNamesDNS", $0) }
        for (member, text) in texts {
            if let gap = Program.gap(in: Array(text.utf8).span) {
                Console.warn("\(source): \(member) \(gap)")
            }
        }
    }

    /// The subject that they require, if any.
    ///
    /// - Parameter given: refused if it is another one.
    func subject(besides given: DistinguishedName?) throws -> DistinguishedName? {
        guard let text = values.subject else { return nil }
        let wanted = try about("\(source): subject") { try DistinguishedName(parsing: text) }
        if let warning = try wanted.formWarning { Console.warn("\(source): subject: \(warning)") }
        if let given, given != wanted {
            throw CommandError(
                .badInput, "--subject does not match the subject of the parameters",
                hint: "leave out --subject"
            ).about(source)
        }
        return wanted
    }

    /// What they require, with the names that are given besides; usages that are given override theirs.
    func purposes(adding given: Purposes) throws -> Purposes {
        let members =
            values.emailAddresses.map { ("subjectAltNamesRfc822", "email:\($0)") }
            + values.hosts.map { ("subjectAltNamesDNS", "dns:\($0)") }
        let names: [GeneralName] = try members.map { member, text in
            try about("\(source): \(member)") { try GeneralName(parsing: text) }
        }
        return Purposes(
            names: (names + given.names).withoutDuplicates(),
            keyUsage: given.keyUsage ?? values.keyUsage,
            extendedKeyUsage: given.extendedKeyUsage ?? values.extendedKeyUsage)
    }

    /// What works with the server, if neither flags nor parameters name usages.
    static func addUsualPurposes(for key: KeyType, to purposes: inout Purposes) {
        purposes.keyUsage = purposes.keyUsage ?? .usual(for: key)
        purposes.extendedKeyUsage = purposes.extendedKeyUsage ?? CertificateParameters.usualExtendedKeyUsage
    }

    /// The key that they require, to be made.
    func newKey() throws -> KeyType? {
        if case .rsa(let bits) = values.keySpecification, bits > Limits.requestedRSABits {
            throw CommandError(
                .badInput,
                "keySize must be at most \(Limits.requestedRSABits) for a new RSA key, not \(bits)",
                hint: "use --new-key rsa:\(bits)"
            ).about(source)
        }
        return values.keySpecification
    }

    /// Refuses a key usage of theirs that the standards forbid with the key.
    func check(_ usage: KeyUsage, for key: KeyType) throws {
        do {
            try usage.check(for: key)
        } catch {
            // Without the hint: the --key-usage in it would contradict the parameters.
            throw CommandError(.badInput, CommandError(error).message).about("\(source): keyUsage")
        }
    }

    func check(_ key: KeyType) throws {
        guard !values.accept(key) else { return }
        let size = values.keySize.map { " with \($0) bits" } ?? ""
        throw CommandError(
            .badInput,
            "the parameters require \((values.keyKind ?? .rsa).rawValue)\(size), but the key is \(key.description)",
            hint: "leave out --key and --new-key: --key-out alone makes a key that matches the parameters"
        ).about(source)
    }

    /// Refuses a request that does not match them.
    func check(_ made: CertificateRequest, _ request: CSRCreateRequest) throws {
        guard let member = try values.disagreement(with: made) else { return }
        let flags = [
            request.purposes.keyUsage.map { _ in "--key-usage" },
            request.purposes.extendedKeyUsage.map { _ in "--ext-key-usage" },
            request.digest.map { _ in "--digest" },
        ].compactMap { $0 }
        throw CommandError(
            .badInput, "the request does not match \(member) of the parameters",
            hint: flags.isEmpty ? nil : "leave out \(flags.orList)"
        ).about(source)
    }
}

extension KeyType {
    /// For people: `RSA with 2048 bits`, `EC P-256`.
    var description: String {
        switch self {
        case .rsa(let bits), .rsaPSS(let bits, _): "\(name) with \(bits) bits"
        case .ec(let curve): "EC \(curve.rawValue)"
        case .bytes: name
        }
    }
}
