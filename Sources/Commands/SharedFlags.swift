import Arguments
import JOSE
import OpenSSL
import Platforms
import System

/// Flags that several commands share, with the same words everywhere.
enum SharedFlags {
    static let help = Flag(
        "help", short: "h", group: "Other", role: .help, "print help; -h is short, --help is the whole page")

    static let out = Flag(
        "out", short: "o", value: .output, default: "standard output", group: "Output",
        "write the result to FILE",
        details: [
            """
            The file appears whole or not at all, with mode 0600 if it holds a private or secret key. One that \
            exists is left alone unless `--force` is given. One that is also read, or that is two outputs at once, under \
            whatever names, is refused before anything is read.
            """,
            """
            Standard output, a device and a named pipe are written to as they are. A private or secret key is written to \
            a named pipe only if the pipe belongs to the user.
            """,
        ])

    static let force = Flag("force", group: "Output", "replace output files that exist")

    static let json = Flag(
        "json", group: "Output", "report as one JSON document",
        details: [
            """
            Control characters and invisible characters in its strings are escaped (`\\u009b`), so that no terminal obeys \
            them. The values are the same.
            """
        ])

    static let at = Flag(
        "at", value: Value("TIME"), default: "now", group: "Time", "take TIME for now",
        details: [
            """
            TIME is RFC 3339 (`2017-06-16T01:43:20Z`), `@SECONDS` since 1970, `now`, or a duration from now \
            (`+15m`, `-1h`). Durations are `30s 15m 2h 30d 1w`, combined as `1h30m`.
            """
        ])

    static func key(_ summary: String, isRequired: Bool = false) -> Flag {
        Flag(
            "key", short: "k", value: Value("KEY", .file), isRequired: isRequired, group: "Key", summary,
            details: [
                .paragraph(
                    """
                    PEM (PKCS#8, encrypted PKCS#8, PKCS#1, SEC1, SubjectPublicKeyInfo, PKCS#1 public, X.509), DER of \
                    the same, JWK, JWKS (with `--kid`), or a `pkcs11:` URI; `-` is standard input. Which one it is, \
                    its content says. \(KeyLoading.consistency)
                    """)
            ])
    }

    static let keyFormat = Flag(
        "key-format", value: .choice("FORMAT", ["auto", "raw"]), default: "auto", group: "Key",
        "raw: the key's file is an HMAC secret, byte for byte",
        details: ["A newline at the end of the file is part of the secret then."])

    static let maximumIterations = Flag(
        "max-iterations", value: Value("N"), default: "\(Limits.iterations)", group: "Passphrase",
        "derive keys from passphrases with N iterations in all at most",
        details: [
            """
            A file says itself how long it takes to open, and a small one can ask for hours. What it asks for is added \
            up before anything is derived; an iteration counts once for each block of the key, and for scrypt each of \
            its block operations counts.
            """
        ])

    static let timeUnit = Flag(
        "time-unit", value: .choice("UNIT", TimeUnit.allCases.map(\.rawValue)), default: "s", group: "Time",
        "the unit of times in claims: seconds or milliseconds")
}

extension ParsedArguments {
    /// `--at`, where the clock stands still then, or the system's.
    func clock() throws(Failure) -> Clock {
        guard let text = value("at") else { return .system }
        return .stopped(at: try time(text, "--at", now: .now()))
    }

    /// `--at`, or the time now.
    func now() throws(Failure) -> Timestamp { try clock().now() }

    func time(_ text: String, _ flag: String, now: Timestamp) throws(Failure) -> Timestamp {
        try parsedTime(text, flag, now: now).time
    }

    /// A TIME, and what it is now.
    func parsedTime(
        _ text: String, _ flag: String, now: Timestamp
    ) throws(Failure) -> (text: TimeText, time: Timestamp) {
        guard let parsed = TimeText(parsing: text), let time = parsed.time(now: now) else {
            throw Failure(
                .usage, "\(flag): '\(text.printable)' is no time",
                hint: "2017-06-16T01:43:20Z, @1497577400, now, +15m or -1h")
        }
        return (parsed, time)
    }

    func duration(_ flag: String) throws(Failure) -> TimeSpan? {
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
    ) throws(Failure) -> Int? {
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
    func maximumIterations() throws(Failure) -> Int {
        try number("max-iterations", 1...Int(Int32.max)) ?? Limits.iterations
    }

    /// `--time-unit`, of a command without `--profile`.
    var timeUnit: TimeUnit { choice("time-unit") ?? .seconds }

    /// `--time-unit`, where it is given, and the profile's times may count it.
    func timeUnit(of profile: Profile?) throws(Failure) -> TimeUnit? {
        let unit: TimeUnit? = choice("time-unit")
        if let unit, let profile, !profile.timeUnits.contains(unit) {
            throw Failure(
                .usage,
                "the profile \(profile.name) counts \(profile.timeUnits[0].name) (\"\(profile.section)\")")
        }
        return unit
    }
}
