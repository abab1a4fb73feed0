import OpenSSL
import System
import Words

extension InputFiles {
    /// The passphrase that opens an input. It is read or asked for only once, although one file may be both key and
    /// certificates. Errors do not show the flag's value, because it may be a secret instead of a file name.
    func passphrase(from origin: PassphraseOrigin, for what: String) throws -> Secret {
        if let known = try given(origin) ?? typed[what] { return known }
        let passphrase = try prompt(Self.question(what), origin, for: what)
        typed[what] = passphrase
        return passphrase
    }

    /// Asks for the passphrase of an input that can be shown in part without one.
    ///
    /// - Returns: whether one was typed, which ``passphrase(from:for:)`` then returns.
    func mayType(passphraseFor what: String) throws -> Bool {
        do {
            let passphrase = try read(Self.question(what))
            if passphrase.isEmpty { return false }
            typed[what] = passphrase
            return true
        } catch Terminal.ReadingError.absent {
            return false
        }
    }

    /// Whether a flag gives a passphrase that nothing was opened with.
    func isUnused(_ origin: PassphraseOrigin) -> Bool {
        origin.isPassphrase && passphrases[origin] == nil
    }

    /// - Parameters:
    ///   - source: the name of the key.
    ///   - remedy: what to do about it.
    func warn(ifUnused origin: PassphraseOrigin, _ source: String, _ remedy: String? = nil) {
        if !isUnused(origin) { return }
        let remedy = remedy.map { "; \($0)" } ?? ""
        Console.warn("\(source.printable) is not encrypted, so its passphrase is ignored\(remedy)")
    }

    private static func question(_ what: String) -> String { "Passphrase for \(what.printable): " }

    /// A passphrase for a new output. A user at a terminal must type it twice.
    ///
    /// - Parameters:
    ///   - flag: the one that requests the passphrase.
    ///   - mayBeEmpty: whether a flag may give an empty passphrase; an empty one at the terminal is a mistake.
    func newPassphrase(
        from origin: PassphraseOrigin, for what: String, requestedBy flag: String = "encrypt",
        mayBeEmpty: Bool = false
    ) throws -> Secret {
        let given = try given(origin)
        let passphrase = try given ?? typedTwice(origin, for: what)
        if passphrase.isEmpty { try refuseLoss(origin) }
        if given != nil { try refuseOddity(passphrase, origin) }
        guard passphrase.isEmpty, given == nil || !mayBeEmpty else { return passphrase }
        throw mayBeEmpty
            ? CommandError(
                .badInput, "no passphrase was typed", hint: "use --no-passphrase for files without one")
            : CommandError(
                .badInput, "the new passphrase is empty",
                hint: given == nil
                    ? "leave out --\(flag) to store the key unencrypted"
                    : Self.lossHint)
    }

    private static let lossHint = "check that the command that writes the passphrase succeeded"

    /// Refuses an empty passphrase that nobody chose: a variable that is not set, or a stream whose writer failed.
    private func refuseLoss(_ origin: PassphraseOrigin) throws {
        func failure(_ flag: String, _ hint: String) -> CommandError {
            CommandError(.badInput, "--\(origin.prefix)-\(flag): the new passphrase is empty", hint: hint)
        }
        switch origin.place {
        case .variable: throw failure("env", "check that the variable is set")
        case .descriptor: throw failure("fd", Self.lossHint)
        case .file(let path) where Self.isStream(path): throw failure("file", Self.lossHint)
        case .file, .terminal, .absent: break
        }
    }

    /// What to do with the source of a passphrase in openssl's form; nil for other words.
    private static func hint(openSSLSource text: String, _ flag: String) -> String? {
        let parts = text.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        switch parts[0] {
        case "file": return "leave out file:"
        case "env":
            return
                "use \(flag)-env \(parts[1].utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x5F } ? parts[1] : "NAME")"
        case "fd": return "use \(flag)-fd \(Int32(parts[1]).map(String.init) ?? "N")"
        case "pass": return "write the passphrase to a file; other processes can read arguments"
        default: return nil
        }
    }

    /// Refuses new passphrases that nobody means or other programs cannot use, and warns of several lines, of which many
    /// programs read only the first.
    private func refuseOddity(_ passphrase: Secret, _ origin: PassphraseOrigin) throws {
        let (refusal, oddity, hasLines) = passphrase.withBytes { bytes in
            (
                Self.refusal(of: bytes), Program.oddity(of: bytes),
                bytes.indices.contains { bytes[$0] == 0x0A || bytes[$0] == 0x0D }
            )
        }
        if let refusal {
            throw CommandError(
                .badInput, "\(Self.flag(origin)): \(refusal.message)", hint: refusal.hint)
        }
        if let oddity { Console.warn("the new passphrase \(oddity)") }
        if hasLines {
            Console.warn(
                "the new passphrase has several lines; signet uses all of them, but many programs read only the first"
            )
        }
    }

    private static func refusal(of passphrase: Span<UInt8>) -> (message: String, hint: String)? {
        var start = passphrase.byteOrderMarkCount
        while start < passphrase.count, passphrase[start].isSpace { start += 1 }
        let text = passphrase.extracting(droppingFirst: start)
        let begin = Array("-----BEGIN ".utf8)
        if text.count > begin.count, begin.indices.allSatisfy({ text[$0] == begin[$0] }) {
            return ("expected a passphrase, found PEM", "give a text whose only line is the passphrase")
        }
        if passphrase.byteOrderMarkCount > 0 {
            return (
                "the new passphrase begins with a byte order mark, which nobody types",
                "leave out the byte order mark"
            )
        }
        switch passphrase.count > 0 ? passphrase[passphrase.count - 1] : 0 {
        case UInt8(ascii: "\r"):
            return (
                "the new passphrase ends in a carriage return, which nobody types",
                "leave out the carriage return; Windows ends lines with one"
            )
        case UInt8(ascii: "\n"):
            return (
                "the new passphrase ends in a newline, which nobody types",
                "leave out the newline; echo adds one"
            )
        default: break
        }
        if passphrase.indices.contains(where: { passphrase[$0] == 0 }) {
            return (
                "the new passphrase has a NUL byte, at which other programs end it",
                "give a text; for random bytes, one in base64"
            )
        }
        return nil
    }

