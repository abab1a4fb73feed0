package import Arguments

/// Every command, at its place in the tree.
package enum Registry {
    private static var jwt: [any SignetCommand.Type] { [JWTSign.self, JWTVerify.self, JWTInspect.self] }
    private static var key: [any SignetCommand.Type] { [KeyInspect.self, KeyPublic.self, KeyConvert.self] }
    private static var csr: [any SignetCommand.Type] { [CSRCreate.self, CSRInspect.self] }
    private static var cert: [any SignetCommand.Type] { [CertCreate.self, CertInspect.self, CertCheck.self] }
    private static var pkcs12: [any SignetCommand.Type] {
        [PKCS12Pack.self, PKCS12Unpack.self, PKCS12Inspect.self]
    }
    private static var enroll: [any SignetCommand.Type] { [EnrollParse.self] }
    private static var top: [any SignetCommand.Type] { [Keygen.self, Completions.self, HelpCommand.self] }

    package static let root = Command(
        name: "signet",
        summary: "keys, signed tokens and certificates, for scripts",
        discussion: [
            """
            Makes and converts keys, signs and verifies JSON Web Tokens, one or millions, makes and checks certificates, \
            and packs PKCS#12, by the standards and by the rules of identity platforms. Everything is made for \
            pipelines: results go to standard output, everything else to standard error, and the exit status says what \
            happened.
            """,
            """
            Passphrases are never arguments. Files that hold private keys have mode 0600, appear whole or not at all, \
            and replace nothing unless `--force` is given.
            """,
        ],
        flags: [
            SharedFlags.help,
            Flag(
                "version", short: "V", group: "Other", role: .version,
                "name signet, Swift and the OpenSSL that is loaded"),
        ],
        examples: [
            Example("Make a key pair", "signet keygen --out key.pem --public-out pub.pem"),
            Example(
                "Sign and verify",
                "signet jwt sign --key key.pem --sub you --exp 15m | signet jwt verify --key pub.pem"),
            Example(
                "What is wrong with a server's certificate",
                "signet cert check --roots system --host www.example.com --within 30d fullchain.pem"),
        ],
        exitStatuses: [
            ExitStatusNote(0, "done; the answer is yes"),
            ExitStatusNote(1, "the answer is no: a token is not valid, a check failed"),
            SharedExitStatuses.usage, SharedExitStatuses.badInput, SharedExitStatuses.file,
            SharedExitStatuses.bug,
        ],
        subcommands: [
            Keygen.declaration,
            Command(
                name: "key", summary: "look at keys and convert them",
                flags: [SharedFlags.help], subcommands: key.map { $0.declaration }),
            Command(
                name: "jwt", summary: "sign, verify and inspect JSON Web Tokens",
                flags: [SharedFlags.help], subcommands: jwt.map { $0.declaration }),
            Command(
                name: "csr", summary: "make and inspect certificate requests",
                flags: [SharedFlags.help], subcommands: csr.map { $0.declaration }),
            Command(
                name: "cert", summary: "make, inspect and check certificates",
                flags: [SharedFlags.help], subcommands: cert.map { $0.declaration }),
            Command(
                name: "pkcs12", summary: "pack and unpack PKCS#12 files",
                flags: [SharedFlags.help], subcommands: pkcs12.map { $0.declaration }),
            Command(
                name: "enroll", summary: "read enrolment responses",
                flags: [SharedFlags.help], subcommands: enroll.map { $0.declaration }),
            Completions.declaration,
            HelpCommand.declaration,
        ],
        seeAlso: topics.map { "\($0.pageName(program: "signet"))(7)" })

    /// Pages on what is no command.
    package static let topics: [Topic] = [.nevis]

    static func topic(_ name: String) -> Topic? { topics.first { $0.name == name } }

    package static func exists(_ path: [String]) -> Bool { command(at: path) != nil }

    /// The command at a path of names below the program.
    static func command(at path: [String]) -> (any SignetCommand.Type)? {
        let siblings: [any SignetCommand.Type]
        switch path.first {
        case "jwt" where path.count == 2: siblings = jwt
        case "key" where path.count == 2: siblings = key
        case "csr" where path.count == 2: siblings = csr
        case "cert" where path.count == 2: siblings = cert
        case "pkcs12" where path.count == 2: siblings = pkcs12
        case "enroll" where path.count == 2: siblings = enroll
        default: siblings = path.count == 1 ? top : []
        }
        return siblings.first { $0.declaration.name == path.last }
    }
}
