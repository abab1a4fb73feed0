import Commands
import Glibc

// generate-pages TOP: writes the man pages and completion scripts below TOP, which is the top of the tree. It removes
// pages of commands that no longer exist.
//
// generate-pages --site FOLDER: writes the pages of the web site into FOLDER. `make site` adds the files in Site.

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

/// Creates a folder that may exist already.
func makeFolder(_ path: String) {
    if mkdir(path, 0o755) != 0, errno != EEXIST { fail(path) }
}

func write(_ pages: [(path: String, text: String)], below top: String) {
    for (path, text) in pages {
        guard let file = fopen("\(top)/\(path)", "w") else { fail("\(top)/\(path)") }
        let isWritten = fputs(text, file) >= 0
        // fclose writes the rest of the buffer, which may fail on a full disk.
        guard fclose(file) == 0, isWritten else { fail("\(top)/\(path)") }
    }
    print("\(pages.count) pages written")
}

func writeManual(below top: String) {
    let wanted = Set(Pages.all.map(\.path))
    for folder in ["man", "completions"] {
        makeFolder("\(top)/\(folder)")
        // Files with other names were not generated, so they are kept.
        for name in names(in: "\(top)/\(folder)") where name.hasPrefix("signet") || name.hasPrefix("_signet")
        {
            let path = "\(folder)/\(name)"
            if !wanted.contains(path), unlink("\(top)/\(path)") != 0 { fail("\(top)/\(path)") }
        }
    }
    write(Pages.all, below: top)
}

let arguments = CommandLine.arguments
if arguments.count == 3, arguments[1] == "--site" {
    makeFolder(arguments[2])
    write(Pages.site, below: arguments[2])
} else if arguments.count == 2 {
    writeManual(below: arguments[1])
} else {
    print("usage: generate-pages TOP | --site FOLDER")
    exit(2)
}
