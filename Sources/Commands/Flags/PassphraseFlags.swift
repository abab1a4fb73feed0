import Arguments

/// The flags that tell the source of a passphrase. It is never an argument itself, because every process can read
/// those.
struct PassphraseFlags: Sendable {
    private let prefix: String
    private let file: Flag<String?>
    private let descriptor: Flag<Int?>
    private let variable: Flag<String?>

    private static let usualSynonyms = [
        "N", "P", "pass", "passphrase", "passwd", "password", "password-file", "pin",
    ]

    /// - Parameters:
    ///   - prefix: the prefix of the flags: `passphrase`, `new-passphrase`.
    ///   - what: the thing that the passphrase opens or protects.
    ///   - synonyms: the names that other tools have for the flags, apart from the usual ones.
    init(prefix: String = "passphrase", of what: String, proposedFor synonyms: [String] = ["passin"]) {
        self.prefix = prefix
        file = Flag(
            "\(prefix)-file", .file, group: "Passphrase", "read the passphrase of \(what) from FILE",
            details: ["One newline at the end of the file is dropped, LF or CR LF. `-` is standard input."]
        )
        .proposed(for: (prefix == "passphrase" ? Self.usualSynonyms : []) + synonyms)
        descriptor = Flag(
            "\(prefix)-fd", .descriptor, group: "Passphrase",
            "read it from the open file descriptor N")
        variable = Flag(
            "\(prefix)-env", .text("NAME"), group: "Passphrase",
            "read it from the environment variable NAME",
            details: [
                """
                signet wipes its copy of the variable. The program that started signet keeps its own, which other \
                processes of the same user can read; a file or a descriptor is safer.
                """
            ])
    }

    var all: [any AnyFlag] { [file, descriptor, variable] }

    /// Those whose passphrase can be read only once.
    var readOnce: [any Conditional] { [descriptor, variable] }

    var rule: Rule { .atMostOne(all) }

    /// Each of the flags requires one of `conditions`.
    func requiring(_ conditions: any Conditional...) -> [Rule] {
        [.requires(file, conditions), .requires(descriptor, conditions), .requires(variable, conditions)]
    }

    func origin(_ arguments: ParsedArguments) -> PassphraseOrigin {
        if let path = arguments[file] { return PassphraseOrigin(prefix: prefix, place: .file(path)) }
        if let number = arguments[descriptor] {
            return PassphraseOrigin(prefix: prefix, place: .descriptor(Int32(number)))
        }
        if let name = arguments[variable] { return PassphraseOrigin(prefix: prefix, place: .variable(name)) }
        return PassphraseOrigin(prefix: prefix, place: .terminal)
    }
}

extension ValueFormat where Result == Int {
    fileprivate static var descriptor: Self {
        Self("N", .descriptor) { word in
            guard let number = Int32(word), number >= 0 else {
                throw InvalidValue.mustBe("the number of an open file descriptor")
            }
            return Int(number)
        }
    }
}

/// The source of a passphrase. ``InputFiles`` reads it.
struct PassphraseOrigin: Hashable, Sendable {
    enum Place: Hashable, Sendable {
        case file(String)
        case descriptor(Int32)
        case variable(String)
        /// None of the flags is given.
        case terminal
        /// A flag says that there is no passphrase.
        case absent
    }

    /// The prefix of the flags, for errors.
    let prefix: String
    var place: Place

    /// Whether a flag gives the passphrase, or says that there is none.
    var isGiven: Bool { place != .terminal }
    /// Whether a flag gives the passphrase.
    var isPassphrase: Bool { isGiven && place != .absent }
}
