import OpenSSL
import System
import Words

/// The URI of a key in a store. It has a scheme (RFC 3986 §3.1) of at least two characters.
struct StoreURI {
    let text: String
    let scheme: String

    /// Nil for the path of a file.
    init?(_ path: String) {
        guard let colon = path.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = path[..<colon]
        guard scheme.utf8.count > 1, let first = scheme.utf8.first, first.isLetter,
            scheme.utf8.allSatisfy({ $0.isLetter || "0123456789+-.".utf8.contains($0) })
        else { return nil }
        text = path
        self.scheme = String(scheme)
    }

    /// The name in errors. A URI may contain a PIN (RFC 7512 §2.4), and a text that was meant for something else may
    /// be a secret.
    var source: String {
        switch scheme {
        case "handle": String(text.prefix { $0 != "?" })
        case "pkcs11": "the pkcs11: URI"
        default: "the URI"
        }
    }

    var isWebAddress: Bool { ["http", "https"].contains(scheme.lowercased()) }

    /// Rejects what could mean a file. OpenSSL itself would open the file.
    func check() throws {
        if scheme.lowercased() == "file" {
            throw CommandError(
                .usage, "expected the path of a file, found a file: URI",
                hint: "leave out file: before the path")
        }
        if isWebAddress { throw CommandError.webAddress(.usage) }
        if fileExists(text) {
            throw CommandError(
                .usage, "\(source.printable) may be the name of a file or of a key in a token",
                hint: "for the file, put ./ before the name")
        }
    }
}

extension CommandError {
    /// A web address in place of a file. It is not shown, because it may contain a credential.
    static func webAddress(_ status: ExitStatus) -> CommandError {
        CommandError(
            status, "expected a file, found a URL; signet makes no connections",
            hint: "download it first: curl -fsS -o FILE URL")
    }
}
