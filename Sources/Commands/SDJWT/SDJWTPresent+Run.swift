import Arguments
import JOSE
import JSON
import OpenSSL
import System
import Words

extension SDJWTPresent {
    static func run(_ request: SDJWTPresentRequest) throws -> ExitStatus {
        let inputs = InputFiles()
        let holder = try request.binding.map { try Holder($0, inputs) }
        inputs.forgetSecrets()
        if let batch = request.batch { return try runBatch(request, holder, batch, inputs) }
        var presenting = try Presenting(request, holder, .openSSL)
        let input = try TokenInput(request.input, inputs, .selectiveToken)
        try input.refuseEmpty()
        var presentation: [UInt8] = []
        try input.about {
            if input.hasSeveralLines {
                throw CommandError(.badInput, TokenInput.severalLines, hint: TokenInput.batchHint)
            }
            try presenting.process(input.trimmed.span, into: &presentation)
        }
        try request.output.write(Outputs.Content(line: presentation), inputs)
        return .success
    }

    private static func runBatch(
        _ request: SDJWTPresentRequest, _ holder: Holder?, _ batch: BatchRequest, _ inputs: InputFiles
    ) throws -> ExitStatus {
        let backend =
            try holder.map { try SignatureBackend.make(batch.engine, $0.signing) } ?? .openSSL
        let run = BatchRun(batch, .presenting, isSerial: holder?.signing.key.material.staysInStore ?? false)
        return try run.run(
            inputs, holder.map { LineCost($0.signing.algorithm, backend) } ?? .low, backend,
            isJSON: request.isJSON,
            .string
        ) { try Presenting(request, holder, backend) }
    }
}

/// Who proves to hold an SD-JWT.
struct Holder: Sendable {
    let signing: SigningKey
    let audience: String
    let nonce: String
    /// To find the key in `cnf`.
    let thumbprint: String
    private let source: String

    init(_ binding: SDJWTPresentRequest.Binding, _ inputs: InputFiles) throws {
        let loaded = try inputs.key(at: binding.key)
        let key = try loaded.key(id: binding.key.id, binding.key.source)
        try loaded.refusePublic(key, binding.key.source)
        source = binding.key.source
        thumbprint = try key.thumbprint()
        audience = binding.audience
        nonce = binding.nonce
        guard key.material.publicKey != nil, let algorithm = binding.algorithm ?? key.defaultAlgorithm else {
            throw CommandError(.badInput, "\(source.printable): a secret cannot prove who holds a token")
        }
        signing = try about(source) { try SigningKey(key, algorithm) }
    }

    func signer(_ backend: SignatureBackend) throws -> TokenSigner {
        try about(source) { try signing.signer(backend) }
    }
}

/// Makes presentations of SD-JWTs, one after the other (RFC 9901 §7.2).
struct Presenting: ~Copyable, LineProcessor {
    private let hidden: [String]
    private let holder: Holder?
    private let clock: Clock
    /// With a holder.
    private var signer: TokenSigner?
    private let encodedHeader: [UInt8]
    let groupSize: Int
    /// Of the group that was begun, without the holder's proofs.
    private var presentations: [[UInt8]] = []

    init(_ request: SDJWTPresentRequest, _ holder: Holder?, _ backend: SignatureBackend) throws {
        hidden = request.hidden
        self.holder = holder
        clock = request.clock
        encodedHeader =
            holder.map {
                let header = JSONObject([
                    ("alg", .string($0.signing.algorithm.name)), ("typ", .string("kb+jwt")),
                ])
                return Base64URL.encode(JSONWriter.bytes(.object(header)))
            } ?? []
        if let holder {
            let signer = try holder.signer(backend)
            groupSize = signer.groupSize
            self.signer = consume signer
        } else {
            groupSize = 1
            signer = nil
        }
    }

    mutating func beginGroup() { presentations.removeAll(keepingCapacity: true) }

    mutating func begin(_ line: Span<UInt8>) throws {
        let text = line.extracting(line.trimmed)
        let parts: SDJWT
        do {
            parts = try SDJWT(parsing: text)
        } catch {
            throw SigningError(.malformed, error.message)
        }
        if parts.keyBinding != nil {
            throw SigningError(.disclosure, "the SD-JWT has a key binding already")
        }
        let payload = try Self.payload(of: text.extracting(parts.token))
        let revelation = try Revelation(payload, parts.disclosures)
        var presentation = Array(text.extracting(parts.token)) + [UInt8(ascii: "~")]
        for place in try shown(revelation) { presentation += parts.disclosures[place] + [UInt8(ascii: "~")] }
        if let holder { try bind(presentation, payload, holder) }
        presentations.append(presentation)
    }

