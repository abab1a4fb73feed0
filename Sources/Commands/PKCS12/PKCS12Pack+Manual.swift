import Arguments
import OpenSSL
import PKI

extension PKCS12Pack {
    /// Which program opens what, from the table that packing uses.
    static let manual = [readers, passphrases, tested]

    private static let readers = Section(
        "Readers",
        [
            "`--for` names the program that will open the file. The key and the certificates are encrypted alike:",
            .table(
                [["--for", "encryption", "MAC", "iterations"]]
                    + PKCS12Reader.allCases.map { reader in
                        [
                            "`\(reader.rawValue)`", reader.algorithms.encryptionWords,
                            reader.algorithms.macWords, "\(reader.algorithms.iterations)",
                        ]
                    }),
            "The programs, and the reason for the algorithms:",
            .definitions(
                PKCS12Reader.allCases.map { ("`\($0.rawValue)`", "\($0.programs): \($0.reason)") }),
            """
            PBES2 derives the key with PBKDF2; its salts have 16 bytes. PBE-SHA1-3DES is the original encryption of \
            PKCS#12; its salts have 8 bytes. PBMAC1 (RFC 9879) derives the key of the MAC with PBKDF2, HMAC-SHA-256 and a salt \
            of 16 bytes; it is written only for `fips`, because few programs support it, and OpenSSL only since 3.4. Ed25519 and Ed448 keys can be packed for every reader, \
            but NSS and Java before 15 cannot use them. OpenSSL 3.5 opens ML-DSA keys in PKCS#12; Python's cryptography 50 does not.
            """,
        ])

    private static let passphrases = Section(
        "Passphrases",
        [
            """
            A passphrase is UTF-8. The MAC and PBE-SHA1-3DES use it as UTF-16 with surrogates (RFC 7292, appendix \
            B.1), PBES2 as UTF-8. OpenSSL, GnuTLS, NSS and Python's cryptography expect the same. Java accepts only \
            ASCII, and OpenSSL 1.0 encodes other characters differently.
            """,
            """
            An empty passphrase is a passphrase like any other, encoded as two zero bytes, as OpenSSL and Java do. \
            macOS encodes an empty field as no bytes at all. `--no-passphrase` therefore writes something else, which \
            does not protect the key either:
            """,
            .definitions([
                (
                    readers(.unprotected),
                    "no encryption and no MAC. OpenSSL, GnuTLS and Python's cryptography read it; Java and NSS do not."
                ),
                (
                    readers(.derivedFromNothing),
                    "encryption and a MAC, with keys derived from no bytes at all. Windows and .NET write this if there is no passphrase; macOS, Java and NSS open it with an empty one."
                ),
            ]),
        ])

    /// What `make interop` finds, as far as it does not depend on today's versions.
    private static let tested = Section(
        "Tested",
        [
            """
            `make interop` packs every type of key for every reader, with a passphrase that is ASCII, empty, accented, \
            emoji or absent, and opens the files with other programs. It also opens their files with signet. The key \
            and the certificate were recovered in all cases but these (OpenSSL 3.0, keytool 17, certtool 3.7, \
            pk12util 3.87, cryptography 50):
            """,
            .table([
                ["passphrase", "openssl", "keytool", "certtool", "pk12util", "cryptography"],
                ["ASCII", "yes", "yes", "yes (1)", "yes (2)", "yes"],
                ["empty", "yes", "yes", "yes", "yes", "yes"],
                ["é, emoji", "yes", "no (3)", "yes", "yes", "yes"],
                ["none, no MAC", "yes", "no", "yes", "no", "yes"],
                ["none, with MAC", "yes", "yes", "yes", "yes", "yes"],
                ["any, `--for fips`", "no (4)", "no", "yes (5)", "no", "yes"],
            ]),
            """
            (1) Except Ed25519: certtool does not show such keys, not even its own. (2) Except Ed25519, which NSS does \
            not support. (3) keytool does not write such passphrases either. (4) OpenSSL 3.0 opens such files with -nomacver; cryptography \
            brings OpenSSL 4.0 with it. (5) Except Ed25519; certtool reports that it cannot verify the MAC. OpenSSL 1.0.2n and 1.1.1l opened the \
            files for `openssl1`.
            """,
            """
            signet opened every file that these programs wrote: OpenSSL (also with `-legacy`, RC2, `-nomac`, SHA-512, \
            and by OpenSSL 1.0 with é), keytool (also with the algorithms before 8u301), certtool, pk12util, \
            cryptography, and the PBMAC1 files of RFC 9579.
            """,
        ])

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
        switch mac {
        case .sha1: "HMAC-SHA-1"
        case .sha256: "HMAC-SHA-256"
        case .pbmac1: "PBMAC1, HMAC-SHA-256"
        }
    }
}
