import Arguments

extension JWTSign {
    /// - Parameter reasons: those that the command can give.
    static func jsonSection(_ reasons: [SigningReason]) -> Section {
        Section(
            "JSON",
            [
                """
                With `--batch --json`, each line is answered with one object. If it is signed: `{"token":…,"line":N}`. If \
                not: `{"error":…,"reason":…,"line":N}`. The line is its number in the input, from 1; lines ignored by \
                `--skip` are counted. The error is a sentence for people. The reasons do not change:
                """,
                .definitions(reasons.map { (term: $0.rawValue, text: $0.meaning) }),
                """
                Without `--keep-going`, the answer to the first invalid line is the last one. The exit status is 3 if any \
                line is invalid.
                """,
            ])
    }

    static let programSection = Section(
        "For a program",
        [
            """
            A program that signs often starts `signet jwt sign --batch --json --keep-going` once and keeps it. It \
            writes one line per request and reads one line per answer, in the same order. When it closes the pipe, \
            signet ends. It must read the answers while it writes, or both would wait for each other.
            """,
            """
            A program that waits for each answer uses one processor at a time. Keep 64 requests or more in flight, for \
            example by letting many threads share the process. On two processors with AVX-512 IFMA, with RS256 and a \
            key of 2048 bits, one request at a time gave 2,400 to 3,000 tokens per second, 64 in flight 5,000 to \
            7,000, and a pipe that was always full 20,500. The folder `Examples` of the source has clients in Python, \
            Node and Java, and a signing service in Python and in Node.
            """,
            "A script in bash or zsh can do it with two named pipes:",
            .verbatim(
                """
                mkfifo requests answers
                signet jwt sign --batch --json --keep-going --key key.pem --exp 15m < requests > answers &
                exec 3> requests 4< answers
                echo '{"sub":"alice"}' >&3 && read -r answer <&4
                """),
        ])
}
