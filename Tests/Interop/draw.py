"""Draws what a terminal shows, light on dark, as an image (PGM): standard input to the file named.

    python3 draw.py FILE < SCREEN

Blocks are what they look like, control sequences of colours are obeyed as far as signet writes them, and every other
character is a grey cell.
"""

import re
import sys

CELL = 4
HALVES = {" ": (0, 0), "█": (255, 255), "▀": (255, 0), "▄": (0, 255)}

screen = sys.stdin.read().split("\n")
rows = []
for line in screen:
    text = re.sub(r"\x1b\[38;5;231;48;5;16m|\x1b\[0m", "", line)
    cells = [HALVES.get(character, (128, 128)) for character in text]
    rows.append([top for top, _ in cells])
    rows.append([bottom for _, bottom in cells])
width = max(map(len, rows))
with open(sys.argv[1], "wb") as image:
    image.write(b"P5 %d %d 255\n" % (width * CELL, len(rows) * CELL))
    for row in rows:
        line = bytes(value for module in row + [0] * (width - len(row)) for value in [module] * CELL)
        image.write(line * CELL)
