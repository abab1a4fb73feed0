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
    let now: Timestamp
    let leeway: TimeSpan
    let header: HeaderChanges
    let claims: ClaimChanges
    let rewritesAlgorithm: Bool
    private let algorithmName: String?
    private let keyID: String?
    private let detachedPath: String?
    private let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) throws(Failure) {
        self.arguments = arguments
        kind = arguments.has("jws") ? .jws : arguments.has("prototype") ? .prototype : .claims
        keyPath = arguments.value("key")!
        out = arguments.value("out")
        mayReplace = arguments.has("force")
        profile = arguments.value("profile").flatMap(Profile.named)
        now = try arguments.now()
        leeway = try arguments.duration("leeway") ?? .zero
        keyID = arguments.value("kid")
        algorithmName = arguments.value("alg")
        rewritesAlgorithm = arguments.has("rewrite-alg")
        detachedPath = arguments.value("detached")
        header = try HeaderChanges(arguments)
        claims = try ClaimChanges(arguments, now: now)
        if detachedPath != nil, !arguments.operands.isEmpty {
            throw Failure(.usage, "the payload is given twice: as an operand and by --detached")
        }
    }

    var isDetached: Bool { detachedPath != nil }

    var keyName: String { sourceName(keyPath) }

    /// The key, its `id` set to the `kid` that the header is to have.
    func loadKey(_ inputs: InputFiles) throws(Failure) -> Key {
        let loaded = try KeyLoading(arguments, inputs).load(keyPath)
        var key = try loaded.key(id: keyID, keyName)
        key.id = try key.id(for: keyID)
        return key
    }

    /// `--alg`, else the profile's, else the key's own.
    func algorithm(for key: Key) throws(Failure) -> Algorithm {
        if let profile {
            do {
                try profile.checkKey(key.material.type)
            } catch {
                throw Failure(.badInput, error.words).about(keyName)
            }
            if let algorithmName, algorithmName != profile.algorithm.name {
                throw Failure(
                    .usage,
                    "the profile \(profile.name) signs with \(profile.algorithm.name), not \(algorithmName)")
            }
            return profile.algorithm
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

    func content(
        for key: Key, _ algorithm: Algorithm, _ inputs: InputFiles
    ) throws(Failure) -> SigningContent {
        switch kind {
        case .jws:
            let payload =
                if let detachedPath {
                    try inputs.read(detachedPath, upTo: CompactToken.maximumBytes).withBytes { Array($0) }
                } else {
                    try TokenInput.read(arguments, inputs, what: "the payload").bytes
                }
            return SigningContent(
                encodedHeader: Base64URL.encode(header.fresh(algorithm, key.id, standardType: nil).bytes),
                encodedPayload: Base64URL.encode(payload))
        case .claims:
            let isOptional = claims.isPresent || profile != nil
            let input = try TokenInput.read(arguments, inputs, what: "the claims", isOptional: isOptional)
            return try ClaimsSigning(self, algorithm, key.id).content(input, isOptional: isOptional)
        case .prototype:
            let input = try TokenInput.read(arguments, inputs, what: "the prototype")
            return try PrototypeSigning(self, algorithm, key).content(input)
        }
    }

    /// `--kid` as it was given, for a prototype, whose header gets none unless asked.
    var wantsKeyID: Bool { keyID != nil }

    var timeUnit: TimeUnit { arguments.timeUnit }

    var expectedIssuer: String? { arguments.value("iss") }
    var expectedSubject: String? { arguments.value("sub") }
}
