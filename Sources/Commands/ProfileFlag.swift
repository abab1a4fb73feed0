import Arguments
import Platforms

/// `--profile`, of commands that know platforms' rules.
enum ProfileFlag {
    static func flag(
        _ group: String, _ summary: String, details: [Block] = [], of profiles: [Profile] = Profile.all
    ) -> Flag {
        Flag(
            "profile", value: .choice("PROFILE", profiles.map(\.name)), group: group, summary,
            details: details)
    }

    /// Of commands whose business is certificates, which not every platform takes.
    static func flag(ofCertificates group: String, _ summary: String, details: [Block] = []) -> Flag {
        flag(group, summary, details: details, of: Profile.all.filter { $0.certificate != nil })
    }
}

extension ParsedArguments {
    /// `--profile`.
    var profile: Profile? { value("profile").flatMap(Profile.named) }
}
