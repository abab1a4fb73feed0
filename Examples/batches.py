"""Sign or verify batches of records with a signet process that stays: what the examples of Ray, Dask and Beam share.

    with Batches("sign", "key.pem", "--iat=@1767225600", "--exp=@1767312000") as sign:
        answers = sign(['{"sub":"alice"}', '{"sub":"bob"}'])
"""

import concurrent.futures, json, shutil, subprocess, sysconfig, tempfile

ADDED = {
    "sign": {"token": "string", "error": "string", "reason": "string"},
    "verify": {"valid": "bool", "reason": "string", "message": "string"},
}


def added(command, columns):
    """The names and types of the columns that a command adds to others. Raise an error if one is there already."""
    for name in ADDED[command]:
        if name in columns:
            raise ValueError(f"there is a column {name} already; drop or rename it")
    return ADDED[command]


class Batches:
    """Calls must not overlap. After an error, the process has ended."""

    def __init__(self, command, key, *flags):
        # pip installs signet beside the worker's Python. This folder may not be in PATH.
        program = shutil.which("signet", path=sysconfig.get_path("scripts")) or "signet"
        arguments = [program, "jwt", command, "--batch", "--json", "--keep-going", "--jobs=1", "--key", key, *flags]
        self._errors, self._thread = tempfile.TemporaryFile(), concurrent.futures.ThreadPoolExecutor(1)
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(arguments, stdin=pipe, stdout=pipe, stderr=self._errors)

    def __call__(self, lines):
        """Return signet's answer to each line, in order, as dictionaries. Raise an error unless all are there."""
        lines = [_line(line) for line in lines]
        writing, answers = self._thread.submit(self._write, lines), []
        for _ in lines:
            answer = self._process.stdout.readline()
            if not answer.endswith(b"\n"):
                self._process.kill()
                status = self._process.wait()
                self._errors.seek(0)
                message = self._errors.read(10_000).decode(errors="replace")
                raise RuntimeError(f"signet ended with status {status}: {message}")
            answers.append(json.loads(answer))
        writing.result()
        return answers

    def _write(self, lines):
        self._process.stdin.writelines(lines)
        self._process.stdin.flush()

    def close(self):
        self._process.kill()  # All answers are there.
        self._process.communicate()
        self._thread.shutdown()
        self._errors.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def _line(text):
    """A null becomes an empty line, which signet refuses. JSON reads CR as it reads LF."""
    return (text or "").strip(" \t\r\n").replace("\n", "\r").encode(errors="surrogatepass") + b"\n"
