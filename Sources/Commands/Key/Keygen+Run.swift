import JOSE
import OpenSSL

extension Keygen {
    static func run(_ request: KeygenRequest) throws -> ExitStatus {
        if request.batch == nil { try request.refuseTerminal() }
        let inputs = InputFiles()
        let passphrase = try request.passphrase.map {
            try inputs.newPassphrase(from: $0, for: request.out ?? "the new key")
        }
        if let batch = request.batch {
            return try KeygenBatch(request, batch, passphrase).run(inputs)
        }
        var outputs = Outputs(mayReplace: request.mayReplace)
        try request.makeKey(passphrase, to: request.out, publicPath: request.publicOut, &outputs)
        try outputs.write(inputs: inputs)
        return .success
    }
}

extension KeygenRequest {
    fileprivate func refuseTerminal() throws {
        if format == .raw { try Outputs.refuseTerminal(out, "--format raw") }
        try Outputs.refuseTerminal(out, encoding)
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
            throw Failure(
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
