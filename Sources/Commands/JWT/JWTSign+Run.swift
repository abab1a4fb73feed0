import JOSE
import OpenSSL
import System

extension JWTSign {
    static func run(_ request: JWTSignRequest) throws -> ExitStatus {
        let inputs = InputFiles()
        var request = request
        try request.completeClaims(inputs)
        let plan = try SigningPlan(request, inputs)
        inputs.forgetSecrets()
        for warning in request.warnings { plan.warnings.once(warning) }
        if let batch = request.batch { return try runBatch(plan, batch, inputs) }
        var outputs = Outputs(mayReplace: request.mayReplace)
        outputs.add(Outputs.Content(line: try token(plan, inputs)), to: request.out)
        try outputs.write(inputs: inputs)
        if case .none = request.input, StandardStreams.inputIsWaiting {
            Console.note("standard input was not read; - reads it")
        }
        return .success
    }

    private static func token(_ plan: SigningPlan, _ inputs: InputFiles) throws -> [UInt8] {
        let request = plan.request
        switch request.kind {
        case .jws: return try jws(plan, inputs)
        case .claims:
            var signing = try ClaimsSigning(plan, .openSSL)
            let input = try TokenInput(request.input, inputs, .claims)
            if case .none = request.input {
            } else {
                try input.refuseEmpty(hint: request.givesClaims ? "use {} for no claims" : claimsHint)
            }
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
            request.header.fresh(plan.algorithm, plan.key.id, standardType: nil))
        var signer = try plan.signer()
        let payload =
            try request.detached.map {
                try inputs.read($0, upTo: CompactToken.maximumBytes).withBytes { Array($0) }
            } ?? TokenInput(request.input, inputs, .payload).bytes
        var token: [UInt8] = []
        try signer.begin(header, payload: payload.span, to: &token)
        signer.sign()
        let detached = request.detached == nil ? 0 : Base64URL.encodedCount(payload.count)
        try signer.end(withoutPayload: detached, to: &token)
        try SigningPlan.checkSize(token.count, hint: "use --detached FILE to leave the payload out")
        return token
    }

    private static func runBatch(
        _ plan: SigningPlan, _ batch: BatchRequest, _ inputs: InputFiles
    ) throws -> ExitStatus {
        // The key is judged before a backend takes it apart.
        var signer = try plan.signer()
        if plan.key.material.staysInStore {
            // A wrong passphrase is tried once and not for each line, because a TPM counts the attempts.
            var probe: [UInt8] = []
            try signer.begin([], payload: Span(), to: &probe)
            try signer.end(to: &probe)
        }
        let backend = try SignatureBackend.make(batch.engine, plan.key, plan.algorithm)
        let cost: LineCost =
            switch plan.algorithm.key {
            case .rsa: backend.kernel == nil ? .high : .group
            case .ec, .edwards, .ed25519, .ed448: backend.kernel == nil ? .medium : .group
            case .secret: .low
            }
        func run<Signing: LineProcessor & ~Copyable>(
            _ make: @escaping @Sendable () throws -> Signing
        ) throws -> ExitStatus {
            // Providers of tokens may not be used by several threads: tpm2-openssl before 1.3 fails.
            let run = BatchRun(batch, .signing, isSerial: plan.key.material.staysInStore)
            if plan.request.isJSON {
                return try run.run(
                    inputs, cost: cost,
                    backend: { BackendReport(kernel: backend.kernel, counts: backend.counts) }
                ) {
                    SigningAnswers(try make())
                }
            }
            return try run.run(
                inputs, cost: cost,
                backend: { BackendReport(kernel: backend.kernel, counts: backend.counts) },
                makeProcessor: make)
        }
        return plan.request.kind == .prototype
            ? try run { try PrototypeSigning(plan, backend) } : try run { try ClaimsSigning(plan, backend) }
    }
}
