import Arguments
import JOSE
import JSON
import OpenSSL
import PKI
import System
import Words

/// The changes that flags make to a header.
struct HeaderChanges {
    /// `--typ`: nil if it is not given.
    private let type: String?
    /// `--header` and `--header-json`, in order.
    private let members: [TypedMember]
    /// `x5c` and `x5t#S256`, made from the key's certificate.
    private var certificateMembers: [(name: MemberName, value: JSONValueText)] = []

    init(_ arguments: ParsedArguments) throws {
        type = arguments[JWTSign.type]
        members = arguments.members(JWTSign.header, JWTSign.headerJSON)
        var names: Set<String> = []
        for member in members where !names.insert(member.name).inserted {
            throw CommandError(.usage, "the header member \(member.name.quoted) is given twice")
        }
    }

    /// A header from the beginning.
    ///
    /// - Parameter standardType: `typ` if no flag gives another.
    func fresh(_ algorithm: Algorithm, _ keyID: String?, standardType: String?) -> JSONObjectText {
        var text = JSONObjectText(JSONObject([("alg", .string(algorithm.name))]))
        if let type = type ?? standardType, type != "none" { text.set("typ", to: .string(type)) }
        if let keyID { text.set("kid", to: .string(keyID)) }
        add(to: &text)
        return text
    }

    /// Changes a header that somebody else made.
    func apply(to text: inout JSONObjectText) {
        if type == "none" {
            text.remove("typ")
        } else if let type {
            text.set("typ", to: .string(type))
        }
        add(to: &text)
    }

    /// - Throws: if another flag sets the member too.
    mutating func add(_ name: MemberName, _ value: JSONValue) throws {
        if members.contains(where: { $0.name == name.text }) {
            throw CommandError(.usage, "the header member '\(name.text)' is given twice")
        }
        certificateMembers.append((name, JSONValueText(value)))
    }

    func addCertificates(to text: inout JSONObjectText) {
        for member in certificateMembers { text.set(member.name, to: member.value) }
    }

    private func add(to text: inout JSONObjectText) {
        addCertificates(to: &text)
        for member in members { text.set(MemberName(member.name), to: member.value) }
    }
}

extension HeaderChanges {
    /// Adds what `--x5c` and `--x5t` request.
    mutating func addCertificates(
        of key: Key, _ request: JWTSignRequest, _ inputs: InputFiles
    ) throws {
        if request.chain == nil, !request.writesCertificateThumbprint { return }
        guard let publicKey = key.material.publicKey else {
            throw CommandError(.usage, "an HMAC secret has no certificate").about(request.key.source)
        }
        let files = CertificateFiles(inputs, pkcs12: request.key.opening)
        let now = try request.clock.now()
        var chain: [Certificate] = []
        if let path = request.chain {
            chain = try files.chain(of: publicKey, in: path, at: now)
            if let file = request.certificate,
                try inputs.certificate(of: publicKey, at: request.key, file, for: "--cert") != chain[0]
            {
                throw CommandError(.badInput, "--x5c and --cert have different certificates of the key")
            }
            try add("x5c", .array(try chain.map { .string(Base64.encode(try $0.der)) }))
        }
        if request.writesCertificateThumbprint {
            let certificate =
                try chain.first
                ?? inputs.certificate(of: publicKey, at: request.key, request.certificate, for: "--x5t")
            try add("x5t#S256", .string(try certificate.sha256Thumbprint))
            if chain.isEmpty { chain = [certificate] }
        }
        // Verifiers do not need the root.
        let isRooted = chain.count > 1 && chain[chain.count - 1].isSelfIssued
        for member in isRooted ? chain.dropLast() : chain[...] {
            member.warnOfInvalidity(at: now, ", so verifiers may reject the tokens")
        }
    }
}
