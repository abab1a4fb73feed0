import CMultiBuffer
import Glibc
import Testing

@testable import MultiBuffer
@testable import OpenSSL

/// How many times `make engine CHECK=timing` measures for each pair of classes; nil where nobody asked.
private let measurements = getenv("SIGNET_TIMING").flatMap { Int(String(cString: $0)) }

/// Whether the time that a signature takes says anything of the key or of the message, by the method of dudect
/// (Reparaz, Balasch, Verbauwhede, "Dude, is my code constant time?", 2017): two classes of input, drawn at random
/// one after another, and Welch's t-test on the times of both, also with the slowest measurements left out. Where
/// |t| stays below 4.5, nothing was found; with more measurements, it would grow if there were something.
@Suite(
    "The time of a signature",
    .enabled(
        if: MultiBuffer.kernel == .ifma && measurements != nil, "this is what make engine CHECK=timing is for"
    ),
    .serialized)
struct TimingTests {
    /// A prepared key and eight messages, copied to the same place before each measurement.
    private struct Input {
        let key: MultiBufferPrivateKey
        let messages: [UInt8]
    }

    private static let threshold = 4.5

    private static func random(_ size: Int) throws -> [UInt8] {
        try (0..<8).flatMap { _ in [0] + (try Random.bytes(size / 8 - 1)) }
    }

    private static func prepared(_ key: PrivateKey) throws -> MultiBufferPrivateKey {
        try #require(try MultiBufferPrivateKey.make(key))
    }

    @Test("One key or many keys", arguments: sizes)
    func keys(size: Int) throws {
        var primes: [Secret] = []
        for _ in 0..<4 {
            let factors = try PrivateKey.generate(.rsa(bits: size)).factors()
            primes += [factors.p, factors.q]
        }
        let keys = try primes.indices.dropFirst().map { index in
            try Self.prepared(
                PrivateKey(p: BigNumber(bigEndian: primes[0]), q: BigNumber(bigEndian: primes[index])))
        }
        let messages = try Self.random(size)
        let t = try greatestT(size) { isFirst in
            Input(key: isFirst ? keys[0] : keys[Int.random(in: 1..<keys.count)], messages: messages)
        }
        #expect(t < Self.threshold)
    }

    @Test("Exponents that begin with zeros or do not", arguments: sizes)
    func exponents(size: Int) throws {
        let short = try Self.prepared(fixture("\(size).short-exponents"))
        let other = try Self.prepared(fixture("\(size)"))
        let messages = try Self.random(size)
        let t = try greatestT(size) { Input(key: $0 ? short : other, messages: messages) }
        #expect(t < Self.threshold)
    }

    @Test("One message or many messages", arguments: sizes)
    func messages(size: Int) throws {
        let key = try Self.prepared(fixture("\(size)"))
        let first = try Self.random(size)
        let t = try greatestT(size) { isFirst in
            // Drawn for both classes, so that only what is signed differs.
            let other = try! Self.random(size)
            return Input(key: key, messages: isFirst ? first : other)
        }
        #expect(t < Self.threshold)
    }

    @Test("Messages of one bit, or random ones", arguments: sizes)
    func oneBit(size: Int) throws {
        let key = try Self.prepared(fixture("\(size)"))
        let ones = (0..<size).map { UInt8(($0 + 1) % (size / 8) == 0 ? 1 : 0) }
        let t = try greatestT(size) { isFirst in
            let other = try! Self.random(size)
            return Input(key: key, messages: isFirst ? ones : other)
        }
        #expect(t < Self.threshold)
    }

    /// What the others would look like if there were something to be found.
    @Test("A delay of a five-hundredth is found", arguments: sizes)
    func delay(size: Int) throws {
        let key = try Self.prepared(fixture("\(size)"))
        let messages = try Self.random(size)
        let input = Input(key: key, messages: messages)
        let t = try greatestT(size, delayOfFirst: 1.0 / 500) { _ in input }
        #expect(t > Self.threshold)
    }

