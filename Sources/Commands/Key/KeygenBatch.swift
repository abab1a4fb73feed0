import OpenSSL
import Synchronization
import System

/// Many keys at once, on all cores, each pair in files of its own.
struct KeygenBatch {
    private let request: KeygenRequest
    private let batch: KeygenRequest.Batch

    init(_ request: KeygenRequest, _ batch: KeygenRequest.Batch) {
        self.request = request
        self.batch = batch
    }

    func run(_ inputs: InputFiles) throws(Failure) -> ExitStatus {
        let passphrase = try request.newPassphrase(inputs)
        try saying(Failure.init(system:)) { () throws(SystemError) in try makeFolder(batch.folder) }
        if !request.mayReplace { try checkNames() }
        let progress = Progress()
        // A pair that was begun is finished before a signal takes its effect.
        try saying(Failure.init(system:)) { () throws(SystemError) in try Interruption.watch() }
        let threads = min(availableProcessors(), batch.count)
        withThreads(threads) { _ in
            while let number = progress.next(upTo: batch.count) {
                do throws(Failure) {
                    try make(number, passphrase)
                } catch {
                    progress.stop(error)
                }
            }
        }
        Interruption.takeEffect()
        if let failure = progress.failure { throw failure }
        return .success
    }

    private func checkNames() throws(Failure) {
        for number in 1...batch.count {
            for path in [privatePath(number), publicPath(number)].compactMap({ $0 }) where fileExists(path) {
                throw Failure(system: SystemError(path: path, reason: .exists))
            }
        }
    }

    private func make(_ number: Int, _ passphrase: Secret?) throws(Failure) {
        let key = try request.makeKey()
        var outputs = Outputs(mayReplace: request.mayReplace)
        outputs.add(
            try KeyWriting.privateContent(key, request.format, request.encoding, passphrase: passphrase),
            to: privatePath(number))
        if let path = publicPath(number) {
            outputs.add(
                try KeyWriting.publicContent(key, request.publicFormat, request.publicEncoding), to: path)
        }
        try outputs.write(inputs: InputFiles())
    }

    private func privatePath(_ number: Int) -> String { "\(stem(number)).\(suffix)" }

    /// Nil for a secret, which has no public half.
    private func publicPath(_ number: Int) -> String? {
        if case .secret = request.material { return nil }
        let suffix =
            switch request.publicFormat {
            case .spki, .pkcs1: request.publicEncoding.rawValue
            case .jwk, .jwks: request.publicFormat.rawValue
            case .sudo: "json"
            }
        return "\(stem(number)).pub.\(suffix)"
    }

    private func stem(_ number: Int) -> String {
        let digits = String(number)
        let width = String(batch.count).utf8.count
        return "\(batch.folder)/key-\(String(repeating: "0", count: width - digits.utf8.count))\(digits)"
    }

    private var suffix: String {
        switch request.format {
        case .pkcs8, .pkcs1, .sec1: request.encoding.rawValue
        case .jwk, .jwks: request.format.rawValue
        case .raw: "bin"
        }
    }
}

/// What the threads share: the next number, and the first failure, which stops them all.
private final class Progress: Sendable {
    private let state = Mutex<(last: Int, failure: Failure?)>((0, nil))

    func next(upTo count: Int) -> Int? {
        state.withLock { state in
            guard state.failure == nil, !Interruption.isRequested, state.last < count else { return nil }
            state.last += 1
            return state.last
        }
    }

    func stop(_ failure: Failure) {
        state.withLock { state in if state.failure == nil { state.failure = failure } }
    }

    var failure: Failure? { state.withLock { $0.failure } }
}
