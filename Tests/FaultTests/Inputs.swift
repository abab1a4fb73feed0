import Foundation

/// A folder with what the commands read, in `in`, and a folder for each of their runs. It is made once.
struct Inputs: Sendable {
    let folder: URL
    /// The contents of the files in `in`.
    let files: [String: Data]

    static let shared = Result { try Inputs() }

    /// Where the tests were built, and signet and the preloaded library with them.
    static let builtFolder = URL(fileURLWithPath: "/proc/self/exe")
        .resolvingSymlinksInPath().deletingLastPathComponent()

    /// SIGNET_BINARY, else what was built together with the tests.
    static let binary =
        ProcessInfo.processInfo.environment["SIGNET_BINARY"]
        ?? builtFolder.appendingPathComponent("signet").path

    private nonisolated(unsafe) static var made: URL?

    private init() throws {
        folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appendingPathComponent("signet-faults-\(UUID().uuidString)")
        let inputs = folder.appendingPathComponent("in")
        Self.made = folder
        atexit { Self.made.map { try? FileManager.default.removeItem(at: $0) } }
        try FileManager.default.createDirectory(at: inputs, withIntermediateDirectories: true)
        // The variable LD_PRELOAD cannot contain a path with spaces, so a relative path will be used.
        try FileManager.default.copyItem(
            at: Self.builtFolder.appendingPathComponent("libtest-preload.so"),
            to: folder.appendingPathComponent("preload.so"))
        let response = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Scripts/enroll-parse/response.json")
        try FileManager.default.copyItem(at: response, to: inputs.appendingPathComponent("response.json"))
        let ending = try Program(folder: inputs, variables: ["SIGNET": Self.binary]).run(Self.script)
        guard ending == .exit(0) else { throw TestFailure("the inputs cannot be made: \(ending)") }
        var files: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: inputs.path) {
            files[name] = try Data(contentsOf: inputs.appendingPathComponent(name))
        }
        self.files = files
    }

    /// The mode of outputs before the command runs.
    static let oldMode = 0o640

    /// What an output is before the command runs.
    func old(_ output: Victim.Output, of victim: Victim) -> Data {
        victim.originals[output.name].flatMap { files[$0] } ?? Data("old\n".utf8)
    }

    private static let script = """
        set -e
        signet() { "$SIGNET" "$@"; }
        exec 2> log
        echo 'correct horse' > pass
        signet keygen --type ed25519 --out key.pem --public-out pub.pem
        signet cert create --key key.pem --subject CN=ca --is-ca --at @1800000000 --out cert.pem
        signet csr create --new-key ed25519 --key-out leaf.pem --subject CN=leaf --out leaf.csr
        signet cert create --csr leaf.csr --ca cert.pem --ca-key key.pem --at @1800000000 --out leaf.crt
        cat leaf.crt leaf.pem cert.pem > site.pem
        # Each of thousands of runs derives its keys.
        openssl pkcs12 -export -inkey leaf.pem -in leaf.crt -certfile cert.pem -iter 100 -passout file:pass -out id.p12
        signet key jwks key.pem leaf.pem --out set.json
        for i in 1 2 3 4 5 6 7 8; do
            for j in 1 2 3 4 5; do echo "{\\"sub\\":\\"$i-$j\\"}"; done
        done > claims
        signet jwt sign --key key.pem --batch --in claims --out tokens
        echo '{"claims":{"iss":{"value":"me"},"iat":{"type":"time","generate":"now"}}}' > profile.json
        echo '{"sub":"u","iat":1,"status_list":{"bits":1,"lst":"eNrbuRgAAhcBXQ"}}' |
            signet jwt sign --key key.pem --typ statuslist+jwt --out list
        echo '{"status":{"status_list":{"idx":1,"uri":"u"}}}' | signet jwt sign --key key.pem --out listed
        signet jwt verify --key pub.pem --status-list list --in listed --out listed.claims
        sed 's/"sub"/"iss":"me","sub"/' claims | signet jwt sign --key key.pem --batch | sed 's/.*/{"t":"&"}/' > records
        echo me=pub.pem > trust
        signet jwt verify --trust-file trust --batch --field t --in records --out judged
        signet sd-jwt sign --key key.pem --disclose sub --sub you --cnf-key leaf.pem --out sd-jwt
        signet sd-jwt present --key leaf.pem --kb-aud a --kb-nonce n --at @1810000000 --in sd-jwt --out proven
        signet crl create --ca cert.pem --ca-key key.pem --for 1d --at @1800000000 --out long.crl \
            $(i=10000; while [ $i -lt 14000 ]; do i=$((i + 1)); echo "--revoke $i"; done)
        signet enroll parse response.json --qr-out code.png --field qrCode > field
        """
}