    private static func flag(_ origin: PassphraseOrigin) -> String {
        let place =
            switch origin.place {
            case .file: "-file"
            case .descriptor: "-fd"
            case .variable: "-env"
            case .terminal, .absent: ""
            }
        return "--\(origin.prefix)\(place)"
    }

    private static func isStream(_ path: String) -> Bool {
        StandardStreams.isDescriptor(path) || FileIdentity(at: path)?.isStream ?? true
    }

    private func typedTwice(_ origin: PassphraseOrigin, for what: String) throws -> Secret {
        let passphrase = try prompt("New passphrase for \(what.printable): ", origin, for: what)
        let again = try prompt("Repeat the passphrase: ", origin, for: what)
        let agree = passphrase.withBytes { first in again.withBytes { constantTimeEqual(first, $0) } }
        if !agree { throw CommandError(.badInput, "the two passphrases differ") }
        return passphrase
    }

    /// Nil if no flag gives a passphrase.
    private func given(_ origin: PassphraseOrigin) throws -> Secret? {
        if let known = passphrases[origin] { return known }
        let passphrase: Secret
        let flag = "--\(origin.prefix)"
        switch origin.place {
        case .terminal: return nil
        // It is not shown while it is typed.
        case .file(let path) where StandardStreams.isInput(path) && StandardStreams.inputIsTerminal:
            return nil
        case .absent: return Secret(SecretBuffer())
        case .file(let path):
            do {
                passphrase = Self.withoutNewline(
                    try read(
                        path, upTo: Limits.passphraseBytes,
                        named: path.isPassphraseFile ? "\(flag)-file \(path)" : "\(flag)-file"))
            } catch let error as SystemError where error.isNowhere {
                let failure = CommandError(error)
                throw CommandError(
                    failure.status, failure.message,
                    hint: failure.hint ?? Self.hint(openSSLSource: path, flag))
            }
        case .descriptor(let number):
            passphrase = Self.withoutNewline(
                try read(descriptor: number, "\(flag)-fd \(number)", upTo: Limits.passphraseBytes))
        case .variable(let name):
            // Another flag may have read and wiped the variable.
            let known = passphrases.first { $0.key.place == origin.place }?.value
            let value =
                known
                ?? Environment.withValue(name) { bytes in
                    bytes.withMemoryRebound(to: UInt8.self) { Secret(copying: Span(_unsafeElements: $0)) }
                }
            guard let value else {
                throw CommandError(
                    .usage, "\(flag)-env: no such environment variable\(Self.shownVariable(name))",
                    hint: "export the variable before signet starts")
            }
            Environment.wipe(name)
            passphrase = value
        }
        passphrases[origin] = passphrase
        return passphrase
    }

    /// A passphrase that was typed in place of the name seldom looks like one.
    private static func shownVariable(_ name: String) -> String {
        let isName = name.utf8.allSatisfy {
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || $0 == UInt8(ascii: "_")
        }
        return isName && !name.isEmpty ? " \(name)" : ""
    }

    private func prompt(_ text: String, _ origin: PassphraseOrigin, for what: String) throws -> Secret {
        do {
            return try read(text)
        } catch Terminal.ReadingError.absent {
            throw CommandError(
                .badInput,
                "\(what.printable) requires a passphrase, but no terminal is available to ask for it",
                hint: Self.hint(origin))
        } catch Terminal.ReadingError.tooLong {
            throw CommandError(
                .badInput,
                "a passphrase of more than 4094 bytes cannot be typed, because terminals truncate it",
                hint: Self.hint(origin))
        }
    }

    private func read(_ prompt: String) throws -> Secret {
        var passphrase = Secret(SecretBuffer())
        Console.clearProgress()
        try Terminal.readSecret(prompt: prompt) { bytes in
            passphrase = bytes.withMemoryRebound(to: UInt8.self) {
                Secret(copying: Span(_unsafeElements: $0))
            }
        }
        return passphrase
    }

    private static func hint(_ origin: PassphraseOrigin) -> String {
        "use --\(origin.prefix)-file FILE, --\(origin.prefix)-fd N or --\(origin.prefix)-env NAME"
    }

    private static func withoutNewline(_ secret: Secret) -> Secret {
        secret.withBytes { bytes in
            guard bytes.count > 0, bytes[bytes.count - 1] == UInt8(ascii: "\n") else { return secret }
            let hasReturn = bytes.count > 1 && bytes[bytes.count - 2] == UInt8(ascii: "\r")
            return Secret(copying: bytes.extracting(droppingLast: hasReturn ? 2 : 1))
        }
    }
}

extension String {
    /// Whether a path is hardly a passphrase that was typed in its place: it leads into a folder that exists, or has one of
    /// the usual extensions.
    fileprivate var isPassphraseFile: Bool {
        if mayBeSecret { return false }
        let name = split(separator: "/").last ?? ""
        let ending = name.split(separator: ".").last.map(String.init) ?? ""
        let isUsual = name.contains(".") && ["txt", "pass", "pw", "pwd", "secret"].contains(ending)
        return isUsual
            || lastIndex(of: "/").map { $0 > startIndex && Folder.exists(String(self[..<$0])) } ?? false
    }
}
