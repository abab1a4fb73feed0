import Arguments

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
