import Arguments
import Glibc
import System

extension SystemError {
    /// What went wrong, without the path. A failed call's is in the words of the C library, lower case at the start, as in
    /// all our words: `no such file or directory`.
    var words: String {
        switch reason {
        case .errno(let code):
            let text = String(cString: strerror(code))
            return text.prefix(1).lowercased() + text.dropFirst()
        case .exists: return "file already exists"
        case .isInput: return "input and output are the same file"
        case .isOutput: return "two outputs are the same file"
        case .foreignPipe: return "the pipe belongs to another user, who could read the secret"
        case .wrongMode(let mode):
            return
                "other users could read it: the file system gives it mode \(String(mode, radix: 8)) instead of 600"
        case .incompleteLine: return "the last line is incomplete"
        case .tooLarge(let limit): return "the input is larger than \(limit) bytes"
        }
    }
}

extension Failure {
    init(system error: SystemError) {
        let place = error.path.map { $0.isEmpty ? "'': " : "\($0.printable): " } ?? ""
        switch error.reason {
        case .tooLarge: self.init(.badInput, place + error.words)
        case .exists: self.init(.file, place + error.words, hint: "use --force to replace it")
        case .incompleteLine:
            self.init(
                .file, place + error.words,
                hint: "to remove it, run: truncate -s \"-$(tail -n 1 FILE | wc -c)\" FILE")
        case .errno where error.isMissing && error.path?.pathFromWindows != nil:
            let path = error.path?.pathFromWindows ?? ""
            self.init(
                .file, "expected a path with '/', found one of Windows, \(error.path?.quoted ?? "")",
                hint: "use \(ShellQuote.posixIfNeeded(path))")
        case .errno where error.isMissing && error.path?.mayBeSecret == true:
            self.init(
                .file, "expected a file, found a text that may be a secret and is not shown (\(error.words))")
        case .wrongMode:
            self.init(.file, place + error.words, hint: "write it to a folder of another file system")
        case .errno, .isInput, .isOutput, .foreignPipe: self.init(.file, place + error.words)
        }
    }

    init(preparation error: SystemError) {
        self.init(
            .file, "a standard stream is closed, and /dev/null cannot be opened in its place: \(error.words)")
    }
}

extension String {
    /// What a path of Windows is called here, with drives where WSL has them; nil for another text, and for one that may be
    /// a secret.
    fileprivate var pathFromWindows: String? {
        var path = self
        if path.utf8.dropFirst().first == UInt8(ascii: ":"), let drive = path.first, drive.isLetter,
            drive.isASCII
        {
            guard path.dropFirst(2).first == "\\" || path.dropFirst(2).first == "/" else { return nil }
            path = "/mnt/\(drive.lowercased())\(path.dropFirst(2))"
        } else if !path.contains("\\") {
            return nil
        }
        path = String(path.map { $0 == "\\" ? "/" : $0 })
        let isName = path.split(separator: "/").last?.contains(".") ?? false
        return isName && !path.mayBeSecret ? path : nil
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

    /// Whether there is a word in it as tokens and keys are, and names seldom.
    var hasLongWord: Bool { split { !$0.isLetter && !$0.isNumber }.contains { $0.count >= 20 } }
}
