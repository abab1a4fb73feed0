import Foundation

/// A command whose system calls fail, with what it writes.
struct Victim: Sendable, CustomStringConvertible {
    struct Output: Sendable {
        let name: String
        var isSecret = false
    }

    /// Outputs that appear together or not at all, in the order in which they get their names.
    struct Result: Sendable {
        let outputs: [Output]
        /// A script that fails unless the outputs are whole and fit together.
        let check: String

        init(_ outputs: [Output], check: String) {
            self.outputs = outputs
            self.check = check
        }
    }

    let name: String
    /// The arguments of signet. `../in` has the files of ``Inputs``.
    let arguments: String
    var results: [Result] = []
    /// The file in ``Inputs`` with what appears on standard output. After a failure, only its first lines may appear.
    var printed: String?
    /// Whether standard output is a report, which is not compared.
    var printsReport = false
    /// Folders that the command makes, which may stay.
    var folders: [String] = []
    /// The files in ``Inputs`` that the outputs are before, of a command that changes them in place.
    var originals: [String: String] = [:]
    /// Whether `--force` is given, and the outputs exist before.
    var isForced = false

    /// Whether the outputs exist before.
    var replaces: Bool { isForced || !originals.isEmpty }

    var description: String { name + (isForced ? " --force" : "") }

    var command: String { arguments + (isForced ? " --force" : "") }

    var outputs: [Output] { results.flatMap(\.outputs) }

    private static func secret(_ name: String) -> Output { Output(name: name, isSecret: true) }

    /// Each command that writes files.
    static let new: [Victim] = [
        Victim(
            name: "keygen",
            arguments: "keygen --type ec --out key.pem --public-out pub.pem",
            results: [
                Result(
                    [secret("key.pem"), Output(name: "pub.pem")],
                    check: "openssl pkey -in key.pem -pubout | cmp - pub.pem")
            ]),
        Victim(
            name: "keygen --count",
            arguments: "keygen --type ed25519 --count 3 --out-dir keys",
            results: (1...3).map {
                Result(
                    [secret("keys/key-\($0).pem"), Output(name: "keys/key-\($0).pub.pem")],
                    check: "openssl pkey -in keys/key-\($0).pem -pubout | cmp - keys/key-\($0).pub.pem")
            },
            folders: ["keys"]),
        Victim(
            name: "csr create",
            arguments: "csr create --new-key ed25519 --key-out key.pem --subject CN=example --out req.pem",
            results: [
                Result(
                    [secret("key.pem"), Output(name: "req.pem")],
                    check:
                        "openssl pkey -in key.pem -pubout > own && openssl req -in req.pem -noout -pubkey | cmp - own"
                )
            ]),
        Victim(
            name: "cert create",
            arguments: "cert create --key ../in/key.pem --subject CN=example --out cert.pem",
            results: [
                Result(
                    [Output(name: "cert.pem")],
                    check: """
                        openssl x509 -in cert.pem -noout -pubkey | cmp - ../in/pub.pem &&
                        openssl x509 -in cert.pem -noout -checkend 86400
                        """)
            ]),
        Victim(
            name: "cert renew",
            arguments: """
                cert renew --ca ../in/cert.pem --ca-key ../in/key.pem --at @1830000000 --for 1d sites
                """,
            results: [
                Result(
                    [Output(name: "sites/leaf.crt")],
                    check: "openssl verify -attime 1830000001 -CAfile ../in/cert.pem sites/leaf.crt")
            ],
            printsReport: true, folders: ["sites"], originals: ["sites/leaf.crt": "leaf.crt"]),
        Victim(
            name: "cert renew --new-keys",
            arguments: """
                cert renew --ca ../in/cert.pem --ca-key ../in/key.pem --at @1830000000 --for 1d --new-keys sites
                """,
            results: [
                Result(
                    [secret("sites/site.pem")],
                    check: """
                        openssl verify -attime 1830000001 -CAfile ../in/cert.pem sites/site.pem &&
                        openssl pkey -in sites/site.pem -pubout > own &&
                        openssl x509 -in sites/site.pem -noout -pubkey | cmp - own
                        """)
            ],
            printsReport: true, folders: ["sites"], originals: ["sites/site.pem": "site.pem"]),
        Victim(
            name: "crl create",
            arguments: """
                crl create --ca ../in/cert.pem --ca-key ../in/key.pem --at @1810000000 --for 7d \
                --revoke ../in/leaf.crt --out ca.crl
                """,
            results: [
                Result(
                    [Output(name: "ca.crl")],
                    check: """
                        openssl verify -attime 1810000001 -crl_check -CAfile ../in/cert.pem -CRLfile ca.crl \
                        ../in/leaf.crt 2>&1 | grep -q 'certificate revoked'
                        """)
            ]),
        Victim(
            name: "ocsp create",
            arguments: """
                ocsp create --ca ../in/cert.pem --ca-key ../in/key.pem --at @1810000000 --for 7d ../in/leaf.crt \
                --out leaf.ocsp
                """,
            results: [
                Result(
                    [Output(name: "leaf.ocsp")],
                    check: """
                        signet cert check ../in/leaf.crt --roots ../in/cert.pem --ocsp leaf.ocsp --at @1810000001
                        """)
            ]),
        Victim(
            name: "pkcs12 pack",
            arguments: """
                pkcs12 pack --key ../in/key.pem --cert ../in/cert.pem --no-passphrase --out id.p12
                """,
            results: [
                Result(
                    [secret("id.p12")],
                    check:
                        "signet pkcs12 unpack id.p12 --key-out - | signet key public - | cmp - ../in/pub.pem"
                )
            ]),
        Victim(
            name: "pkcs12 unpack",
            arguments: """
                pkcs12 unpack ../in/id.p12 --passphrase-file ../in/pass --key-out key.pem --cert-out cert.pem \
                --chain-out chain.pem
                """,
            results: [
                Result(
                    [secret("key.pem"), Output(name: "cert.pem"), Output(name: "chain.pem")],
                    check: """
                        cmp key.pem ../in/leaf.pem && cmp cert.pem ../in/leaf.crt && cmp chain.pem ../in/cert.pem
                        """)
            ]),
        Victim(
            name: "jwt sign",
            arguments: "jwt sign --key ../in/key.pem --sub you --exp 1h --out token",
            results: [
                Result([Output(name: "token")], check: "signet jwt verify --key ../in/pub.pem --in token")
            ]),
        Victim(
            name: "jwt sign --profile",
            arguments:
                "jwt sign --key ../in/key.pem --profile ../in/profile.json --at @1810000000 --out token",
            results: [
                Result(
                    [Output(name: "token")],
                    check: """
                        signet jwt verify --key ../in/pub.pem --profile ../in/profile.json --at @1810000000 --in token
                        """)
            ]),
        Victim(
            name: "jwt verify --status-list",
            arguments: """
                jwt verify --key ../in/pub.pem --status-list ../in/list --in ../in/listed --out claims
                """,
            results: [Result([Output(name: "claims")], check: "cmp claims ../in/listed.claims")]),
        batch,
        Victim(
            name: "jwt verify --batch, records",
            arguments: """
                jwt verify --trust-file ../in/trust --batch --field t --jobs 2 --in ../in/records --out judged
                """,
            results: [Result([Output(name: "judged")], check: "cmp judged ../in/judged")]),
        Victim(
            name: "sd-jwt sign",
            arguments: """
                sd-jwt sign --key ../in/key.pem --disclose sub --sub you --cnf-key ../in/leaf.pem --out sd-jwt
                """,
            results: [
                Result(
                    [Output(name: "sd-jwt")],
                    check: "signet sd-jwt verify --key ../in/pub.pem --require sub --in sd-jwt")
            ]),
        Victim(
            name: "sd-jwt present",
            arguments: """
                sd-jwt present --key ../in/leaf.pem --kb-aud a --kb-nonce n --at @1810000000 --in ../in/sd-jwt --out proven
                """,
            results: [Result([Output(name: "proven")], check: "cmp proven ../in/proven")]),
        Victim(
            name: "jwt sign --batch, to standard output",
            arguments: "jwt sign --key ../in/key.pem --batch --jobs 2 --in ../in/claims",
            printed: "tokens"),
        Victim(
            name: "key convert",
            arguments: "key convert ../in/key.pem --format jwk --out key.jwk",
            results: [Result([secret("key.jwk")], check: "signet key convert key.jwk | cmp - ../in/key.pem")]),
        Victim(
            name: "key jwks",
            arguments: "key jwks ../in/key.pem ../in/leaf.pem --out set.json",
            results: [Result([Output(name: "set.json")], check: "cmp set.json ../in/set.json")]),
        Victim(
            name: "enroll parse --qr-out",
            arguments: "enroll parse ../in/response.json --qr-out code.png --field qrCode",
            results: [Result([secret("code.png")], check: "cmp code.png ../in/code.png")],
            printed: "field"),
    ]

