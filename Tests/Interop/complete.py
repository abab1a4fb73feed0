"""Types lines at an interactive bash or zsh, each with the key behind it that puts in every completion there is, and
shows what the line has become.

    python3 complete.py bash|zsh SETUP << END
    LINE⇥
    END

SETUP is what the shell reads first. The prompt and what the shell does on the screen are nobody's business here: the
line is finished by Return, with a function in front of it that writes its arguments to a file.
"""

import os
import pty
import select
import sys
import tempfile
import time

KEY = {"bash": b"\x1b*", "zsh": b"\x18a"}
SHELL = {"bash": ["bash", "--norc", "--noprofile", "-i"], "zsh": ["zsh", "-f", "-i"]}
ALL_MATCHES = r"""
autoload -Uz compinit && compinit -u -D
bindkey -e
zle -C all-matches complete-word _generic
bindkey '^Xa' all-matches
zstyle ':completion:all-matches:*' completer _all_matches _complete
zstyle ':completion:all-matches:*' insert yes
setopt no_beep no_nomatch
"""
DEADLINE = time.monotonic() + 60


def main():
    name, setup = sys.argv[1:]
    folder = tempfile.mkdtemp()
    answers = folder + "/answers"
    with open(folder + "/setup", "w") as file:
        file.write("PS1='ready> '\nshow() { echo \"$*\" >> %s; }\n%s\n" % (answers, setup))
        if name == "zsh":
            file.write(ALL_MATCHES)
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="dumb", HISTFILE="")
        os.execvp(name, SHELL[name])
    screen = b""

    def wait(condition):
        nonlocal screen
        while not condition():
            if time.monotonic() > DEADLINE:
                sys.exit("complete.py: waited for too long; seen so far: %r" % screen)
            if select.select([terminal], [], [], 0.02)[0]:
                screen += os.read(terminal, 4096)

    def answer():
        return open(answers).read().split("\n")[:-1] if os.path.exists(answers) else []

    os.write(terminal, b". %s/setup; show\r" % folder.encode())
    wait(lambda: len(answer()) == 1)
    for number, line in enumerate(sys.stdin, 2):
        os.write(terminal, line.rstrip("⇥\n").encode() + KEY[name] + b"\x01show \r")
        wait(lambda: len(answer()) == number)
        print(answer()[-1].rstrip())


main()
