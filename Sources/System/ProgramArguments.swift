/// The words of the command line, after the program's name; nil for one that is not UTF-8.
///
/// `CommandLine.arguments` repairs such a word: what is then signed, or opened, is not what was asked for.
package func programArguments() -> [String?] {
    (1..<max(1, Int(CommandLine.argc))).map { index in
        CommandLine.unsafeArgv[index].flatMap { String(validatingCString: $0) }
    }
}
