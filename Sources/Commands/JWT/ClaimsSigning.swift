import JOSE
import JSON
import OpenSSL
import Platforms
import System

/// Makes tokens of claims, one after the other.
struct ClaimsSigning: ~Copyable, LineProcessor {
    private let request: SignRequest
    private let encodedHeader: [UInt8]
    private let parties: PartyDemands
    private var signer: TokenSigner
    /// The request's; times from now on are made anew as it passes.
    private var changes: ClaimChanges
    private let hasProfile: Bool
    private let needsTime: Bool
    /// The claims at hand; their memory serves the next ones.
    private var claims = JSONObjectText(limits: .standard)
    private var uuids = UUIDSource()

    init(
        _ request: SignRequest, _ parties: PartyDemands, _ key: Key, _ algorithm: Algorithm,
        _ backend: SignatureBackend
    ) throws {
        let header = try SignRequest.encoded(try request.freshHeader(key, algorithm))
        let signer = try request.signer(key, algorithm, backend)
        self.request = request
        self.signer = signer
        encodedHeader = header
        self.parties = parties
        changes = request.claims
        hasProfile = request.profile != nil
        needsTime = request.claims.needsTime || hasProfile
    }

    var groupSize: Int { signer.groupSize }

    mutating func begin(_ line: Span<UInt8>, into output: inout [UInt8]) throws {
        try read(line.extracting(line.trimmed))
        let now = needsTime ? request.clock.now() : .earliest
        // Asked before the profile is: it is a large value, and most streams have none.
        if hasProfile { try refuseReplacedAttributes() }
        do {
            try changes.apply(to: &claims, now: now, uuids: &uuids)
        } catch {
            throw Failure(openSSL: error)
        }
        if hasProfile { try enforceProfile(now) }
        do {
            _ = try RegisteredClaims(claims, unit: request.timeUnit)
        } catch {
            throw Failure(claims: error)
        }
        try parties.check(claims)
        let payload = claims.bytes
        do {
            try signer.begin(encodedHeader, payload: payload.span, to: &output)
        } catch {
            throw Failure(openSSL: error)
        }
    }

    func work() { signer.sign() }

    mutating func end(_ place: Int, into output: inout [UInt8]) throws {
        try SignRequest.end(&signer, place, &output)
    }

    /// Nothing at all stands for no claims where flags or a profile give some.
    private mutating func read(_ text: Span<UInt8>) throws {
        if text.count == 0 {
            guard request.givesClaims else {
                throw Failure(
                    .badInput, "empty: no claims to sign",
                    hint: "give claims as JSON, or by flags: --sub, --claim, …")
            }
            claims = .empty
            return
        }
        do {
            try claims.read(text)
        } catch {
            throw Failure(claimsJSON: error, hint: request.profile == nil ? "--jws signs any bytes" : nil)
        }
    }

    /// Where claims are a user's attributes, none of them stands for what a flag says.
    private func refuseReplacedAttributes() throws {
        if let profile = request.profile, let claim = request.claims.replaced(in: claims),
            let violation = profile.attributeViolation(claim)
        {
            throw Failure(violation)
        }
    }

    private mutating func enforceProfile(_ now: Timestamp) throws {
        guard let profile = request.profile else { return }
        do {
            try profile.fill(&claims, now: now, unit: request.timeUnit, uuids: &uuids)
        } catch {
            throw Failure(openSSL: error)
        }
        do {
            try profile.check(claims, now: now, unit: request.timeUnit, leeway: request.leeway)
        } catch {
            throw Failure(error, hint: error.hint)
        }
    }
}

extension Failure {
    /// - Parameter hint: for what is no object at all.
    init(claimsJSON error: JSONError, hint: String?) {
        self.init(
            .badInput,
            error.isOtherThanObject
                ? "not a JSON object of claims" : "not a JSON object of claims: \(error.words)",
            hint: error.isOtherThanObject ? hint : nil)
    }

    init(_ violation: ProfileViolation, hint: String? = nil) {
        self.init(.badInput, violation.words, hint: hint)
    }

    init(claims error: ClaimsError) {
        self.init(.badInput, error.words.message, hint: error.words.hint)
    }
}

extension Span<UInt8> {
    /// Where the text is without the white space around it: lines of Windows, files and `echo` have some.
    var trimmed: Range<Int> {
        var range = indices
        while let first = range.first, isSpace(self[first]) { range = range.dropFirst() }
        while let last = range.last, isSpace(self[last]) { range = range.dropLast() }
        return range
    }

    private func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}
