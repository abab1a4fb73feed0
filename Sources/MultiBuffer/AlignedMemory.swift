/// Memory without secrets that C code works in. It begins on a cache line, and is zero.
final class AlignedMemory: @unchecked Sendable {
    private let base: UnsafeMutableRawPointer

    init(count: Int) {
        unsafe base = .allocate(byteCount: count, alignment: 64)
        unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    }

    deinit { unsafe base.deallocate() }

    /// As C has it that knows what is inside.
    var pointer: OpaquePointer { unsafe OpaquePointer(base) }
}