    /// The indices of the disclosures that are not hidden.
    private func shown(_ revelation: Revelation) throws -> [Int] {
        let paths = revelation.paths
        var shown = Array(paths.indices)
        if hidden.isEmpty { return shown }
        // One long name may be in the paths of all disclosures.
        if paths.joined().reduce(0, { $0 + $1.utf8.count }) > CompactToken.maximumBytes {
            throw SigningError(
                .disclosure,
                "the names that lead to the disclosures have more than \(CompactToken.maximumBytes) bytes")
        }
        for name in hidden {
            let isHidden = paths.map { Self.isPart($0, of: name) }
            let ends = Set(paths.indices.filter { isHidden[$0] }.map { Self.bytes(of: paths[$0]) })
            if ends.isEmpty {
                throw SigningError(
                    .disclosure, "there is no disclosure of \(name.quoted)",
                    hint: Self.hint(paths, except: name))
            }
            if let open = Self.open(.object(revelation.payload), [], name.utf8[...], ends) {
                let open = open.joined(separator: ".").printable
                throw SigningError(
                    .disclosure,
                    "\(name.quoted) cannot be left out: the issuer signed '\(open)' without a disclosure",
                    hint: Self.hint(paths, except: name))
            }
            shown.removeAll { isHidden[$0] }
        }
        return shown
    }

    /// A name may itself have dots, such as `https://shop.example/role`. What can be read in two ways is hidden in both.
    private static func isPart(_ path: [String], of text: String) -> Bool {
        var rest = text.utf8[...]
        for name in path {
            guard rest.starts(with: name.utf8) else { return false }
            rest = rest.dropFirst(name.utf8.count)
            if rest.isEmpty { return true }
            guard rest.removeFirst() == UInt8(ascii: ".") else { return false }
        }
        return false
    }

    /// The first claim that everybody sees, of those that a name refers to.
    ///
    /// - Parameters:
    ///   - value: at `path`.
    ///   - rest: of the name, in `value`; nil for all claims in it.
    ///   - ends: paths below which nothing is seen.
    private static func open(
        _ value: JSONValue, _ path: [String], _ rest: Substring.UTF8View?, _ ends: Set<[UInt8]>
    ) -> [String]? {
        if ends.contains(bytes(of: path)) { return nil }
        let members: [(name: String, value: JSONValue)] =
            switch value {
            case .object(let object): object.members.map { ($0.name, $0.value) }
            case .array(let elements): elements.enumerated().map { (String($0.offset), $0.element) }
            default: []
            }
        if rest == nil, members.isEmpty { return path }
        for member in members {
            var inner: Substring.UTF8View?
            if let rest {
                guard rest.starts(with: member.name.utf8) else { continue }
                let end = rest.dropFirst(member.name.utf8.count)
                guard end.first == nil || end.first == UInt8(ascii: ".") else { continue }
                inner = end.isEmpty ? nil : end.dropFirst()
            }
            if let found = open(member.value, path + [member.name], inner, ends) { return found }
        }
        return nil
    }

    private static func bytes(of path: [String]) -> [UInt8] {
        JSONWriter.bytes(.strings(path))
    }

    private static func hint(_ paths: [[String]], except name: String) -> String? {
        var known: [String] = []
        for path in paths where known.count < 10 {
            let other = path.joined(separator: ".").printable
            if other != name, !known.contains(other) { known.append(other) }
        }
        let flags = known.map { "--hide \(ShellQuote.posixIfNeeded($0))" }
        return known.isEmpty ? nil : "use \(flags.orList)"
    }

    private static func payload(of token: Span<UInt8>) throws -> JSONObject {
        let parsed = try CompactToken(parsing: token.withUnsafeBufferPointer { Array($0) })
        do {
            return try JSONObjectText(parsing: parsed.payload).object
        } catch {
            throw SigningError(.claimsNotJSON, error.words(of: "the payload"))
        }
    }

    /// Begins the holder's proof (§4.3).
    private mutating func bind(_ presentation: [UInt8], _ payload: JSONObject, _ holder: Holder) throws {
        let key: Key
        let expected: String
        do {
            key = try HolderKey.key(in: payload)
            expected = try key.thumbprint()
        } catch let error as OpenSSLError {
            throw error
        } catch {
            throw SigningError(.keyBinding, CommandError(error).message)
        }
        if expected != holder.thumbprint {
            throw SigningError(.keyBinding, "the key is not the holder's: the token's cnf has another one")
        }
        do {
            try key.permit(.verify, holder.signing.algorithm)
        } catch {
            let wanted = key.algorithm.flatMap(Algorithm.named)
            throw SigningError(
                .keyBinding, "the holder's key (cnf.jwk): \(CommandError(error).message)",
                hint: wanted.flatMap { holder.signing.key.permits(.sign, $0) ? "use --alg \($0.name)" : nil })
        }
        let hash = try DisclosureDigest(of: payload).text(of: presentation.span)
        let claims = JSONObject([
            ("iat", .integer(TimeUnit.seconds.number(for: try clock.now()))),
            ("aud", .string(holder.audience)),
            ("nonce", .string(holder.nonce)), ("sd_hash", .string(String(decoding: hash, as: UTF8.self))),
        ])
        let bytes = JSONWriter.bytes(.object(claims))
        try signer?.begin(encodedHeader, payload: bytes.span)
    }

    mutating func work() { signer?.sign() }

    mutating func end(_ place: Int, line number: Int, into output: inout [UInt8]) throws -> LineResult {
        let start = output.count
        output += presentations[place]
        _ = try signer?.end(place, to: &output)
        try SigningPlan.checkSize(output.count - start)
        return .valid
    }
}
