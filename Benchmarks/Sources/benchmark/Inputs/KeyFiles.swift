/// Keys in files, each made when it is first asked for.
final class KeyFiles {
    private let folder: TemporaryFolder
    private var made: Set<KeyKind> = []

    init(in folder: TemporaryFolder) {
        self.folder = folder
    }

    /// PKCS#8 in PEM, which all that is compared here can read; 64 bytes for a secret (RFC 7518 §3.2).
    func path(_ kind: KeyKind) throws -> String {
        let path = folder.file("\(kind).key")
        if made.insert(kind).inserted {
            var command =
                kind == .secret
                ? Command("openssl", "rand", "-out", path, "64")
                : Command(["openssl", "genpkey", "-out", path] + kind.generation)
            command.isQuiet = true
            _ = try command.output()
        }
        return path
    }

    func publicPath(_ kind: KeyKind) throws -> String {
        let path = folder.file("\(kind).pub")
        _ = try Command("openssl", "pkey", "-in", self.path(kind), "-pubout", "-out", path).output()
        return path
    }

    func bytes(_ kind: KeyKind) throws -> [UInt8] {
        try fileBytes(path(kind))
    }
}