    static let batch = Victim(
        name: "jwt sign --batch",
        arguments: "jwt sign --key ../in/key.pem --batch --jobs 2 --in ../in/claims --out tokens",
        results: [Result([Output(name: "tokens")], check: "cmp tokens ../in/tokens")])

    /// Whether its outputs are made in another way than those of all other commands: several files, in folders, in
    /// place, by threads. What the file system cannot do is tried with these.
    var hasOwnOutputs: Bool {
        ["keygen", "keygen --count", "cert renew --new-keys", "pkcs12 unpack", "jwt sign --batch"].contains(
            name)
    }

    /// Its certificate does not fit into a small block of memory.
    static let large = Victim(
        name: "cert create, with many names",
        arguments: """
            cert create --key ../in/key.pem --subject CN=example --out cert.pem \
            $(i=0; while [ $i -lt 4000 ]; do i=$((i + 1)); echo "--san dns:h$i.example.com"; done)
            """,
        results: [
            Result(
                [Output(name: "cert.pem")],
                check: "openssl x509 -in cert.pem -noout -pubkey | cmp - ../in/pub.pem")
        ])

    /// Its list does not fit into a small block of memory.
    static let judgement = Victim(
        name: "cert check, with a long list",
        arguments:
            "cert check ../in/leaf.crt --roots ../in/cert.pem --crl ../in/long.crl --at @1800000000 --quiet")

    /// The same, where nothing existed before and where files are replaced.
    static let all =
        (new
        + new.filter { !$0.results.isEmpty && !$0.replaces }.map {
            var victim = $0
            victim.isForced = true
            return victim
        }).filter { only.isEmpty || $0.description.contains(only) }

    /// SIGNET_ONLY_FAULTS=TEXT takes the commands with TEXT in their name.
    private static let only = ProcessInfo.processInfo.environment["SIGNET_ONLY_FAULTS"] ?? ""
}
