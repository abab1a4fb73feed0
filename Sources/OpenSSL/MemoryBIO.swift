internal import COpenSSL
import Glibc

/// A BIO over memory. Its contents are wiped when it is freed (`BUF_MEM_free` clears them).
struct MemoryBIO: ~Copyable {
    let pointer: OpaquePointer

    /// An empty BIO to write to.
    static func empty() throws(OpenSSLError) -> MemoryBIO {
        unsafe MemoryBIO(adopting: try check(BIO_new(BIO_s_mem()), "BIO_new"))
    }

    private init(adopting pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }

    deinit { unsafe BIO_free(pointer) }

    /// Calls `body` with a BIO that reads `bytes` without copying them.
    static func reading<Result, Failure>(
        _ bytes: Span<UInt8>, _ body: (borrowing MemoryBIO) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(Failure) in
            // BIO_new_mem_buf rejects a null pointer but accepts an empty text.
            var nothing: UInt8 = 0
            return try unsafe withUnsafePointer(to: &nothing) { (nothing) throws(Failure) in
                let start = unsafe buffer.baseAddress ?? nothing
                guard let pointer = unsafe BIO_new_mem_buf(start, Int32(buffer.count)) else {
                    // malloc has set errno to ENOMEM, so that the crash is reported as a lack of memory, not as a bug.
                    abort()
                }
                return try unsafe body(MemoryBIO(adopting: pointer))
            }
        }
    }

    /// What has been written so far.
    borrowing func secret() -> Secret {
        var data: UnsafeMutablePointer<CChar>?
        let count = unsafe signet_BIO_mem_data(pointer, &data)
        guard let data = unsafe data, count > 0 else { return Secret(SecretBuffer(capacity: 0)) }
        return unsafe data.withMemoryRebound(to: UInt8.self, capacity: count) {
            unsafe Secret(copying: Span(_unsafeStart: UnsafePointer($0), count: count))
        }
    }
}
