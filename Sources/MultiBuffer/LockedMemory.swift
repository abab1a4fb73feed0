internal import Glibc
internal import OpenSSL

/// Memory for secrets that C code processes. It is kept out of core dumps, and out of swap if the limits of the
/// process allow it. It is wiped when it is released. It begins on a page and is initialised to zero.
final class LockedMemory: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    /// In bytes.
    let count: Int

    init(count: Int) throws(OpenSSLError) {
        let base = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let base = unsafe base, unsafe base != MAP_FAILED else { throw .noMemory("mmap") }
        // Beyond the limits of the process, the memory is used unlocked. A crash with ENOMEM would be taken for a lack
        // of memory.
        if unsafe mlock(base, count) != 0 { errno = 0 }
        unsafe madvise(base, count, MADV_DONTDUMP)
        unsafe self.base = unsafe base
        self.count = count
    }

    func wipe() { unsafe explicit_bzero(base, count) }

    deinit {
        wipe()
        unsafe munmap(base, count)
    }

    /// The same memory with the opaque type of the C interface.
    var pointer: OpaquePointer { unsafe OpaquePointer(base) }
}
