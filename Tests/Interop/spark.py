# What spark.session runs: Examples/spark_tokens.py with 200,000 records in 8 partitions, and PyJWT to check the tokens.
#
#   spark-submit … spark.py run      signs twice, the first time with a killed executor, and verifies
#   python3 spark.py check FOLDER    checks the tokens and the errors of one run
#   spark-submit … spark.py faults   has parts fail, and jobs that end early

import contextlib, glob, json, os, signal, sys, threading, urllib.request

COUNT, PARTITIONS, ISSUED, EXPIRY = 200_000, 8, 1767225600, 4102444800
FLAGS = [f"--iat=@{ISSUED}", f"--exp=@{EXPIRY}", "--passphrase-env=SIGNET_PASSWORD"]
BAD = {
    '{"sub":': "claims-not-json",
    '{"iss":1}': "claim-malformed",
    '{"sub":"a\nb"}': "claims-not-json",
    '["sub"]': "claims-not-json",
    "": "claims-not-json",
    None: "claims-not-json",
}


def record(n):
    """Every thousandth is bad. In the others, some have line breaks between their members."""
    if n % 1000 == 500:
        return list(BAD)[n // 1000 % len(BAD)]
    return json.dumps({"sub": f"användare {n}", "n": n}, ensure_ascii=False, indent=1 if n % 3 else None)


def kill_executor_once(marker):
    """Kill the JVM that this worker belongs to: its parent is the daemon, whose parent is the JVM."""
    with contextlib.suppress(FileExistsError), open(marker, "x"):
        with open(f"/proc/{os.getppid()}/stat") as file:
            os.kill(int(file.read().split()[3]), signal.SIGKILL)


def commands(seen, ended):
    """Collect the command lines of all processes until `ended` is set."""
    while not ended.wait(0.5):
        for path in glob.glob("/proc/[0-9]*/cmdline"):
            with contextlib.suppress(OSError), open(path, "rb") as file:
                seen.add(file.read().replace(b"\0", b" "))


def run(spark, spark_tokens):
    context, folder = spark.sparkContext, os.getcwd()
    seen, ended = set(), threading.Event()
    watcher = threading.Thread(target=commands, args=(seen, ended))
    watcher.start()
    for name in ["killed", "whole"]:

        def claims(n):
            if name == "killed" and n == COUNT // 2 + COUNT // PARTITIONS // 2:
                kill_executor_once(f"{folder}/marker")
            return n, record(n)

        frame = context.range(COUNT, numSlices=PARTITIONS).map(claims).toDF("n long, claims string")
        tokens = spark_tokens.sign(frame, "claims", "key.pem", *FLAGS)
        tokens.select("n", "token", "error", "reason").write.json(name)
        running = [path for path in glob.glob("/proc/[0-9]*/cmdline") if folder in command(path, "signet")]
        print(name, len(running), "left")
    tokens = spark.read.schema("n long, token string").json("killed")
    verdicts = spark_tokens.verify(tokens, "token", "pub.pem").groupBy("valid", "reason").count()
    for row in sorted(verdicts.collect(), key=str):
        print(*row)
    with urllib.request.urlopen(f"{context.uiWebUrl}/api/v1/applications/{context.applicationId}/environment") as page:
        with open("environment.json", "wb") as file:
            file.write(page.read())
    ended.set()
    watcher.join()
    with open("commands", "wb") as file:
        file.writelines(line + b"\n" for line in seen)


def command(path, program):
    """The command line of a process if it runs this program."""
    with contextlib.suppress(OSError), open(path) as file:
        line = file.read()
        return line if os.path.basename(line.split("\0")[0]) == program else ""
    return ""


def check(folder):
    import jwt

    with open("pub.pem") as file:
        key = file.read()
    rows = [json.loads(line) for path in sorted(glob.glob(f"{folder}/part-*")) for line in open(path)]
    assert [row["n"] for row in rows] == list(range(COUNT)), "the records are not in order"
    reasons = {}
    for row in rows:
        claims = record(row["n"])
        if claims in BAD:
            assert row["reason"] == BAD[claims] and "token" not in row, row
            reasons[row["error"]] = reasons.get(row["error"], 0) + 1
        else:
            token = jwt.decode(row["token"], key, algorithms=["RS256"])
            assert token == {**json.loads(claims), "iat": ISSUED, "exp": EXPIRY}, row
    for error, count in sorted(reasons.items()):
        print(count, error)
    print(len(rows) - sum(reasons.values()), "tokens")


def faults(spark, spark_tokens):
    context = spark.sparkContext

    def sign(lines, key="key.pem"):
        return spark_tokens.answers(["sign", *FLAGS], key, lines)

    def upstream(lines):
        yield from (line for line, _ in zip(lines, range(1000)))
        raise OSError("the source broke")

    def kill_signet(lines):
        answers = sign(lines)
        yield next(answers)
        with contextlib.suppress(FileExistsError), open(marker, "x"):
            for path in glob.glob("/proc/[0-9]*/stat"):
                with contextlib.suppress(OSError), open(path) as file:
                    name, _, parent = file.read().split()[1:4]
                    if name == "(signet)" and int(parent) == os.getpid():
                        os.kill(int(path.split("/")[2]), signal.SIGKILL)
        yield from answers

    def attempt(name, job):
        try:
            print(f"{name}:", job())
        except Exception as error:
            found = [line for line in str(error).splitlines() if "Error:" in line]
            print(f"{name}:", found[0] if found else error)

    marker = f"{os.getcwd()}/signet-killed"
    lines = context.parallelize(['{"sub":"alice"}'] * 8000, 4)
    one_wrong = lines.mapPartitionsWithIndex(lambda n, part: sign(part, "pub.pem" if n == 2 else "key.pem"))
    attempt("wrong key in one partition", one_wrong.count)
    attempt("no key", lines.mapPartitions(lambda part: sign(part, "missing.pem")).count)
    attempt("source", lines.mapPartitions(lambda part: sign(upstream(part))).count)
    tokens = lines.mapPartitions(kill_signet).map(lambda answer: answer["token"])
    attempt("killed signet", lambda: [*tokens.countByValue().values()])
    attempt("early end", lambda: len(lines.mapPartitions(sign).take(3)))
    attempt("no records", context.parallelize([], 2).mapPartitions(sign).count)
    frame = spark.sql("SELECT 1 AS claims")
    attempt("numbers", lambda: spark_tokens.sign(frame, "claims", "key.pem", *FLAGS))
    frame = spark.sql("SELECT '{}' AS claims, 'mine' AS reason")
    attempt("a column twice", lambda: spark_tokens.sign(frame, "claims", "key.pem", *FLAGS))
    frame = spark.sql("""SELECT '{"n":9007199254740993}' AS claims, timestamp_ntz'9999-12-31 00:00:00' AS until""")
    row = spark_tokens.sign(frame, "claims", "key.pem", *FLAGS).first()
    print("other columns:", row.claims, row.until)


if sys.argv[1] == "check":
    check(sys.argv[2])
else:
    from pyspark.sql import SparkSession

    import spark_tokens

    session = SparkSession.builder.getOrCreate()
    {"run": run, "faults": faults}[sys.argv[1]](session, spark_tokens)
    session.stop()
