import Arguments
import JOSE
import OpenSSL
import PKI
import Words

extension InputFiles {
    /// A PKCS#12 from a file, or from standard input for `-`; encrypted parts stay encrypted.
    func pkcs12(at path: String) throws -> PFX {
        try decode(path, upTo: Limits.pkcs12FileBytes, as: .pkcs12) { bytes in
            try bytes.withBytes { try PFX.decode($0) }
        }
    }

    /// Opens a PKCS#12. If it needs a passphrase and no flag gives it, signet asks on the terminal.
    ///
    /// - Parameter source: the name that errors and the prompt say.
    func open(_ file: PFX, _ opening: PKCS12Opening, _ source: String) throws -> OpenedPFX {
        var passphrase: Secret?
        if file.needsPassphrase {
            // Before anybody types a passphrase for nothing.
            try about(source) { try file.checkCost(opening.maximumIterations) }
            passphrase = try self.passphrase(from: opening.passphrase, for: source)
        }
        return try about(source) { try file.open(passphrase, maximumIterations: opening.maximumIterations) }
    }

    /// Opens a PKCS#12 to use what it contains.
    func openIntact(_ file: PFX, _ opening: PKCS12Opening, _ source: String) throws -> OpenedPFX {
        let opened = try open(file, opening, source)
        if opened.isIntact == false {
            throw CommandError(
                .badInput,
                "the passphrase is right, but the MAC does not match: the file is damaged or altered",
                hint: "use signet pkcs12 inspect to see its contents"
            ).about(source)
        }
        // Nobody needs the passphrase to remove the MAC, and to add parts without encryption.
        if opened.isIntact != nil { return opened }
        if file.needsPassphrase {
            warnings.once("\(source.printable) has no MAC, so nothing shows whether it was altered")
        } else if opening.passphrase.isPassphrase {
            warnings.once(
                "\(source.printable) has neither encryption nor a MAC, so the passphrase was not checked")
        }
        return opened
    }

    /// The only key of a PKCS#12. If it has none, the key of its only certificate.
    func key(of file: PFX, at location: KeyLocation) throws -> Key {
        let opened = try openIntact(file, location.opening, location.source)
        return try about(location.source) {
            do {
                let identity = try PKCS12Identity(in: opened, named: nil)
                if let key = identity.key { return Key(.privateKey(key)) }
                guard identity.certificates.count == 1 else {
                    throw CommandError(
                        .badInput,
                        "expected a key or one certificate, found \(identity.certificates.count) certificates"
                    )
                }
                return Key(.publicKey(try identity.certificates[0].publicKey()))
            } catch let error as AmbiguousKeyError {
                let flags = error.names.prefix(5).map { "--name \(ShellQuote.posix($0.printable))" }.orList
                throw CommandError(
                    .badInput, error.message,
                    hint:
                        "extract one with signet pkcs12 unpack \(ShellQuote.posixIfNeeded(location.path)) \(flags)"
                )
            }
        }
    }
}

/// The flags of every command that opens PKCS#12 files.
struct PKCS12Flags {
    let passphrase: PassphraseFlags

    /// - Parameter what: is opened by the passphrase: `the PKCS#12`.
    init(of what: String = "the PKCS#12") { passphrase = PassphraseFlags(of: what) }

    private static let noPassphrase = Flag(
        "no-passphrase", group: "Passphrase", "the PKCS#12 has no passphrase",
        details: [
            """
            PKCS#12 distinguishes an empty passphrase from none. This flag tries both, and so does an empty passphrase \
            from another flag.
            """
        ])

    var all: [any AnyFlag] { passphrase.all + [Self.noPassphrase, KeyFlags.maximumIterations] }

    var rule: Rule { .atMostOne(passphrase.all + [Self.noPassphrase]) }

    func opening(_ arguments: ParsedArguments) -> PKCS12Opening {
        var origin = passphrase.origin(arguments)
        if arguments[Self.noPassphrase] { origin.place = .absent }
        return PKCS12Opening(
            passphrase: origin, maximumIterations: arguments[KeyFlags.maximumIterations])
    }
}

/// How a PKCS#12 is opened. Opening it is for ``InputFiles``.
struct PKCS12Opening: Sendable {
    let passphrase: PassphraseOrigin
    let maximumIterations: Int
}
