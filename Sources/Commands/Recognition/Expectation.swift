import Arguments
import OpenSSL
import System
import Words

/// What a command expects of an input. The raw value is its words after "expected".
enum Expectation: String {
    case key = "a key"
    case keySet = "a JWKS"
    case certificate = "a certificate"
    case authority = "a certificate of a CA"
    case chain = "a certificate of an intermediate CA"
    case request = "a certificate request"
    case pkcs12 = "a PKCS#12"
    case revocationList = "a revocation list"
    case response = "an OCSP response"
    case token = "a token"
    case tokenOrPrototype = "a token or a prototype"
    case prototype = "a prototype"
    case selectiveToken = "an SD-JWT"
    /// Any bytes.
    case payload = "a payload"
    case enrollment = "a response, a link or a dispatch token"
    case claims
    case parameters = "certificate parameters"

    var words: String { [.authority, .chain].contains(self) ? Self.certificate.rawValue : rawValue }

    /// Looking at more would take longer than reading it.
    private static let recognizedBytes = 4 << 20

    /// Whether an input of this kind is what it should be, although it may be malformed.
    func accepts(_ thing: FoundContent.Thing) -> Bool {
        switch self {
        case .key, .keySet:
            switch thing {
            case .privateKey, .publicKey, .certificate, .pkcs12, .jwk, .privateJWK, .jwkSet, .privateJWKSet:
                true
            default: false
            }
        case .certificate, .authority, .chain:
            switch thing {
            case .certificate, .certificateBundle, .pkcs12: true
            default: false
            }
        case .request: thing == .request
        case .pkcs12: thing == .pkcs12
        case .revocationList: thing == .revocationList
        // Their own errors tell these apart.
        case .token, .tokenOrPrototype, .prototype: [.token, .prototype, .encryptedToken].contains(thing)
        case .selectiveToken: thing == .selectiveToken
        case .claims: [.token, .prototype].contains(thing) || thing.isObject
        case .parameters: thing.isObject
        case .enrollment: thing == .token || thing.isObject
        case .response: false
        case .payload: true
        }
    }

    /// Whether an input is of this kind, although it may be malformed or changed so that it cannot be read.
    func isMet(by bytes: Span<UInt8>) -> Bool {
        guard bytes.count <= Self.recognizedBytes else { return false }
        return FoundContent.recognized(bytes, wanted).map { accepts($0.thing) } ?? false
    }

    /// Replaces an error about an input by one that says what the input is instead.
    ///
    /// - Parameter path: of the input; nil for a text that was typed.
    /// - Returns: nil if the input may be what is expected, or if it is not known what it is.
    func failure(for bytes: Span<UInt8>, at path: String?) -> CommandError? {
        if self == .payload || bytes.count > Self.recognizedBytes { return nil }
        // Claims, parameters and responses may be any JSON object.
        if isObject, bytes.firstVisible == UInt8(ascii: "{") { return nil }
        guard let found = FoundContent.recognized(bytes, wanted) else { return nil }
        if accepts(found.thing), found.wrappings.isEmpty || reads(found) { return nil }
        return CommandError(.badInput, "expected \(words), found \(found.words)", hint: hint(found, path))
    }

    private var wanted: Wanted {
        // Beside a private key, its certificate is seldom meant.
        var wanted = Wanted { self == .key ? $0 == .privateKey : accepts($0) }
        switch self {
        case .authority: wanted.owners = [.authority, .issuer, .subject]
        case .chain: wanted.owners = [.issuer, .authority, .subject]
        default: break
        }
        return wanted
    }

    /// DER in base64 is read as it is, except if it is a key.
    private func reads(_ found: FoundContent) -> Bool {
        found.wrappings.count == 1 && found.wrappings[0].isBase64OfDER
            && (self != .key || found.thing == .pkcs12)
    }

    private var isObject: Bool { self == .claims || self == .parameters || self == .enrollment }

    private func hint(_ found: FoundContent, _ path: String?) -> String? {
        // Without its disclosures, it can be decoded without being verified.
        if self == .tokenOrPrototype, found.thing == .selectiveToken, found.wrappings.isEmpty {
            return path.map { Self.mending(["cut -d '~' -f 1"], $0, isSecret: true) }
                ?? "leave out the first '~' and what follows it"
        }
        if !found.filters.isEmpty, !accepts(found.thing) { return nil }
        guard let path else { return found.wrappings.first?.typed ?? found.thing.nextCommand(nil) }
        return Self.mending(found, path)
    }

    /// The next command for an input whose content was recognized; nil if there is none.
    static func mending(_ found: FoundContent, _ path: String) -> String? {
        let filters = found.filters
        // A member's name may be as long as the file. Nobody could judge such a command.
        if filters.contains(where: { $0.utf8.count > 1_000 }) { return nil }
        if !filters.isEmpty { return mending(filters, path, isSecret: found.isSecret) }
        if path == "-", let filter = found.thing.decompressor { return mending([filter], path) }
        return found.thing.nextCommand(quoted(path))
    }

    /// The command that mends an input.
    ///
    /// - Parameter filters: shell commands, of which each reads the output of the one before.
    static func mending(_ filters: [String], _ path: String, isSecret: Bool = false) -> String {
        // Nothing can be written beside a descriptor.
        if StandardStreams.isDescriptor(path) {
            return "pipe it through: \(filters.joined(separator: " | "))"
        }
        let file = quoted(path)
        let commands = filters.enumerated().map { $0 == 0 ? "\($1) < \(file)" : $1 }
        let command = "\(commands.joined(separator: " | ")) > \(file).new"
        return isSecret ? "(umask 077; \(command))" : command
    }

    private static func quoted(_ path: String) -> String {
        guard !StandardStreams.isDescriptor(path), path == path.printable(upTo: .max) else { return "FILE" }
        return ShellQuote.posixIfNeeded(path.hasPrefix("-") ? "./\(path)" : path)
    }
}

/// An input without any content.
struct EmptyInput: DescribedError {
    let message: String
    let hint: String?

    /// - Parameter source: printable.
    init(_ source: String, expected: String, hint: String? = nil) {
        message = "\(source) is empty; expected \(expected)"
        self.hint = hint
    }
}

extension InputFiles {
    /// Decodes an input: a file, or standard input for `-`. If it is empty or something else than expected, the error
    /// says so.
    func decode<Result>(
        _ path: String, upTo limit: Int, as expected: Expectation, source: String? = nil,
        _ body: (Secret) throws -> Result
    ) throws -> Result {
        let bytes = try read(path, upTo: limit)
        let source = source ?? sourceName(path)
        if bytes.withBytes({ $0.firstVisible == nil }) {
            throw EmptyInput(source.printable, expected: expected.words)
        }
        return try about(source) {
            do {
                return try body(bytes)
            } catch let error as OpenSSLError where error.isOfSystem {
                throw error
            } catch {
                throw bytes.withBytes { expected.failure(for: $0, at: path) } ?? error
            }
        }
    }
}
