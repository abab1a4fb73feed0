package import Arguments
package import Platforms

/// All commands and their places in the tree.
package enum Registry {
    private enum Entry {
        case command(String, in: String, any SignetCommand.Type)
        case group(
            String, synonyms: [String], in: String, summary: String,
            [(name: String, command: any SignetCommand.Type)])

        var name: String {
            switch self {
            case .command(let name, _, _), .group(let name, _, _, _, _): name
            }
        }
    }

    private static var entries: [Entry] {
        [
            .command("keygen", in: "Keys", Keygen.self),
            .group(
                "key", synonyms: ["keys", "keypair", "jwk"], in: "Keys",
                summary: "inspect, convert and publish keys",
                [
                    ("inspect", KeyInspect.self), ("public", KeyPublic.self), ("convert", KeyConvert.self),
                    ("jwks", KeyJWKS.self),
                ]),
            .group(
                "jwt", synonyms: ["jws", "jwts", "token", "tokens"], in: "Tokens",
                summary: "sign, verify and inspect JSON Web Tokens",
                [("sign", JWTSign.self), ("verify", JWTVerify.self), ("inspect", JWTInspect.self)]),
            .group(
                "sd-jwt", synonyms: ["sdjwt", "sd", "selective-disclosure"], in: "Tokens",
                summary: "sign, present and verify selectively disclosable tokens",
                [("sign", SDJWTSign.self), ("present", SDJWTPresent.self), ("verify", SDJWTVerify.self)]),
            .group(
                "csr", synonyms: ["request", "requests"], in: "Certificates",
                summary: "create and inspect certificate requests",
                [("create", CSRCreate.self), ("inspect", CSRInspect.self)]),
            .group(
                "cert", synonyms: ["certificate", "certificates", "certs", "crt", "x509"],
                in: "Certificates", summary: "create, inspect, check and renew certificates",
                [
                    ("create", CertCreate.self), ("inspect", CertInspect.self), ("check", CertCheck.self),
                    ("renew", CertRenew.self),
                ]),
            .group(
                "crl", synonyms: ["crls", "revocation-list"], in: "Certificates",
                summary: "create and inspect revocation lists",
                [("create", CRLCreate.self), ("inspect", CRLInspect.self)]),
            .group(
                "ocsp", synonyms: ["responder"], in: "Certificates",
                summary: "create OCSP responses", [("create", OCSPCreate.self)]),
            .group(
                "pkcs12", synonyms: ["p12", "pfx", "pkcs-12", "keystore"], in: "Certificates",
                summary: "pack, unpack and inspect PKCS#12 files",
                [
                    ("pack", PKCS12Pack.self), ("unpack", PKCS12Unpack.self),
                    ("inspect", PKCS12Inspect.self),
                ]),
            .group(
                "enroll", synonyms: ["enrol", "enrollment", "enrolment"], in: "Enrolment",
                summary: "read enrolment responses", [("parse", EnrollParse.self)]),
            .command("completions", in: "Help", Completions.self),
            .command("help", in: "Help", HelpCommand.self),
        ]
    }

    package static let root = Command(
        name: "signet",
        summary: "create and check keys, tokens and certificates in scripts",
        discussion: [
            """
            Makes and converts keys, signs and verifies JSON Web Tokens, one or millions, creates and checks \
            certificates, and packs PKCS#12 files, by the standards and by the rules of identity platforms. It is made \
            for scripts: results go to standard output, everything else to standard error, and the exit status tells \
            what happened.
            """,
            """
            Passphrases are never arguments. Files that hold private keys have mode 0600. Files appear complete or not \
            at all, and do not replace existing files unless `--force` is given.
            """,
            """
            A command that fails removes the files that it created. If it already replaced one of several existing \
            files, a note names that file. After SIGKILL or a power failure, some of several outputs may be missing or \
            old. A temporary file `.signet-NAME` may remain beside them if the file system does not support unnamed \
            files (`O_TMPFILE`). It has the mode of the output, 0600 for keys, and can be removed.
            """,
            """
            Exit status 4 also means that there is not enough memory, or that the system's clock or its source of \
            random bytes failed.
            """,
        ],
        flags: [
            SharedFlags.help,
            Flag(
                "version", short: "V", group: "Other", role: .version,
                "print the versions of signet, Swift and the loaded OpenSSL"
            )
            .proposed(for: "v"),
        ],
        examples: [
            Example("Make a key pair", "signet keygen --out key.pem --public-out pub.pem"),
            Example(
                "Sign a token that expires in 15 minutes",
                "signet jwt sign --key key.pem --exp 15m '{\"sub\":\"you\"}' > token.txt"),
            Example(
                "Check a server's certificate",
                "signet cert check --roots system --host www.example.com fullchain.pem"),
        ],
        exitStatuses: [
            ExitStatusNote(0, "done; the answer is yes"),
            ExitStatusNote(1, "the answer is no: a token is not valid, a check failed"),
            .usage, .badInput, .file, .bug,
        ],
        subcommands: entries.map(subcommand), topics: topics,
        // The names are listed here, because the topics are not made in every run.
        seeAlso: [
            "signet-profiles(7)", "signet-limits(7)", "signet-batch(7)", "signet-rotation(7)",
            "signet-recipes(7)", "signet-oauth(7)", "signet-coming-from(7)", "signet-authority(7)",
            "signet-hsm(7)", "signet-ims(7)", "signet-nevis(7)", "signet-sls(7)", "signet-sudo(7)",
        ])

    /// Pages about something other than a command.
    package static var topics: [Topic] {
        [
            .profiles, .limits, .batch, .rotation, .recipes, .oauth, .comingFrom, .authority, .hsm, .ims,
            .nevis, .sls, .sudo,
        ]
    }

    static func topic(_ name: String) -> Topic? { topics.first { $0.name == name } }

    private static func subcommand(_ entry: Entry) -> Subcommand {
        switch entry {
        case .command(let name, let group, let command):
            Subcommand(name, group: group) { command.declaration }
        case .group(let name, let synonyms, let group, let summary, let commands):
            Subcommand(
                Command(
                    name: name, synonyms: synonyms, summary: summary, flags: [SharedFlags.help],
                    subcommands: commands.map { entry in
                        Subcommand(entry.name) { entry.command.declaration }
                    }), group: group)
        }
    }

    package static func exists(_ path: [String]) -> Bool { command(at: path) != nil }

    /// Makes the request of a command line and does not run it. Nothing is opened.
    package static func makeRequest(_ info: CommandInfo, _ arguments: ParsedArguments) throws {
        try command(at: info.path.dropFirst().map(\.name))?.makeRequest(arguments)
    }

    /// The command at a path of names below the program.
    static func command(at path: [String]) -> (any SignetCommand.Type)? {
        guard let entry = entries.first(where: { $0.name == path.first }) else { return nil }
        switch entry {
        case .command(_, _, let command): return path.count == 1 ? command : nil
        case .group(_, _, _, _, let commands):
            return path.count == 2 ? commands.first { $0.name == path[1] }?.command : nil
        }
    }
}

extension Profile {
    /// The profiles that signet has, by platform.
    package static let all: [Profile] = [
        .ims, .sudoFSSO, .sudoTest, .sudoSignIn, .accessToken, .clientAssertion, .requestObject, .dpop,
    ]

    package static func named(_ name: String) -> Profile? { all.first { $0.name == name } }
}
