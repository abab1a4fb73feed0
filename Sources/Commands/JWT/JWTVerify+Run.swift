import JOSE
import MultiBuffer
import OpenSSL
import Platforms
import System

extension JWTVerify {
    static func run(_ request: JWTVerifyRequest) throws -> ExitStatus {
        let inputs = InputFiles()
        var request = request
        try request.completePolicy(inputs)
        let source = try request.keys.source(request.policy, inputs)
        inputs.forgetSecrets()
        if let batch = request.batch { return try runBatch(request, batch, source, inputs) }
        let verdict = try verdict(request, source, inputs)
        var outputs = Outputs(mayReplace: request.mayReplace)
        if request.isJSON {
            var json: [UInt8] = []
            verdict.appendJSON(to: &json)
            outputs.add(Outputs.Content(line: json), to: request.out)
        } else if case .valid(_, let payload, _, let findings) = verdict {
            if let findings, let profile = request.profile, profile.timeUnits.count > 1 {
                Console.note("the token's times are in \(findings.unit.name)")
            }
            for departure in findings?.departures ?? [] { Console.note(departure.words) }
            let result = findings?.proofThumbprint.map { Array($0.utf8) } ?? payload
            outputs.add(request.isJWS ? .ordinary(payload) : Outputs.Content(line: result), to: request.out)
        }
        try outputs.write(inputs: inputs)
        if case .invalid(_, let message, let hint) = verdict {
            if !request.isJSON { Console.show(Failure(.no, message, hint: hint)) }
            return .no
        }
        return .success
    }

    private static func verdict(
        _ request: JWTVerifyRequest, _ source: KeySource, _ inputs: InputFiles
    ) throws -> Verdict {
        let input: TokenInput
        do {
            input = try TokenInput(request.input, inputs, .token)
            try input.refuseEmpty()
        } catch {
            // Empty, or larger than any token: the answer is no.
            let failure = Failure(error)
            if failure.status != .badInput { throw failure }
            return .invalid(reason: "malformed", message: failure.message, hint: failure.hint)
        }
        var judge = TokenJudge(request, source, .openSSL)
        let detached = try request.detached.map {
            try inputs.read($0, upTo: CompactToken.maximumBytes).withBytes { Array($0) }
        }
        let text = input.trimmed
        if let verdict = try judge.begin(text.span, at: 0, detached: detached) {
            guard case .invalid(let reason, let message, let hint) = verdict else { return verdict }
            if reason == "malformed", let mistake = input.mistake {
                return .invalid(reason: reason, message: mistake.message, hint: mistake.hint)
            }
            return .invalid(reason: reason, message: message, hint: input.hint ?? hint)
        }
        judge.work()
        return try judge.end(0)
    }

    private static func runBatch(
        _ request: JWTVerifyRequest, _ batch: BatchRequest, _ source: KeySource, _ inputs: InputFiles
    ) throws -> ExitStatus {
        if batch.engine == .multiBuffer, !source.hasEngineKeys { throw source.engineRefusal }
        let kernel = source.hasEngineKeys && batch.engine != .openSSL ? MultiBuffer.kernel : nil
        let current = CurrentKeys(source, request)
        return try BatchRun(batch, .verifying(allowsEmpty: request.allowsEmpty)).run(
            inputs, cost: .low, backend: { BackendReport(kernel: kernel, counts: current.counts) }
        ) { TokenLines(request, current, batch.engine) }
    }
}
