import JWTKit

/// The claims of the benchmark's lines, as plain types: jwt-kit's own claim types take longer.
struct TokenClaims: JWTPayload {
    let iss: String
    let sub: String
    let aud: String
    let jti: String
    let iat: Int
    let nbf: Int
    let exp: Int
    let scope: String

    func verify(using algorithm: some JWTAlgorithm) {}
}
