/// The arguments of the command line, without the program's name; nil for an argument that is not UTF-8.
///
/// `CommandLine.arguments` repairs such an argument, so that signet would sign or open something that the user did
/// not name.
package func programArguments() -> [String?] {
    (1..<max(1, Int(CommandLine.argc))).map { index in
        CommandLine.unsafeArgv[index].flatMap { String(validatingCString: $0) }
    }
}
