import Arguments
import JOSE
import OpenSSL
import Platforms
import System

// Goes when every command is typed.

struct UntypedFlag: AnyFlag {
    let info: FlagInfo
    init(
        _ name: String, short: Character? = nil, value: Value? = nil, isRepeatable: Bool = false,
        isRequired: Bool = false, default defaultText: String? = nil, group: String = "Options",
        role: FlagInfo.Role = .ordinary, _ summary: String, details: [Block] = []
    ) {
        guard let value else {
            info = Flag(name, short: short, group: group, role: role, summary, details: details).info
            return
        }
        let format = value.format
        if isRepeatable {
            info =
                Flag(
                    repeatable: name, format, isRequired: isRequired, group: group, summary, details: details
                ).info
        } else if isRequired {
            info = Flag(required: name, short: short, format, group: group, summary, details: details).info
        } else {
            info =
                Flag(name, short: short, format, absent: defaultText, group: group, summary, details: details)
                .info
        }
    }
}

struct UntypedOperand: AnyOperand {
    let info: OperandInfo
    init(_ value: Value, isRequired: Bool = false, isRepeatable: Bool = false, _ summary: String) {
        if isRepeatable {
            info = Operand(repeatable: value.format, isRequired: isRequired, summary).info
        } else if isRequired {
            info = Operand(required: value.format, summary).info
        } else {
            info = Operand(value.format, summary).info
        }
    }
}

extension Value {
    init(_ placeholder: String, _ kind: Kind = .text) { self = ValueFormat.text(placeholder, kind).value }
    static var file: Value { Value("FILE", .file) }
    static var output: Value { Value("FILE", .output) }
    static func choice(_ placeholder: String, _ words: [String]) -> Value {
        Value(placeholder, .choice(words.map { Choice($0) }))
    }
    fileprivate var format: ValueFormat<String> {
        if case .choice(let choices) = kind { return .choice(placeholder, choices.map(\.word)) { $0 } }
        return .text(placeholder, kind)
    }
}

private struct Named: AnyFlag, Conditional {
    let flag: Flag<Bool>
    init(_ name: String) { flag = Flag(name, "") }
    var info: FlagInfo { flag.info }
    var condition: Condition { flag.condition }
}

extension Rule {
    static func atMostOne(_ names: [String]) -> Rule { .atMostOne(names.map { Named($0) as any AnyFlag }) }
    static func exactlyOne(_ names: [String]) -> Rule {
        switch names.count {
        case 1: .exactlyOne(Named(names[0]))
        case 2: .exactlyOne(Named(names[0]), Named(names[1]))
        default: .exactlyOne(Named(names[0]), Named(names[1]), Named(names[2]))
        }
    }
    static func requires(_ name: String, oneOf names: [String]) -> Rule {
        switch names.count {
        case 1: .requires(Named(name), Named(names[0]))
        case 2: .requires(Named(name), Named(names[0]), Named(names[1]))
        default: .requires(Named(name), Named(names[0]), Named(names[1]), Named(names[2]))
        }
    }
    static func excludes(_ name: String, _ names: [String]) -> Rule {
        .excludes(Named(name), names.map { Named($0) as any Conditional })
    }
    static func excludesOperands(_ name: String) -> Rule { .excludesOperands(Named(name)) }
}

extension ParsedArguments {
    func has(_ flag: String) -> Bool { occurrences.contains { $0.flag == flag } }
    func value(_ flag: String) -> String? { occurrences.first { $0.flag == flag }?.value }
    func values(_ flag: String) -> [String] { occurrences.compactMap { $0.flag == flag ? $0.value : nil } }
    func choice<Choice: RawRepresentable>(_ flag: String, as type: Choice.Type = Choice.self) -> Choice?
    where Choice.RawValue == String { value(flag).flatMap(Choice.init(rawValue:)) }
}

extension ParsedArguments {
    /// `--at`, where the clock stands still then, or the system's.
    func clock() throws -> Clock {
        guard let text = value("at") else { return .system }
        return .stopped(at: try time(text, "--at", now: .now()))
    }

    /// `--at`, or the time now.
    func now() throws -> Timestamp { try clock().now() }

    func time(_ text: String, _ flag: String, now: Timestamp) throws -> Timestamp {
        try parsedTime(text, flag, now: now).time
    }

    /// A TIME, and what it is now.
    func parsedTime(
        _ text: String, _ flag: String, now: Timestamp
    ) throws -> (text: TimeText, time: Timestamp) {
        guard let parsed = TimeText(parsing: text), let time = parsed.time(now: now) else {
            throw Failure(
                .usage, "\(flag): '\(text.printable)' is no time",
                hint: "2017-06-16T01:43:20Z, @1497577400, now, +15m or -1h")
        }
        return (parsed, time)
    }

    func duration(_ flag: String) throws -> TimeSpan? {
        guard let text = value(flag) else { return nil }
        guard let duration = TimeSpan(parsing: text) else {
            throw Failure(
                .usage, "--\(flag): '\(text.printable)' is no duration",
                hint: "30s, 15m, 2h, 30d, 1w or 1h30m")
        }
        return duration
    }

