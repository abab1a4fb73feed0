/// A flag of a command, declared once: its names, its texts, and the type of `arguments[flag]`.
package struct Flag<Result: Sendable>: AnyFlag {
    package private(set) var info: FlagInfo

    private init(
        _ name: String, _ short: Character?, _ value: Value?, isRepeatable: Bool = false,
        isRequired: Bool = false, defaultWord: (@Sendable () -> String)? = nil, absent: String? = nil,
        group: String, role: FlagInfo.Role = .ordinary, _ summary: String,
        _ details: @escaping @Sendable () -> [Block],
        read: @escaping @Sendable ([String]) throws -> Result
    ) {
        info = FlagInfo(
            name: name, short: short, value: value, isRepeatable: isRepeatable, isRequired: isRequired,
            makeDefaultWord: defaultWord, absent: absent, summary: summary, makeDetails: details,
            group: group, role: role, read: read)
    }

    /// An optional flag.
    ///
    /// - Parameter absent: what happens without it, for help: `standard output`.
    package init<T>(
        _ name: String, short: Character? = nil, _ format: ValueFormat<T>, absent: String? = nil,
        group: String = "Options", _ summary: String,
        details: @autoclosure @escaping @Sendable () -> [Block] = []
    ) where Result == T? {
        self.init(
            name, short, format.value, absent: absent, group: group, summary, details
        ) { words in
            guard let word = words.last else { return nil }
            return try format.read(word)
        }
    }

    /// A flag with a default value.
    package init(
        _ name: String, short: Character? = nil, _ format: ValueFormat<Result>, default value: Result,
        group: String = "Options", _ summary: String,
        details: @autoclosure @escaping @Sendable () -> [Block] = []
    ) {
        self.init(
            name, short, format.value, defaultWord: { format.text(value) }, group: group, summary, details
        ) { words in
            guard let word = words.last else { return value }
            return try format.read(word)
        }
    }

    /// A required flag.
    package init(
        required name: String, short: Character? = nil, _ format: ValueFormat<Result>,
        group: String = "Options",
        _ summary: String,
        details: @autoclosure @escaping @Sendable () -> [Block] = []
    ) {
        self.init(
            name, short, format.value, isRequired: true, group: group, summary, details
        ) { words in
            // The parser calls this only if the flag is given.
            try format.read(words.last ?? "")
        }
    }

    /// A flag that may be given several times; its values keep their order.
    package init<T>(
        repeatable name: String, _ format: ValueFormat<T>, isRequired: Bool = false,
        group: String = "Options",
        _ summary: String,
        details: @autoclosure @escaping @Sendable () -> [Block] = []
    ) where Result == [T] {
        self.init(
            name, nil, format.value, isRepeatable: true, isRequired: isRequired, group: group, summary,
            details
        ) { words in try words.map(format.read) }
    }
}

extension Flag {
    /// The flag with the names that other tools have for it, without dashes. They are not accepted: the error proposes
    /// this flag.
    package func proposed(for names: String...) -> Flag { proposed(for: names) }

    package func proposed(for names: [String]) -> Flag {
        var flag = self
        flag.info.synonyms += names
        return flag
    }

    /// The same, for a switch after which users of other tools type a passphrase. An operand too many is then not shown.
    ///
    /// - Parameter prefix: of the flags that give the passphrase: `passphrase` for `--passphrase-file` and others.
    package func passphrase(from prefix: String) -> Flag {
        var copy = self
        copy.info.passphrasePrefix = prefix
        return copy
    }

    /// The same, with what the error proposes for each name.
    package func proposed(_ hints: [String: String]) -> Flag {
        var flag = self
        flag.info.hints = hints
        return flag
    }
}

extension Flag where Result == Bool {
    /// A switch: true if it is given.
    package init(
        _ name: String, short: Character? = nil, group: String = "Options", role: FlagInfo.Role = .ordinary,
        _ summary: String,
        details: @autoclosure @escaping @Sendable () -> [Block] = []
    ) {
        self.init(name, short, nil, group: group, role: role, summary, details) { words in !words.isEmpty }
    }
}

/// A flag of any type.
package protocol AnyFlag: Sendable {
    var info: FlagInfo { get }
}

/// The declaration of a flag as the parser and the pages read it.
package struct FlagInfo: Sendable {
    /// The parser's reaction to the flag.
    package enum Role: Sendable {
        case ordinary
        /// Stops parsing and shows the short help (`-h`) or the whole page (`--help`).
        case help
        /// Stops parsing and shows the program's version.
        case version
    }

    /// Without the dashes: `key`.
    package let name: String
    package let short: Character?
    /// Nil for a switch.
    package let value: Value?
    package let isRepeatable: Bool
    package let isRequired: Bool
    fileprivate let makeDefaultWord: (@Sendable () -> String)?
    /// What happens if a flag without a default is left out.
    fileprivate let absent: String?
    /// One line for `-h`: no capital at the start, no full stop.
    package let summary: String
    fileprivate let makeDetails: @Sendable () -> [Block]
    /// The heading under which help lists it; the flags of one heading stand together.
    package let group: String
    package let role: Role
    /// What other tools call it, without dashes.
    package fileprivate(set) var synonyms: [String] = []
    /// Other names, without dashes, and what to do instead.
    package fileprivate(set) var hints: [String: String] = [:]
    /// For a switch that requires a passphrase: what the names of the flags that give it begin with.
    fileprivate(set) var passphrasePrefix: String?
    /// Converts the typed words to a value of the flag's type.
    let read: @Sendable ([String]) throws -> any Sendable

    /// The word for the value that the flag has if it is left out.
    var defaultWord: String? { makeDefaultWord?() }

    /// Additional text for `--help` and the man page, in whole sentences. It is made only when it is read: a run of the
    /// program reads none.
    package var details: [Block] { makeDetails() }

    /// What pages say of the flag if it is left out.
    package var defaultText: String? { defaultWord ?? absent }

    /// `--key`.
    package var spelling: String { "--\(name)" }

    /// - Parameter typed: with its dashes: `--key`, `-k`.
    func isNamed(_ typed: String) -> Bool {
        typed.hasPrefix("--")
            ? typed.utf8.dropFirst(2).elementsEqual(name.utf8) : short.map { "-\($0)" } == typed
    }

    /// What to do instead of a flag that has another name; nil if it is not one of these.
    func hint(for typed: String) -> String? {
        hints.first { withDashes($0.key) == typed }?.value
            ?? (synonyms.map(withDashes).contains(typed) ? "use \(spelling)" : nil)
    }
}

/// The name of a flag as it is typed: after two dashes, or after one if it is a single letter.
func withDashes(_ name: String) -> String { name.utf8.count == 1 ? "-\(name)" : "--\(name)" }
