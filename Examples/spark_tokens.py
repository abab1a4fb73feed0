"""Sign and verify JSON Web Tokens as stages of Apache Spark. Each partition has a signet process of its own.

    spark.sparkContext.addPyFile("spark_tokens.py")
    spark.sparkContext.addFile("key.pem")
    tokens = sign(frame, "claims", "key.pem", "--iat=@1767225600", "--exp=@1767312000")
    verdicts = verify(tokens.select("token"), "token", "/etc/signet/pub.pem", "--iss=https://login.example")
"""

import collections, concurrent.futures, itertools, json, os, shutil, subprocess, sysconfig, tempfile

import pyarrow
from pyspark import SparkFiles
from pyspark.sql.types import StringType, StructType


def sign(frame, column, key, *flags):
    """Add the columns token, error and reason to a DataFrame that has claims as JSON in a column of strings."""
    return _stage(frame, column, ["sign", *flags], key, {"token": "string", "error": "string", "reason": "string"})


def verify(frame, column, key, *flags):
    """Add the columns valid, reason and message to a DataFrame that has tokens in a column."""
    return _stage(frame, column, ["verify", *flags], key, {"valid": "boolean", "reason": "string", "message": "string"})


def answers(command, key, lines):
    """Yield signet's answer to each line, in order: for RDD.mapPartitions. Raise an error unless all are there."""
    path = SparkFiles.get(key)  # If the path is absolute, it is the path of a file on the worker.
    if not os.path.isabs(key):
        os.chmod(path, 0o600)
    # pip installs signet beside the worker's Python. This folder may not be in PATH.
    program = shutil.which("signet", path=sysconfig.get_path("scripts")) or "signet"
    arguments = [program, "jwt", *command, "--batch", "--json", "--keep-going", "--jobs=1", "--key", path]
    if command[0] == "verify":
        arguments.append("--allow-empty")  # Many partitions have no record.
    with tempfile.TemporaryFile() as errors, concurrent.futures.ThreadPoolExecutor(1) as thread:
        signet = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)
        try:
            feeder, count, bad = thread.submit(_feed, signet.stdin, lines), 0, 0
            for line in itertools.takewhile(lambda line: line.endswith(b"\n"), signet.stdout):
                answer = json.loads(line)
                count, bad = count + 1, bad + ("token" not in answer and not answer.get("valid"))
                yield answer
            if signet.wait() != (0 if not bad else 3 if command[0] == "sign" else 1):
                errors.seek(0)
                message = errors.read(10_000).decode(errors="replace")
                raise RuntimeError(f"signet ended with status {signet.returncode}: {message}")
            if feeder.result() != count:
                raise RuntimeError(f"signet gave {count} answers to {feeder.result()} lines")
        finally:
            signet.kill()
            signet.wait()
            signet.stdout.close()


def _feed(pipe, lines):
    with pipe:
        count = 0
        for count, line in enumerate(lines, 1):
            # A null becomes an empty line, which signet refuses. JSON reads CR as it reads LF.
            line = (line or "").strip(" \t\r\n").replace("\n", "\r")
            pipe.write(line.encode(errors="surrogatepass") + b"\n")
        return count


def _stage(frame, column, command, key, added):
    def work(batches):
        waiting = collections.deque()

        def lines():
            for batch in filter(len, batches):
                waiting.append(batch)
                yield from batch.column(column).to_pylist()

        results = answers(command, key, lines())
        for first in results:
            batch = waiting.popleft()
            found = [first, *itertools.islice(results, len(batch) - 1)]
            for name, kind in added.items():
                batch = batch.append_column(name, pyarrow.array([answer.get(name) for answer in found], kind))
            yield batch

    if not isinstance(frame.schema[column].dataType, StringType):
        raise ValueError(f"the column {column} must have strings")
    schema = StructType(list(frame.schema))
    for name, kind in added.items():
        if name in frame.columns:
            raise ValueError(f"there is a column {name} already; drop or rename it")
        schema.add(name, kind)
    return frame.mapInArrow(work, schema)
