"""Runs a command on a terminal of its own and answers its prompts.

    python3 terminal.py COMMAND… << END
    PROMPT => ANSWER
    END

An answer is typed with a return behind it; ^C, ^D, ^M, ^Z and ^\\ alone are that key, SIGTERM is sent to the command.
Shown are whether the terminal echoed when an answer was typed, its lines behind a bar, how the command ended, and
what `stty` says of the echo then.
"""

import os
import select
import signal
import subprocess
import sys
import termios
import time

DEADLINE = time.monotonic() + 30
KEYS = {"^C": b"\x03", "^D": b"\x04", "^\\": b"\x1c", "^Z": b"\x1a", "^M": b"\r"}


def start(arguments, terminal):
    child = os.fork()
    if child == 0:
        os.setsid()
        os.close(os.open(os.ttyname(terminal), os.O_RDWR))  # The first terminal a session opens is its own.
        for stream in range(3):
            os.dup2(terminal, stream)
        os.execvp(arguments[0], arguments)
    return child


def main():
    dialogue = [line.rstrip("\n").split(" => ") for line in sys.stdin]
    screen, terminal = os.openpty()
    child = start(sys.argv[1:], terminal)
    seen = b""
    shown = 0
    status = None
    while status is None or select.select([screen], [], [], 0)[0]:
        if time.monotonic() > DEADLINE:
            os.kill(child, signal.SIGKILL)
            sys.exit("terminal.py: waited for too long; seen so far: %r" % seen)
        if select.select([screen], [], [], 0.01)[0]:
            seen += os.read(screen, 4096)
        elif status is None:
            pid, result = os.waitpid(child, os.WNOHANG)
            status = result if pid else None
        if dialogue and seen[shown:].endswith(dialogue[0][0].encode()):
            prompt, answer = dialogue.pop(0)
            shown = len(seen)
            echo = termios.tcgetattr(terminal)[3] & termios.ECHO
            print("answering %r: echo is %s" % (prompt, "on" if echo else "off"))
            if answer == "SIGTERM":
                os.kill(child, signal.SIGTERM)
            else:
                os.write(screen, KEYS.get(answer) or answer.encode() + b"\r")
    for line in seen.decode().splitlines():
        print("|" + line.rstrip())
    code = os.waitstatus_to_exitcode(status)
    print("ended by %s" % signal.Signals(-code).name if code < 0 else "exit status %d" % code)
    settings = subprocess.run(["stty", "-a"], stdin=terminal, capture_output=True, text=True).stdout.split()
    print("stty: %s" % next(word for word in settings if word in ("echo", "-echo")))


main()
