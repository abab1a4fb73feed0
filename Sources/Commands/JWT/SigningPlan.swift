import JOSE
import JSON
import OpenSSL
import Platforms
import Words

/// All that a thread needs to make the tokens of a request. A class, because as a part of a struct that cannot be copied it
/// takes the compiler sixteen seconds: it follows each of the hundreds of values in it through each function.
final class SigningPlan: Sendable {
    let request: JWTSignRequest
    /// Its `id` is the `kid` that headers get.
    let signing: SigningKey
    let parties: PartyRequirements
    let warnings = Warnings()

    init(_ request: JWTSignRequest, _ inputs: InputFiles) throws {
        var request = request
        let loaded = try inputs.key(at: request.key)
        var key = try inputs.key(
            loaded, writing: request.keyID, at: request.key,
            certificate: request.certificate ?? request.chain)
        try loaded.refusePublic(key, request.key.source)
        if case .key(let given) = loaded.content, let own = given.id, let id = request.keyID, id == key.id,
            id != own
        {
            Console.warn("--kid is \(id.quoted), but the kid of the key is \(own.quoted)")
        }
        key.allowsShortSecret = request.allowsShortSecret
        let algorithm = try Self.algorithm(request, key)
        if request.allowsShortSecret { KeyFlags.warn(ofShort: key, for: [algorithm], request.key.source) }
        signing = try about(request.key.source) {
            try KeyFlags.proposingShortSecrets { try SigningKey(key, algorithm) }
        }
        try request.header.addCertificates(of: key, request, inputs)
        self.request = request
        parties = try PartyRequirements(request, inputs)
    }

    /// The profile's algorithm, else that of `--alg`, else the key's own.
    private static func algorithm(_ request: JWTSignRequest, _ key: Key) throws -> Algorithm {
        try about(request.key.source) {
            var usable = Algorithm.fitting(key.material).filter { key.permits(.sign, $0) }
            if let profile = request.profile {
                try profile.checkKey(key.material.type)
                usable = try profile.allowed(among: usable)
                if profile.header.algorithms.count == 1 { return profile.header.algorithms[0] }
                if let algorithm = request.algorithm, !usable.isEmpty, !algorithm.fits(key.material) {
                    throw KeyRuleError.algorithmDoesNotFit(
                        algorithm: algorithm.name, fitting: usable.map(\.name))
                }
            }
            if let algorithm = request.algorithm { return algorithm }
            guard let algorithm = key.defaultAlgorithm else {
                try key.judge()
                throw CommandError(
                    .badInput, "the JWK's alg \((key.algorithm ?? "").quoted) is not a signature algorithm")
            }
            if !algorithm.fits(key.material) { throw KeyRuleError.foreignAlgorithm(algorithm.name) }
            if let profile = request.profile, !profile.header.allows(algorithm) {
                throw CommandError(
                    .badInput,
                    "the key signs with \(algorithm.name), which the profile \(profile.name.printable) does not allow",
                    hint: usable.isEmpty ? nil : "use --alg \(usable.map(\.name).orList)")
            }
            return algorithm
        }
    }

    func signer(_ backend: SignatureBackend = .openSSL) throws -> TokenSigner {
        try about(request.key.source) { try signing.signer(backend) }
    }

    /// The header of a token that is made of claims.
    func freshHeader() throws -> JSONObjectText {
        guard let profile = request.profile else {
            return request.header.fresh(
                signing.algorithm, signing.key.id, standardType: request.concealment == nil ? "JWT" : "sd-jwt"
            )
        }
        return try profileHeader(profile, keyID: signing.key.id)
    }

    /// The header that a platform wants.
    ///
    /// - Parameter keyID: for `kid`; if the platform does not take it, the key's, and then the profile's.
    func profileHeader(_ profile: Profile, keyID: String?) throws -> JSONObjectText {
        let isMissing = profile.header.requiresKeyID && keyID?.isEmpty ?? true
        var header = try profile.header(signing.algorithm, keyID: isMissing ? signing.key.id : keyID)
        if profile.header.hasKey, let publicKey = signing.key.material.publicKey {
            let jwk = try JWKWriter.jwk(Key(.publicKey(publicKey))).withBytes { Array($0) }
            header.set("jwk", to: try JSONValueText(parsing: jwk))
        }
        request.header.addCertificates(to: &header)
        return header
    }

    /// The first part of a token.
    ///
    /// - Throws: if verifiers would refuse it for its size.
    static func encoded(_ header: JSONObjectText) throws -> [UInt8] {
        if header.bytes.count > Header.maximumBytes {
            throw SigningError(
                .tooLarge,
                "the header would have \(header.bytes.count) bytes; the maximum is \(Header.maximumBytes)")
        }
        _ = try Header(parsing: header.bytes)
        return Base64URL.encode(header.bytes)
    }

    /// - Throws: if verifiers would refuse a token for its size.
    static func checkSize(_ count: Int, hint: String? = nil) throws {
        if count > CompactToken.maximumBytes {
            throw SigningError(
                .tooLarge, "the token would have \(count) bytes; the maximum is \(CompactToken.maximumBytes)",
                hint: hint)
        }
    }
}

extension TokenSigner {
    /// Appends the signature of a token that was begun.
    mutating func finish(_ place: Int, into output: inout [UInt8]) throws {
        try SigningPlan.checkSize(try end(place, to: &output))
    }
}
