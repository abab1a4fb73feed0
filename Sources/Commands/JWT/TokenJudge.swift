import JOSE
import JSON
import OpenSSL
import Platforms
import System

/// Judges texts in groups.
protocol Judge: SendableMetatype {
    /// How many texts may be begun before `work`.
    var groupSize: Int { get }

    /// - Parameters:
    ///   - text: without white space around it.
    ///   - place: among the texts whose verdicts are open, from 0.
    /// - Returns: nil if the verdict depends on the signature.
    /// - Throws: if libcrypto fails; nothing is known of the text then.
    mutating func begin(_ text: Span<UInt8>, at place: Int) throws -> TokenVerdict?

    /// Verifies the signatures that are open.
    mutating func work()

    /// - Throws: if libcrypto fails; nothing is known of the text then.
    mutating func end(_ place: Int) throws -> TokenVerdict
}

/// Judges tokens, one after the other.
struct TokenJudge: Judge {
    private let request: JWTVerifyRequest
    /// Asked before the profile is: it is a large value, and most streams have none.
    private let hasProfile: Bool
    private var verifier: TokenVerifier
    /// The last tokens, by their place; their memory serves the next ones.
    private var tokens: [CompactToken]
    private var headers = HeaderReader()
    /// Whether the payload was given beside the token.
    private var isDetached = false

    init(_ request: JWTVerifyRequest, _ source: KeySource, _ backend: BackendChoice) {
        self.request = request
        hasProfile = request.profile != nil
        verifier = TokenVerifier(source, request.policy, backend)
        tokens = Array(repeating: CompactToken(), count: verifier.groupSize)
    }

    var groupSize: Int { verifier.groupSize }

    mutating func begin(_ text: Span<UInt8>, at place: Int) throws -> TokenVerdict? {
        try begin(text, at: place, detached: nil)
    }

    /// - Parameter detached: the payload of a token that has none.
    mutating func begin(_ text: Span<UInt8>, at place: Int, detached: [UInt8]?) throws -> TokenVerdict? {
        do {
            isDetached = detached != nil
            try tokens[place].read(text, detachedPayload: detached, &headers)
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

    func work() { verifier.verifySignatures() }

    mutating func end(_ place: Int) throws -> TokenVerdict {
        if let verdict = try endSignature(place) { return verdict }
        guard request.isJWS else { return try judgeClaims(tokens[place].payload, place) }
        return .valid(tokens[place].header, payload: tokens[place].payload, claims: nil, profile: nil)
    }

    func verdict(_ error: TokenError) -> TokenVerdict {
        .invalid(reason: error.code, message: error.message, hint: request.hint(for: error))
    }

    /// The payload of a token, which may be trusted if `endSignature` returned nil.
    func payload(_ place: Int) -> [UInt8] { tokens[place].payload }

    /// - Returns: nil if the signature is valid.
    mutating func endSignature(_ place: Int) throws -> TokenVerdict? {
        do {
            try verifier.end(place)
        } catch TokenError.signature where request.isJWS && tokens[place].payload.isEmpty && !isDetached {
            return .invalid(
                reason: TokenError.signature.code, message: TokenError.signature.message,
                hint: "use --detached FILE if the payload is not in the token")
        } catch let error as TokenError {
            return verdict(error)
        }
        return nil
    }

    /// - Parameter payload: of the token, or what its disclosures make of it.
    mutating func judgeClaims(_ payload: [UInt8], _ place: Int) throws -> TokenVerdict {
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
            claims, now: now, unit: request.timeUnit, leeway: request.policy.leeway,
            expiryLeeway: request.policy.leeway)
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
