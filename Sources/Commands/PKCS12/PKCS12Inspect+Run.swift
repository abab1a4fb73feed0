import OpenSSL

extension PKCS12Inspect {
    static func run(_ request: PKCS12InspectRequest) throws -> ExitStatus {
        let inputs = InputFiles()
        let file = try inputs.pkcs12(at: request.path)
        let isOpened = request.opening.passphrase.isGiven || !file.needsPassphrase
        let opened = isOpened ? try inputs.open(file, request.opening, sourceName(request.path)) : nil
        var outputs = Outputs(mayReplace: false)
        outputs.add(try PKCS12Report(file, opened).content(isJSON: request.isJSON), to: nil)
        try outputs.write(inputs: inputs)
        return .success
    }
}
