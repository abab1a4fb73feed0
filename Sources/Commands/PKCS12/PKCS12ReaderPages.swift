import Arguments
import OpenSSL
import PKI

/// The sections of the manual on who opens what, from the same table that packing goes by.
enum PKCS12ReaderPages {
    static let pack = [
        Section(
            "Readers",
            [
                "What `--for` gives to each, and why:",
                .table(
                    [["--for", "programs", "key and certificates", "MAC", "why"]]
                        + PKCS12Reader.all.map { reader in
                            [
                                "`\(reader.name)`", reader.programs, reader.algorithms.encryptionWords,
                                reader.algorithms.macWords, reader.reason,
                            ]
                        }),
            ])
    ]

    static let unpack: [Section] = []
}

extension PKCS12Algorithms {
    var encryptionWords: String {
        switch encryption {
        case .aes256: "PBES2: AES-256-CBC, PBKDF2 with HMAC-SHA-256, \(iterations) iterations"
        case .tripleDES: "PBE-SHA1-3DES, \(iterations) iterations"
        }
    }

    var macWords: String {
        switch macDigest {
        case .sha1: "HMAC-SHA-1"
        case .sha256: "HMAC-SHA-256"
        }
    }
}
