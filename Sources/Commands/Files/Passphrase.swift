import Arguments
import OpenSSL
import System

/// Where a passphrase comes from: a file, an open descriptor, a variable of the environment, or the terminal.
/// Never an argument, which every process can read; where one is given in the place of a name, no error shows it.
///
/// Read once: a descriptor has its passphrase only once, and a command may need it twice.
final class PassphraseSource {
    private let arguments: ParsedArguments
    private let prefix: String
    private var known: Secret?

    /// - Parameter prefix: of the flags: `passphrase`, `new-passphrase`.
    init(_ arguments: ParsedArguments, prefix: String = "passphrase") {
        self.arguments = arguments
        self.prefix = prefix
    }

    static func flags(prefix: String = "passphrase", of what: String) -> [Flag] {
        [
            Flag(
                "\(prefix)-file", value: .file, group: "Passphrase",
                "read the passphrase of \(what) from FILE",
                details: [
                    "One newline at the end of the file is dropped, LF or CR LF. `-` is standard input."
                ]),
            Flag(
                "\(prefix)-fd", value: Value("N"), group: "Passphrase",
                "read the passphrase of \(what) from the open file descriptor N"),
            Flag(
                "\(prefix)-env", value: Value("NAME"), group: "Passphrase",
                "take the passphrase of \(what) from the environment variable NAME",
                details: [
                    "Other processes of the same user can read the environment; a file or a descriptor is better."
                ]),
        ]
    }

    static func rules(prefix: String = "passphrase") -> [Rule] {
        [.atMostOne(["\(prefix)-file", "\(prefix)-fd", "\(prefix)-env"])]
    }

    /// Whether one of the flags is given.
    var isGiven: Bool { ["file", "fd", "env"].contains { arguments.has("\(prefix)-\($0)") } }

    /// The passphrase that opens something.
    func existing(for what: String, _ inputs: InputFiles) throws(Failure) -> Secret {
        if let given = try given(inputs) { return given }
        return try prompt("Passphrase for \(what.printable): ", for: what)
    }

    /// A passphrase that is to protect something from now on. It is asked for twice, and must not be empty.
    func new(for what: String, _ inputs: InputFiles) throws(Failure) -> Secret {
        var passphrase = try given(inputs)
        if passphrase == nil { passphrase = try typedTwice(for: what) }
        guard let passphrase, !passphrase.isEmpty else {
            throw Failure(
                .badInput, "the new passphrase is empty",
                hint: "leave out --encrypt to store the key as it is")
        }
        return passphrase
    }

    /// A passphrase for a format that knows the empty one. A flag may give that; typed, it is a slip.
    func newOrEmpty(for what: String, _ inputs: InputFiles) throws(Failure) -> Secret {
        if let given = try given(inputs) { return given }
        let passphrase = try typedTwice(for: what)
        if passphrase.isEmpty {
            throw Failure(
                .badInput, "no passphrase was typed", hint: "--no-passphrase is for files without one")
        }
        return passphrase
    }

    private func typedTwice(for what: String) throws(Failure) -> Secret {
        let passphrase = try prompt("New passphrase for \(what.printable): ", for: what)
        let again = try prompt("The same again: ", for: what)
        let agree = passphrase.withBytes { first in again.withBytes { constantTimeEqual(first, $0) } }
        if !agree { throw Failure(.badInput, "the two passphrases differ") }
        return passphrase
    }

    private func given(_ inputs: InputFiles) throws(Failure) -> Secret? {
        if known == nil { known = try read(inputs) }
        return known
    }

    private func read(_ inputs: InputFiles) throws(Failure) -> Secret? {
        if let path = arguments.value("\(prefix)-file") {
            return Self.withoutNewline(
                try inputs.read(path, upTo: Limits.passphraseBytes, named: "--\(prefix)-file"))
        }
        if let text = arguments.value("\(prefix)-fd") {
            guard let number = Int32(text), number >= 0 else {
                throw Failure(.usage, "--\(prefix)-fd needs the number of an open file descriptor")
            }
            return Self.withoutNewline(
                try inputs.read(descriptor: number, "--\(prefix)-fd \(number)", upTo: Limits.passphraseBytes))
        }
        if let name = arguments.value("\(prefix)-env") {
            let value = Environment.withValue(name) { bytes in
                bytes.withMemoryRebound(to: UInt8.self) { Secret(copying: Span(_unsafeElements: $0)) }
            }
            guard let value else {
                throw Failure(.usage, "--\(prefix)-env: no variable of that name is set")
            }
            return value
        }
        return nil
    }

    private func prompt(_ text: String, for what: String) throws(Failure) -> Secret {
        var passphrase: Secret?
        do {
            try Terminal.readSecret(prompt: text) { bytes in
                passphrase = bytes.withMemoryRebound(to: UInt8.self) {
                    Secret(copying: Span(_unsafeElements: $0))
                }
            }
        } catch {
            switch error {
            case .absent:
                throw Failure(
                    .badInput, "\(what.printable) needs a passphrase, and there is no terminal to ask on",
                    hint: "--\(prefix)-file FILE, --\(prefix)-fd N or --\(prefix)-env NAME gives it")
            case .ended: throw Failure(.badInput, "no passphrase was typed")
            case .tooLong:
                throw Failure(
                    .badInput, "a passphrase of more than 4094 bytes cannot be typed: a terminal cuts it",
                    hint: "--\(prefix)-file FILE, --\(prefix)-fd N or --\(prefix)-env NAME gives it")
            case .system(let error): throw Failure(system: error)
            }
        }
        return passphrase ?? Secret(SecretBuffer())
    }

    private static func withoutNewline(_ secret: Secret) -> Secret {
        secret.withBytes { bytes in
            guard bytes.count > 0, bytes[bytes.count - 1] == UInt8(ascii: "\n") else { return secret }
            let hasReturn = bytes.count > 1 && bytes[bytes.count - 2] == UInt8(ascii: "\r")
            return Secret(copying: bytes.extracting(droppingLast: hasReturn ? 2 : 1))
        }
    }
}