    /// The greatest |t| of all cuts.
    private func greatestT(
        _ size: Int, delayOfFirst: Double = 0, _ input: (_ isFirst: Bool) -> Input
    ) throws -> Double {
        let key = try LockedMemory(count: mb_private_key_size())
        let scratch = try LockedMemory(count: mb_scratch_size())
        var messages = [UInt8](repeating: 0, count: size)
        var signatures = messages
        var first: [Double] = []
        var second: [Double] = []
        // So that all sizes take about as long together.
        let count = (measurements ?? 0) * 2048 / size * 2048 / size
        for _ in 0..<count {
            let isFirst = Bool.random()
            let input = input(isFirst)
            key.base.copyMemory(from: input.key.memory.base, byteCount: key.count)
            for index in input.messages.indices { messages[index] = input.messages[index] }
            let start = now()
            _ = mb_sign(
                key.pointer, input.key.publicKey.pointer, scratch.pointer, messages, &signatures)
            if isFirst, delayOfFirst > 0 {
                let end = now()
                while now() - end < (end - start) * delayOfFirst {}
            }
            let time = now() - start
            if isFirst { first.append(time) } else { second.append(time) }
        }
        return greatestCut(first, second, "RSA-\(size)")
    }
}

/// The greatest |t| of all cuts.
private func greatestCut(_ first: [Double], _ second: [Double], _ what: String) -> Double {
    let sorted = (first + second).sorted()
    var greatest = 0.0
    for kept in [0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 1] {
        let limit = sorted[Int(Double(sorted.count - 1) * kept)]
        greatest = max(greatest, abs(welch(first.filter { $0 <= limit }, second.filter { $0 <= limit })))
    }
    let median = sorted[sorted.count / 2] * 1e6
    print(
        "\(what): \(sorted.count) measurements, median \(Int(median)) microseconds, greatest |t| \(greatest)")
    return greatest
}

private func welch(_ first: [Double], _ second: [Double]) -> Double {
    func moments(_ times: [Double]) -> (mean: Double, error: Double) {
        let mean = times.reduce(0, +) / Double(times.count)
        let squares = times.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (mean, squares / Double(times.count - 1) / Double(times.count))
    }
    let (a, b) = (moments(first), moments(second))
    return (a.mean - b.mean) / (a.error + b.error).squareRoot()
}

/// Seconds that the processor has worked for this thread: what others do is not measured.
private func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The same for signatures on curves, with classes of keys and of nonces.
@Suite(
    "The time of a signature on a curve",
    .enabled(if: measurements != nil, "this is what make engine CHECK=timing is for"),
    .serialized)
struct CurveTimingTests {
    private struct Input {
        let key: LockedMemory
        let nonces: [UInt8]
    }

    private static let threshold = 4.5

    private static func key(
        _ curve: Curve, _ kernel: MultiBuffer.Kernel, _ scalar: [UInt8]
    ) throws -> LockedMemory {
        try CurveEngine(curve, kernel, scalar: scalar).key
    }

    private static func scalar(_ curve: Curve) throws -> [UInt8] {
        [0] + (try Random.bytes(curve.byteCount - 2))
    }

    private static func nonces(_ curve: Curve) throws -> [UInt8] {
        try Random.bytes(8 * curve.sizes(.portable).nonce)
    }

    /// Drawn and copied for both classes, so that only what is signed differs.
    private static func nonces(_ curve: Curve, or given: [UInt8], _ isGiven: Bool) throws -> [UInt8] {
        var nonces = try Self.nonces(curve)
        let mask: UInt8 = isGiven ? 0xFF : 0
        for index in nonces.indices { nonces[index] ^= mask & (nonces[index] ^ given[index]) }
        return nonces
    }

