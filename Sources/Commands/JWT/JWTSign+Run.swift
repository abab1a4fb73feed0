import JOSE
import JSON
import OpenSSL
import System
import Words

extension JWTSign {
    static func run(_ request: JWTSignRequest) throws -> ExitStatus {
        let inputs = InputFiles()
        var request = request
        try request.completeClaims(inputs)
        let plan = try SigningPlan(request, inputs)
        inputs.forgetSecrets()
        for warning in request.warnings { plan.warnings.once(warning) }
        if let batch = request.batch { return try runBatch(plan, batch, inputs) }
        let token: [UInt8]
        do {
            token = try self.token(plan, inputs)
        } catch {
            // A claim that is missing may be there.
            noteUnreadInput(request)
            throw error
        }
        try request.output.write(Outputs.Content(line: token), inputs)
        noteUnreadInput(request)
        return .success
    }

    private static func noteUnreadInput(_ request: JWTSignRequest) {
        if case .none = request.input { Console.noteUnreadInput() }
    }

    private static func token(_ plan: SigningPlan, _ inputs: InputFiles) throws -> [UInt8] {
        let request = plan.request
        switch request.kind {
        case .jws: return try jws(plan, inputs)
        case .claims:
            let input = try TokenInput(request.input, inputs, .claims)
            if case .none = request.input {
            } else {
                try input.refuseEmpty(hint: request.givesClaims ? "use {} for no claims" : claimsHint)
            }
            // The file of a service account has claims and its key.
            if input.bytes.span.contains("PRIVATE KEY") {
                try refuseKeys(FoundContent.privateKeysWithin, in: input, orElse: "claims")
            }
            var signing = try ClaimsSigning(plan, .openSSL)
            return try sign(input, &signing)
        case .prototype:
            var signing = try PrototypeSigning(plan, .openSSL)
            let input = try TokenInput(request.input, inputs, .prototype)
            try input.refuseEmpty()
            return try sign(input, &signing)
        }
    }

    static let claimsHint = "give claims as JSON, with --in FILE, or with flags such as --sub and --claim"

    private static func sign<Signing: LineProcessor & ~Copyable>(
        _ input: TokenInput, _ signing: inout Signing
    ) throws -> [UInt8] {
        var token: [UInt8] = []
        try input.about { try signing.process(input.bytes.span, into: &token) }
        return token
    }

    private static func jws(_ plan: SigningPlan, _ inputs: InputFiles) throws -> [UInt8] {
        let request = plan.request
        let header = try SigningPlan.encoded(
            request.header.fresh(plan.signing.algorithm, plan.signing.key.id, standardType: nil))
        var signer = try plan.signer()
        let payload =
            try request.detached.map {
                try inputs.read($0, upTo: CompactToken.maximumBytes).withBytes { Array($0) }
            } ?? attachedPayload(request, inputs)
        if payload.isEmpty { Console.note("the payload is empty") }
        var token: [UInt8] = []
        try signer.begin(header, payload: payload.span)
        signer.sign()
        let detached = request.detached == nil ? 0 : Base64URL.encodedCount(payload.count)
        try signer.end(withoutPayload: detached, to: &token)
        try SigningPlan.checkSize(token.count, hint: "use --detached FILE to leave the payload out")
        return token
    }

    private static func attachedPayload(_ request: JWTSignRequest, _ inputs: InputFiles) throws -> [UInt8] {
        let input = try TokenInput(request.input, inputs, .payload)
        try refuseKeys(
            FoundContent.privateKeys, in: input, orElse: "a payload",
            hint: "use --detached FILE to leave it out of the token")
        return input.bytes
    }

    /// Refuses private keys, which the token would publish.
    private static func refuseKeys(
        _ find: (Span<UInt8>) -> FoundContent.Thing?, in input: TokenInput, orElse expected: String,
        hint: String? = nil
    ) throws {
        guard let keys = find(input.bytes.span) else { return }
        try input.about {
            throw CommandError(
                .badInput, "expected \(expected) that others may read, found \(keys.words)", hint: hint)
        }
    }

    private static func runBatch(
        _ plan: SigningPlan, _ batch: BatchRequest, _ inputs: InputFiles
    ) throws -> ExitStatus {
        if plan.signing.key.material.staysInStore {
            // A wrong passphrase is tried once and not for each line, because a TPM counts the attempts.
            var signer = try plan.signer()
            var probe: [UInt8] = []
            try signer.begin([], payload: Span())
            try signer.end(to: &probe)
        }
        let backend = try SignatureBackend.make(batch.engine, plan.signing)
        // Providers of tokens may not be used by several threads: tpm2-openssl before 1.3 fails.
        let run = BatchRun(batch, .signing, isSerial: plan.signing.key.material.staysInStore)
        let cost = LineCost(plan.signing.algorithm, backend)
        let isJSON = plan.request.isJSON
        if plan.request.kind == .prototype {
            return try run.run(inputs, cost, backend, isJSON: isJSON, .string) {
                try PrototypeSigning(plan, backend)
            }
        }
        return try run.run(inputs, cost, backend, isJSON: isJSON, .object) {
            try ClaimsSigning(plan, backend)
        }
    }
}

extension LineCost {
    /// Of a signature.
    init(_ algorithm: Algorithm, _ backend: SignatureBackend) {
        self =
            switch algorithm.key {
            case .rsa: backend.kernel == nil ? .high : .group
            case .ec, .bytes: backend.kernel == nil ? .medium : .group
            case .secret: .low
            }
    }
}

extension BatchRun {
    /// Writes the results of `Signing` as they are, as JSON, or into records.
    ///
    /// - Parameter type: of a record's input.
    func run<Signing: LineProcessor & ~Copyable>(
        _ inputs: InputFiles, _ cost: LineCost, _ backend: SignatureBackend, isJSON: Bool,
        _ type: RecordInput, make: @escaping @Sendable () throws -> Signing
    ) throws -> ExitStatus {
        let report: @Sendable () -> BackendReport = {
            BackendReport(kernel: backend.kernel, counts: backend.counts)
        }
        if !isJSON, !hasRecords { return try run(inputs, cost: cost, backend: report, makeProcessor: make) }
        return try answer(inputs, cost: cost, backend: report, type) { SigningAnswers(try make()) }
    }
}

/// Answers every line of a batch with a JSON object: its token, or the reason why it has none.
struct SigningAnswers<Signing: LineProcessor & ~Copyable>: ~Copyable, AnswerProcessor {
    private var signing: Signing

    init(_ signing: consuming Signing) { self.signing = signing }

    var groupSize: Int { signing.groupSize }

    mutating func beginGroup() { signing.beginGroup() }

    mutating func begin(_ line: Span<UInt8>) throws { try signing.begin(line) }

    mutating func begin(_ error: RecordError) throws { throw error }

    mutating func work() { signing.work() }

    mutating func end(_ place: Int, line number: Int, into output: inout [UInt8]) throws -> LineResult {
        output += "{\"token\":\"".utf8
        let result = try signing.end(place, line: number, into: &output)
        output += "\",\"line\":\(number)}".utf8
        return result
    }

    func answer(to problem: any Error, line number: Int) -> [UInt8]? {
        let message = (problem as? ClaimsSyntaxError)?.wordsInLine ?? CommandError(problem).message
        return JSONWriter.bytes(
            .object([
                ("error", .string(message)), ("reason", .string(SigningReason(problem).rawValue)),
                ("line", .integer(Int64(number))),
            ]))
    }
}
