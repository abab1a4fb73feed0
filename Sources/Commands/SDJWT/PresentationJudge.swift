import JOSE
import JSON
import OpenSSL
import System
import Words

/// What `sd-jwt verify` requires beside what `jwt verify` does.
struct PresentationPolicy: Sendable {
    /// What the holder's proof must say.
    struct Binding: Sendable {
        let audience: String
        let nonce: String
        let maximumAge: TimeSpan?
    }

    /// Nil if no proof is required.
    let binding: Binding?
    let warnings = Warnings()
}

/// Judges SD-JWTs (RFC 9901 §7.3).
struct PresentationJudge: Judge {
    private var judge: TokenJudge
    private let policy: PresentationPolicy
    private let clock: Clock
    private let leeway: TimeSpan
    /// Those whose verdicts are open, by their place.
    private var texts: [(parts: SDJWT, bytes: [UInt8])] = []

    init(_ judge: TokenJudge, _ policy: PresentationPolicy, _ request: JWTVerifyRequest) {
        self.judge = judge
        self.policy = policy
        clock = request.clock
        leeway = request.policy.leeway
    }

    var groupSize: Int { judge.groupSize }

    mutating func begin(_ text: Span<UInt8>, at place: Int) throws -> TokenVerdict? {
        let parts: SDJWT
        do {
            parts = try SDJWT(parsing: text)
        } catch {
            return .invalid(reason: "malformed", message: error.message, hint: nil)
        }
        if let verdict = try judge.begin(text.extracting(parts.token), at: place) { return verdict }
        texts.removeSubrange(min(place, texts.count)...)
        texts.append((parts, text.withUnsafeBufferPointer { Array($0) }))
        return nil
    }

    func work() { judge.work() }

    mutating func end(_ place: Int) throws -> TokenVerdict {
        if let verdict = try judge.endSignature(place) { return verdict }
        let (parts, text) = texts[place]
        do {
            let payload: JSONObject
            do throws(JSONError) {
                payload = try JSONObjectText(parsing: judge.payload(place)).object
            } catch {
                throw TokenError.claimsNotJSON(error)
            }
            let revealed = try Revelation(payload, parts.disclosures).payload
            if let binding = policy.binding {
                try check(binding, parts, text, revealed, try DisclosureDigest(of: payload))
            } else if parts.keyBinding != nil {
                policy.warnings.once("the key binding was not verified; use --kb-aud and --kb-nonce")
            }
            return try judge.judgeClaims(JSONWriter.bytes(.object(revealed)), place)
        } catch let error as DisclosureError {
            return judge.verdict(.disclosure(error))
        } catch let error as TokenError {
            return judge.verdict(error)
        }
    }

    /// Checks the holder's proof.
    private func check(
        _ binding: PresentationPolicy.Binding, _ parts: SDJWT, _ text: [UInt8], _ payload: JSONObject,
        _ digest: DisclosureDigest
    ) throws {
        guard let range = parts.keyBinding else {
            throw TokenError.keyBinding("the presentation has no key binding")
        }
        let now = try clock.now()
        let proof: CompactToken
        let claims: JSONObjectText
        do {
            proof = try CompactToken(parsing: Array(text[range]))
            // §7.3: it must be valid in all other respects, its times included.
            var rules = VerificationPolicy()
            rules.requiredClaims = ["iat"]
            rules.leeway = leeway
            rules.maximumAge = binding.maximumAge
            var verifier = TokenVerifier(try KeySource.key(try HolderKey.key(in: payload)), rules)
            try verifier.begin(proof, at: 0)
            verifier.verifySignatures()
            try verifier.end(0)
            claims = try verifier.readClaims(proof.payload)
            try verifier.check(claims, now: now)
        } catch let error as OpenSSLError {
            throw error
        } catch {
            throw TokenError.keyBinding("key binding: \(CommandError(error).message)")
        }
        if proof.header.type != "kb+jwt" {
            throw TokenError.keyBinding("the key binding's typ is not kb+jwt")
        }
        let hash = String(decoding: try digest.text(of: text.span.extracting(parts.bound)), as: UTF8.self)
        for (name, expected) in [("sd_hash", hash), ("aud", binding.audience), ("nonce", binding.nonce)] {
            guard claims[MemberName(name)]?.stringValue?.utf8.elementsEqual(expected.utf8) == true else {
                throw TokenError.keyBinding(
                    name == "sd_hash"
                        ? "the key binding is for another presentation"
                        : "the key binding's \(name) is not \(expected.quoted)")
            }
        }
    }
}

/// The key of the holder of an SD-JWT.
enum HolderKey {
    /// The public key in `cnf` (RFC 7800 §3.2).
    static func key(in payload: JSONObject) throws -> Key {
        guard let jwk = payload["cnf"]?.objectValue?["jwk"] else {
            throw TokenError.keyBinding("the token has no key of a holder (cnf.jwk)")
        }
        do {
            return try Key(publicJWK: jwk)
        } catch {
            throw TokenError.keyBinding("the holder's key (cnf.jwk) is not a public key")
        }
    }
}
