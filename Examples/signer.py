"""Sign JSON Web Tokens with one signet process that stays. Threads may share a Signer.

    with Signer("--key", "key.pem", "--exp", "15m") as signer:
        token = signer.sign({"sub": "alice"})
"""

import collections, concurrent.futures, contextlib, json, subprocess, threading


class SigningError(Exception):
    def __init__(self, message, reason):
        super().__init__(message)
        self.reason = reason


class Signer:
    def __init__(self, *flags):
        command = ["signet", "jwt", "sign", "--batch", "--json", "--keep-going", *flags]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._lock, self._waiting, self.has_ended = threading.Lock(), collections.deque(), False
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def sign(self, claims):
        return self.submit(claims).result()

    def submit(self, claims):
        """Begin to sign claims, or with --prototype a text. The future has the token, or a SigningError."""
        # A line break in a text would make two requests of it; a blank does not.
        text = claims.replace("\n", " ") if isinstance(claims, str) else json.dumps(claims, separators=(",", ":"))
        line, future = text.encode() + b"\n", concurrent.futures.Future()
        future.set_running_or_notify_cancel()  # Its answer comes, whether anybody waits or not.
        with self._lock:
            if self.has_ended:
                raise SigningError("signet has ended", "ended")
            try:
                self._waiting.append(future)
                self._process.stdin.write(line)
                self._process.stdin.flush()
            except OSError:
                pass  # signet has ended. The reader finds out.
            except BaseException:
                # An interruption, such as Ctrl-C, may have left a part of a line. No later answer could be trusted.
                self._process.kill()
                raise
        return future

    def _read(self):
        # A process that was killed may leave a part of a line.
        for line in iter(self._process.stdout.readline, b""):
            if not line.endswith(b"\n"):
                break
            answer, future = json.loads(line), self._waiting.popleft()
            if "token" in answer:
                future.set_result(answer["token"])
            else:
                future.set_exception(SigningError(answer["error"], answer["reason"]))
        with self._lock:
            self.has_ended = True
        for future in self._waiting:
            future.set_exception(SigningError("signet has ended", "ended"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with self._lock, contextlib.suppress(OSError):
            self._process.stdin.close()
        self._reader.join()
        self._process.wait()
