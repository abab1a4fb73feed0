import JOSE
import JSON
import Platforms

/// Makes what is signed out of a prototype, whose payload part is not touched.
struct PrototypeSigning {
    private let request: SignRequest
    private let algorithm: Algorithm
    private let key: Key

    init(_ request: SignRequest, _ algorithm: Algorithm, _ key: Key) {
        self.request = request
        self.algorithm = algorithm
        self.key = key
    }

    func content(_ input: TokenInput) throws(Failure) -> SigningContent {
        if input.hasSeveralLines {
            throw Failure(.badInput, TokenInput.severalLines).about(input.source)
        }
        let prototype = try saying({ (error: CompactToken.Failure) in
            Failure(token: error).about(input.source)
        }) {
            () throws(CompactToken.Failure) in try Prototype(parsing: input.trimmed)
        }
        do {
            try checkClaims(prototype)
            let header = try encodedHeader(prototype)
            return SigningContent(encodedHeader: header, encodedPayload: prototype.encodedPayload)
        } catch {
            throw error.about(input.source)
        }
    }

    // MARK: the claims, which are judged and not changed

    private func checkClaims(_ prototype: Prototype) throws(Failure) {
        let claims = try saying({ (error: JSONError) in
            Failure(.badInput, error.words(of: "the payload"))
        }) { () throws(JSONError) in try JSONObjectText(parsing: prototype.payload).object }
        if let profile = request.profile {
            do {
                try profile.check(claims, now: request.now, leeway: request.leeway)
            } catch {
                throw Failure(.badInput, error.words)
            }
        }
        let registered = try saying({ (error: ClaimsError) in
            Failure(.badInput, error.words.message, hint: error.words.hint)
        }) { () throws(ClaimsError) in try RegisteredClaims(claims, unit: request.timeUnit) }
        try demand(request.expectedIssuer, registered.issuer, "issuer", "--iss")
        try demand(request.expectedSubject, registered.subject, "subject", "--sub")
    }

    private func demand(_ expected: String?, _ found: String?, _ what: String, _ flag: String) throws(Failure)
    {
        guard let expected else { return }
        guard let found, found.utf8.elementsEqual(expected.utf8) else {
            throw Failure(
                .badInput,
                "the \(what) is \(found?.printable ?? "missing"), and \(flag) demands \(expected.printable)")
        }
    }

    // MARK: the header

    private func encodedHeader(_ prototype: Prototype) throws(Failure) -> [UInt8] {
        if let profile = request.profile { return profileHeader(profile, prototype) }
        let header = prototype.header
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
        return text.bytes == header.text.bytes ? prototype.encodedHeader : Base64URL.encode(text.bytes)
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
    private func profileHeader(_ profile: Profile, _ prototype: Prototype) -> [UInt8] {
        let keyID = request.wantsKeyID ? key.id : prototype.header.keyID
        var wanted = profile.header(keyID: keyID)
        request.header.apply(to: &wanted)
        if profile.accepts(prototype.header), keyID == prototype.header.keyID, !request.header.isPresent {
            return prototype.encodedHeader
        }
        if let violation = profile.headerViolation(prototype.header) {
            Console.warn("the prototype's header was rewritten: \(violation.words)")
        } else if !profile.accepts(prototype.header) {
            Console.warn(
                "the prototype's header was rewritten: it has more members than the profile \(profile.name) wants"
            )
        }
        return Base64URL.encode(wanted.bytes)
    }
}
