import Commands
import Glibc
import System

let status = Program.run()
ProcessSetup.wipeStack()
// Not exit(): everything is written and every secret wiped by now, and taking libcrypto apart takes a while.
_exit(status.rawValue)
