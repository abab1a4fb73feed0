import JOSE
import JSON
import OpenSSL
import Platforms
import Synchronization
import System

/// Judges tokens, one after the other.
struct TokenJudge {
    private let request: VerifyRequest
    private var verifier: TokenVerifier
    /// The last token; its memory serves the next one.
    private var token = CompactToken()

    init(_ request: VerifyRequest, _ source: KeySource) {
        self.request = request
        verifier = TokenVerifier(source, request.policy)
    }

    /// - Parameters:
    ///   - text: without white space around it.
    ///   - detached: the payload of a token that has none.
    /// - Throws: when the key is to blame, and not the token.
    mutating func judge(_ text: Span<UInt8>, detached: [UInt8]? = nil) throws(Failure) -> Verdict {
        if text.firstIndex(of: 0x0A, from: 0) != nil {
            return .invalid(reason: "malformed", message: TokenInput.severalLines, hint: nil)
        }
        do {
            try token.read(text, detachedPayload: detached)
        } catch {
            return Verdict(.malformed(error))
        }
        do {
            try verifier.verifySignature(token)
        } catch {
            switch error {
            case .invalid(.signature) where request.isJWS && token.payload.isEmpty && detached == nil:
                return .invalid(
                    reason: Invalidity.signature.code, message: Invalidity.signature.words.message,
                    hint: "--detached FILE gives a payload that is not in the token")
            case .invalid(let invalidity): return Verdict(invalidity)
            case .refused(let refusal): throw Failure(refusal: refusal).about(request.keyName)
            case .jwk(let error): throw Failure(jwk: error).about(request.keyName)
            }
        }
        return request.isJWS
            ? .valid(token.header, payload: token.payload, claims: nil) : judgeClaims()
    }

    private mutating func judgeClaims() -> Verdict {
        if let violation = request.profile?.headerViolation(token.header) { return Verdict(violation) }
        let claims: JSONObjectText
        do {
            claims = try verifier.verifyClaims(token.payload)
        } catch {
            return Verdict(error)
        }
        if let profile = request.profile {
            do {
                try profile.checkKey(verifier.keyType)
                try profile.check(
                    claims, now: request.policy.now, leeway: request.policy.leeway,
                    expiryLeeway: request.policy.leeway)
            } catch {
                return Verdict(error)
            }
        }
        return .valid(token.header, payload: token.payload, claims: claims)
    }
}

/// Judges a stream of tokens: a line of JSON for each.
struct TokenLines: LineProcessor {
    private var judge: TokenJudge
    private let invalid: InvalidTokens

    init(_ judge: TokenJudge, _ invalid: InvalidTokens) {
        self.judge = judge
        self.invalid = invalid
    }

    mutating func process(_ line: Span<UInt8>, into output: inout [UInt8]) -> Failure? {
        do {
            let verdict = try judge.judge(line.extracting(line.trimmed))
            if case .invalid = verdict { invalid.find() }
            verdict.appendJSON(to: &output)
            return nil
        } catch {
            return error
        }
    }
}

/// Whether any thread has met a token that is not valid.
final class InvalidTokens: Sendable {
    private let flag = Atomic(false)

    func find() { flag.store(true, ordering: .relaxed) }

    var areFound: Bool { flag.load(ordering: .relaxed) }
}
