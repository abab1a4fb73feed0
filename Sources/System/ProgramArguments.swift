import Glibc

/// The arguments of the command line, without the program's name; nil for an argument that is not UTF-8.
///
/// `CommandLine.arguments` repairs such an argument, so that signet would sign or open something that the user did
/// not name.
///
/// - Throws: if /proc is not mounted. Swift's runtime reads the arguments there, and would report that there are none.
package func programArguments() throws(SystemError) -> [String?] {
    if CommandLine.argc == 0 { throw SystemError(path: "/proc/self/cmdline", reason: .errno(ENOENT)) }
    return (1..<Int(CommandLine.argc)).map { index in
        CommandLine.unsafeArgv[index].flatMap { String(validatingCString: $0) }
    }
}
