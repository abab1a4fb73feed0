import JOSE
import JSON
import OpenSSL
import System
import Words

/// What `sd-jwt verify` requires beside what `jwt verify` does (RFC 9901 §7.3).
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

    /// The payload with the disclosed claims in their places. The holder's proof is checked, if one is required.
    ///
    /// - Parameters:
    ///   - text: of which `parts` are the parts.
    ///   - signed: the payload of its token, whose signature is valid.
    /// - Throws: a ``DisclosureError`` or a ``TokenError``, or if libcrypto fails.
    func payload(
        of parts: SDJWT, _ text: [UInt8], signed: [UInt8], _ clock: Clock, leeway: TimeSpan
    ) throws -> [UInt8] {
        let payload: JSONObject
        do throws(JSONError) {
            payload = try JSONObjectText(parsing: signed).object
        } catch {
            throw TokenError.claimsNotJSON(error)
        }
        let revealed = try Revelation(payload, parts.disclosures).payload
        if let binding {
            let digest = try DisclosureDigest(of: payload)
            try check(binding, parts, text, revealed, digest, clock, leeway)
        } else if parts.keyBinding != nil {
            warnings.once("the key binding was not verified; use --kb-aud and --kb-nonce")
        }
        return JSONWriter.bytes(.object(revealed))
    }

    /// Checks the holder's proof.
    private func check(
        _ binding: Binding, _ parts: SDJWT, _ text: [UInt8], _ payload: JSONObject,
        _ digest: DisclosureDigest, _ clock: Clock, _ leeway: TimeSpan
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
