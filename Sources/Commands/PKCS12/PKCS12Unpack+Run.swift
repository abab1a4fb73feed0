import OpenSSL
import PKI
import System

extension PKCS12Unpack {
    static func run(_ request: PKCS12UnpackRequest) throws -> ExitStatus {
        let inputs = InputFiles()
        let source = sourceName(request.path)
        let opened = try inputs.openIntact(inputs.pkcs12(at: request.path), request.opening, source)
        let identity = try about(source) { try PKCS12Identity(in: opened, named: request.name) }
        var passphrase: Secret?
        if let origin = request.keyPassphrase, identity.key != nil {
            passphrase = try inputs.newPassphrase(from: origin, for: "the key")
        }
        let texts = try PEMTexts(identity, passphrase: passphrase)
        var outputs = Outputs(mayReplace: request.mayReplace)
        for (path, content) in try about(source, { try texts.contents(for: request.destination) }) {
            outputs.add(content, to: path)
        }
        if case .folder(let folder) = request.destination { try makeFolder(folder) }
        try outputs.write(inputs: inputs)
        return .success
    }
}
