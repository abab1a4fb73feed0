package import JSON
import MultiBuffer
package import OpenSSL
package import System

/// The requirements that a token must meet in addition to its signature.
package struct VerificationPolicy: Sendable {
    /// If empty, every algorithm that the key allows.
    package var algorithms: [Algorithm] = []
    /// The media type that `typ` must be.
    package var type: String?
    package var issuer: String?
    package var subject: String?
    /// The token must have one of these. If empty, any audience is accepted.
    package var audiences: [String] = []
    package var requiredClaims: [MemberName] = []
    package var claims: [ClaimRequirement] = []
    /// The key that the token must be bound to.
    package var confirmation: Confirmation?
    /// What `htu` must be, for a proof.
    package var proofURL: ProofURL?
    /// The names in `crit` that the caller understands.
    package var extensions: [String] = []
    package var leeway = TimeSpan.zero
    /// The maximum age of `iat`.
    package var maximumAge: TimeSpan?
    package var timeUnit = TimeUnit.seconds
    package var ignoresExpiration = false
    /// If not empty, a token must be valid by one of these.
    package var statusLists = StatusLists()

    package init() {}
}

/// A claim that a token must have, with a value or with an array that contains the value.
package struct ClaimRequirement: Sendable {
    package let name: MemberName
    package let value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
        self.name = MemberName(name)
        self.value = value
    }

    fileprivate func check(_ claims: JSONObjectText) throws(TokenError) {
        guard let found = claims[name] else { throw .claimMissing(name.text) }
        if found.hasSameValue(as: value) { return }
        if let elements = found.arrayValue, elements.contains(where: { $0.hasSameValue(as: value) }) {
            return
        }
        throw .claim(
            name.text, found: JSONWriter.string(found), expected: JSONWriter.string(value))
    }
}

