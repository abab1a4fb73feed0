import Commands
import Glibc
import System

StandardStreams.prepare()
exit(Program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
