internal import Glibc

/// Memory for secrets that C code works in: kept out of swap where the limits of the process allow it, out of
/// core dumps, and wiped when let go of. It begins on a page, and is zero.
final class LockedMemory: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    /// In bytes.
    let count: Int

    /// - Returns: nil where the system has no memory left.
    init?(count: Int) {
        let base = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let base = unsafe base, unsafe base != MAP_FAILED else { return nil }
        unsafe mlock(base, count)
        unsafe madvise(base, count, MADV_DONTDUMP)
        unsafe self.base = unsafe base
        self.count = count
    }

    func wipe() { unsafe explicit_bzero(base, count) }

    deinit {
        wipe()
        unsafe munmap(base, count)
    }

    /// As C has it that knows what is inside.
    var pointer: OpaquePointer { unsafe OpaquePointer(base) }
}
