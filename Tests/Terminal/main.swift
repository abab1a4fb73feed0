// Runs a command on a terminal of its own and answers its prompts.
//
//     at-terminal COMMAND… << END
//     PROMPT => ANSWER
//     END
//
// An answer is typed with a return behind it; ^C, ^D, ^M, ^Z and ^\ alone are that key, SIGTERM is sent to the command.
// Shown are whether the terminal echoed when an answer was typed, its lines behind a bar, how the command ended, and
// whether the terminal echoes then.

import Glibc

let keys: [String: UInt8] = ["^C": 0x03, "^D": 0x04, "^M": 0x0d, "^Z": 0x1a, "^\\": 0x1c]
let signals = [SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGTERM: "SIGTERM", SIGKILL: "SIGKILL"]

func fail(_ reason: String) -> Never {
    print("at-terminal: \(reason)")
    exit(1)
}

/// Starts a command in a session of its own. The first terminal that a session opens is the one that controls it.
func start(_ arguments: [String], on terminal: String) -> pid_t {
    // POSIX_SPAWN_SETSID, which spawn.h has for _GNU_SOURCE only; Swift imports it without.
    let startNewSession: Int16 = 0x80
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setflags(&attributes, startNewSession)
    var process: pid_t = 0
    let words = arguments.map { strdup($0) } + [nil]
    let error = posix_spawnp(&process, arguments[0], &actions, &attributes, words, environ)
    guard error == 0 else { fail("\(arguments[0]): \(String(cString: strerror(error)))") }
    return process
}

func echoes(_ terminal: Int32) -> Bool {
    var settings = termios()
    guard tcgetattr(terminal, &settings) == 0 else { fail("the terminal has no settings") }
    return settings.c_lflag & tcflag_t(ECHO) != 0
}

func hasOutput(_ screen: Int32, waiting milliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: screen, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, milliseconds) > 0
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard !arguments.isEmpty else { fail("expected a command") }
var dialogue: [(prompt: [UInt8], answer: String)] = []
while let line = readLine() {
    let arrow = " => "
    guard let place = line.indices.first(where: { line[$0...].hasPrefix(arrow) }) else {
        fail("expected PROMPT => ANSWER: \(line)")
    }
    dialogue.append((Array(line[..<place].utf8), String(line[place...].dropFirst(arrow.count))))
}

// posix_openpt, unlockpt and ptsname, which Swift does not import.
let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)  // TIOCSPTLCK, TIOCGPTN
let screen = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
var (lock, number): (Int32, Int32) = (0, 0)
guard screen >= 0, ioctl(screen, setLock, &lock) == 0, ioctl(screen, getNumber, &number) == 0 else {
    fail("there is no terminal to be had")
}
let path = "/dev/pts/\(number)"
// Open here too, so that it lasts for longer than the command.
let terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
let process = start(arguments, on: path)

var seen: [UInt8] = []
var answered = 0
var status: Int32?
var roundsLeft = 3_000
while status == nil || hasOutput(screen, waiting: 0) {
    if hasOutput(screen, waiting: 10) {
        seen += [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
            count = max(0, read(screen, buffer.baseAddress, buffer.count))
        }
    } else {
        var ending: Int32 = 0
        if waitpid(process, &ending, WNOHANG) == process { status = ending }
        roundsLeft -= 1
        if roundsLeft == 0 {
            kill(process, SIGKILL)
            fail("waited for too long; seen so far: \(String(decoding: seen, as: UTF8.self))")
        }
    }
    if let next = dialogue.first, seen[answered...].reversed().starts(with: next.prompt.reversed()) {
        dialogue.removeFirst()
        answered = seen.count
        let prompt = String(decoding: next.prompt, as: UTF8.self)
        print("answering '\(prompt)': echo is \(echoes(terminal) ? "on" : "off")")
        if next.answer == "SIGTERM" {
            kill(process, SIGTERM)
        } else {
            let bytes = keys[next.answer].map { [$0] } ?? Array(next.answer.utf8) + [0x0d]
            guard write(screen, bytes, bytes.count) == bytes.count else { fail("cannot type") }
        }
    }
}

if seen.last == UInt8(ascii: "\n") { seen.removeLast() }
for var line in seen.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
    while line.last == UInt8(ascii: "\r") || line.last == UInt8(ascii: " ") { line.removeLast() }
    print("|\(String(decoding: line, as: UTF8.self))")
}
let signal = status! & 0x7f
print(
    signal == 0 ? "exit status \((status! >> 8) & 0xff)" : "ended by \(signals[signal] ?? "signal \(signal)")"
)
print("the terminal \(echoes(terminal) ? "echoes" : "does not echo")")
