import Arguments

extension Topic {
    /// The commands on the page are run by the tests, from its very text.
    static let batch = Topic(
        name: "batch", synonyms: ["bulk", "batches", "resume", "resuming", "stream", "parallel", "many"],
        summary: "sign millions of tokens: failures, resuming, several machines",
        sections: [
            Section(
                "Description",
                [
                    """
                    `signet jwt sign --batch` and `signet jwt verify --batch` read one input per line and write one line \
                    for each, in the same order. They are stages of a pipe. Distributing the work is left to programs \
                    that do it well: a shell, `xargs`, GNU `parallel`, Apache Spark. `signet cert check --batch` does the \
                    same with certificates, and `signet sd-jwt` with SD-JWTs.
                    """,
                    .verbatim(
                        """
                        signet keygen --out key.pem --public-out public.pem
                        seq 1000 | sed 's/.*/{"sub":"&"}/' > claims.jsonl
                        signet jwt sign --batch --key key.pem --exp 15m \\
                          --in claims.jsonl --out short.txt
                        signet jwt verify --batch --key public.pem \\
                          --in short.txt --out verdicts.jsonl
                        """),
                ]),
            Section(
                "What to expect",
                [
                    .definitions([
                        (
                            "Threads",
                            """
                            Each thread takes a block of whole lines, works on it and writes it when it is its turn. A \
                            block has up to 512 lines and 8 to 128 KiB. By default there is one thread per processor.
                            """
                        ),
                        (
                            "Memory",
                            """
                            The number of blocks is fixed, so memory does not grow with the input: about 14 MiB with two \
                            threads, and a third of a MiB for each other. Lines of megabytes need more. If the reader \
                            of the output pauses, so does signet.
                            """
                        ),
                        (
                            "Promptness",
                            """
                            A line that arrives alone is answered at once. So a program can keep one signet and ask it \
                            line by line: signet-jwt-sign(1), "For a program".
                            """
                        ),
                        (
                            "The same result",
                            """
                            With RSA PKCS #1 v1.5 (RS256 and its relatives), HMAC and EdDSA, the same claims and key \
                            always give the same token, on every machine and with any number of threads. ECDSA and RSA-PSS \
                            do not. Times must be absolute for that: `--exp 15m` counts from the moment at which a line \
                            is read. `--jti uuid` is random; put the `jti` into the claims instead.
                            """
                        ),
                    ])
                ]),
            Section(
                "Records",
                [
                    """
                    If a token has a context, such as a key, an offset or other columns, write both as one JSON object \
                    per line. `--field` leads to the input in it, and the object comes back with the answer:
                    """,
                    .verbatim(
                        """
                        jq -c '{id: .sub, claims: .}' claims.jsonl |
                          signet jwt sign --batch --field claims --key key.pem --exp 15m |
                          signet jwt verify --batch --field result.token --result verdict \\
                            --key public.pem --out records.jsonl
                        """),
                    """
                    The folder `Examples` of the source has such a stage for jq, ClickHouse and Redpanda Connect.
                    """,
                ]),
            Section(
                "If something fails",
                [
                    .definitions([
                        ("0", "Every line has its result."),
                        (
                            "1",
                            """
                            Verification and checks only: there are tokens that are not valid, or certificates that fail. \
                            The last line on standard error says how many, and which is the first.
                            """
                        ),
                        (
                            "3",
                            """
                            A line is invalid. The batch stops there, after the results of all lines before it. With \
                            `--keep-going` it continues; the result is then an empty line, or with `--json` the reason. \
                            Verification fails with it if the input has no line at all, unless `--allow-empty` is given.
                            """
                        ),
                        ("4", "The input or the output failed, for example because the disk is full."),
                        (
                            "130, 143",
                            "Ended by Ctrl-C or by `kill`, even if the reader of the output has stalled."
                        ),
                        ("137", "Ended by `kill -9` or for lack of memory."),
                        ("141", "The reader of standard output has ended."),
                    ]),
                    """
                    With `--out`, the file appears after the last line or not at all. A batch that failed left nothing, \
                    and is run again from the start. With `--keep-going`, invalid lines do not keep the file from \
                    appearing.
                    """,
                    """
                    A verification decides by its exit status whether the next step may run. Its input comes from \
                    another step, which may have failed and written nothing: that is an error, too. If a part may be empty, \
                    as on a cluster that distributes tokens by a hash, say so:
                    """,
                    .verbatim(
                        """
                        { grep -F nobody short.txt || test $? -eq 1; } |
                          signet jwt verify --batch --key public.pem --allow-empty
                        """),
                    """
                    `--stats` counts the lines for each reason, and `--stats-every 10s` does so while the batch runs. Each \
                    verdict, and each answer of `jwt sign --json`, has the number of its line.
                    """,
                    """
                    Standard output keeps what was written, and a note says with which `--skip` to continue, and how \
                    many of these tokens are not valid: the next run's exit status does not cover them. These are \
                    whole lines, unless signet was killed, ran out of memory or crashed, or the machine crashed. Then \
                    the last line may be incomplete, and signet has printed no note. If the reader of a pipe has \
                    stalled, a signal may also cut a line of more than 4,096 bytes; the note says so. A second signal \
                    within half a second is ignored, because timeout(1) sends each signal twice; a later one ends signet \
                    without a note.
                    """,
                ]),
            Section(
                "Resuming",
                [
                    "A long batch that can be resumed appends to a file, with absolute times:",
                    .verbatim(
                        """
                        export start=$(date +%s)
                        sign() {
                          signet jwt sign --batch --key key.pem \\
                            --iat "@$start" --exp "@$((start + 86400))" "$@"
                        }
                        sign < claims.jsonl >> tokens.txt
                        """),
                    """
                    These two commands complete the batch, whatever stopped it. The first removes the last line, \
                    because it may be incomplete. The second continues after the lines that are left. They can be repeated as often as needed.
                    """,
                    .verbatim(
                        """
                        truncate -s "-$(tail -n 1 tokens.txt | wc -c)" tokens.txt
                        sign --skip "$(wc -l < tokens.txt)" < claims.jsonl >> tokens.txt
                        """),
                    """
                    The input and `start` must be the same as before. `--keep-going` can be used too: an empty line counts. Ignored lines \
                    are only counted, millions per second. If \
                    the first command is forgotten, and signet may read the output file, it does not append to an \
                    incomplete line: it \
                    reports an error and exits with status 4. Make sure that the old process has ended before a new \
                    one continues.
                    """,
                ]),
            Section(
                "In parts",
                [
                    """
                    With parts, `--out` alone makes resuming safe: a part is done if its output exists. Run the second \
                    command again after a failure, and it works on the parts that are missing. Without the option a, \
                    split uses longer names after 650 parts, and a pattern of two characters would miss those.
                    """,
                    .verbatim(
                        """
                        split -a 5 -l 250 claims.jsonl part.
                        ls part.????? | xargs -P 2 -I '{}' sh -c 'test -e "$1.tokens" ||
                          signet jwt sign --batch --jobs 1 --key key.pem \\
                            --iat "@$start" --exp "@$((start + 86400))" \\
                            --in "$1" --out "$1.tokens"' sh '{}'
                        cat part.?????.tokens | cmp - tokens.txt
                        """),
                    """
                    `xargs` exits with status 123 if a part failed, and continues with the others. On one machine, several \
                    processes are not faster than the threads of one: use one process, or as many as there are \
                    processors with `--jobs 1`. `nice` makes a batch \
                    yield to other work. Affinity (`taskset`) and control groups limit the threads too.
                    """,
                ]),
            Section(
                "GNU parallel",
                [
                    """
                    The option pipepart cuts a file at line ends without copying it, and `-k` keeps the order. If a part \
                    fails, halt stops the others; discard the output then, because it may have a hole, and look for the \
                    cause. The number of a line is that in its part. Without pipefail, the shell does not see the failure.
                    """,
                    .verbatim(
                        """
                        parallel -k --halt now,fail=1 --pipepart -a claims.jsonl --block -1 \\
                          signet jwt sign --batch --jobs 1 --key key.pem \\
                            --iat "@$start" --exp "@$((start + 86400))" |
                          cmp - tokens.txt
                        """),
                    """
                    With parts, joblog records the exit status of each, and halt stops at the first failure. Run the same \
                    command again: resume-failed makes it work on the parts that failed or were not started. `--force` is for a \
                    part that was complete before the machine failed and that the log does not have.
                    """,
                    .verbatim(
                        """
                        parallel --joblog jobs.log --resume-failed --halt soon,fail=1 \\
                          signet jwt sign --batch --jobs 1 --key key.pem \\
                            --iat "@$start" --exp "@$((start + 86400))" \\
                            --in '{}' --out '{}.jwt' --force ::: part.?????
                        """),
                ]),
            Section(
                "Object stores",
                [
                    """
                    `get | signet … | put` can fail unnoticed at both ends. A pipe cannot tell the end of data from \
                    a failure. If signet stops at an invalid line, `put` sees the end and stores a short object, which looks complete. \
                    If `get` fails, signet sees an input that ends early, and signing ends with status 0. `pipefail` reports \
                    both, but only after the object exists. `aws s3 cp` behaves like that. Use files between the stages:
                    """,
                    .verbatim(
                        """
                        get() { cp "$1" "$2"; }   # aws s3 cp "s3://bucket/$1" "$2"
                        put() { cp "$1" "$2"; }   # aws s3 cp "$1" "s3://bucket/$2"
                        mkdir stored
                        get part.aaaaa in.jsonl &&
                          sign --in in.jsonl --out out.txt --force &&
                          put out.txt stored/part.aaaaa.tokens
                        """),
                ]),
            Section(
                "Several machines",
                [
                    """
                    Give each machine its own parts. Because a part is repeatable and its output appears complete or not at \
                    all, a scheduler may run it again anywhere. The folder `Examples` of the source has a job for Apache \
                    Spark, which keeps order and count and turns an invalid record into a row with its reason.
                    """,
                    .definitions([
                        (
                            "One key",
                            """
                            A process reads its key once, at the start. Distribute the key as the cluster distributes \
                            secrets, with mode 0600, or encrypted, with the passphrase passed separately \
                            (`--passphrase-file`, `--passphrase-fd`, `--passphrase-env`). Neither belongs on a command line or in a log.
                            """
                        ),
                        (
                            "A key for each machine",
                            """
                            Publish all public keys in one JWKS (`signet key jwks`) and sign with `--kid thumbprint`. A \
                            machine that is lost then costs one key.
                            """
                        ),
                        (
                            "Rotation",
                            """
                            A process that runs keeps its key. Publish the new key first, then restart: signet-rotation(7).
                            """
                        ),
                        (
                            "HSM or TPM",
                            "The token sets the pace, and it works on one thread: signet-hsm(7)."
                        ),
                    ]),
                ]),
            Section(
                "How long it takes",
                [
                    "Measure a sample with your own key, claims and flags. `--stats` prints lines per second:",
                    .verbatim(
                        """
                        signet jwt sign --batch --key key.pem --exp 15m \\
                          --in claims.jsonl --out /dev/null --stats
                        """),
                    """
                    The table is computed from the rates of one processor of 2.6 GHz (Zen 4) without AVX-512 IFMA, measured \
                    with OpenSSL 3.0, RSA keys of 2048 bits and claims of 200 bytes. Disks and networks are not included.
                    """,
                    .table([
                        ["", "per second", "a million, 8 processors", "a billion, 64 processors"],
                        ["RS256", "1,450", "1.4 minutes", "3 hours"],
                        ["ES256", "59,000", "2 seconds", "4.4 minutes"],
                        ["EdDSA", "58,000", "2 seconds", "4.5 minutes"],
                        ["HS256", "770,000", "under a second", "20 seconds"],
                    ]),
                    """
                    With AVX-512 IFMA, the same processor makes about twice as many signatures with RSA keys of 2048 bits, \
                    more with longer ones, and five times as many with ES256 and EdDSA. A billion tokens of RS256 with such \
                    claims have about 650 GB.
                    """,
                ]),
        ],
        seeAlso: [
            "signet-jwt-sign(1)", "signet-jwt-verify(1)", "signet-keygen(1)", "signet-rotation(7)",
            "signet-hsm(7)",
        ])
}