    /// The number that a flag gives; nil where it is not given.
    ///
    /// - Parameter words: what is said of a text that is no number of the range, where more is to be said than that.
    func number(
        _ flag: String, _ range: ClosedRange<Int>, hint: String? = nil, words: ((String) -> String)? = nil
    ) throws -> Int? {
        guard let text = value(flag) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw Failure(
                .usage,
                words?(text) ?? "--\(flag) is a number from \(range.lowerBound) to \(range.upperBound)",
                hint: hint)
        }
        return number
    }

    /// `--max-iterations`, or the limit.
    func maximumIterations() throws -> Int {
        try number("max-iterations", 1...Int(Int32.max)) ?? Limits.iterations
    }

    /// `--time-unit`, of a command without `--profile`.
    var timeUnit: TimeUnit { choice("time-unit") ?? .seconds }

    /// `--time-unit`, where it is given, and the profile's times may count it.
    func timeUnit(of profile: Profile?) throws -> TimeUnit? {
        let unit: TimeUnit? = choice("time-unit")
        if let unit, let profile, !profile.timeUnits.contains(unit) {
            throw Failure(
                .usage,
                "the profile \(profile.name) counts \(profile.timeUnits[0].name) (\"\(profile.section)\")")
        }
        return unit
    }
}

final class PassphraseSource {
    let origin: PassphraseOrigin
    private let flags: PassphraseFlags

    init(_ arguments: ParsedArguments, prefix: String = "passphrase") {
        flags = PassphraseFlags(prefix: prefix, of: "")
        origin = flags.origin(arguments)
    }
    static func flags(prefix: String = "passphrase", of what: String) -> [any AnyFlag] {
        PassphraseFlags(prefix: prefix, of: what).all
    }
    static func rules(prefix: String = "passphrase") -> [Rule] {
        [PassphraseFlags(prefix: prefix, of: "").rule]
    }
    var isGiven: Bool { origin.isGiven }
    func existing(for what: String, _ inputs: InputFiles) throws -> Secret {
        try inputs.passphrase(from: origin, for: what)
    }
    func new(for what: String, _ inputs: InputFiles) throws -> Secret {
        try inputs.newPassphrase(from: origin, for: what)
    }
    func newOrEmpty(for what: String, _ inputs: InputFiles) throws -> Secret {
        try inputs.newPassphrase(from: origin, for: what, mayBeEmpty: true)
    }
}

struct KeyLoading {
    private let arguments: ParsedArguments
    private let inputs: InputFiles
    let passphrase: PassphraseSource
    init(_ arguments: ParsedArguments, _ inputs: InputFiles, prefix: String = "passphrase") {
        self.arguments = arguments
        self.inputs = inputs
        passphrase = PassphraseSource(arguments, prefix: prefix)
    }
    static let flags = KeyFlags.all
    static let rules = [KeyFlags.passphrase.rule]
    static let consistency = KeyFlags.consistency
    func key(_ path: String, id: String? = nil) throws -> Key {
        try load(path).key(id: id, sourceName(path))
    }
    func load(_ path: String) throws -> LoadedKey {
        let location = KeyLocation(
            path: path, isRaw: arguments.value("key-format") == "raw", passphrase: passphrase.origin,
            maximumIterations: try arguments.maximumIterations())
        return try inputs.key(at: location)
    }
}

func saying<Result: ~Copyable, Problem: Error>(
    _ words: (Problem) -> Failure, _ body: () throws(Problem) -> Result
) throws -> Result {
    try mappingErrors(words, body)
}

extension ParsedArguments: CommandRequest {
    init(_ arguments: ParsedArguments) { self = arguments }
}
enum ProfileFlag {
    static func flag(_ group: String, _ summary: String, details: [Block] = []) -> Flag<Profile?> {
        SharedFlags.profile(group, summary, details: details)
    }
    static func flag(ofCertificates group: String, _ summary: String, details: [Block] = []) -> Flag<Profile?>
    {
        SharedFlags.profile(
            group, summary, details: details, of: Profile.all.filter { $0.certificate != nil })
    }
}
extension ParsedArguments { var profile: Profile? { value("profile").flatMap(Profile.named) } }
extension SharedFlags {
    static func key(_ summary: String, isRequired: Bool = false) -> any AnyFlag {
        if isRequired { return KeyFlags.requiredKey(summary) }
        return KeyFlags.key(summary)
    }
    static var keyFormat: any AnyFlag { KeyFlags.format }
    static var maximumIterations: any AnyFlag { KeyFlags.maximumIterations }
}

enum KeyWriting {
    static let certificateEncodingFlag = SharedFlags.encoding
    static func privateContent(_ key: Key, _ format: PrivateFormat, _ encoding: Encoding, passphrase: Secret?)
        throws
        -> Outputs.Content
    { try key.privateContent(format, encoding, passphrase: passphrase) }
    static func certificateContent(
        _ arguments: ParsedArguments, der: @autoclosure () throws -> [UInt8], pem: () throws -> [UInt8]
    ) throws -> Outputs.Content {
        .ordinary(try arguments.choice("encoding") == Encoding.der ? der() : pem())
    }
}
