import Glibc
import Synchronization
import System
import Testing

@Suite("Threads, signals and the environment")
struct ProcessTests {
    @Test("Each thread runs once with its own number, and all are waited for", arguments: [1, 2, 7, 40])
    func threads(count: Int) {
        let numbers = Mutex<[Int]>([])
        let threads = Mutex<Set<UInt>>([])
        withThreads(count) { number in
            numbers.withLock { $0.append(number) }
            _ = threads.withLock { $0.insert(UInt(pthread_self())) }
            // Long enough for all to be there at once: a thread that is gone may lend its name to the next.
            while numbers.withLock(\.count) < count { sched_yield() }
        }
        #expect(numbers.withLock { $0.sorted() } == Array(0..<count))
        #expect(threads.withLock(\.count) == count)
    }

    @Test("Without a number of threads the work is done on the calling one", arguments: [0, -1])
    func noThreads(count: Int) {
        let numbers = Mutex<[Int]>([])
        withThreads(count) { number in numbers.withLock { $0.append(number) } }
        #expect(numbers.withLock { $0 } == [0])
    }

    @Test("There is a processor") func processors() { #expect(availableProcessors() >= 1) }

    private func isBlocked(_ number: Int32) -> Bool {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        return sigismember(&mask, number) == 1
    }

    @Test("The signals that end a process wait while they are held, and no longer")
    func holdsSignals() {
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] {
            let before = isBlocked(number)
            do {
                let held = HeldSignals()
                #expect(isBlocked(number))
                _ = consume held
            }
            #expect(isBlocked(number) == before)
        }
    }

    @Test("The arguments are those of the process, in their order, without its name")
    func arguments() throws {
        #expect(programArguments() == CommandLine.arguments.dropFirst().map(Optional.some))
    }

    @Test("A variable's value is handed over, an empty one too, and one that is not set is nil")
    func environment() {
        setenv("SIGNET_TEST_VALUE", "grüße", 1)
        setenv("SIGNET_TEST_EMPTY", "", 1)
        #expect(Environment.withValue("SIGNET_TEST_VALUE") { Array($0) } == Array("grüße".utf8))
        #expect(Environment.withValue("SIGNET_TEST_EMPTY") { Array($0) } == [])
        #expect(Environment.withValue("SIGNET_TEST_ABSENT") { Array($0) } == nil)
    }

    @Test("A stream that is no terminal has no columns")
    func columns() {
        let number = open("/dev/null", O_RDONLY)
        defer { close(number) }
        #expect(Terminal.columns(of: number) == nil)
    }
}
