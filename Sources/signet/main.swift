import Commands
import Glibc

let status = Program.run()
// Not exit(): everything is written and every secret wiped by now, and taking libcrypto apart takes a while.
_exit(status.rawValue)
