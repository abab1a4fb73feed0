import Foundation
import Glibc
import Testing

/// The runner, tried on scripts that need no signet.
@Suite struct ScriptRunTests {
    private let environment = ScriptEnvironment(
        binary: URL(fileURLWithPath: "/nowhere/bin/signet"), testFolder: ScriptFile.testFolder)

    private func run(_ text: String, deadline: Duration = .seconds(60)) throws -> (Script, Transcript) {
        let script = try Script(parsing: text)
        let folder = ScriptFile.testFolder
        return (script, try environment.run(script, named: "x.session", in: folder, deadline: deadline))
    }

    private func mismatches(_ text: String, deadline: Duration = .seconds(60)) throws -> [Mismatch] {
        let (script, transcript) = try run(text, deadline: deadline)
        return script.mismatches(with: transcript)
    }

    @Test func `All commands share one shell`() throws {
        let found = try mismatches(
            """
            $ mkdir d && cd d && x=1
            $ f() { echo "f $x $1" >&2; return 5; }
            $ f a; echo $?
            f 1 a
            5
            $ f b
            f 1 b
            [5]
            $ echo $?
            5
            $ basename "$PWD"
            d
            $ echo out; echo err >&2; echo out
            out
            err
            out
            $ for i in 1 2; do
            >   echo $i
            > done
            1
            2
            $ cat <<'X' | tr a-z A-Z
            > it's $x
            > X
            IT'S $X
            $ printf 'a\\nb'
            a
            b (no-eol)
            $ unset nothing; echo "[$nothing]"
            []
            """)
        #expect(found == [])
    }

    @Test func `The environment is clean`() throws {
        let found = try mismatches(
            """
            $ env | cut -d= -f1 | grep -v -e SAN_OPTIONS -e OPENSSL_MODULES | sort # see ScriptEnvironment
            HOME
            LC_ALL
            PATH
            PWD
            SHLVL
            SIGNET_SCRIPTS
            TMPDIR
            TZ
            VECTORS
            _
            $ test "$HOME" = "$PWD" && test "$TMPDIR" = "$PWD" && ls -A
            $ case $PATH in /nowhere/bin:*) echo first; esac
            first
            $ test -d "$VECTORS" && test -d "$SIGNET_SCRIPTS" && umask
            0022
            $ cat
            $ read x </dev/tty
            x.session: line 18: /dev/tty: No such device or address
            [1]
            $ yes | head -1; echo "${PIPESTATUS[0]}"
            y
            141
            """)
        #expect(found == [])
    }

    @Test func `A failure is shown with its line, its command and the difference`() throws {
        let found = try mismatches(
            """
            # Comment.
            $ echo a; echo b
            a
            c
            [1]
            $ true
            """)
        #expect(
            found == [
                Mismatch(
                    lineNumber: 2,
                    description: """
                        expected (-) and got (+) differ
                            $ echo a; echo b
                            a
                          - c
                          + b
                          - [1]
                          + [0]

                        """)
            ])
    }

    @Test func `Bash names the lines of the script, and a syntax error ends with its command`() throws {
        let found = try mismatches(
            """
            $ true; cd .
            $ nosuchcommand
            x.session: line 2: nosuchcommand: command not found
            [127]

            $ true \\
            > && nosuchcommand
            x.session: line 7: nosuchcommand: command not found
            [127]
            $ echo 'open
            …
            [2]
            $ echo after
            after
            """)
        #expect(found == [])
    }

    @Test func `A command may end the script, if it is the last`() throws {
        #expect(try mismatches("$ exit 3\n[3]\n") == [])
        let found = try mismatches("$ echo x; exit\nx\n$ true\n$ true\n")
        #expect(found.map(\.lineNumber) == [3])
        #expect(
            found.first?.description.hasPrefix("not run, as the command before it ended the script") == true)
    }

    @Test func `Output after the last command is found`() throws {
        let found = try mismatches("$ trap 'echo bye' EXIT\n")
        #expect(found.first?.description == "output after the last command:\n  + bye\n")
    }

    @Test func `What hangs is killed at the deadline, and all it has started`() throws {
        let clock = ContinuousClock()
        let start = clock.now
        let found = try mismatches("$ echo a; sleep 50 & sleep 50\na\n$ true\n", deadline: .seconds(2))
        #expect(clock.now - start < .seconds(20))
        #expect(found.map(\.lineNumber) == [1, 3])
        #expect(found.first?.description.contains("    a\n  + killed") == true)
    }

    @Test func `What a script leaves in the background does not hold it up, and is killed`() throws {
        let clock = ContinuousClock()
        let start = clock.now
        let (script, transcript) = try run("$ sleep 50 & echo $!\n* (glob)\n")
        #expect(script.mismatches(with: transcript) == [])
        #expect(clock.now - start < .seconds(20))
        let line = try #require(transcript.results.first?.output.first)
        let process = try #require(Int32(String(decoding: line.bytes, as: UTF8.self)))
        while isRunning(process), clock.now - start < .seconds(20) {
            usleep(1_000)
        }
        #expect(!isRunning(process))
    }

    /// False too when it is killed, and only not yet waited for by whoever inherits it.
    private func isRunning(_ process: Int32) -> Bool {
        let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return status.map { !$0.contains(") Z ") } ?? false
    }

    @Test func `What writes without end is killed`() throws {
        let found = try mismatches("$ yes\n…\n")
        #expect(found.count == 1)
    }

    @Test func `Nothing of a script is left`() throws {
        let (_, transcript) = try run("$ pwd; mkdir -p a/b; touch a/b/c; chmod 0 a/b a\n")
        let line = try #require(transcript.results.first?.output.first)
        let folder = URL(fileURLWithPath: String(decoding: line.bytes, as: UTF8.self))
        #expect(folder.path.hasPrefix("/"))
        #expect(!FileManager.default.fileExists(atPath: folder.deletingLastPathComponent().path))
    }
}
