internal import COpenSSL

/// A BIGNUM, wiped when let go of. Its size decides how long operations take, its value does not
/// (`BN_FLG_CONSTTIME`).
struct BigNumber: ~Copyable {
    let pointer: OpaquePointer

    private init(adopting pointer: OpaquePointer) {
        self.pointer = pointer
        BN_set_flags(pointer, BN_FLG_CONSTTIME)
    }

    deinit { BN_clear_free(pointer) }

    static func zero() throws(OpenSSLError) -> BigNumber {
        BigNumber(adopting: try check(BN_secure_new(), "BN_secure_new"))
    }

    /// - Parameter pointer: what libcrypto handed over, to be freed.
    init(takingOwnershipOf pointer: OpaquePointer) { self.init(adopting: pointer) }

    /// An unsigned number, most significant byte first.
    init(bigEndian bytes: Span<UInt8>) throws(OpenSSLError) {
        let number = try BigNumber.zero()
        let result = bytes.withUnsafeBufferPointer {
            BN_bin2bn($0.baseAddress, Int32($0.count), number.pointer)
        }
        _ = try check(result, "BN_bin2bn")
        self = number
    }

    init(bigEndian bytes: Secret) throws(OpenSSLError) {
        let number = try BigNumber.zero()
        let pointer = number.pointer
        let result = bytes.withBytes { bytes in
            bytes.withUnsafeBufferPointer { BN_bin2bn($0.baseAddress, Int32($0.count), pointer) }
        }
        _ = try check(result, "BN_bin2bn")
        self = number
    }

    /// The least number of bytes that hold it.
    borrowing func byteCount() -> Int { Int(BN_num_bits(pointer) + 7) / 8 }

    /// Most significant byte first, with leading zeros up to `count` bytes.
    borrowing func bigEndian(count: Int) throws(OpenSSLError) -> Secret {
        var buffer = SecretBuffer(capacity: count)
        let pointer = pointer
        try buffer.append(upTo: count) { (room) throws(OpenSSLError) in
            let written = room.withUnsafeMutableBufferPointer {
                BN_bn2binpad(pointer, $0.baseAddress, Int32(count))
            }
            guard written == count else { throw .taken("BN_bn2binpad") }
            return count
        }
        return Secret(buffer)
    }

    borrowing func isOne() -> Bool { BN_is_one(pointer) == 1 }

    borrowing func equals(_ other: borrowing BigNumber) -> Bool { BN_cmp(pointer, other.pointer) == 0 }
}

/// Scratch space for arithmetic on BIGNUMs.
struct BigNumberContext: ~Copyable {
    let pointer: OpaquePointer

    init() throws(OpenSSLError) { pointer = try check(BN_CTX_secure_new(), "BN_CTX_secure_new") }

    deinit { BN_CTX_free(pointer) }
}
