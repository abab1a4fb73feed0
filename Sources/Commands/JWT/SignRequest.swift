import Arguments
import JOSE
import JSON
import OpenSSL
import Platforms
import System

/// What `signet jwt sign` was asked for.
struct SignRequest {
    enum Kind {
        case claims, prototype, jws
    }

    let kind: Kind
    let keyPath: String
    let out: String?
    let mayReplace: Bool
    let profile: Profile?
    let clock: Clock
    let leeway: TimeSpan
    let header: HeaderChanges
    let claims: ClaimChanges
    let rewritesAlgorithm: Bool
    /// What times count.
    let timeUnit: TimeUnit
    let warnings = Warnings()
    private let algorithmName: String?
    private let keyID: String?
    private let detachedPath: String?
    private let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) throws {
        self.arguments = arguments
        kind = arguments.has("jws") ? .jws : arguments.has("prototype") ? .prototype : .claims
        keyPath = arguments.value("key")!
        out = arguments.value("out")
        mayReplace = arguments.has("force")
        profile = arguments.profile
        clock = try arguments.clock()
        leeway = try arguments.duration("leeway") ?? .zero
        keyID = arguments.value("kid")
        algorithmName = arguments.value("alg")
        rewritesAlgorithm = arguments.has("rewrite-alg")
        detachedPath = arguments.value("detached")
        if let profile, profile.header.requiresKeyID, keyID == "none" {
            throw Failure(
                .usage,
                "--kid none: a token of the profile \(profile.name) has a kid (\"\(profile.section)\")")
        }
        header = try HeaderChanges(arguments)
        timeUnit = try arguments.timeUnit(of: profile) ?? profile?.timeUnits.first ?? .seconds
        claims = try ClaimChanges(arguments, now: clock.now(), unit: timeUnit)
    }

    var isDetached: Bool { detachedPath != nil }

    var keyName: String { sourceName(keyPath) }

    /// The key, its `id` set to the `kid` that the header is to have.
    func loadKey(_ inputs: InputFiles) throws -> Key {
        try KeyLoading(arguments, inputs).load(keyPath).key(writing: keyID, keyName)
    }

    /// `--alg`, else the profile's, else the key's own.
    func algorithm(for key: Key) throws -> Algorithm {
        if let profile {
            do {
                try profile.checkKey(key.material.type)
            } catch {
                throw Failure(error).about(keyName)
            }
            let algorithm = profile.header.algorithm
            if let algorithmName, algorithmName != algorithm.name {
                throw Failure(
                    .usage, "the profile \(profile.name) signs with \(algorithm.name), not \(algorithmName)")
            }
            return algorithm
        }
        if let algorithmName, let algorithm = Algorithm.named(algorithmName) { return algorithm }
        guard let algorithm = key.defaultAlgorithm else {
            throw Failure(
                .badInput,
                "the JWK's alg is \(key.algorithm?.printable ?? "unknown"), which is no signature algorithm"
            )
            .about(keyName)
        }
        if !algorithm.fits(key.material) {
            throw Failure(
                .badInput, "the JWK's alg is \(algorithm.name), which is not an algorithm for its type of key"
            )
            .about(keyName)
        }
        return algorithm
    }

    /// The header of a token that is made of claims.
    func freshHeader(_ key: Key, _ algorithm: Algorithm) throws -> JSONObjectText {
        guard let profile else { return header.fresh(algorithm, key.id, standardType: "JWT") }
        return try profileHeader(profile, key, keyID: key.id)
    }

    /// The header that a platform wants.
    ///
    /// - Parameter keyID: for `kid`; without one that the platform takes, the key and then the profile may know it.
    func profileHeader(
        _ profile: Profile, _ key: Key, keyID: String?
    ) throws -> JSONObjectText {
        let isWanting = profile.header.requiresKeyID && keyID?.isEmpty ?? true
        do {
            return try profile.header(keyID: isWanting ? key.id : keyID)
        } catch {
            throw Failure(error, hint: error.hint)
        }
    }

    func signer(
        _ key: Key, _ algorithm: Algorithm, _ backend: SignatureBackend = .openSSL
    ) throws -> TokenSigner {
        try saying({ (error: KeyRefusal) in Failure(refusal: error).about(keyName) }) {
            () throws(KeyRefusal) in
            try TokenSigner.make(key, algorithm, backend)
        }
    }

    /// Whether flags or a profile give claims, so that the input may be empty.
    var givesClaims: Bool { claims.isPresent || profile != nil }

    /// The bytes that `--jws` signs.
    func payload(_ inputs: InputFiles) throws -> [UInt8] {
        if let detachedPath {
            return try inputs.read(detachedPath, upTo: CompactToken.maximumBytes).withBytes { Array($0) }
        }
        return try TokenInput.read(arguments, inputs, what: "the payload").bytes
    }

    func input(_ inputs: InputFiles) throws -> TokenInput {
        kind == .prototype
            ? try TokenInput.read(arguments, inputs, what: "the prototype")
            : try TokenInput.read(arguments, inputs, what: "the claims", isOptional: givesClaims)
    }

    /// The first part of a token, which what verifies it must be able to read.
    static func encoded(_ header: JSONObjectText) throws -> [UInt8] {
        if header.bytes.count > Header.maximumBytes {
            throw Failure(
                .badInput,
                "the header would have \(header.bytes.count) bytes, and \(Header.maximumBytes) is the most")
        }
        return Base64URL.encode(header.bytes)
    }

    /// Appends the signature of a token that was begun.
    static func end(
        _ signer: inout TokenSigner, _ place: Int, _ output: inout [UInt8]
    ) throws {
        let count: Int
        do {
            count = try signer.end(place, to: &output)
        } catch {
            throw Failure(openSSL: error)
        }
        try checkSize(count)
    }

    /// What verifies a token reads no larger one.
    static func checkSize(_ count: Int, hint: String? = nil) throws {
        if count > CompactToken.maximumBytes {
            throw Failure(
                .badInput,
                "the token would have \(count) bytes, and \(CompactToken.maximumBytes) is the most",
                hint: hint)
        }
    }

    /// `--kid` as it was given, for a prototype, whose header gets none unless asked.
    var wantsKeyID: Bool { keyID != nil }

    /// Whose tokens are signed.
    func parties(_ inputs: InputFiles) throws -> PartyDemands {
        try PartyDemands(arguments, isPrototype: kind == .prototype, inputs)
    }
}
