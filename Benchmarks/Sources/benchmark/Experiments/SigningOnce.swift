/// One prototype, signed: the whole process, from start to end, against openssl's.
struct SigningOnce: Experiment {
    let name = "start-sign"

    func measure(_ bench: Workbench) throws -> [Row] {
        let key = try bench.keys.path(.rsa2048)
        let prototype = bench.folder.file("prototype")
        // openssl signs all that it is given: no line's end.
        try FileDescriptor.writing(prototype).write(Prototypes.signingInput(0, .rs256))
        let signet = Command(bench.signet, "jwt", "sign", "--key", key, "--prototype", "--in", prototype)
        let openssl = Command("openssl", "dgst", "-sha256", "-sign", key, prototype)
        try check(signet, openssl, in: bench)
        return [
            try Start(
                id: name,
                work: "one jwt sign --prototype, rsa2048, whole process",
                against: "openssl dgst -sha256 -sign", reach: .atMost(1.0)
            ).row(signet, openssl, starts: bench.plan.starts)
        ]
    }

    /// Both do the same work, or there is nothing to compare.
    private func check(_ signet: Command, _ openssl: Command, in bench: Workbench) throws {
        let file = bench.folder.file("signature")
        try openssl.run(writing: file)
        let signature = String(decoding: base64URL(try fileBytes(file)), as: UTF8.self)
        guard try signet.output().hasSuffix(".\(signature)\n") else {
            throw Failure("signet and openssl made different signatures")
        }
    }
}
