import Arguments
import OpenSSL
import PKI

/// The sections of the manual on who opens what, from the same table that packing goes by.
enum PKCS12ReaderPages {
    static let pack = [
        Section(
            "Readers",
            [
                "`--for` names the program that is to open the file. Key and certificates are encrypted alike:",
                .table(
                    [["--for", "encryption", "MAC", "iterations"]]
                        + PKCS12Reader.allCases.map { reader in
                            [
                                "`\(reader.rawValue)`", reader.algorithms.encryptionWords,
                                reader.algorithms.macWords,
                                "\(reader.algorithms.iterations)",
                            ]
                        }),
                "Which programs each is for, and why it gets what it gets:",
                .definitions(
                    PKCS12Reader.allCases.map { ("`\($0.rawValue)`", "\($0.programs): \($0.reason)") }),
                """
                PBES2 is AES-256-CBC under a key from PBKDF2 with HMAC-SHA-256; PBE-SHA1-3DES is what PKCS#12 had from \
                the beginning. Salts are of 16 and of 8 bytes. PBMAC1 (RFC 9579) is read and not written: \
                OpenSSL before 3.4 does not know it, and few others do. Ed25519 and Ed448 keys are packed like others; \
                NSS and Java before 15 have no use for them.
                """,
            ]),
        Section(
            "Passphrases",
            [
                """
                A passphrase is UTF-8. In the MAC and in PBE-SHA1-3DES it becomes UTF-16 with surrogates (RFC 7292, \
                appendix B.1), in PBES2 it stays UTF-8, which is what OpenSSL, GnuTLS, NSS and Python's cryptography \
                expect. Java takes ASCII alone, and OpenSSL 1.0 reads other characters differently.
                """,
                """
                An empty passphrase is encrypted with like any other, as OpenSSL and Java encode it: two zero bytes. \
                macOS takes an empty field for no bytes at all. `--no-passphrase` therefore makes something else, \
                which is also no protection:
                """,
                .definitions([
                    (
                        readers(.unprotected),
                        "nothing is encrypted, and there is no MAC. OpenSSL, GnuTLS and Python's cryptography read it; Java and NSS do not"
                    ),
                    (
                        readers(.derivedFromNothing),
                        "encrypted and with a MAC, under keys that are derived from no bytes at all: what Windows and .NET write without a passphrase, and what macOS, Java and NSS open with an empty one"
                    ),
                ]),
            ]),
        tried,
    ]

    /// What `make interop` finds, where it does not depend on the version of the day.
    private static let tried = Section(
        "Tried",
        [
            """
            `make interop` packs every key type for every reader, with passphrases that are ASCII, empty, accented, \
            emoji and absent, and opens the files with other programs; and it opens theirs. Key and certificate came \
            back in all cases but these (OpenSSL 3.0, keytool 17, certtool 3.7, pk12util 3.87, cryptography 50):
            """,
            .table([
                ["passphrase", "openssl", "keytool", "certtool", "pk12util", "cryptography"],
                ["ASCII", "yes", "yes", "yes (1)", "yes (2)", "yes"],
                ["empty", "yes", "yes", "yes", "yes", "yes"],
                ["é, emoji", "yes", "no (3)", "yes", "yes", "yes"],
                ["none, no MAC", "yes", "no", "yes", "no", "yes"],
                ["none, with MAC", "yes", "yes", "yes", "yes", "yes"],
            ]),
            """
            (1) not Ed25519, whose keys certtool does not show, its own neither; (2) not Ed25519, which NSS does not \
            know; (3) keytool writes none either. `openssl1` was opened by OpenSSL 1.0.2n and 1.1.1l. Whatever \
            those programs wrote, signet opened: OpenSSL (also with `-legacy`, RC2, `-nomac`, SHA-512, and by \
            OpenSSL 1.0 with é), keytool (also with the algorithms before 8u301), certtool, pk12util, cryptography, \
            and the PBMAC1 files of RFC 9579.
            """,
        ])

    static let unpack = [
        Section(
            "Passphrases",
            [
                """
                Every way in which programs encode a passphrase is tried: UTF-16 as RFC 7292 has it; UTF-8, or UTF-16 \
                again, for PBES2; and, beyond ASCII, each byte for a character, as OpenSSL did before 1.1. An empty \
                passphrase is also tried as none at all. Without one of the flags, a file that needs a passphrase asks \
                for it on the terminal.
                """
            ])
    ]

    private static func readers(_ way: PKCS12Reader.WithoutPassphrase) -> String {
        PKCS12Reader.allCases.filter { $0.withoutPassphrase == way }.map { "`\($0.rawValue)`" }.joined(
            separator: ", ")
    }
}

extension PKCS12Algorithms {
    fileprivate var encryptionWords: String {
        switch encryption {
        case .aes256: "PBES2, AES-256-CBC, HMAC-SHA-256"
        case .tripleDES: "PBE-SHA1-3DES"
        }
    }

    fileprivate var macWords: String {
        switch macDigest {
        case .sha1: "HMAC-SHA-1"
        case .sha256: "HMAC-SHA-256"
        }
    }
}
