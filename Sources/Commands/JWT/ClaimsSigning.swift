import JOSE
import JSON
import OpenSSL
import Platforms

/// Makes what is signed out of claims.
struct ClaimsSigning {
    private let request: SignRequest
    private let algorithm: Algorithm
    private let keyID: String?

    init(_ request: SignRequest, _ algorithm: Algorithm, _ keyID: String?) {
        self.request = request
        self.algorithm = algorithm
        self.keyID = keyID
    }

    /// - Parameter isOptional: an empty input stands for no claims.
    func content(_ input: TokenInput, isOptional: Bool) throws(Failure) -> SigningContent {
        let text = input.trimmed
        if text.isEmpty, !isOptional {
            throw Failure(
                .badInput, "empty: no claims to sign",
                hint: "give claims as JSON, or by flags: --sub, --claim, …"
            )
            .about(input.source)
        }
        var claims: JSONObjectText
        if text.isEmpty {
            claims = .empty
        } else {
            claims = try saying({ (error: JSONError) in
                let failure = Failure(claimsJSON: error)
                return Failure(
                    failure.status, failure.message,
                    hint: error.isOtherThanObject ? "--jws signs any bytes" : nil
                )
                .about(input.source)
            }) { () throws(JSONError) in try JSONObjectText(parsing: text) }
        }
        try request.claims.apply(to: &claims)
        if let profile = request.profile { try enforce(profile, &claims, input.source) }
        try saying({ (error: ClaimsError) in
            Failure(.badInput, error.words.message, hint: error.words.hint).about(input.source)
        }) { () throws(ClaimsError) in
            _ = try RegisteredClaims(claims.object, unit: request.timeUnit)
        }
        return SigningContent(
            encodedHeader: Base64URL.encode(header().bytes), encodedPayload: Base64URL.encode(claims.bytes))
    }

    private func header() -> JSONObjectText {
        request.header.fresh(algorithm, keyID, standardType: "JWT")
    }

    private func enforce(
        _ profile: Profile, _ claims: inout JSONObjectText, _ source: String
    ) throws(Failure) {
        do {
            try profile.fill(&claims, now: request.now)
            try profile.check(claims.object, now: request.now, leeway: request.leeway)
        } catch let error as ProfileViolation {
            throw Failure(.badInput, error.words).about(source)
        } catch let error as OpenSSLError {
            throw Failure(openSSL: error)
        } catch {
            fatalError("no other error is thrown here")
        }
    }
}

extension Failure {
    init(claimsJSON error: JSONError) {
        self.init(
            .badInput,
            error.isOtherThanObject
                ? "not a JSON object of claims" : "not a JSON object of claims: \(error.description)")
    }
}
