import Foundation
import Testing

@Suite struct ScriptUpdateTests {
    private func update(_ text: String) throws -> String {
        let environment = ScriptEnvironment(
            binary: URL(fileURLWithPath: "/nowhere/bin/signet"), testFolder: ScriptFile.testFolder)
        let script = try Script(parsing: text)
        let transcript = try environment.run(script, named: "x.session", in: ScriptFile.testFolder)
        let updated = script.updated(with: transcript)
        let again = try Script(parsing: updated)
        if transcript.results.count == script.steps.count {
            #expect(again.mismatches(with: transcript) == [])
        }
        return updated
    }

    @Test func `What agrees is left alone`() throws {
        let text = """
            # Head.

            $ echo a; echo b; echo c
            ? (glob)
            …

            # Between.
            $ false
            [1]

            """
        #expect(try update(text) == text)
    }

    @Test func `What differs is rewritten around the lines that agree`() throws {
        let updated = try update(
            """
            $ echo one; echo two; echo three; printf '# x'; exit_with() { return 3; }; exit_with
            o* (glob)
            zwei
            three

            # Comment.
            $ true
            gone
            [1]

            $ printf 'a\\n\\n'
            $ echo 'a  '
            """)
        #expect(
            updated == """
                $ echo one; echo two; echo three; printf '# x'; exit_with() { return 3; }; exit_with
                o* (glob)
                two
                three
                \\x23 x (esc) (no-eol)
                [3]

                # Comment.
                $ true

                $ printf 'a\\n\\n'
                a

                $ echo 'a  '
                a \\x20 (esc)

                """)
    }

    @Test func `Steps that did not run are kept`() throws {
        #expect(try update("$ exit\nx\n$ true\ny\n") == "$ exit\n$ true\ny\n")
    }
}