    @Test("One key or many keys", arguments: curves, kernels)
    func keys(curve: Curve, kernel: MultiBuffer.Kernel) throws {
        // Both classes are drawn from as many places in memory, so that only the keys differ.
        let scalar = try Self.scalar(curve)
        let one = try (0..<16).map { _ in try Self.key(curve, kernel, scalar) }
        let many = try (0..<16).map { _ in try Self.key(curve, kernel, Self.scalar(curve)) }
        let nonces = try Self.nonces(curve)
        let t = try measure(curve, kernel) { isFirst in
            let place = Int.random(in: 0..<16)
            return Input(key: isFirst ? one[place] : many[place], nonces: nonces)
        }
        #expect(t < Self.threshold)
    }

    @Test("Keys of a few bits or of many", arguments: curves, kernels)
    func shortKeys(curve: Curve, kernel: MultiBuffer.Kernel) throws {
        let (short, long) = (
            try Self.key(curve, kernel, [3]), try Self.key(curve, kernel, Self.scalar(curve))
        )
        let nonces = try Self.nonces(curve)
        let t = try measure(curve, kernel) { Input(key: $0 ? short : long, nonces: nonces) }
        #expect(t < Self.threshold)
    }

    @Test("One nonce or many nonces", arguments: curves, kernels)
    func nonces(curve: Curve, kernel: MultiBuffer.Kernel) throws {
        let key = try Self.key(curve, kernel, Self.scalar(curve))
        let first = try Self.nonces(curve)
        let t = try measure(curve, kernel) { isFirst in
            Input(key: key, nonces: try! Self.nonces(curve, or: first, isFirst))
        }
        #expect(t < Self.threshold)
    }

    @Test("Nonces of a few bits or of many", arguments: curves, kernels)
    func shortNonces(curve: Curve, kernel: MultiBuffer.Kernel) throws {
        let key = try Self.key(curve, kernel, Self.scalar(curve))
        let short = (0..<8).flatMap { padded([UInt8($0 + 1)], curve.sizes(.portable).nonce) }
        let t = try measure(curve, kernel) { isFirst in
            Input(key: key, nonces: try! Self.nonces(curve, or: short, isFirst))
        }
        #expect(t < Self.threshold)
    }

    /// What the others would look like if there were something to be found.
    @Test("A delay of a five-hundredth is found", arguments: curves, kernels)
    func delay(curve: Curve, kernel: MultiBuffer.Kernel) throws {
        let key = try Self.key(curve, kernel, Self.scalar(curve))
        let nonces = try Self.nonces(curve)
        let t = try measure(curve, kernel, delayOfFirst: 1.0 / 500) { _ in Input(key: key, nonces: nonces) }
        #expect(t > Self.threshold)
    }

    private func measure(
        _ curve: Curve, _ kernel: MultiBuffer.Kernel, delayOfFirst: Double = 0,
        _ input: (_ isFirst: Bool) -> Input
    ) throws -> Double {
        let engine = MultiBufferCurve.of(curve, kernel)
        let key = try LockedMemory(count: engine.sizes.key)
        let scratch = try LockedMemory(count: engine.sizes.scratch)
        var nonces = [UInt8](repeating: 0, count: 8 * engine.sizes.nonce)
        let digests = [UInt8](repeating: 0x5A, count: 8 * engine.sizes.digest)
        var signatures = [UInt8](repeating: 0, count: 16 * curve.byteCount)
        var first: [Double] = []
        var second: [Double] = []
        for _ in 0..<(measurements ?? 0) {
            let isFirst = Bool.random()
            let input = input(isFirst)
            key.base.copyMemory(from: input.key.base, byteCount: key.count)
            for index in nonces.indices { nonces[index] = input.nonces[index] }
            let start = now()
            _ = mb_ecdsa_sign(
                engine.pointer, key.pointer, scratch.pointer, 8, nonces, digests, &signatures)
            if isFirst, delayOfFirst > 0 {
                let end = now()
                while now() - end < (end - start) * delayOfFirst {}
            }
            let time = now() - start
            if isFirst { first.append(time) } else { second.append(time) }
        }
        return greatestCut(first, second, "\(curve.rawValue), \(kernel)")
    }
}
