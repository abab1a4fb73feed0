import Foundation

/// A copy of the project with mutants in it.
struct Tree {
    /// The layers that get mutants. All others are copied as they are.
    static let modules = ["System", "OpenSSL", "JSON", "JOSE", "PKI", "Platforms", "Commands"]

    let root: URL
    let copy: URL

    /// Every mutant of the modules, in an order that depends on `seed` and not on the rest of the source.
    func allMutants(seed: UInt64) throws -> [Mutant] {
        try sources().flatMap { file in
            try Finder.mutants(
                of: String(contentsOf: root.appending(path: file), encoding: .utf8), file: file)
        }.map { ($0, $0.rank(seed: seed)) }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    private func sources() throws -> [String] {
        try files().filter { file in
            file.hasSuffix(".swift") && Self.modules.contains { file.hasPrefix("Sources/\($0)/") }
        }
    }

    /// What git tracks, and what it would. Links to folders are of no use here.
    private func files() throws -> [String] {
        let list = try Child.output(
            ["git", "-C", root.path, "ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        return list.split(separator: "\0").map(String.init).sorted()
            .filter { file in
                var isFolder: ObjCBool = false
                let path = root.appending(path: file).path
                let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
                return exists && !isFolder.boolValue
            }
    }

    /// The numbers of the lines that have changed since a commit, by file.
    func changedLines(since commit: String) throws -> [String: Set<Int>] {
        let text = try Child.output(
            [
                "git", "-C", root.path, "diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-renames",
                commit, "--", "Sources",
            ])
        var changed: [String: Set<Int>] = [:]
        var file = ""
        for line in text.split(separator: "\n") {
            if line.hasPrefix("+++ b/") {
                file = String(line.dropFirst(6))
            } else if line.hasPrefix("@@ "), let after = line.split(separator: " ").dropFirst(2).first {
                // +FIRST,COUNT, or +FIRST for one line.
                let numbers = after.dropFirst().split(separator: ",").compactMap { Int($0) }
                guard let first = numbers.first else { continue }
                changed[file, default: []].formUnion(first..<first + (numbers.count > 1 ? numbers[1] : 1))
            }
        }
        return changed
    }

    /// Copies the tree, except what is there already and the same, so that a second build is short. Whether anything
    /// was to be copied.
    func write(_ mutants: [Int: Mutant]) throws -> Bool {
        var isChanged = false
        let byFile = Dictionary(grouping: mutants, by: \.value.file)
        for file in try files() {
            var bytes = try Data(contentsOf: root.appending(path: file))
            // From the end, so that the ranges before stay true.
            for (number, mutant) in (byFile[file] ?? []).sorted(by: {
                $0.value.range.lowerBound > $1.value.range.lowerBound
            }) {
                bytes.replaceSubrange(mutant.range, with: Data(mutant.source(number: number).utf8))
            }
            if try write(bytes, to: file, from: root.appending(path: file)) { isChanged = true }
        }
        for module in Self.modules {
            if try write(Data(Self.mutated.utf8), to: "Sources/\(module)/Mutated.swift", from: nil) {
                isChanged = true
            }
        }
        return isChanged
    }

    private func write(_ bytes: Data, to file: String, from original: URL?) throws -> Bool {
        let place = copy.appending(path: file)
        if let there = try? Data(contentsOf: place), there == bytes { return false }
        let manager = FileManager.default
        try manager.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: place)
        if let original, let mode = try manager.attributesOfItem(atPath: original.path)[.posixPermissions] {
            try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: place.path)
        }
        return true
    }

    /// The question that every mutant asks. SIGNET_MUTANT is the number of the one that lives. Each that is asked marks
    /// its byte of the file SIGNET_MUTANTS_REACHED.
    private static let mutated = """
        import Glibc

        private let alive = getenv("SIGNET_MUTANT").map { Int(atoi($0)) } ?? -1

        nonisolated(unsafe) private let reached: UnsafeMutablePointer<UInt8>? = {
            guard let path = getenv("SIGNET_MUTANTS_REACHED") else { return nil }
            let file = open(path, O_RDWR | O_CLOEXEC)
            let size = Int(lseek(file, 0, SEEK_END))
            guard let bytes = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), bytes != MAP_FAILED
            else { fatalError("SIGNET_MUTANTS_REACHED cannot be mapped") }
            close(file)
            return bytes.assumingMemoryBound(to: UInt8.self)
        }()

        func mutated(_ number: Int) -> Bool {
            reached?[number] = 1
            return number == alive
        }

        """
}
