/// Memory for C code, without secrets. It is aligned to a cache line and initialised to zero.
final class AlignedMemory: @unchecked Sendable {
    private let base: UnsafeMutableRawPointer

    init(count: Int) {
        unsafe base = .allocate(byteCount: count, alignment: 64)
        unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    }

    deinit { unsafe base.deallocate() }

    /// The same memory with the opaque type of the C interface.
    var pointer: OpaquePointer { unsafe OpaquePointer(base) }
}
