import JOSE
import JSON
import OpenSSL
import Platforms
import System
import Words

/// Makes tokens of prototypes, one after the other. Their payload parts are not touched.
struct PrototypeSigning: ~Copyable, LineProcessor {
    private let plan: SigningPlan
    private let request: JWTSignRequest
    private var signer: TokenSigner
    private var lifetime: LifetimeWarning
    /// The last header as it came, and what became of it: the next prototype nearly always has the same.
    private var headers: (given: [UInt8], signed: [UInt8]) = ([], [])
    private var payload: [UInt8] = []
    private var claims = JSONObjectText(limits: .standard)

    init(_ plan: SigningPlan, _ backend: SignatureBackend) throws {
        self.plan = plan
        request = plan.request
        signer = try plan.signer(backend)
        lifetime = LifetimeWarning(plan)
    }

    var groupSize: Int { signer.groupSize }

    mutating func beginGroup() {}

    mutating func begin(_ line: Span<UInt8>) throws {
        let text = line.extracting(line.trimmed)
        if text.isEmpty { throw SigningError(.malformed, "expected a prototype, found an empty line") }
        if text.firstIndex(of: 0x0A, from: 0) != nil {
            throw SigningError(.malformed, TokenInput.severalLines, hint: TokenInput.batchHint)
        }
        let prototype = try Prototype(parsing: text)
        try checkClaims(prototype, text)
        try resolveHeader(prototype, text)
        try signer.begin(headers.signed, encodedPayload: text.extracting(prototype.encodedPayload))
    }

    mutating func work() { signer.sign() }

    mutating func end(_ place: Int, line number: Int, into output: inout [UInt8]) throws -> LineResult {
        try signer.finish(place, into: &output)
        return .valid
    }

    // MARK: the claims, which are judged and not changed

    private mutating func checkClaims(_ prototype: Prototype, _ text: Span<UInt8>) throws {
        try prototype.decodePayload(in: text, into: &payload)
        let payload = payload
        do {
            try claims.read(payload.span)
        } catch {
            throw SigningError(.claimsNotJSON, error.words(of: "the payload"))
        }
        try claims.refuseKeys()
        if let profile = request.profile {
            let now = try request.clock.now()
            do {
                try profile.check(
                    claims, now: now, unit: request.timeUnit, leeway: request.leeway)
            } catch {
                // No flag changes a prototype's claims, so a hint can only be about the unit.
                throw SigningError(SigningReason(error), error.message, hint: error.timeUnitHint)
            }
        }
        try lifetime.check(try RegisteredClaims(claims, unit: request.timeUnit, arePublished: true))
        try plan.parties.check(claims)
    }

    // MARK: the header

    private mutating func resolveHeader(_ prototype: Prototype, _ text: Span<UInt8>) throws {
        let given = text.extracting(prototype.encodedHeader)
        if isLast(given) { return }
        let header = try prototype.header(in: text)
        let bytes = Array(given)
        if let profile = request.profile {
            headers = (bytes, try profileHeader(profile, header, bytes))
        } else {
            headers = (bytes, try encodedHeader(header, bytes))
        }
    }

    private func isLast(_ header: Span<UInt8>) -> Bool {
        header.count > 0 && header.hasSameBytes(as: headers.given.span)
    }

