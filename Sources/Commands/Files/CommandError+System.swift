import Arguments
import System
import Words

extension CommandError {
    init(system error: SystemError) {
        switch error.reason {
        case .tooLarge: self.init(.badInput, error.message)
        case .isCut: self.init(.badInput, error.message, hint: "use a file or a pipe")
        case .exists:
            self.init(.file, error.message, hint: error.path.map { Outputs.hint(replacing: $0) })
        case .incompleteLine:
            self.init(
                .file, error.message,
                hint: "to remove it, run: truncate -s \"-$(tail -n 1 FILE | wc -c)\" FILE")
        case .errno where error.isMissing && error.path?.isFileOfWindows == true:
            self.init(windowsPath: error.path ?? "")
        case .errno where error.isMissing && error.path.flatMap(StoreURI.init)?.isWebAddress == true:
            self = .webAddress(.file)
        case .errno where error.isMissing && error.path?.hasPrefix("-----BEGIN ") == true:
            self.init(
                .file, "expected the name of a file, found the contents of one in PEM (\(error.words))",
                hint: "write it to a file and give its name, or use - to read it from standard input")
        case .errno where error.isMissing && error.path?.utf8.last == 0x0D:
            self.init(
                .file, "expected a file, found a text that ends in a carriage return (\(error.words))",
                hint: InvalidValue.unixLines)
        case .errno where error.isMissing && error.path?.mayBeSecret == true:
            self.init(
                .file, "expected a file, found a text that may be a secret and is not shown (\(error.words))")
        case .errno where error.isMissing && error.path?.hasPrefix("~/") == true:
            self.init(
                .file, error.message,
                hint: "use $HOME instead of ~, which the shell does not replace within a word or in quotes")
        case .errno where error.isMounted:
            self.init(.file, error.message, hint: "if it is mounted, mount its folder in place of it")
        case .isReplaced, .isLocked, .isChanged:
            self.init(.file, error.message, hint: "run the command again")
        case .wrongMode:
            self.init(.file, error.message, hint: "write it to a folder of another file system")
        case .errno, .isInput, .isOutput, .isLeft, .foreignPipe: self.init(.file, error.message)
        }
    }

    /// An output that no later command could read.
    static func tooLargeToRead(_ count: Int, _ limit: Int, hint: String?) -> CommandError {
        CommandError(
            .badInput, "the output would have \(count) bytes; signet reads at most \(limit)", hint: hint)
    }

    /// - Parameter path: as Windows writes it.
    init(windowsPath path: String) {
        self.init(
            .file, "expected a path with '/', found one of Windows, \(path.quoted)",
            // Nothing is known about the files of another computer.
            hint: path.hasPrefix("\\\\")
                ? nil : path.withSlashes.map { "use \(ShellQuote.posixIfNeeded($0))" })
    }
}

extension String {
    /// Whether it begins as the paths of Windows do that name a drive or another computer.
    var isAbsoluteOnWindows: Bool { hasPrefix("\\\\") || hasDrive && dropFirst(2).first == "\\" }

    private var hasDrive: Bool {
        utf8.dropFirst().first == UInt8(ascii: ":") && first.map { $0.isLetter && $0.isASCII } ?? false
    }

    /// Whether it is the path of a file as Windows writes it, and cannot be a secret.
    fileprivate var isFileOfWindows: Bool {
        guard let path = withSlashes else { return false }
        return path.split(separator: "/").last?.contains(".") ?? false && !path.mayBeSecret
    }

    /// A path of Windows with `/`, and with drives where WSL has them; nil for another text.
    fileprivate var withSlashes: String? {
        var path = self
        if hasDrive {
            guard path.dropFirst(2).first == "\\" || path.dropFirst(2).first == "/" else { return nil }
            path = "/mnt/\(path.prefix(1).lowercased())\(path.dropFirst(2))"
        } else if !path.contains("\\") {
            return nil
        }
        return String(path.map { $0 == "\\" ? "/" : $0 })
    }

    /// Whether a text that is the name of no file may be a secret in its place: a token, a link, a key, a passphrase. It
    /// is not if its folder is there, or if it is as short and plain as names of files mostly are.
    var mayBeSecret: Bool {
        if let slash = lastIndex(of: "/"), slash > startIndex, Folder.exists(String(self[..<slash])) {
            return false
        }
        let isPlain = unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
                || " ._-+~,@#%()[]/".unicodeScalars.contains($0)
        }
        let isLong = split(separator: "/").contains { $0.count >= 32 && !$0.contains(".") }
        return !isPlain || isLong || hasLongWord || hasPrefix("eyJ")
    }
}
