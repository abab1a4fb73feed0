import Glibc

/// The three standard streams of a process.
package enum StandardStreams {
    /// Replaces a standard stream that the parent closed by one whose reads or writes fail. Otherwise the next file
    /// opened, perhaps a key, would get its number and receive what is meant for the stream.
    ///
    /// - Throws: if that fails; no file may be opened then.
    static func fillGaps() throws(SystemError) {
        for (number, mode) in [
            (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
        ]
        where fcntl(number, F_GETFD) == -1 {
            // open returns the lowest free number, which is the missing stream's.
            let opened = open("/dev/null", mode)
            if opened < 0 { throw .last("/dev/null") }
            if opened != number { throw SystemError(path: "/dev/null", reason: .errno(EBADF)) }
        }
    }

    package static var input: FileDescriptor {
        FileDescriptor(borrowing: STDIN_FILENO, path: "standard input")
    }
    package static var output: FileDescriptor {
        FileDescriptor(borrowing: STDOUT_FILENO, path: "standard output")
    }
    package static var error: FileDescriptor {
        FileDescriptor(borrowing: STDERR_FILENO, path: "standard error")
    }

    package static var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }
    package static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
    package static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}
