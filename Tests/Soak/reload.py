#!/usr/bin/env python3
"""Swaps a trust file under a batch that verifies records.

    reload.py [--records N] [--reloads N] [--engine ENGINE] [--jobs N]

signet (from PATH) runs as a co-process with --trust-file and --reload. Records flow without a pause while the file is
replaced again and again, by good files and bad ones, each time followed by a SIGHUP. Every record must come back, in
order, with the verdict of one whole set of keys: of the old one until the signal, of the new one once signet has said
that the keys were read again. Between the two either is right, but with one job never the old one after the new one.
Nothing depends on the speed of the machine. The status is 1 if something does not hold.
"""
import argparse, itertools, json, os, pathlib, signal, subprocess, sys, tempfile, threading

options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
options.add_argument("--records", type=int, default=200_000)
options.add_argument("--reloads", type=int, default=100)
options.add_argument("--engine", default="auto")
options.add_argument("--jobs", type=int, default=2)
options = options.parse_args()

GENERATIONS, ISSUERS, TOKENS = 4, ["https://a.example", "https://b.example"], 16
folder = tempfile.TemporaryDirectory()
os.chdir(folder.name)


def fail(message):
    print("soak:", message, file=sys.stderr, flush=True)
    os._exit(1)


# Each generation is a key for each issuer, and tokens of theirs. The lines of all of them are mixed, so that a set that
# is half old and half new shows within a few lines.
def make_keys():
    rounds = []
    for generation, (name, issuer) in itertools.product(range(GENERATIONS), zip("ab", ISSUERS)):
        key = f"{name}{generation}"
        subprocess.run(["signet", "keygen", "--type", "ec", "--out", key, "--public-out", key + ".pub"], check=True)
        claims = "".join(json.dumps({"iss": issuer, "n": n}) + "\n" for n in range(TOKENS))
        signed = subprocess.run(["signet", "jwt", "sign", "--batch", "--key", key], input=claims.encode(),
                                stdout=subprocess.PIPE, check=True)
        rounds.append([(generation, token) for token in signed.stdout.split()])
    return [entry for group in zip(*rounds) for entry in group]


def good(generation):
    return "".join(f"{issuer}={name}{generation}.pub\n" for name, issuer in zip("ab", ISSUERS))


def replace(text):
    """Puts a new trust file in the place of the old one; None removes it."""
    if text is None:
        os.unlink("trust")
        return
    pathlib.Path("next").write_text(text)
    os.rename("next", "trust")


def bad(number, generation):
    files = [
        good(generation) + "no equals sign\n",
        good(generation) + "https://c.example=missing.pub\n",
        good(generation) + "https://c.example=garbage\n",
        good(generation) + good(generation),
        good(generation)[:-7],
        "",
        None,
    ]
    return files[number % len(files)]


class Records:
    """What goes to signet, and what must come back."""

    def __init__(self, process, lines):
        self.process, self.lines = process, lines
        self.changed = threading.Condition()
        self.written = self.answered = self.invalid = 0
        # How far the writer may go before the next reload.
        self.limit = 0
        self.is_reloading = False
        # For each set: how many records were answered before it can have been read, how many were written when it had
        # been read, and its generation.
        self.sets = [(0, 0, 0)]
        self.current = 0

    def write(self):
        with self.process.stdin as stream:
            while True:
                with self.changed:
                    self.changed.wait_for(lambda: self.is_reloading or self.written < self.limit or self.limit < 0)
                    if self.limit < 0 and not self.is_reloading:
                        return
                    first, self.written = self.written, self.written + 64
                    if self.written > self.limit + 1_000_000 and self.limit >= 0:
                        fail("a signal had no effect under a million records")
                stream.write(b"".join(
                    b'{"id":%d,"t":"%s"}\n' % (n, self.lines[n % len(self.lines)][1]) for n in range(first, first + 64)))
                stream.flush()

    def read(self):
        for number, answer in enumerate(self.process.stdout):
            generation, token = self.lines[number % len(self.lines)]
            start = b'{"id":%d,"t":"%s","result":{"valid":' % (number, token)
            if not answer.startswith(start):
                fail(f"record {number} came back as {answer[:200]}")
            is_valid = answer[len(start):].startswith(b"true")
            if not is_valid and b'"reason":"signature"' not in answer:
                fail(f"record {number}: {answer}")
            with self.changed:
                self.check(number, generation, is_valid)
                self.answered += 1
                self.invalid += not is_valid
                if self.answered >= self.limit:
                    self.changed.notify_all()

    def check(self, number, generation, is_valid):
        """One of the sets that the record can have met must give the verdict."""
        sets = self.sets
        while self.current + 1 < len(sets) and sets[self.current + 1][1] is not None and number >= sets[self.current + 1][1]:
            self.current += 1
        for place in range(self.current, len(sets)):
            if number < sets[place][0]:
                break
            if is_valid == (generation == sets[place][2]):
                if options.jobs == 1:
                    self.current = place
                return
        fail(f"record {number}: valid is {is_valid} for a token of set {generation}; the sets are {sets[self.current:]}")

    def reload(self, generation):
        """Sends the signal, and waits until signet says what came of it, while records flow."""
        with self.changed:
            if generation is not None:
                self.sets.append((self.answered, None, generation))
            self.is_reloading = True
            self.changed.notify_all()
        self.process.send_signal(signal.SIGHUP)
        said = self.process.stderr.readline().decode()
        expected = "signet: note: the keys were read again\n" if generation is not None else "signet: warning: the old keys stay: "
        if not said.startswith(expected):
            fail(f"expected {expected!r}, found {said!r}")
        with self.changed:
            self.is_reloading = False
            if generation is not None:
                self.sets[-1] = (self.sets[-1][0], self.written, generation)


def resident(process):
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


lines = make_keys()
pathlib.Path("garbage").write_text("garbage")
replace(good(0))
process = subprocess.Popen(
    ["signet", "jwt", "verify", "--batch", "--reload", "--field", "t", "--trust-file", "trust", "--jobs",
     str(options.jobs), "--engine", options.engine],
    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
records = Records(process, lines)
threads = [threading.Thread(target=records.write), threading.Thread(target=records.read)]
for thread in threads:
    thread.start()

generation, bad_files, memory = 0, 0, []
for number in range(options.reloads):
    with records.changed:
        records.limit = (number + 1) * options.records // options.reloads
        records.changed.notify_all()
        records.changed.wait_for(lambda: records.answered >= records.limit)
    if number % 3 == 2:
        replace(bad(bad_files, (generation + 1) % GENERATIONS))
        bad_files += 1
        records.reload(None)
        replace(good(generation))
    else:
        generation = (generation + 1) % GENERATIONS
        replace(good(generation))
        records.reload(generation)
    memory.append(resident(process))
with records.changed:
    records.limit = -1
    records.changed.notify_all()
last = process.stderr.read().decode()
for thread in threads:
    thread.join()
process.wait()
if records.answered != records.written:
    fail(f"{records.written} records were written, and {records.answered} came back")
if process.returncode != 1 or not last.startswith(f"signet: error: {records.invalid:,} of {records.written:,} tokens are not valid"):
    fail(f"status {process.returncode}, {last!r}, and {records.invalid} of {records.written} are not valid")
# The first tenth fills the caches.
early, late = max(memory[: len(memory) // 10 + 1]), max(memory)
if late > early + 8192:
    fail(f"memory grew from {early} KiB to {late} KiB")
print(f"{options.reloads} reloads, {bad_files} of them bad, under at least {options.records} records: every one came back")
print(f"{records.written} records; {early} KiB after a tenth, {late} KiB at most", file=sys.stderr)
