import JOSE
import JSON
import OpenSSL
import Platforms
import System

/// Makes tokens of prototypes, one after the other. Their payload parts are not touched.
struct PrototypeSigning: ~Copyable, LineProcessor {
    private let request: SignRequest
    private let parties: PartyDemands
    private let algorithm: Algorithm
    private let key: Key
    private var signer: TokenSigner
    /// The last header as it came, and what became of it: the next prototype nearly always has the same.
    private var headers: (given: [UInt8], signed: [UInt8]) = ([], [])
    private var payload: [UInt8] = []
    private var claims = JSONObjectText(limits: .standard)

    init(
        _ request: SignRequest, _ parties: PartyDemands, _ key: Key, _ algorithm: Algorithm,
        _ backend: SignatureBackend
    ) throws {
        self.request = request
        self.parties = parties
        self.algorithm = algorithm
        self.key = key
        signer = try request.signer(key, algorithm, backend)
    }

    var groupSize: Int { signer.groupSize }

    mutating func begin(_ line: Span<UInt8>, into output: inout [UInt8]) throws {
        let text = line.extracting(line.trimmed)
        if text.firstIndex(of: 0x0A, from: 0) != nil {
            throw Failure(.badInput, TokenInput.severalLines)
        }
        let prototype = try parsing { () throws(CompactToken.Failure) in try Prototype(parsing: text) }
        try checkClaims(prototype, text)
        try resolveHeader(prototype, text)
        do {
            try signer.begin(
                headers.signed, encodedPayload: text.extracting(prototype.encodedPayload), to: &output)
        } catch {
            throw Failure(openSSL: error)
        }
    }

    func work() { signer.sign() }

    mutating func end(_ place: Int, into output: inout [UInt8]) throws {
        try SignRequest.end(&signer, place, &output)
    }

    private func parsing<Result>(
        _ body: () throws(CompactToken.Failure) -> Result
    ) throws -> Result {
        try saying(Failure.init(token:), body)
    }

    // MARK: the claims, which are judged and not changed

    private mutating func checkClaims(_ prototype: Prototype, _ text: Span<UInt8>) throws {
        do {
            try prototype.decodePayload(in: text, into: &payload)
        } catch {
            throw Failure(token: error)
        }
        let payload = payload
        do {
            try claims.read(payload.span)
        } catch {
            throw Failure(.badInput, error.words(of: "the payload"))
        }
        if let profile = request.profile {
            do {
                try profile.check(
                    claims, now: request.clock.now(), unit: request.timeUnit, leeway: request.leeway)
            } catch {
                throw Failure(error, hint: error.timeUnitHint)
            }
        }
        try saying(Failure.init(claims:)) { () throws(ClaimsError) in
            _ = try RegisteredClaims(claims, unit: request.timeUnit)
        }
        try parties.check(claims)
    }

    // MARK: the header

    private mutating func resolveHeader(_ prototype: Prototype, _ text: Span<UInt8>) throws {
        let given = text.extracting(prototype.encodedHeader)
        if isLast(given) { return }
        let header = try parsing { () throws(CompactToken.Failure) in try prototype.header(in: text) }
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
        if header.criticalDefect != nil {
            throw Failure(.badInput, "the header has crit, and signet knows no critical extension")
        }
        if let member = header.embeddedKey {
            throw Failure(
                .badInput, "the header brings a key of its own (\(member)), which no verifier should trust")
        }
        var text = header.text
        if header.algorithmName != algorithm.name {
            guard request.rewritesAlgorithm else { throw mismatch(header) }
            text.set("alg", to: .string(algorithm.name))
        }
        request.header.apply(to: &text)
        if request.wantsKeyID {
            if let id = key.id { text.set("kid", to: .string(id)) } else { text.remove("kid") }
        }
        // Untouched, it keeps even the spelling of its base64url, which is unique anyway.
        return text.bytes == header.text.bytes ? given : try SignRequest.encoded(text)
    }

    private func mismatch(_ header: Header) -> Failure {
        let other = Algorithm.named(header.algorithmName)
        let canSign = other.map { $0.fits(key.material) } ?? false
        return Failure(
            .badInput,
            "the header says alg \(header.algorithmName.printable), and the key signs with \(algorithm.name)",
            hint: canSign
                ? "--alg \(header.algorithmName) signs with it, --rewrite-alg changes the header"
                : "--rewrite-alg changes the header")
    }

    /// The header that the platform wants, anew where the prototype's is another.
    private func profileHeader(
        _ profile: Profile, _ header: Header, _ given: [UInt8]
    ) throws -> [UInt8] {
        let keyID = request.wantsKeyID ? key.id : header.keyID
        if profile.accepts(header), keyID == header.keyID { return given }
        let fresh = try SignRequest.encoded(try request.profileHeader(profile, key, keyID: keyID))
        if let violation = profile.headerViolation(header) {
            request.warnings.once("the prototype's header was rewritten: \(violation.words)")
        } else if !profile.accepts(header) {
            request.warnings.once(
                "the prototype's header was rewritten: it has more members than the profile \(profile.name) wants"
            )
        }
        return fresh
    }
}