/// Verifies compact tokens (RFC 7515 §5.2, RFC 7519 §7.2).
///
/// What a header selects, a key and an algorithm, is prepared once and kept. It must not be shared between threads: each
/// thread makes its own.
///
/// `begin` takes a token's signature in, and `end` returns its result. All signatures begun in between are verified
/// together, ``groupSize`` at most.
package struct TokenVerifier {
    private let source: KeySource
    private let policy: VerificationPolicy
    /// The number of tokens that may be begun before `verifySignatures`.
    package let groupSize: Int
    /// What the token selects by its header.
    private struct Choice: Hashable {
        /// The index in the source.
        let key: Int
        let algorithm: Algorithm
    }

    private let usesEngine: Bool
    private let groups: VerifyingGroups
    private var choices: [Choice: Result<VerifyingKey, TokenError>] = [:]
    /// What headers selected, by their text, with the issuer if it selects keys too.
    private var selected = RecentValues<VerifyingKey>()
    /// The signatures that were begun, by place.
    private var begun: [VerifyingKey.Begun] = []
    /// The last claims; their memory is reused.
    private var claims = JSONObjectText(limits: .standard)

    /// - Parameter backend: computes the verification.
    package init(_ source: KeySource, _ policy: VerificationPolicy, _ backend: BackendChoice = .openSSL) {
        self.source = source
        self.policy = policy
        usesEngine = backend != .openSSL && source.hasEngineKeys
        groupSize = usesEngine ? MultiBuffer.curveGroupSize : 1
        groups = VerifyingGroups(source.counts)
    }

    /// The type of a token's key; nil for a secret.
    ///
    /// - Parameter place: the index of the token among those that were begun.
    package func keyType(_ place: Int = 0) -> KeyType? { begun[place].key.type }

    /// The thumbprint of the key in a proof's header; nil for other tokens.
    package func proofThumbprint(of header: Header) throws -> String? {
        guard source.areProofKeys, let jwk = header.text["jwk"] else { return nil }
        return try Key(publicJWK: jwk).thumbprint()
    }

    /// Checks the header and key of a token, and takes its signature in.
    ///
    /// - Parameter place: the index among the tokens that are begun, from 0, without gaps.
    /// - Throws: ``TokenError``, or ``OpenSSLError`` if libcrypto failed for a reason other than the token or the key.
    ///   Whether the token is valid is unknown then.
    package mutating func begin(_ token: borrowing CompactToken, at place: Int) throws {
        let issuer = source.areByIssuer ? try issuer(of: token) : nil
        let key = try verifyingKey(for: token.header, issuer)
        let new = try key.begin(token.signature.span, token.signingInput.span)
        groups.count += 1
        if place < begun.count { begun[place] = new } else { begun.append(new) }
    }

    /// Verifies the signatures that were taken in, if they are verified together.
    package func verifySignatures() { groups.verify() }

    /// - Throws: as `begin`, if the signature of the token at this place is not valid.
    package func end(_ place: Int) throws {
        if try !begun[place].holds() { throw TokenError.signature }
    }

    /// Most of their memory is libcrypto's, about 2 KB for each.
    private static let choicesKept = 1_024

    /// The `iss` of a token that nobody has verified yet. It only selects the keys that may do so.
    private mutating func issuer(of token: borrowing CompactToken) throws(TokenError) -> String? {
        let claims = try readClaims(token.payload)
        guard let issuer = claims.member("iss") else { return nil }
        // Any other value may be large, and is not verified yet.
        guard issuer.isString, let text = claims.value(of: issuer).stringValue else {
            throw .claims(.mistyped(claim: "iss", expected: "a string"))
        }
        return text
    }

    /// - Parameter issuer: the token's `iss`, if it selects keys too.
    private mutating func verifyingKey(
        for header: Header, _ issuer: String?
    ) throws -> VerifyingKey {
        // No header contains a zero byte.
        let selector = issuer.map { header.text.bytes + [0] + $0.utf8 } ?? header.text.bytes
        if let known = selected[selector.span] { return known }
        if let member = header.embeddedKey, !source.areProofKeys || member != "jwk" {
            throw TokenError.embeddedKey(member: member)
        }
        if let fault = header.criticalFault(except: policy.extensions) {
            throw TokenError.critical(fault)
        }
        if let type = policy.type, !header.hasType(type) {
            throw TokenError.type(found: header.type, expected: type)
        }
        let algorithm = try algorithm(of: header)
        let key =
            try source.areOfHeader
            ? keyOfHeader(header, algorithm) : keyOfSource(header, algorithm, issuer)
        selected.keep(key, for: selector.span)
        return key
    }

    private func keyOfHeader(_ header: Header, _ algorithm: Algorithm) throws -> VerifyingKey {
        let key = try source.key(in: header)
        try permit(key, algorithm)
        return try VerifyingKey(key, algorithm, nil)
    }

    private mutating func keyOfSource(
        _ header: Header, _ algorithm: Algorithm, _ issuer: String?
    ) throws -> VerifyingKey {
        let choice = Choice(
            key: try source.index(id: header.keyID, algorithm, issuer: issuer), algorithm: algorithm)
        let prepared = if let known = choices[choice] { known } else { try prepare(choice) }
        return try prepared.get()
    }

    private mutating func prepare(_ choice: Choice) throws -> Result<VerifyingKey, TokenError> {
        let entry = source.entries[choice.key]
        let prepared: Result<VerifyingKey, TokenError>
        guard case .success(let key) = entry.key else {
            preconditionFailure("the source selects no other keys")
        }
        do {
            try permit(key, choice.algorithm)
            let engine = usesEngine ? entry.engineKey.map { ($0, source.tables, groups) } : nil
            prepared = .success(try VerifyingKey(key, choice.algorithm, engine))
        } catch let error as TokenError {
            prepared = .failure(error)
        }
        // Removing keys here is safe, because signatures that were begun keep a reference to theirs.
        if choices.count == Self.choicesKept { choices.removeAll(keepingCapacity: true) }
        choices[choice] = prepared
        return prepared
    }

    private func algorithm(of header: Header) throws(TokenError) -> Algorithm {
        let name = header.algorithmName
        guard let algorithm = Algorithm.named(name) else {
            // The case is ignored, because libraries differ in what they accept as "none" (RFC 7518 §3.6).
            throw name.lowercased() == "none" ? .unsecured : .unknownAlgorithm(name)
        }
        if let obstacle = algorithm.obstacle { throw .unavailableAlgorithm(obstacle) }
        return algorithm
    }

    private func permit(_ key: Key, _ algorithm: Algorithm) throws(TokenError) {
        if !policy.algorithms.isEmpty,
            !policy.algorithms.contains(where: { $0.isSynonym(of: algorithm, for: key.material) })
        {
            throw .algorithmNotAllowed(algorithm.name)
        }
        // The key itself was checked before, so only the algorithm can fail, and the token chose that.
        guard key.permits(.verify, algorithm) else {
            let fitting = Algorithm.fitting(key.material).filter { key.permits(.verify, $0) }
            throw .algorithmNotForKey(algorithm.name, fitting: fitting.map(\.name))
        }
    }

    /// Reads the claims of a token whose signature is valid.
    package mutating func readClaims(_ payload: [UInt8]) throws(TokenError) -> JSONObjectText {
        do {
            try claims.read(payload.span)
        } catch {
            throw .claimsNotJSON(error)
        }
        return claims
    }

    /// Checks claims against the policy.
    ///
    /// - Parameter unit: the unit of their times; nil for the policy's unit.
    /// - Throws: as `begin`.
    package func check(_ claims: JSONObjectText, now: Timestamp, unit: TimeUnit? = nil) throws {
        let registered: RegisteredClaims
        do {
            registered = try RegisteredClaims(claims, unit: unit ?? policy.timeUnit)
        } catch {
            throw TokenError.claims(error)
        }
        try checkTimes(registered, now)
        try checkParties(claims)
        for claim in policy.requiredClaims where !claims.has(claim) {
            throw TokenError.claimMissing(claim.text)
        }
        for requirement in policy.claims { try requirement.check(claims) }
        if let confirmation = policy.confirmation { try confirmation.check(claims) }
        if let expected = policy.proofURL {
            let found = claims["htu"]
            if found?.stringValue.flatMap(ProofURL.init(parsing:)) != expected {
                throw TokenError.claim(
                    "htu", found: JSONWriter.string(found ?? .null),
                    expected: JSONWriter.string(.string(expected.text)))
            }
        }
        if !policy.statusLists.isEmpty {
            do {
                try policy.statusLists.check(claims, now)
            } catch {
                throw TokenError.status(error)
            }
        }
    }

    private func checkTimes(_ claims: RegisteredClaims, _ now: Timestamp) throws(TokenError) {
        let expiryLeeway = policy.ignoresExpiration ? nil : policy.leeway
        if let fault = claims.fault(at: now, leeway: policy.leeway, expiryLeeway: expiryLeeway) {
            throw .time(fault)
        }
        if let maximumAge = policy.maximumAge {
            guard let issued = claims.issuedAt else { throw .claimMissing("iat") }
            if now - issued > maximumAge + policy.leeway {
                throw .tooOld(issuedAt: issued, maximumAge: maximumAge)
            }
        }
    }

    private func checkParties(_ claims: JSONObjectText) throws(TokenError) {
        func same(_ left: String?, _ right: String) -> Bool {
            left.map { $0.utf8.elementsEqual(right.utf8) } ?? false
        }
        if let issuer = policy.issuer {
            let found = claims["iss"]?.stringValue
            if !same(found, issuer) { throw .issuer(found: found, expected: issuer) }
        }
        if let subject = policy.subject {
            let found = claims["sub"]?.stringValue
            if !same(found, subject) { throw .subject(found: found, expected: subject) }
        }
        if !policy.audiences.isEmpty {
            let found = RegisteredClaims.audiences(of: claims)
            if !found.contains(where: { audience in policy.audiences.contains { same(audience, $0) } }) {
                throw .audience(found: found, expected: policy.audiences)
            }
        }
    }
}
