import Arguments
import JOSE
import OpenSSL
import PKI
import Synchronization
import System
import Words

/// The keys that tokens are verified with, as the flags name them.
struct VerifyingKeys: Sendable {
    private enum Kind {
        /// A key, or a set of keys.
        case any(path: String)
        case set(path: String)
        case certificate(path: String)
        case issuers(TrustRequest)
        /// The header of a proof has its key.
        case ofHeader
        /// The header has a certificate.
        case ofChain(ChainRequest)
    }

    private let kind: Kind
    /// How files are opened; its path is not used.
    private let opening: KeyLocation
    /// The path of the key to which tokens are bound; it may be the one that needs the provider.
    private let boundKey: String?
    private let allowsShortSecret: Bool
    /// Whether SIGHUP lets a batch read them anew.
    let areReloaded: Bool

    init(_ arguments: ParsedArguments) throws {
        if arguments[JWTVerify.x5c] {
            kind = .ofChain(try ChainRequest(arguments))
        } else if arguments[JWTVerify.dpop] {
            kind = .ofHeader
        } else if let trust = TrustRequest(arguments) {
            kind = .issuers(trust)
        } else if let path = arguments[JWTVerify.certificate] {
            kind = .certificate(path: path)
        } else if let path = arguments[JWTVerify.jwks] {
            kind = .set(path: path)
        } else {
            // The rules leave no other.
            kind = .any(path: arguments[JWTVerify.key] ?? "-")
        }
        opening = KeyFlags.location("-", id: arguments[JWTVerify.kid], arguments)
        boundKey = arguments[ProofFlags.confirmationKey]
        allowsShortSecret = arguments[KeyFlags.allowShortSecret]
        areReloaded = arguments[JWTVerify.reload]
        if case .file(let path) = opening.passphrase.place { try requireFile(path) }
    }

    /// Reads the keys.
    ///
    /// - Parameter policy: to warn of keys that do not fit it.
    func source(_ policy: VerificationPolicy, _ inputs: InputFiles) throws -> KeySource {
        switch kind {
        case .any(let path): return try source(try location(path), policy, inputs)
        case .set(let path):
            var location = try location(path)
            location.expected = .keySet
            return try source(location, policy, inputs)
        case .certificate(let path): return try certificateSource(try location(path), policy, inputs)
        case .ofHeader: return .ofProofs
        case .ofChain(let chain):
            for place in chain.roots { _ = try location(place) }
            return try chain.source(CertificateFiles(inputs, pkcs12: opening.opening))
        case .issuers(let trust):
            if let file = trust.file { _ = try location(file) }
            return .issuers(
                try trust.all(inputs) { issuer, path in
                    var policy = policy
                    policy.issuer = issuer
                    return try source(try location(path), policy, inputs)
                })
        }
    }

    /// Reads the keys of status lists, whose issuer and algorithm no flag names.
    func statusSource(_ location: KeyLocation, _ inputs: InputFiles) throws -> KeySource {
        try requireFile(location.path)
        return try source(location, VerificationPolicy(), inputs)
    }

    /// - Throws: if the path is a descriptor or a pipe, which cannot be read again when SIGHUP asks for it.
    func requireFile(_ path: String) throws {
        guard areReloaded else { return }
        if StandardStreams.isDescriptor(path) || FileIdentity(at: path)?.isStream ?? false {
            let name = StandardStreams.isInput(path) ? "standard input" : path.printable
            throw CommandError(
                .usage,
                "--reload requires keys, passphrases and status lists in files; \(name) cannot be read again")
        }
    }

    private func location(_ path: String) throws -> KeyLocation {
        try requireFile(path)
        var location = opening
        location.path = path
        if KeyFlags.isProvider(for: boundKey, not: path) { location.provider = nil }
        return location
    }

    private func source(
        _ location: KeyLocation, _ policy: VerificationPolicy, _ inputs: InputFiles
    ) throws -> KeySource {
        let loaded = try inputs.key(at: location)
        if case .set(let set) = loaded.content, location.id == nil {
            if let issuer = policy.issuer,
                let warning = set.poolWarning("any of them could sign for \(issuer.quoted)", for: issuer)
            {
                Console.warn("\(location.source.printable): \(warning)")
            }
            let source = KeySource.set(set, allowsShortSecrets: allowsShortSecret)
            if allowsShortSecret { warn(ofShort: source, of: set, location.source, policy) }
            return source
        }
        if case .key = loaded.content, location.expected == .keySet {
            throw CommandError(
                .badInput, "expected a JWKS, found \(loaded.storage.form)",
                // A URI may contain a PIN.
                hint: StoreURI(location.path) == nil
                    ? CommandError.hint("--key", file: location.path) : "use --key URI"
            ).about(location.source)
        }
        return try source(try loaded.key(id: location.id, location.source), location.source, policy)
    }

