import Commands
import Glibc

// Not exit(): everything is written and every secret wiped by now, and taking libcrypto apart takes a while.
_exit(Program.run().rawValue)
