import JOSE
import JSON
import OpenSSL
import Platforms
import System
import Words

/// Makes tokens of claims, one after the other, and SD-JWTs if claims are concealed (RFC 9901 §6).
struct ClaimsSigning: ~Copyable, LineProcessor {
    private let request: JWTSignRequest
    private let encodedHeader: [UInt8]
    private let parties: PartyRequirements
    private var lifetime: LifetimeWarning
    private var signer: TokenSigner
    /// The request's, with times from now as of the last line.
    private var changes: ClaimChanges
    /// Both are asked before the profile and the concealment are: these are large values, and most streams have none. The
    /// concealment stays in the request, because a copy of it here is destroyed before it is set (Swift 6.3, optimised).
    private let hasProfile, hasConcealment: Bool
    private let needsTime: Bool
    private let warnings: Warnings
    /// Whether no claims were read yet. The warnings about texts are those of the first claims.
    private var isFirst = true
    /// The claims at hand; their memory serves the next ones.
    private var claims = JSONObjectText(limits: .standard)
    private var uuids = UUIDSource()
    /// Of the SD-JWTs of the group that was begun: each with a tilde before it, and one at the end.
    private var disclosures: [[UInt8]] = []

    init(_ plan: SigningPlan, _ backend: SignatureBackend) throws {
        let header = try SigningPlan.encoded(try plan.freshHeader())
        let signer = try plan.signer(backend)
        self.signer = signer
        request = plan.request
        encodedHeader = header
        parties = plan.parties
        lifetime = LifetimeWarning(plan)
        changes = request.claims
        warnings = plan.warnings
        hasProfile = request.profile != nil
        needsTime = request.claims.needsTime || hasProfile
        hasConcealment = request.concealment != nil
    }

    var groupSize: Int { signer.groupSize }

    mutating func beginGroup() {
        if hasConcealment { disclosures.removeAll(keepingCapacity: true) }
    }

    mutating func begin(_ line: Span<UInt8>) throws {
        try prepareClaims(line)
        if hasConcealment, let concealment = request.concealment { return try begin(concealment) }
        let payload = claims.bytes
        try signer.begin(encodedHeader, payload: payload.span)
    }

    /// Conceals claims that were read.
    private mutating func begin(_ concealment: Concealment) throws {
        let (object, disclosures) = try concealment.conceal(claims.object)
        let payload = JSONWriter.bytes(.object(object))
        try signer.begin(encodedHeader, payload: payload.span)
        self.disclosures.append(
            disclosures.reduce(into: []) { $0 += [UInt8(ascii: "~")] + $1 } + [UInt8(ascii: "~")])
    }

    /// Reads the claims of a line, changes them as the flags say, and judges them.
    private mutating func prepareClaims(_ line: Span<UInt8>) throws {
        try read(line)
        if isFirst { warnOfTexts() }
        let now = needsTime ? try request.clock.now() : .earliest
        if hasProfile { try refuseReplacedAttributes() }
        try changes.apply(to: &claims, now: now, uuids: &uuids)
        if hasProfile { try enforceProfile(now) }
        try lifetime.check(try RegisteredClaims(claims, unit: request.timeUnit, arePublished: true))
        try parties.check(claims)
    }

    // Inlined, it would keep each line's way from being inlined.
    @inline(never)
    private mutating func warnOfTexts() {
        isFirst = false
        for warning in TextWarnings.all(claims, but: changes, isBatch: request.batch != nil) {
            warnings.once(warning)
        }
    }

    mutating func work() { signer.sign() }

    mutating func end(_ place: Int, line number: Int, into output: inout [UInt8]) throws -> LineResult {
        let start = output.count
        try signer.finish(place, into: &output)
        if hasConcealment {
            output += disclosures[place]
            try SigningPlan.checkSize(output.count - start)
        }
        return .valid
    }

