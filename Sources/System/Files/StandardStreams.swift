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

    /// Whether a path is a name of standard input.
    package static func isInput(_ path: String) -> Bool {
        ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].contains(path)
    }

    /// Whether a path names standard input or another descriptor, as `<(command)` of a shell does.
    package static func isDescriptor(_ path: String) -> Bool {
        isInput(path) || descriptorFolders.contains(where: path.hasPrefix)
    }

    /// Where the kernel shows a process its descriptors.
    static var descriptorFolders: [String] { ["/dev/fd/", "/proc/self/fd/"] }

    package static var input: FileDescriptor {
        FileDescriptor(borrowing: STDIN_FILENO, path: "standard input")
    }
    package static var output: FileDescriptor {
        FileDescriptor(borrowing: STDOUT_FILENO, path: "standard output")
    }
    package static var error: FileDescriptor {
        FileDescriptor(borrowing: STDERR_FILENO, path: "standard error")
    }

    /// Whether standard input is a pipe that holds data, or a file from its beginning: one that a loop around the process
    /// reads is farther on.
    package static var inputIsWaiting: Bool {
        var status = stat()
        guard fstat(STDIN_FILENO, &status) == 0 else { return false }
        switch status.st_mode & S_IFMT {
        case S_IFIFO:
            var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            return poll(&waiting, 1, 0) == 1 && waiting.revents & Int16(POLLIN) != 0
        case S_IFREG: return status.st_size > 0 && lseek(STDIN_FILENO, 0, SEEK_CUR) == 0
        default: return false
        }
    }

    package static var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }
    package static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
    package static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}
