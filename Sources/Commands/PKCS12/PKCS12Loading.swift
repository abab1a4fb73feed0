import Arguments
import OpenSSL

/// Reads and opens PKCS#12 files for every command that takes one.
struct PKCS12Loading {
    private let arguments: ParsedArguments
    private let inputs: InputFiles
    private let passphrase: PassphraseSource

    /// - Parameter passphrase: where it comes from, if a key's may come from there too.
    init(_ arguments: ParsedArguments, _ inputs: InputFiles, passphrase: PassphraseSource? = nil) {
        self.arguments = arguments
        self.inputs = inputs
        self.passphrase = passphrase ?? PassphraseSource(arguments)
    }

    static func flags(of what: String = "the PKCS#12") -> [any AnyFlag] {
        PassphraseSource.flags(of: what) + [
            UntypedFlag(
                "no-passphrase", group: "Passphrase", "the PKCS#12 has no passphrase",
                details: [
                    "The empty passphrase and none at all, which are two things in PKCS#12, are both tried; an empty passphrase that is given in another way does the same."
                ]),
            SharedFlags.maximumIterations,
        ]
    }

    static let rules: [Rule] = [
        .atMostOne(["passphrase-file", "passphrase-fd", "passphrase-env", "no-passphrase"])
    ]

    /// Whether a flag says with what to open the file.
    var isPassphraseGiven: Bool { passphrase.isGiven || arguments.has("no-passphrase") }

    func read(_ path: String) throws -> PFX {
        let bytes = try inputs.read(path, upTo: Limits.pkcs12FileBytes)
        if bytes.isEmpty { throw Failure(.badInput, "empty").about(sourceName(path)) }
        return try decode(bytes, path)
    }

    func decode(_ bytes: Secret, _ path: String) throws -> PFX {
        try saying({ (error: PKCS12Error) in Failure(pkcs12: error).about(sourceName(path)) }) {
            () throws(PKCS12Error) in
            try bytes.withBytes { (bytes) throws(PKCS12Error) in try PFX.decode(bytes) }
        }
    }

    /// Asks for the passphrase where the file needs one.
    func open(_ file: PFX, _ path: String) throws -> OpenedPFX {
        let limit = try arguments.maximumIterations()
        var given: Secret?
        if file.needsPassphrase {
            try refuseCost(file, limit, path)
            given =
                arguments.has("no-passphrase")
                ? Secret(SecretBuffer()) : try passphrase.existing(for: sourceName(path), inputs)
        }
        return try saying({ (error: PKCS12Error) in Failure(pkcs12: error).about(sourceName(path)) }) {
            () throws(PKCS12Error) in try file.open(given, maximumIterations: limit)
        }
    }

    /// Before anybody types a passphrase for nothing.
    private func refuseCost(_ file: PFX, _ limit: Int, _ path: String) throws {
        try saying({ (error: PKCS12Error) in Failure(pkcs12: error).about(sourceName(path)) }) {
            () throws(PKCS12Error) in try file.checkCost(limit)
        }
    }
}
