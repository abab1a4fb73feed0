"""Runs a command on a terminal of its own and prints what it writes there.

    python3 screen.py COLUMNS LINES COMMAND…
"""

import fcntl
import os
import pty
import struct
import sys
import termios

columns, lines = int(sys.argv[1]), int(sys.argv[2])
child, screen = pty.fork()
if child == 0:
    # The size is set from here, before the command can ask for it.
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    os.execvp(sys.argv[3], sys.argv[3:])
output = b""
while True:
    try:
        piece = os.read(screen, 65536)
    except OSError:  # The other end is closed.
        break
    if not piece:
        break
    output += piece
sys.stdout.buffer.write(output.replace(b"\r\n", b"\n"))
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
