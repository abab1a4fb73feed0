import JOSE
import OpenSSL
import Synchronization
import System
import Words

/// Makes many keys at once, on all cores, each pair in its own files.
struct KeygenBatch {
    private let request: KeygenRequest
    private let batch: KeygenRequest.Batch
    private let passphrase: Secret?

    init(_ request: KeygenRequest, _ batch: KeygenRequest.Batch, _ passphrase: Secret?) {
        self.request = request
        self.batch = batch
        self.passphrase = passphrase
    }

    func run(_ inputs: InputFiles) throws -> ExitStatus {
        try withFolder(batch.folder) { try makeKeys(inputs) }
        return .success
    }

    private func makeKeys(_ inputs: InputFiles) throws {
        try checkNames()
        let numbers = Numbers()
        let progress = try Progress(
            "made", request.material.noun, isShown: StandardStreams.errorIsTerminal)
        let read = inputs.identities
        // A signal takes effect only after the current pairs are finished.
        try Interruption.watch()
        let threads = min(availableProcessors(), batch.count)
        withThreads(threads) { _ in
            while let number = numbers.next(upTo: batch.count) {
                do {
                    var outputs = Outputs(mayReplace: request.output.mayReplace)
                    try request.makeKey(
                        passphrase, to: privatePath(number), publicPath: publicPath(number), &outputs)
                    try outputs.write(inputs: InputFiles(read))
                    let made = numbers.countOne()
                    progress.show(made, fraction: Double(made) / Double(batch.count))
                } catch {
                    numbers.stop(error)
                }
            }
        }
        if Interruption.isRequested || numbers.error != nil && numbers.made > 0 {
            Console.note("made \(numbers.made) of \(batch.count) \(request.material.noun)s")
        }
        if Interruption.isRequested { Interruption.takeEffect() }
        if let error = numbers.error { throw error }
        try progress.finish(numbers.made)
    }

    /// Refuses what would stop the work when some keys are made already, and may have replaced others.
    private func checkNames() throws {
        var existing: [FileIdentity: String] = [:]
        for number in 1...batch.count {
            for path in [privatePath(number), publicPath(number)].compactMap({ $0 }) {
                try Folder.refuse(at: path)
                if !request.output.mayReplace, fileExists(path) {
                    throw CommandError(
                        .file, SystemError(path: path, reason: .exists).message,
                        hint: "use another folder; --force may replace keys in this one")
                }
                // Two names may be symbolic links to one file, which would keep only one of two keys.
                if let file = FileIdentity(at: path), let other = existing.updateValue(path, forKey: file) {
                    throw CommandError(
                        .usage, "\(other.printable) and \(path.printable) are the same file")
                }
            }
            if request.output.mayReplace, let path = publicPath(number) {
                try Outputs.refuseToReplaceKeys(at: path)
            }
        }
    }

    private func privatePath(_ number: Int) -> String {
        "\(stem(number)).\(request.format.suffix(request.encoding))"
    }

    /// Nil for an HMAC secret, which has no public key.
    private func publicPath(_ number: Int) -> String? {
        if case .secret = request.material { return nil }
        return "\(stem(number)).pub.\(request.publicFormat.suffix(request.publicEncoding))"
    }

    private func stem(_ number: Int) -> String {
        let digits = String(number)
        let width = String(batch.count).utf8.count
        return "\(batch.folder)/key-\(String(repeating: "0", count: width - digits.utf8.count))\(digits)"
    }
}

/// What the threads share: the next number, how many pairs are made, and the first error, which stops them all.
private final class Numbers: Sendable {
    private let state = Mutex<(last: Int, made: Int, error: (any Error)?)>((0, 0, nil))

    func next(upTo count: Int) -> Int? {
        state.withLock { state in
            guard state.error == nil, !Interruption.isRequested, state.last < count else { return nil }
            state.last += 1
            return state.last
        }
    }

    /// - Returns: how many are made now.
    func countOne() -> Int {
        state.withLock { state in
            state.made += 1
            return state.made
        }
    }

    func stop(_ error: any Error) {
        state.withLock { state in if state.error == nil { state.error = error } }
    }

    var made: Int { state.withLock { $0.made } }

    var error: (any Error)? { state.withLock { $0.error } }
}

extension KeygenRequest.Material {
    fileprivate var noun: String {
        switch self {
        case .pair: "key pair"
        case .secret: "secret"
        }
    }
}

extension Keygen {
    static func run(_ request: KeygenRequest) throws -> ExitStatus {
        if request.batch == nil { try request.refuseTerminal() }
        let inputs = InputFiles()
        let passphrase = try request.passphrase.map {
            try inputs.newPassphrase(from: $0, for: request.output.path ?? "the new key")
        }
        if let batch = request.batch {
            return try KeygenBatch(request, batch, passphrase).run(inputs)
        }
        var outputs = Outputs(mayReplace: request.output.mayReplace)
        try request.makeKey(passphrase, to: request.output.path, publicPath: request.publicOut, &outputs)
        try outputs.write(inputs: inputs)
        return .success
    }
}

extension KeygenRequest {
    fileprivate func refuseTerminal() throws {
        if format == .raw { try output.refuseTerminal("--format raw") }
        try output.refuseTerminal(encoding)
    }

    /// Makes one key and plans its files.
    func makeKey(
        _ passphrase: Secret?, to path: String?, publicPath: String?, _ outputs: inout Outputs
    ) throws {
        var key =
            switch material {
            case .pair(let specification): Key(.privateKey(try .generate(specification)))
            case .secret(let bytes): Key(.secret(try Random.secret(bytes)))
            }
        key.id = try key.id(for: id) { _ in
            throw CommandError(
                .usage, "--kid x5t requires a certificate, which a new key does not have",
                hint: "use --kid spki or --kid thumbprint")
        }
        key = try restriction.applied(to: key)
        outputs.add(try key.privateContent(format, encoding, passphrase: passphrase), to: path)
        if let publicPath {
            outputs.add(try key.publicContent(publicFormat, publicEncoding), to: publicPath)
        }
    }
}
