import Affinity

/// Processors that this process and what it starts may run on.
struct Cores {
    let numbers: [Int]

    /// As many as Linux has room for in a fixed-size set (sched_setaffinity(2)).
    private static let mostBytes = 1024 / 8

    var count: Int { numbers.count }

    /// The last one alone: interrupts tend to meet the first.
    var one: Cores { Cores(numbers: numbers.suffix(1)) }

    var two: Cores { Cores(numbers: numbers.suffix(2)) }

    static func available() -> Cores {
        var bits = [UInt8](repeating: 0, count: mostBytes)
        guard affinity_get(&bits, bits.count) == 0 else { return Cores(numbers: [0]) }
        return Cores(numbers: (0..<bits.count * 8).filter { bits[$0 / 8] >> ($0 % 8) & 1 == 1 })
    }

    /// Runs `body` on these; the processes and threads that it starts stay there.
    func run<Result>(_ body: () throws -> Result) throws -> Result {
        let before = Cores.available()
        try bind()
        defer { try? before.bind() }
        return try body()
    }

    private func bind() throws {
        var bits = [UInt8](repeating: 0, count: Cores.mostBytes)
        for number in numbers { bits[number / 8] |= 1 << (number % 8) }
        guard affinity_set(bits, bits.count) == 0 else {
            throw Failure("cannot choose the processors to run on")
        }
    }
}
