import Foundation

/// What a script finds around it: a clean environment, and a temporary folder of its own.
struct ScriptEnvironment: Sendable {
    /// The folder of the binary, that of what was built together with the tests, then their PATH.
    var path: String
    /// Tests/Vectors.
    var vectors: URL

    init(binary: URL, testFolder: URL) {
        let inherited = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        path = "\(binary.deletingLastPathComponent().path):\(ScriptFile.builtFolder.path):\(inherited)"
        vectors = testFolder.appendingPathComponent("Vectors")
    }

    /// Runs a script that lies in `scriptFolder`.
    func run(
        _ script: Script, named name: String, in scriptFolder: URL, deadline: Duration = .seconds(120)
    ) throws -> Transcript {
        // The script's folder, and above it the program, where the script does not see it.
        let outer = FileManager.default.temporaryDirectory
            .resolvingSymlinksInPath()
            .appendingPathComponent("signet-script-\(UUID().uuidString)")
        let home = outer.appendingPathComponent("home")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { removeFolder(outer) }

        let nonce = "signet-\(UUID().uuidString)"
        let program = outer.appendingPathComponent((name as NSString).lastPathComponent)
        try Data(script.program(nonce: nonce).utf8).write(to: program)
        // `make mutants` says with them which mutant lives, `make sanitize` what a sanitizer reports, and
        // `make test-openssl35` where OpenSSL's modules are.
        let passedOn = ProcessInfo.processInfo.environment.filter { variable in
            ["SIGNET_MUTANT", "ASAN_OPTIONS", "TSAN_OPTIONS", "OPENSSL_MODULES"]
                .contains(where: variable.key.hasPrefix)
        }
        let shell = Shell(
            environment: [
                "HOME": home.path,
                "TMPDIR": home.path,
                "PATH": path,
                "LC_ALL": "C.UTF-8",
                "TZ": "UTC",
                "SIGNET_SCRIPTS": scriptFolder.path,
                "VECTORS": vectors.path,
            ].merging(passedOn) { $1 })
        // Started from there, so that bash's messages have the name of the script and no path. Files that other tests
        // have open just then are closed: a script must not find them.
        let start = #"""
            for file in /proc/$$/fd/*; do (( ${file##*/} < 3 )) || eval "exec ${file##*/}>&-"; done
            cd -- "$HOME/.." && exec /bin/bash --noprofile --norc "$0"
            """#
        let arguments = ["/bin/bash", "-c", start, program.lastPathComponent]
        return script.transcript(of: try shell.run(arguments, deadline: deadline), nonce: nonce)
    }

    /// Removes a folder, also where a script has left folders in it that nobody may write to.
    private func removeFolder(_ folder: URL) {
        let manager = FileManager.default
        if (try? manager.removeItem(at: folder)) != nil { return }
        for case let file as URL in manager.enumerator(at: folder, includingPropertiesForKeys: nil) ?? .init()
        {
            try? manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.path)
        }
        try? manager.removeItem(at: folder)
    }
}
