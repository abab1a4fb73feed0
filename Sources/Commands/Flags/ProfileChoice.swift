import Arguments
import JOSE
import OpenSSL
import Platforms
import System
import Words

/// The value of `--profile` for tokens.
enum ProfileChoice: Sendable {
    case known(Profile)
    /// The path of a file with the user's own rules.
    case file(String)

    static func flag(_ group: String, _ summary: String, details: [Block]) -> Flag<ProfileChoice?> {
        Flag(
            "profile", .profile, group: group, summary,
            details: [
                """
                A PROFILE with a slash is a file with rules of your own, such as `./acme.json`: signet-profiles(7).
                """
            ] + details)
    }

    /// The rules. Those of a file are read now.
    func load() throws -> Profile {
        switch self {
        case .known(let profile): return profile
        case .file(let path):
            // It is read before the inputs, one of which standard input may be.
            let identity = FileIdentity(at: path)
            if try StandardStreams.isInput(path)
                || identity?.isStream == true && identity == StandardStreams.input.identity()
            {
                throw CommandError(
                    .usage, "--profile: expected a file, found standard input",
                    hint: "write the profile to a file")
            }
            let text = try InputFiles().read(path, upTo: Profile.maximumBytes)
            if text.isEmpty { throw EmptyInput(path.printable, expected: "a profile") }
            return try about(path) { try Profile(parsing: text.withBytes { Array($0) }, name: path) }
        }
    }
}

extension ValueFormat where Result == ProfileChoice {
    static var profile: Self {
        let words = Profile.all.map { Value.Choice($0.name) }
        return Self("PROFILE", .pathOr(words)) { word in
            if word.utf8.contains(UInt8(ascii: "/")) { return .file(word) }
            guard let profile = Profile.named(word) else {
                throw InvalidValue.unknown(word, among: words.map(\.word) + ["./FILE"])
            }
            return .known(profile)
        }
    }
}

extension Profile {
    /// Refuses a unit that its times cannot have. Rules between flags do so for the profiles that signet has.
    func check(_ unit: TimeUnit?) throws {
        if let unit, !timeUnits.contains(unit) {
            throw CommandError(
                .usage, "--time-unit \(unit.rawValue): the times of the profile are in \(timeUnits[0].name)")
        }
    }
}
