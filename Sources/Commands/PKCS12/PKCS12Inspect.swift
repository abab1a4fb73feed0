import Arguments
import JSON
import OpenSSL

enum PKCS12Inspect: SignetCommand {
    static let pkcs12 = PKCS12Flags()

    static let declaration = Command(
        name: "inspect",
        summary: "bags, algorithms, iterations, names; with the passphrase, more",
        discussion: [
            """
            Shows how a PKCS#12 is made: its MAC, its parts and how each is encrypted, and the bags in those that are \
            not. Nothing is derived from a passphrase for that, so it takes no time whatever the file asks for.
            """,
            """
            With one of the passphrase flags it also says whether the MAC fits, and what is in the encrypted parts. No \
            private part of a key is ever shown. That a file is damaged, or weak, is part of the answer: the exit \
            status is 0 then too, and `problem` says what it is. A wrong passphrase is an error.
            """,
        ],
        operands: [UntypedOperand(.file, "the PKCS#12; standard input without it, or for `-`")],
        flags: [SharedFlags.json] + pkcs12.all + [SharedFlags.help],
        rules: [pkcs12.rule],
        examples: PKCS12Examples.inspect,
        exitStatuses: SharedExitStatuses.standard(badInput: "not a PKCS#12, or a wrong passphrase"),
        sections: [PKCS12Report.documentation],
        seeAlso: ["signet-pkcs12-pack(1)", "signet-pkcs12-unpack(1)", "signet-key-inspect(1)"])

    static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        let inputs = InputFiles()
        let path = arguments.operands.first ?? "-"
        let opening = pkcs12.opening(arguments)
        let file = try inputs.pkcs12(at: path)
        let opened =
            opening.isPassphraseGiven || !file.needsPassphrase
            ? try inputs.open(file, opening, sourceName(path)) : nil
        let report = PKCS12Report(file, opened)
        var outputs = Outputs(mayReplace: false)
        outputs.add(
            arguments.has("json")
                ? Outputs.Content(line: JSONWriter.bytes(report.json)) : Outputs.Content(text: report.text),
            to: nil)
        try outputs.write(inputs: inputs)
        return .success
    }
}
