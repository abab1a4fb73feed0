import Commands
import Glibc

// Writes the man pages and completion scripts below the folder given, the top of the tree. Pages of commands
// that are gone are removed.

let top = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "."
let pages = Pages.all
let wanted = Set(pages.map(\.path))

for folder in ["man", "completions"] {
    mkdir("\(top)/\(folder)", 0o755)
    guard let listing = opendir("\(top)/\(folder)") else { continue }
    while let entry = readdir(listing) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        let path = "\(folder)/\(name)"
        if !name.hasPrefix("."), !wanted.contains(path) { unlink("\(top)/\(path)") }
    }
    closedir(listing)
}
for (path, text) in pages {
    guard let file = fopen("\(top)/\(path)", "w") else {
        perror(path)
        exit(4)
    }
    fputs(text, file)
    fclose(file)
}
print("\(pages.count) pages written")
