import OpenSSL
import PKI
import System

extension OCSPCreate {
    static func run(_ request: OCSPCreateRequest) throws -> ExitStatus {
        try Outputs.refuseTerminal(request.out, .der)
        let inputs = InputFiles()
        let certificate = try CertificateFiles(inputs, pkcs12: request.caKey.opening).readLeaf(request.path)
        let issuer = try inputs.issuer(request.ca, request.caKey, for: [])
        issuer.warnIfNotValid(at: request.now, request.ca)
        guard issuer.certificate.isNamedAsIssuer(by: certificate),
            certificate.isSigned(by: issuer.certificate)
        else {
            throw Failure(.badInput, "the CA did not sign this certificate, so it cannot answer for it")
                .about(
                    sourceName(request.path))
        }
        let response = try OCSPResponseBuilder(
            issuer: issuer.certificate, answers: [(certificate, request.status)],
            thisUpdate: request.now.seconds, nextUpdate: request.nextUpdate.seconds
        ).signed(by: issuer.key, digest: try issuer.key.type.digest(request.digest))
        var outputs = Outputs(mayReplace: request.mayReplace)
        outputs.add(.ordinary(response), to: request.out)
        try outputs.write(inputs: inputs)
        return .success
    }
}
