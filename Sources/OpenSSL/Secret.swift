internal import COpenSSL

/// Secret bytes, such as a key or a passphrase. They are wiped (`OPENSSL_cleanse`) when the object is freed.
///
/// This is a class, so that copying the reference does not copy the bytes. The bytes never change.
package final class Secret: @unchecked Sendable {
    private let base: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    /// In bytes.
    package let count: Int

    fileprivate init(adopting base: UnsafeMutablePointer<UInt8>, count: Int, capacity: Int) {
        unsafe self.base = unsafe base
        self.count = count
        self.capacity = capacity
    }

    /// Copies `bytes`. The caller must wipe the original.
    package convenience init(copying bytes: Span<UInt8>) {
        var buffer = SecretBuffer(capacity: bytes.count)
        buffer.append(bytes)
        self.init(consume buffer)
    }

    package convenience init(_ buffer: consuming SecretBuffer) {
        let (base, count, capacity) = unsafe buffer.release()
        unsafe self.init(adopting: base, count: count, capacity: capacity)
    }

    deinit { unsafe wipeAndFree(base, capacity) }

    package var isEmpty: Bool { count == 0 }

    package func withBytes<Result: ~Copyable, Failure>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(Span(_unsafeStart: UnsafePointer(base), count: count))
    }

    /// For C functions that distinguish a null pointer from an empty secret. The pointer is never null, even if the
    /// count is 0.
    func withPointer<Result>(_ body: (UnsafePointer<UInt8>, Int) -> Result) -> Result {
        unsafe body(UnsafePointer(base), count)
    }
}

/// A passphrase for libcrypto's functions; a null pointer means no passphrase.
func withCharacters<Result>(
    of passphrase: Secret?, _ body: (UnsafePointer<CChar>?, Int32) -> Result
) -> Result {
    guard let passphrase else { return body(nil, 0) }
    return unsafe passphrase.withPointer { start, count in
        unsafe start.withMemoryRebound(to: CChar.self, capacity: count) { unsafe body($0, Int32(count)) }
    }
}

/// A secret that is being assembled. Memory that it outgrows is wiped.
@usableFromInline
package struct SecretBuffer: ~Copyable {
    @usableFromInline var base: UnsafeMutablePointer<UInt8>
    /// In bytes.
    @usableFromInline package internal(set) var count = 0
    @usableFromInline var capacity: Int

    package init(capacity: Int = 256) {
        self.capacity = max(capacity, 16)
        unsafe base = .allocate(capacity: self.capacity)
        unsafe base.initialize(repeating: 0, count: self.capacity)
    }

    deinit { unsafe wipeAndFree(base, capacity) }

    package var last: UInt8? { count > 0 ? unsafe base[count - 1] : nil }

    @inlinable
    package mutating func append(_ bytes: Span<UInt8>) {
        reserve(bytes.count)
        unsafe bytes.withUnsafeBufferPointer { source in
            guard let start = source.baseAddress else { return }
            unsafe (base + count).update(from: start, count: source.count)
        }
        count += bytes.count
    }

    @inlinable
    package mutating func append(_ byte: UInt8) {
        reserve(1)
        unsafe base[count] = byte
        count += 1
    }

    package mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { unsafe append(Span(_unsafeElements: $0)) }
    }

    package mutating func append(_ secret: Secret) {
        secret.withBytes { append($0) }
    }

    /// Calls `body` to append at most `limit` bytes.
    ///
    /// - Parameter body: returns how many bytes it wrote.
    @inlinable
    package mutating func append<Failure>(
        upTo limit: Int, _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Int
    ) throws(Failure) {
        reserve(limit)
        var room = unsafe MutableSpan(_unsafeStart: base + count, count: limit)
        let written = try body(&room)
        precondition(written >= 0 && written <= limit)
        count += written
    }

    /// Drops bytes from the end.
    @inlinable
    package mutating func removeLast(_ number: Int) { count -= min(number, count) }

    @inlinable
    package borrowing func withBytes<Result, Failure>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(Span(_unsafeStart: UnsafePointer(base), count: count))
    }

    @inlinable
    mutating func reserve(_ additional: Int) {
        if count + additional > capacity { grow(additional) }
    }

    @usableFromInline
    mutating func grow(_ additional: Int) {
        let larger = max(count + additional, capacity * 2)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        unsafe moved.update(from: base, count: count)
        unsafe (moved + count).initialize(repeating: 0, count: larger - count)
        unsafe wipeAndFree(base, capacity)
        unsafe base = unsafe moved
        capacity = larger
    }

    fileprivate consuming func release() -> (UnsafeMutablePointer<UInt8>, Int, Int) {
        let parts = unsafe (base, count, capacity)
        discard self
        return unsafe parts
    }
}

private func wipeAndFree(_ base: UnsafeMutablePointer<UInt8>, _ capacity: Int) {
    unsafe OPENSSL_cleanse(base, capacity)
    unsafe base.deallocate()
}

/// Whether two byte strings are equal. The time depends only on their lengths (`CRYPTO_memcmp`).
package func constantTimeEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    guard left.count > 0 else { return true }
    return unsafe left.withUnsafeBufferPointer { left in
        unsafe right.withUnsafeBufferPointer { right in
            unsafe CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count)
        }
    } == 0
}
