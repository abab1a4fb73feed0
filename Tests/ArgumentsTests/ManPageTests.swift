import Arguments
import Testing

@Suite struct `The man page of a command` {
    private let page: String

    init() throws { page = try ManPage.roff(SampleCommands.info("jwt", "sign"), version: "0.1.0") }

    @Test func `its head, without a date`() {
        #expect(
            page.hasPrefix(
                #"""
                .\" Generated from the declarations of signet's commands: do not edit.
                .TH SIGNET\-JWT\-SIGN 1 "" "signet 0.1.0" "Signet Manual"
                .ad l
                .nh
                .SH NAME
                signet\-jwt\-sign \- sign claims, or an unsigned prototype; one, or a stream
                .SH SYNOPSIS
                .SY "signet jwt sign"
                \fB\-\-key\fR\~\fIFILE\fR
                [\fB\-\-alg\fR\~\fIALG\fR]
                [\fB\-\-kid\fR\~\fIID\fR]
                [\fB\-\-out\fR\~\fIFILE\fR |\~\fB\-\-out\-dir\fR\~\fIDIR\fR]
                [\fB\-\-in\fR\~\fIFILE\fR]
                [\fB\-\-aud\fR\~\fINAME\fR]...\&

                """#))
    }

    @Test func `a date that the caller knows`() throws {
        let page = try ManPage.roff(SampleCommands.info("jwt"), version: "1", date: "2026-01-31")
        #expect(page.contains(#".TH SIGNET\-JWT 1 2026-01-31 "signet 1" "Signet Manual""#))
    }

    @Test func `its sections in their order`() {
        let headings = page.split(separator: "\n").filter { $0.hasPrefix(".SH ") }.map { $0.dropFirst(4) }
        #expect(
            headings == [
                "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "OPERANDS", "TIME", "EXAMPLES",
                #""EXIT STATUS""#,
                #""SEE ALSO""#,
            ])
    }

    @Test func `a sentence has a line to itself, but for abbreviations`() {
        #expect(
            page.contains(
                #"""

                Signs what it is given.
                Nothing is added unless a flag says so, e.g. \fB\-\-exp\fR.

                """#))
    }

    @Test func `lines that look like requests are text`() {
        #expect(
            page.contains(
                #"""
                .EX
                \&.leading dot
                \(aqleading quote
                back\eslash \-\-flag
                .EE

                """#))
    }

    @Test func `a flag with its details and its words`() {
        #expect(
            page.contains(
                #"""
                .SS Key
                .TP
                \fB\-k\fR, \fB\-\-key\fR \fIFILE\fR
                the private key (required)
                .TP
                \fB\-\-alg\fR \fIALG\fR
                the algorithm (default: the key's)
                .RS
                .PP
                What the key cannot do is refused.
                .TP
                \fBRS256\fR
                RSA: it's PKCS#1 [v1.5]
                .TP
                \fBES256\fR
                $curve \fBP\-256\fR
                .RE

                """#))
    }

    @Test func `a table is aligned as it stands`() {
        #expect(
            page.contains(
                #"""
                RSA      \fBRS256\fR      the default, and the only one that every reader of
                                    the last fifteen years knows
                Ed25519  \fBEdDSA\fR      short...
                .EE
                """#))
    }

    @Test func `an example can be copied`() {
        #expect(page.contains(#"signet jwt sign \-\-key key.pem \-\-exp +10m \(aq{"sub":"a"}\(aq"#))
    }

    @Test func `other pages`() {
        #expect(page.hasSuffix("\\fBsignet\\-jwt\\-verify\\fR(1),\n\\fBsignet\\-profiles\\fR(7)\n"))
    }

    @Test func `a group points to its commands' pages`() throws {
        let page = try ManPage.roff(SampleCommands.info("jwt"), version: "0.1.0")
        #expect(page.contains(".SY \"signet jwt\"\n\\fICOMMAND\\fR\n.YS\n"))
        #expect(page.contains(".SH COMMANDS\n.TP\n\\fBsignet\\-jwt\\-sign\\fR(1)\nsign claims,"))
    }
}

@Suite struct `What roff must not read` {
    private func page(_ blocks: [Block]) -> String {
        ManPage.roff(
            Topic(name: "profiles", summary: "profiles", sections: [Section("More", blocks)]),
            program: "signet", version: "0.1.0")
    }

    @Test(arguments: [
        ("'quoted' word", "\\&'quoted' word"), ("`.dot`", "\\fB.dot\\fR"), (".dot", "\\&.dot"),
        ("…and so on", "\\&...and so on"), ("a \\ b", "a \\e b"),
        ("self-signed --flag -", "self-signed \\-\\-flag \\-"),
        ("`self-signed`", "\\fBself\\-signed\\fR"), ("2 ^ 3 ~ 8", "2 \\(ha 3 \\(ti 8"),
        ("α → β", "\\[u03B1] \\[u2192] \\[u03B2]"),
        ("a — b – c", "a \\(em b \\(en c"), ("`it's`", "\\fBit\\(aqs\\fR"), ("x\ny", "x y"),
    ])
    func text(text: String, expected: String) {
        #expect(page([.paragraph(text)]).hasSuffix(".SH MORE\n\(expected)\n"))
    }

    @Test func `a topic is in section 7 of the manual`() {
        #expect(page(["x"]).contains(#".TH SIGNET\-PROFILES 7 "" "signet 0.1.0" "Signet Manual""#))
    }

    @Test func `an argument with quotes`() throws {
        let flag = Flag("a", group: "The \"best\"", "")
        let command = Command(name: "x", summary: "", flags: [flag, SampleCommands.help])
        let page = ManPage.roff(CommandInfo(root: command), version: "1")
        #expect(page.contains(#".SS "The \(dqbest\(dq""#))
        // A tag without a text does not swallow what follows.
        #expect(page.contains("\\fB\\-\\-a\\fR\n\\&\n"))
    }

    @Test func `all that a flag cannot be used with is in one sentence, but for reasons`() {
        let (a, b, c, d) = (Flag("a", ""), Flag("b", ""), Flag("c", ""), Flag("d", ""))
        let command = Command(
            name: "x", summary: "", flags: [a, b, c, d],
            rules: [
                .excludes(a, b), .requires(a, c), .excludes(a, c, because: "why"), .excludes(d, a),
            ])
        let lines = ManPage.roff(CommandInfo(root: command), version: "1").split(separator: "\n")
        let notes = [
            #"Cannot be used with \fB\-\-b\fR or \fB\-\-d\fR."#, #"Requires \fB\-\-c\fR."#,
            #"Cannot be used with \fB\-\-c\fR: why."#,
        ]
        #expect(lines.contains(notes.map { Substring($0) }))
    }

    @Test func `pages are ASCII`() {
        for info in CommandInfo(root: SampleCommands.root).all {
            let page = ManPage.roff(info, version: "0.1.0")
            #expect(page.utf8.allSatisfy { $0 < 0x80 })
            #expect(page.hasSuffix("\n") && !page.contains("\n\n"))
        }
    }
}