    /// An empty line is more likely a mistake than a wish for a token of the flags' claims alone.
    private mutating func read(_ line: Span<UInt8>) throws {
        if case .none = request.input {
            claims = .empty
            return
        }
        let range = line.trimmed
        if range.isEmpty { throw SigningError(.claimsNotJSON, "expected claims, found an empty line") }
        do {
            try claims.read(line.extracting(range))
        } catch {
            throw ClaimsSyntaxError(error, in: line, range)
        }
        try claims.refuseKeys()
    }

    /// If claims are a user's attributes, they must not replace the claims of flags.
    private func refuseReplacedAttributes() throws {
        if let profile = request.profile, let claim = request.claims.replaced(in: claims),
            let violation = profile.attributeViolation(claim)
        {
            throw violation
        }
    }

    private mutating func enforceProfile(_ now: Timestamp) throws {
        guard let profile = request.profile else { return }
        try profile.fill(&claims, now: now, unit: request.timeUnit, uuids: &uuids)
        try profile.check(claims, now: now, unit: request.timeUnit, leeway: request.leeway)
    }
}

extension JSONObjectText {
    /// Refuses a file of private keys that is given for claims: the token would publish them.
    func refuseKeys() throws(SigningError) {
        if let keys, keys.holdsPrivateKeys {
            throw SigningError(.claimsNotJSON, "expected a JSON object of claims, found \(keys.words)")
        }
    }
}

/// A text that should be a JSON object of claims.
struct ClaimsSyntaxError: DescribedError {
    /// Its place is that in the whole input, white space at the beginning counted.
    let error: JSONError
    /// The text is something else than an object, not an object with a flaw.
    let isOther: Bool
    /// What the text is instead, if that is known.
    let found: Found?

    enum Found {
        case prototype, token, array
        /// The first line of a document with several.
        case firstLine
    }

    /// - Parameter range: of the text in the input, without the white space around it. It is not empty.
    init(_ error: JSONError, in input: Span<UInt8>, _ range: Range<Int>) {
        self.error = JSONError(error.reason, at: range.lowerBound + error.offset, in: input)
        isOther = error.isOtherThanObject
        found = Found(input.extracting(range), error, isOther)
    }

    /// Where the flaw is in a text of one line, in bytes from 1; nil if it has no place.
    var byte: Int? {
        isOther || error.isTooLarge ? nil : error.column
    }

    var message: String { isOther ? wordsWithoutPlace : error.message }

    /// Of a text of one line, which needs no number.
    var wordsInLine: String { byte.map { "\(wordsWithoutPlace) at byte \($0)" } ?? message }

    var wordsWithoutPlace: String {
        if !isOther { return "malformed JSON: \(error.reasonWords)" }
        switch found {
        case nil: return "expected a JSON object of claims"
        case .prototype: return "expected a JSON object of claims, found an unsigned prototype"
        case .token: return "expected a JSON object of claims, found a signed token"
        case .array: return "expected a JSON object of claims, found an array"
        case .firstLine: return "malformed JSON: \(error.reasonWords)"
        }
    }

    /// What to do about it.
    var hint: String? {
        switch found {
        case nil, .array, .firstLine:
            error.reason == .trailingBytes && error.line > 1 ? TokenInput.batchHint : nil
        case .prototype: "use --prototype"
        case .token: "read it with signet jwt inspect"
        }
    }
}

extension ClaimsSyntaxError.Found {
    fileprivate init?(_ text: Span<UInt8>, _ error: JSONError, _ isOther: Bool) {
        switch text[0] {
        case UInt8(ascii: "["): self = .array
        case UInt8(ascii: "{") where error.reason == .unexpectedEnd: self = .firstLine
        default:
            guard isOther, let other = Self.token(in: text) else { return nil }
            self = other
        }
    }

    private static func token(in text: Span<UInt8>) -> Self? {
        do throws(CompactToken.ParsingError) {
            _ = try Prototype(parsing: text).header(in: text)
            return .prototype
        } catch {
            guard case .parts(3) = error, text.withUnsafeBufferPointer({ $0.starts(with: "ey".utf8) }) else {
                return nil
            }
            return .token
        }
    }
}