    private func encodedHeader(_ header: Header, _ given: [UInt8]) throws -> [UInt8] {
        if let fault = header.criticalFault() {
            throw SigningError(
                .criticalHeader,
                fault == .unencodedPayload
                    ? TokenError.critical(fault).message
                    : "the header has crit, but signet does not know any critical extension")
        }
        if let member = header.embeddedKey {
            throw SigningError(
                .embeddedKey, "the header contains a key (\(member)); verifiers must not trust it")
        }
        for member in Self.encryptionMembers where header.text.has(member) {
            throw SigningError(
                .malformed, "the header has \(member.text), which only encrypted tokens have (RFC 7516 §4.1)")
        }
        if request.chain == nil, header.text.has(Self.certificates) {
            throw SigningError(
                .embeddedKey, "the header contains certificates (x5c), which may be another key's",
                hint: "use --x5c CERT, which replaces them")
        }
        var text = header.text
        if header.algorithmName != plan.signing.algorithm.name {
            guard request.rewritesAlgorithm else { throw mismatch(header) }
            text.set("alg", to: .string(plan.signing.algorithm.name))
        }
        request.header.apply(to: &text)
        if request.setsKeyID {
            if let id = plan.signing.key.id { text.set("kid", to: .string(id)) } else { text.remove("kid") }
        }
        // Untouched, it keeps even the spelling of its base64url, which is unique anyway.
        return text.bytes == header.text.bytes ? given : try SigningPlan.encoded(text)
    }

    private static let encryptionMembers: [MemberName] = ["enc", "zip"]
    private static let certificates: MemberName = "x5c"
    private static let key: MemberName = "jwk"

    private func mismatch(_ header: Header) -> SigningError {
        let other = Algorithm.named(header.algorithmName)
        let canSign = other.map { plan.signing.key.permits(.sign, $0) } ?? false
        return SigningError(
            .algorithm,
            "the header's alg is \(header.algorithmName.quoted), but the key signs with \(plan.signing.algorithm.name)",
            hint: canSign ? "use --alg \(header.algorithmName) or --rewrite-alg" : "use --rewrite-alg")
    }

    /// The header that the platform wants: a new one if the prototype's differs.
    private func profileHeader(
        _ profile: Profile, _ header: Header, _ given: [UInt8]
    ) throws -> [UInt8] {
        let keyID = request.setsKeyID ? plan.signing.key.id : header.keyID
        var reasons = profile.headerViolations(header).map(\.message)
        if profile.header.allowsOthers, profile.otherMember(of: header) != nil {
            reasons.append("it has members that the profile \(profile.name) does not allow")
        }
        let algorithm = plan.signing.algorithm.name
        if header.algorithmName != algorithm, profile.allows(header.algorithmName) {
            reasons.append("its alg is \(header.algorithmName.quoted), but the key signs with \(algorithm)")
        }
        // A file of the user's own that says nothing of typ leaves it as it is. Verifiers accept any for a profile of signet's,
        // too, but a new token must not pass for one of another kind.
        var keptType: String?
        if case .any(let type) = profile.header.type, let found = header.type, !header.hasType(type) {
            if Profile.all.contains(where: { $0.name == profile.name }) {
                reasons.append(
                    "its typ is \(found.quoted); the profile \(profile.name) writes \(type.quoted)")
            } else {
                keptType = found
            }
        }
        if profile.header.hasKey, let jwk = header.text[Self.key], try !verifies(jwk) {
            reasons.append("its jwk cannot verify what the key signs")
        }
        if reasons.isEmpty, keyID == header.keyID || profile.header.hasKey {
            var text = header.text
            request.header.addCertificates(to: &text)
            return text.bytes == header.text.bytes ? given : try SigningPlan.encoded(text)
        }
        var fresh = try plan.profileHeader(profile, keyID: keyID)
        if let keptType { fresh.set("typ", to: .string(keptType)) }
        let encoded = try SigningPlan.encoded(fresh)
        for reason in reasons { plan.warnings.once("the prototype's header was rewritten: \(reason)") }
        return encoded
    }

    /// Whether a verifier takes a token of the signing key by this JWK. Keys are compared by their thumbprints, because a
    /// JWK of an RSA-PSS key is one of RSA.
    ///
    /// - Throws: what is not the JWK's fault.
    private func verifies(_ jwk: JSONValue) throws -> Bool {
        let own = try plan.signing.key.thumbprint()
        do {
            let key = try Key(publicJWK: jwk)
            return try key.thumbprint() == own && key.permits(.verify, plan.signing.algorithm)
        } catch let error as OpenSSLError where error.isOfSystem {
            throw error
        } catch {
            return false
        }
    }
}
