import JOSE
import JSON
import OpenSSL
import Platforms
import System

/// Judges tokens in groups, and for a request with a presentation policy SD-JWTs (RFC 9901 §7.3).
struct TokenJudge {
    private let request: JWTVerifyRequest
    /// Both are asked before the profile and the policy are: these are large values, and most streams have none.
    private let hasProfile, hasPresentation: Bool
    private var verifier: TokenVerifier
    /// The last tokens, by their place; their memory serves the next ones.
    private var tokens: [CompactToken]
    private var headers = HeaderReader()
    /// The SD-JWTs around them.
    private var presentations: [(parts: SDJWT, text: [UInt8])] = []
    /// Whether the payload was given beside the token.
    private var isDetached = false

    init(_ request: JWTVerifyRequest, _ source: KeySource, _ backend: BackendChoice) {
        self.request = request
        hasProfile = request.profile != nil
        hasPresentation = request.presentation != nil
        verifier = TokenVerifier(source, request.policy, backend)
        tokens = Array(repeating: CompactToken(), count: verifier.groupSize)
    }

    /// How many texts may be begun before `work`.
    var groupSize: Int { verifier.groupSize }

    /// - Parameters:
    ///   - text: without white space around it.
    ///   - place: among the texts whose verdicts are open, from 0.
    ///   - detached: the payload of a token that has none.
    /// - Returns: nil if the verdict depends on the signature.
    /// - Throws: if libcrypto fails; nothing is known of the text then.
    mutating func begin(
        _ text: Span<UInt8>, at place: Int, detached: [UInt8]? = nil
    ) throws -> TokenVerdict? {
        var token = 0..<text.count
        if hasPresentation {
            do {
                let parts = try SDJWT(parsing: text)
                presentations.removeSubrange(min(place, presentations.count)...)
                presentations.append((parts, text.withUnsafeBufferPointer { Array($0) }))
                token = parts.token
            } catch {
                return .invalid(reason: "malformed", message: error.message, hint: nil)
            }
        }
        do {
            isDetached = detached != nil
            try tokens[place].read(text.extracting(token), detachedPayload: detached, &headers)
        } catch {
            return verdict(.malformed(error))
        }
        do {
            try verifier.begin(tokens[place], at: place)
            return nil
        } catch let error as TokenError {
            return verdict(error)
        }
    }

    /// Verifies the signatures that are open.
    func work() { verifier.verifySignatures() }

    /// - Throws: if libcrypto fails; nothing is known of the text then.
    mutating func end(_ place: Int) throws -> TokenVerdict {
        do {
            try verifier.end(place)
        } catch TokenError.signature where request.isJWS && tokens[place].payload.isEmpty && !isDetached {
            return .invalid(
                reason: TokenError.signature.code, message: TokenError.signature.message,
                hint: "use --detached FILE if the payload is not in the token")
        } catch let error as TokenError {
            return verdict(error)
        }
        if hasPresentation, let policy = request.presentation { return try judgeClaims(policy, place) }
        guard request.isJWS else { return try judgeClaims(tokens[place].payload, place) }
        return .valid(tokens[place].header, payload: tokens[place].payload, claims: nil, profile: nil)
    }

    private func verdict(_ error: TokenError) -> TokenVerdict {
        .invalid(reason: error.code, message: error.message, hint: request.hint(for: error))
    }

    /// Judges the claims that an SD-JWT discloses.
    private mutating func judgeClaims(_ policy: PresentationPolicy, _ place: Int) throws -> TokenVerdict {
        let (parts, text) = presentations[place]
        do {
            let payload = try policy.payload(
                of: parts, text, signed: tokens[place].payload, request.clock, leeway: request.policy.leeway)
            return try judgeClaims(payload, place)
        } catch let error as DisclosureError {
            return verdict(.disclosure(error))
        } catch let error as TokenError {
            return verdict(error)
        }
    }

    /// - Parameter payload: of the token, or what its disclosures make of it.
    private mutating func judgeClaims(_ payload: [UInt8], _ place: Int) throws -> TokenVerdict {
        let now = try request.clock.now()
        let header = tokens[place].header
        let proofThumbprint = try verifier.proofThumbprint(of: header)
        do {
            let claims = try verifier.readClaims(payload)
            var findings: ProfileFindings?
            if hasProfile, let profile = request.profile {
                do {
                    findings = try check(header, claims, profile, now, place, proofThumbprint)
                } catch {
                    return TokenVerdict(error)
                }
            }
            try verifier.check(claims, now: now, unit: findings?.unit)
            if hasProfile { try checkSubject(claims) }
            return .valid(header, payload: payload, claims: claims, profile: findings)
        } catch let error as TokenError {
            return verdict(error)
        }
    }

    /// The platform's rules come before the general ones: they say more, and whoever signs hears the same words.
    private func check(
        _ header: Header, _ claims: JSONObjectText, _ profile: Profile, _ now: Timestamp,
        _ place: Int, _ proofThumbprint: String?
    ) throws(ProfileError) -> ProfileFindings {
        var departures = try profile.departures(of: header)
        try profile.checkKey(verifier.keyType(place))
        let (unit, departure) = try profile.verify(
            claims, now: now, unit: request.timeUnit, leeway: request.policy.leeway)
        if let departure { departures.append(departure) }
        return ProfileFindings(
            unit: unit, departures: departures, proofThumbprint: proofThumbprint)
    }

    private func checkSubject(_ claims: JSONObjectText) throws(TokenError) {
        guard let profile = request.profile, let expected = request.profileSubject else { return }
        let found = claims["sub"]?.stringValue
        let names = found.map(profile.names(ofSubject:)) ?? []
        if !names.contains(where: { $0.utf8.elementsEqual(expected.utf8) }) {
            throw .subject(found: found, expected: expected)
        }
    }
}
