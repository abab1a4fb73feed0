import Arguments
import JOSE
import OpenSSL
import PKI
import System

extension CertCreate {
    /// A certificate for whoever made a request, issued by a CA.
    static func issued(
        _ request: CertCreateRequest, _ arguments: ParsedArguments, _ inputs: InputFiles
    ) throws -> Certificate {
        let path = arguments.value("csr") ?? "-"
        let source = sourceName(path)
        let asking = try Request.read(path, inputs)
        guard asking.verifySignature() == .valid else {
            throw Failure(
                .badInput, "the request's signature does not hold: who made it need not have the private key"
            ).about(source)
        }
        let caPath = arguments.value("ca") ?? "-"
        let issuer = try issuer(caPath, arguments, inputs)
        if request.isCA, issuer.pathLength == 0 {
            throw Failure(
                .badInput, "no CA may follow below this one: its path length is 0 (RFC 5280 §4.2.1.9)"
            ).about(sourceName(caPath))
        }
        let key = try saying({ (error: KeyError) in Failure(key: error).about(source) }) {
            () throws(KeyError) in
            try asking.publicKey()
        }
        do {
            try Key(.publicKey(key)).judge()
        } catch {
            throw Failure(refusal: error).about(source)
        }
        let issuance = try request.issuance(
            request.subject ?? asking.subject, key, asked: try purposes(of: asking, arguments, source))
        warn(issuance, issuer, sourceName(caPath))
        let digest = try SigningFlags.digest(for: issuer.key.type, arguments)
        return try saying(Failure.init(openSSL:)) { () throws(OpenSSLError) in
            try issuance.issued(by: issuer, digest: digest)
        }
    }

    private static func issuer(
        _ path: String, _ arguments: ParsedArguments, _ inputs: InputFiles
    ) throws -> Issuer {
        let certificates = try CertificateFiles(inputs).read(path)
        let key = try SigningFlags.key(arguments.value("ca-key") ?? "-", arguments, inputs)
        let own = certificates.first { (try? $0.publicKey()) == key.publicKey } ?? certificates[0]
        return try saying({ (error: IssuerError) in Failure(issuer: error).about(sourceName(path)) }) {
            () throws(IssuerError) in
            try Issuer(own, key)
        }
    }

    /// What the request asks for and is granted: nothing without `--copy-extensions`.
    private static func purposes(
        of request: Request, _ arguments: ParsedArguments, _ source: String
    ) throws -> Purposes {
        let extensions = try request.extensions(source)
        guard arguments.has("copy-extensions") else {
            let asksForNames = extensions.contains { $0.oid == CertificateExtension.subjectAltName }
            if asksForNames, !arguments.has("san") {
                Console.warn(
                    "\(source.printable) asks for alternative names; --copy-extensions takes them over")
            }
            return Purposes()
        }
        for part in extensions where !Purposes.oids.contains(part.oid) {
            // Made anew, or asked for with --is-ca.
            if part.oid == CertificateExtension.subjectKeyIdentifier { continue }
            if case .basicConstraints(let isCA, _) = part.contents, !isCA || arguments.has("is-ca") {
                continue
            }
            Console.warn("\(source.printable): the extension \(part.name.printable) is not taken over")
        }
        // What a flag gives instead does not come in, whatever it is.
        let taken = extensions.filter { part in
            !PurposeFlags.extensions.contains { $0.oid == part.oid && arguments.has($0.flag) }
        }
        let purposes = try saying({ (error: PurposesError) in Failure(purposes: error).about(source) }) {
            () throws(PurposesError) in
            try Purposes(taken)
        }
        if let name = purposes.names.first(where: { !$0.isWellFormed }) {
            throw Failure(
                .badInput, "it asks for the name '\(name.text.printable)', which is not one to be issued",
                hint: "--san gives the names instead"
            ).about(source)
        }
        return purposes
    }

    private static func warn(_ issuance: Issuance, _ issuer: Issuer, _ source: String) {
        let (start, end) = (issuer.certificate.notBefore, issuer.certificate.notAfter)
        if start == nil || end == nil {
            Console.warn("the CA's certificate has a date that cannot be read (\(source.printable))")
        }
        if let end, issuance.validity.upperBound.seconds > end {
            Console.warn(
                "the certificate outlives its CA, which ends at \(Timestamp(seconds: end).rfc3339) (\(source.printable))"
            )
        }
        if let start, issuance.validity.lowerBound.seconds < start {
            Console.warn(
                "the certificate begins before its CA, at \(Timestamp(seconds: start).rfc3339) (\(source.printable))"
            )
        }
    }
}
