import Arguments
import JOSE
import JSON
import OpenSSL
import PKI
import Platforms
import System

extension Failure {
    /// The one place where an error of any layer becomes words and an exit status.
    package init(_ error: any Error) {
        switch error {
        case let error as Failure: self = error
        case let error as UsageError: self.init(.usage, error.message, hint: error.hint)
        case let error as SystemError: self.init(system: error)
        case let error as Terminal.Failure: self.init(terminal: error)
        case let error as JSONError: self.init(json: error)
        case let error as OpenSSLError: self.init(openSSL: error)
        case let error as KeyError: self.init(key: error)
        case let error as StoreError: self.init(store: error)
        case let error as OCSPError: self.init(response: error)
        case let error as CertificateError: self.init(certificate: error)
        case let error as PathLimit: self.init(.badInput, error.message)
        case let error as NameError: self.init(name: error)
        case let error as NameConstraintError: self.init(nameConstraint: error)
        case let error as RevocationDraft.Refusal: self.init(revocation: error)
        case let error as RequestError: self.init(request: error)
        case let error as PKCS12Error: self.init(pkcs12: error)
        case is Base64.Failure: self.init(.badInput, "malformed base64")
        case let error as Base64URL.Failure: self.init(.badInput, error.words)
        case let error as KeyFile.Failure: self.init(keyFile: error)
        case let error as JWKError: self.init(jwk: error)
        case let error as KeyDefect: self.init(.badInput, error.words)
        case let error as KeyRefusal: self.init(refusal: error)
        case let error as BackendRefusal: self.init(backend: error)
        case let error as CompactToken.Failure: self.init(.badInput, error.words)
        case let error as Header.Failure: self.init(.badInput, error.words)
        case let error as ClaimsError: self.init(.badInput, error.words)
        case let error as MalformedClaims: self.init(.badInput, error.words, hint: error.hint)
        case let error as SigningRefusal: self.init(.badInput, error.message, hint: error.hint)
        case let error as DisclosureError: self.init(.badInput, error.message.printable)
        case let error as StatusError: self.init(.badInput, error.message.printable)
        case let error as RecordDefect: self.init(.badInput, error.message, hint: error.hint)
        case let error as RecordProblem: self.init(error.cause)
        case let error as Invalidity: self.init(.badInput, error.words)
        case let error as TokenVerifier.Failure:
            switch error {
            case .invalid(let error): self.init(.badInput, error.words)
            case .library(let error): self.init(openSSL: error)
            }
        case let error as PKCS12Identity.Failure: self.init(pkcs12: error)
        case let error as PurposesError: self.init(purposes: error)
        case let error as KeyUsageConflict: self.init(keyUsage: error)
        case let error as IssuerError: self.init(issuer: error)
        case let error as CertificateParametersError: self.init(parameters: error)
        case let error as EnrollmentError: self.init(enrollment: error)
        case let error as LinkFailure: self.init(.badInput, error.words)
        case let error as DispatchTokenFailure: self.init(.badInput, error.words)
        case let error as ImageFailure: self.init(.badInput, error.words(at: "qrCode"))
        case let error as ProfileViolation: self.init(.badInput, error.words, hint: error.hint)
        case let error as ProfileFileError: self.init(.badInput, error.message)
        default: self.init(.bug, "a bug in signet: an error without words (\(type(of: error)))")
        }
    }

    private init(_ status: ExitStatus, _ words: (message: String, hint: String?)) {
        self.init(status, words.message, hint: words.hint)
    }

    private init(_ status: ExitStatus, _ words: String) { self.init(status, words, hint: nil) }

    private init(json error: JSONError) { self.init(.badInput, "malformed JSON: \(error.words)") }

    private init(terminal error: Terminal.Failure) {
        switch error {
        case .absent: self.init(.badInput, "no terminal is available to ask for a passphrase")
        case .ended: self.init(.badInput, "no passphrase was typed")
        case .tooLong: self.init(.badInput, "a line that long cannot be typed, because terminals truncate it")
        case .system(let error): self.init(system: error)
        }
    }
}
