import Arguments
import JOSE
import OpenSSL
import Platforms
import System

/// Flags that several commands share, with the same texts everywhere.
enum SharedFlags {
    static let help = Flag(
        "help", short: "h", group: "Other", role: .help, "print help; --help prints the whole page")

    static let out = Flag(
        "out", short: "o", .output, absent: "standard output", group: "Output", "write the result to FILE",
        details: [
            """
            The file appears complete or not at all, with mode 0600 if it holds a private or secret key. An existing \
            file is not replaced unless `--force` is given; of a symbolic link, the file it leads to is replaced.
            """,
            """
            With `--force`, the new file gets the mode of the old one and, as far as the user may set them, its owner and \
            group, unless it holds a private or secret key. Another group gets the rights of all others. A private key \
            (PEM, \
            DER, JWK or PPK), several in one file, an encrypted JWK, a PKCS#12, a Java keystore, and a file that may \
            not be read are only replaced \
            by a private or secret key, or a PKCS#12.
            """,
            """
            A file cannot be both an input and an output, or two outputs, even under different names. This is checked \
            before anything is read.
            """,
            """
            Standard output, devices and named pipes are written directly. A private or secret key is not \
            written to a named pipe of another user.
            """,
        ]
    )
    .proposed(for: "output", "output-file", "outfile")

    static let force = Flag("force", group: "Output", "replace output files that exist")
        .proposed(for: "overwrite")

    static let encoding = Flag(
        "encoding", .choice("ENCODING"), default: Encoding.pem, group: "Output", "PEM or DER"
    )
    .proposed(for: "outform")

    static let json = Flag(
        "json", group: "Output", "print the report as one JSON document",
        details: [
            """
            Control characters and invisible characters in strings are escaped (`\\u009b`), so that a terminal does \
            not interpret them. The values do not change.
            """
        ])

    static let at = Flag(
        "at", .time, absent: "now", group: "Time", "use TIME as the current time",
        details: [
            """
            TIME is RFC 3339 (`2017-06-16T01:43:20Z`), `@SECONDS` since 1970, `now`, or a duration from now \
            (`15m`, `+15m`, `-1h`). Durations are `30s 15m 2h 30d 1w`, combined as `1h30m`.
            """
        ]
    )
    .proposed(for: "attime", "time", "date")

    static let leeway = Flag(
        "leeway", .duration, default: .zero, group: "Time", "tolerate this difference between clocks"
    )
    .proposed(for: "clock-skew", "skew", "tolerance")

    static let timeUnit = Flag(
        "time-unit", .choice("UNIT", of: TimeUnit.self), absent: "s", group: "Time",
        "the unit of times in claims: s or ms")

    /// - Parameter profiles: the profiles that the command supports.
    static func profile(
        _ group: String, _ summary: String, details: [Block] = [], of profiles: [Profile] = Profile.all
    ) -> Flag<Profile?> {
        Flag("profile", .choice("PROFILE", profiles) { $0.name }, group: group, summary, details: details)
    }

    static func kid(_ summary: String = "use the key of a JWKS that has this kid") -> Flag<String?> {
        Flag("kid", .text("ID"), group: "Key", summary)
    }
}
