import JOSE
import MultiBuffer
import OpenSSL
import Platforms
import System
import Words

extension JWTVerify {
    static func run(_ request: JWTVerifyRequest) throws -> ExitStatus {
        // Reading the keys may take seconds.
        if request.keys.areReloaded { ReloadSignal.watch() }
        let inputs = InputFiles()
        var request = request
        try request.completePolicy(inputs)
        let source = try request.readKeys(inputs)
        inputs.forgetSecrets()
        if let batch = request.batch { return try runBatch(request, batch, source, inputs) }
        let verdict = try verdict(request, source, inputs)
        if request.isJSON {
            var json: [UInt8] = []
            verdict.appendJSON(to: &json)
            try request.output.write(Outputs.Content(line: json), inputs)
        } else if case .valid(_, let payload, _, let findings) = verdict {
            if let findings, let profile = request.profile, profile.timeUnits.count > 1 {
                Console.note("the token's times are in \(findings.unit.name)")
            }
            for departure in findings?.departures ?? [] { Console.note(departure.message) }
            let result = findings?.proofThumbprint.map { Array($0.utf8) } ?? payload
            try request.output.write(
                request.isJWS ? .ordinary(payload) : Outputs.Content(line: result), inputs)
        }
        if case .invalid(_, let message, let hint) = verdict {
            if !request.isJSON { Console.show(CommandError(.no, message, hint: hint)) }
            return .no
        }
        return .success
    }

    private static func verdict(
        _ request: JWTVerifyRequest, _ source: KeySource, _ inputs: InputFiles
    ) throws -> TokenVerdict {
        let input: TokenInput
        do {
            input = try TokenInput(
                request.input, inputs, request.presentation == nil ? .token : .selectiveToken)
            try input.refuseEmpty()
        } catch let error as EmptyInput {
            return TokenVerdict(malformed: error)
        } catch let error as SystemError where error.isTooLarge {
            return TokenVerdict(malformed: error)
        }
        if input.hasSeveralLines {
            let verdict = TokenVerdict.invalid(
                reason: "malformed", message: TokenInput.severalLines, hint: TokenInput.batchHint)
            return explained(verdict, input)
        }
        let text = input.trimmed
        var judge = TokenJudge(request, source, .openSSL)
        let detached = try request.detached.map {
            try inputs.read($0, upTo: CompactToken.maximumBytes).withBytes { Array($0) }
        }
        if let verdict = try judge.begin(text.span, at: 0, detached: detached) {
            return explained(verdict, input)
        }
        judge.work()
        return try judge.end(0)
    }

    /// A verdict about a text that could not be read, with what the text is instead, if that is known.
    private static func explained(_ verdict: TokenVerdict, _ input: TokenInput) -> TokenVerdict {
        guard case .invalid(let reason, let message, let hint) = verdict else { return verdict }
        // Nothing that can be read as a token is something else.
        if let mistake = input.mistake { return TokenVerdict(malformed: mistake) }
        return .invalid(reason: reason, message: message, hint: input.hint ?? hint)
    }

    private static func runBatch(
        _ request: JWTVerifyRequest, _ batch: BatchRequest, _ source: KeySource, _ inputs: InputFiles
    ) throws -> ExitStatus {
        if batch.engine == .multiBuffer, !source.hasEngineKeys { throw source.engineError }
        let kernel = source.hasEngineKeys && batch.engine != .openSSL ? MultiBuffer.kernel : nil
        let current = CurrentKeys(source, request)
        let run = BatchRun(batch, .verifying)
        let backend: @Sendable () -> BackendReport = { BackendReport(kernel: kernel, counts: current.counts) }
        return try run.answer(inputs, cost: .low, backend: backend, .string) {
            TokenLines(current, batch.engine)
        }
    }
}

extension JWTVerifyRequest {
    /// Reads the keys, and the status lists, which are part of the policy.
    mutating func readKeys(_ inputs: InputFiles) throws -> KeySource {
        let source = try keys.source(policy, inputs)
        policy.statusLists = try statusLists(source, inputs)
        return source
    }

    /// What `--reload` reads again.
    var reloaded: String { statusFiles.isEmpty ? "keys" : "keys and status lists" }

    private func statusLists(_ source: KeySource, _ inputs: InputFiles) throws -> StatusLists {
        var lists = StatusLists()
        if statusFiles.isEmpty { return lists }
        let source = try statusKey.map { try keys.statusSource($0, inputs) } ?? source
        var listPolicy = VerificationPolicy()
        // Judged with each token, because a batch may last longer than the list.
        listPolicy.ignoresExpiration = true
        listPolicy.leeway = policy.leeway
        var verifier = TokenVerifier(source, listPolicy)
        for path in statusFiles {
            try keys.requireFile(path)
            let text = try inputs.read(path, upTo: CompactToken.maximumBytes).withBytes { Array($0) }
            try about(sourceName(path)) {
                let token: CompactToken
                do {
                    token = try CompactToken(parsing: Array(text[text.span.trimmed]))
                } catch {
                    throw Expectation.token.failure(for: text.span, at: path) ?? error
                }
                try verifier.begin(token, at: 0)
                verifier.verifySignatures()
                try verifier.end(0)
                let claims = try verifier.readClaims(token.payload)
                try verifier.check(claims, now: try clock.now())
                try lists.add(StatusList(token.header, claims, judgesIssuerOnly: source.areByIssuer))
            }
        }
        return lists
    }
}
