import Glibc
import Synchronization
import Testing

@testable import System

@Suite struct ThreadStackTests {
    /// The C library keeps the stack of a thread that has ended. Another test may use it then, so its bytes are read by
    /// the kernel, which refuses what is not there any more.
    @Test func aThreadLeavesNothingOnItsStack() throws {
        let place = Atomic<UInt>(0)
        withThreads(1, { _ in place.store(fillStack(), ordering: .relaxed) }, meanwhile: {})
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { ends.forEach { close($0) } }
        var bytes = [UInt8](repeating: 0, count: 8192)
        let stack = UnsafeRawPointer(bitPattern: place.load(ordering: .relaxed))
        if write(ends[1], stack, bytes.count) == bytes.count { read(ends[0], &bytes, bytes.count) }
        #expect(!bytes.contains(sequence: [UInt8](repeating: pattern, count: 16)))
    }
}

private let pattern: UInt8 = 0xA7

/// Returns the address of bytes that are not used any more.
@inline(never) private func fillStack() -> UInt {
    var room = InlineArray<8192, UInt8>(repeating: pattern)
    return withUnsafeMutableBytes(of: &room) { UInt(bitPattern: $0.baseAddress) }
}

extension [UInt8] {
    fileprivate func contains(sequence: [UInt8]) -> Bool {
        indices.dropLast(sequence.count - 1).contains {
            self[$0..<$0 + sequence.count].elementsEqual(sequence)
        }
    }
}
