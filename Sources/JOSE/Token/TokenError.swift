package import JSON
package import System
import Words

/// Why a token is not valid. Only the first reason found is reported.
package enum TokenError: DescribedError, Equatable {
    case malformed(CompactToken.ParsingError)
    case unsecured
    case unknownAlgorithm(String)
    /// This libcrypto does not have the algorithm; with a clause.
    case unavailableAlgorithm(String)
    /// The caller does not allow this algorithm.
    case algorithmNotAllowed(String)
    /// The key does not allow this algorithm, because of its type or its `alg`.
    case algorithmNotForKey(String, fitting: [String])
    case embeddedKey(member: String)
    case critical(Header.CriticalFault)
    /// The header of a proof has no public key as `jwk`.
    case proofKey(String?)
    /// The certificates in the header are missing or malformed, or do not lead to a trust anchor: a sentence.
    case chain(String)
    case type(found: String?, expected: String)
    /// `iss`, which selects the keys, is missing or unknown.
    case issuerNotTrusted(String?)
    case keyNotFound(id: String?, known: [String])
    /// Several keys in the set match, and the token does not say which one to use.
    case keyAmbiguous(ids: [String])
    /// The key that the token names, or the only one that is left, cannot verify.
    case keyUnusable(id: String?, String)
    case signature
    case claimsNotJSON(JSONError)
    case claims(ClaimsError)
    case time(TimeFault)
    case tooOld(issuedAt: Timestamp, maximumAge: TimeSpan)
    case issuer(found: String?, expected: String)
    case subject(found: String?, expected: String)
    case audience(found: [String], expected: [String])
    case claimMissing(String)
    /// The claim has another value. Both values are JSON texts.
    case claim(String, found: String, expected: String)
    /// The token is bound to another key, or to none that can be compared.
    case confirmation(found: String?, expected: String)
    case disclosure(DisclosureError)
    case keyBinding(String)
    case status(StatusError)

    /// A stable code for programs.
    package var code: String {
        switch self {
        case .malformed: "malformed"
        case .unsecured: "unsecured"
        case .unknownAlgorithm, .unavailableAlgorithm: "unknown-algorithm"
        case .algorithmNotAllowed: "algorithm-not-allowed"
        case .algorithmNotForKey: "algorithm-key-mismatch"
        case .embeddedKey: "embedded-key"
        case .critical: "critical-header"
        case .proofKey: "proof-key"
        case .chain: "certificate-chain"
        case .type: "type"
        case .issuerNotTrusted: "issuer-not-trusted"
        case .keyNotFound: "key-not-found"
        case .keyAmbiguous: "key-ambiguous"
        case .keyUnusable: "key-unusable"
        case .signature: "signature"
        case .claimsNotJSON: "claims-not-json"
        case .claims: "claim-malformed"
        case .time(let fault): fault.code
        case .tooOld: "too-old"
        case .issuer: "issuer"
        case .subject: "subject"
        case .audience: "audience"
        case .claimMissing: "claim-missing"
        case .claim: "claim-mismatch"
        case .confirmation: "confirmation"
        case .disclosure: "disclosure"
        case .keyBinding: "key-binding"
        case .status: "status"
        }
    }
}

extension TokenError {
    package var message: String {
        switch self {
        case .malformed(let error): error.message
        case .unsecured: "the token is not signed (alg is none)"
        case .unavailableAlgorithm(let obstacle): obstacle
        case .unknownAlgorithm(let name): "the token's alg is unknown: \(name.quoted)"
        case .algorithmNotAllowed(let name):
            "the token's alg is \(name.quoted), which is not among the accepted ones"
        case .algorithmNotForKey(let name, let fitting):
            "the token's alg is \(name.quoted), but the key "
                + (fitting.isEmpty
                    ? "does not fit any algorithm" : "requires \(fitting.map(\.printable).orList)")
        case .embeddedKey(let member): "the header contains a key (\(member)), which is never trusted"
        case .critical(.malformed): "the header's crit is malformed (RFC 7515 §4.1.11)"
        case .critical(.unencodedPayload):
            "the header's b64 is not true, but signet expects every payload to be encoded (RFC 7797 §6)"
        case .critical(.notUnderstood(let names)):
            "the header's crit lists unknown extensions: \(names.firstFew(\.quoted))"
        case .proofKey(nil): "the header has no jwk, which a proof of possession requires"
        case .proofKey(let fault?): "the header's jwk cannot verify the proof: \(fault)"
        case .chain(let message): message
        case .type(let found, let expected):
            "the header's typ is \(Self.quoted(found)); expected \(expected.quoted)"
        case .issuerNotTrusted(let issuer?): "the issuer \(issuer.quoted) is not trusted"
        case .issuerNotTrusted(nil): "the token has no iss, so no trusted issuer's keys can verify it"
        case .keyNotFound(let id, let known):
            (id.map { "no key in the set has the token's kid \($0.quoted)" }
                ?? "the token has no kid, and no key in the set matches")
                + (known.isEmpty ? "" : "; the set has \(known.firstFew(\.quoted))")
        case .keyAmbiguous: "the token has no kid, and several keys in the set match"
        case .keyUnusable(let id, let fault):
            "\(id.map { "the key \($0.quoted)" } ?? "a key") of the set cannot verify signatures: \(fault)"
        case .signature: "the signature does not match the key"
        case .claimsNotJSON(let error): error.words(of: "the payload")
        case .claims(let error): error.message
        case .time(let fault): fault.message
        case .tooOld(let time, let age):
            "the token was issued at \(time.rfc3339), more than \(age.words) ago"
        case .issuer(let found, let expected):
            "the issuer is \(Self.quoted(found)); expected \(expected.quoted)"
        case .subject(let found, let expected):
            "the subject is \(Self.quoted(found)); expected \(expected.quoted)"
        case .audience(let found, let expected):
            "the audience is \(found.isEmpty ? "missing" : found.firstFew(\.quoted)); expected \(expected.map(\.quoted).orList)"
        case .claimMissing(let claim): "the claim \(claim.quoted) is missing"
        case .confirmation(let found, let expected):
            (found.map { "the token is bound to the key \($0.quoted)" }
                ?? "the token's cnf names no key of this kind") + "; expected \(expected.quoted)"
        case .claim(let claim, let found, let expected):
            "the claim \(claim.quoted) is \(found.printable); expected \(expected.printable)"
        case .disclosure(let error): error.message
        case .status(let error): error.message
        case .keyBinding(let message): message.printable
        }
    }

    private static func quoted(_ text: String?) -> String { text?.quoted ?? "missing" }
}