    /// A key that cannot verify is the caller's mistake, whatever the token.
    private func source(_ key: Key, _ name: String, _ policy: VerificationPolicy) throws -> KeySource {
        var key = key
        key.allowsShortSecret = allowsShortSecret
        if allowsShortSecret {
            KeyFlags.warn(ofShort: key, for: algorithms(of: key, policy), name)
        }
        return try about(name) { try KeyFlags.proposingShortSecrets { try KeySource.key(key) } }
    }

    /// One warning, because a set may have thousands of secrets.
    private func warn(
        ofShort source: KeySource, of set: JWKSet, _ name: String, _ policy: VerificationPolicy
    ) {
        let short = source.keys.count { !$0.shortfall(for: algorithms(of: $0, policy)).isEmpty }
        if short == 0 { return }
        Console.warn(
            "\(name.printable): secrets of the set are shorter than RFC 7518 requires, so they may be guessed (\(short) of \(set.keys.count))"
        )
    }

    /// What is accepted of tokens with a key.
    private func algorithms(of key: Key, _ policy: VerificationPolicy) -> [Algorithm] {
        Algorithm.fitting(key.material).filter {
            key.permits(.verify, $0) && (policy.algorithms.isEmpty || policy.algorithms.contains($0))
        }
    }

    /// The key of a certificate.
    private func certificateSource(
        _ location: KeyLocation, _ policy: VerificationPolicy, _ inputs: InputFiles
    ) throws -> KeySource {
        let leaf = try CertificateFiles(inputs, pkcs12: location.opening).readLeaf(location.path)
        let key = try about(location.source) { Key(.publicKey(try leaf.publicKey())) }
        return try source(key, location.source, policy)
    }
}

extension JWKSet {
    /// A warning if its keys name several issuers, each of which could sign the tokens of the others.
    ///
    /// - Parameters:
    ///   - danger: what that means here.
    ///   - wanted: an issuer whose keys they should be. One with braces is a template (Microsoft's `{tenantid}`).
    func poolWarning(_ danger: String, for wanted: String? = nil) -> String? {
        let issuers = issuers
        if let wanted, issuers.count == 1, issuers[0] != wanted, !issuers[0].contains("{") {
            return "the set contains keys of \(issuers[0].quoted); \(danger)"
        }
        if issuers.count < 2 { return nil }
        let names = issuers.prefix(3).map(\.quoted) + (issuers.count > 3 ? ["\(issuers.count - 3) more"] : [])
        return "the set contains keys of several issuers (\(names.joined(separator: ", "))); \(danger)"
    }
}

/// The keys and the status lists of a batch. All threads share them, and SIGHUP replaces them.
final class CurrentKeys: Sendable {
    private struct State {
        var source: KeySource
        /// Its policy has the status lists.
        var request: JWTVerifyRequest
        /// The number of requests to reload that were answered.
        var requests = 0
    }

    private let state: Mutex<State>
    private let areReloaded: Bool

    init(_ source: KeySource, _ request: JWTVerifyRequest) {
        state = Mutex(State(source: source, request: request))
        areReloaded = request.keys.areReloaded
    }

    /// The keys, what is requested of tokens, and how many requests to reload were answered before.
    func keys() -> (source: KeySource, request: JWTVerifyRequest, requests: Int) {
        state.withLock { state in
            let arrived = areReloaded ? ReloadSignal.count : 0
            if arrived != state.requests {
                state.requests = arrived
                do {
                    let inputs = InputFiles()
                    var request = state.request
                    state.source = try request.readKeys(inputs)
                    state.request = request
                    inputs.forgetSecrets()
                    Console.note("the \(request.reloaded) were read again")
                } catch {
                    Console.warn("the old \(state.request.reloaded) stay: \(CommandError(error).message)")
                }
            }
            return (state.source, state.request, state.requests)
        }
    }

    /// The numbers of signatures that were verified with these keys.
    var counts: SignatureCounts { state.withLock { $0.source.counts } }

    /// Whether keys that were given out before may have been replaced.
    func areOld(_ requests: Int) -> Bool { areReloaded && ReloadSignal.count != requests }
}
