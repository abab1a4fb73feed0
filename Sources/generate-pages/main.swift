import Commands
import Glibc

// Writes the man pages and completion scripts below the given folder, which is the top of the tree. It removes pages
// of commands that no longer exist.

/// Ends the program with the reason why a call failed.
func fail(_ path: String) -> Never {
    perror(path)
    exit(4)
}

/// The names in a folder.
func names(in folder: String) -> [String] {
    guard let listing = opendir(folder) else { fail(folder) }
    defer { closedir(listing) }
    var names: [String] = []
    while true {
        errno = 0
        guard let entry = readdir(listing) else {
            if errno != 0 { fail(folder) }
            return names
        }
        names.append(
            withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            })
    }
}

let top = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "."
let pages = Pages.all
let wanted = Set(pages.map(\.path))

for folder in ["man", "completions"] {
    if mkdir("\(top)/\(folder)", 0o755) != 0, errno != EEXIST { fail("\(top)/\(folder)") }
    // Files with other names were not generated, so they are kept.
    for name in names(in: "\(top)/\(folder)") where name.hasPrefix("signet") || name.hasPrefix("_signet") {
        let path = "\(folder)/\(name)"
        if !wanted.contains(path), unlink("\(top)/\(path)") != 0 { fail("\(top)/\(path)") }
    }
}
for (path, text) in pages {
    guard let file = fopen("\(top)/\(path)", "w") else { fail("\(top)/\(path)") }
    let isWritten = fputs(text, file) >= 0
    // fclose writes the rest of the buffer, which may fail on a full disk.
    guard fclose(file) == 0, isWritten else { fail("\(top)/\(path)") }
}
print("\(pages.count) pages written")
