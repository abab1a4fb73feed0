internal import COpenSSL

/// A SafeContents that is being assembled.
struct BagStack: ~Copyable {
    let pointer: OpaquePointer

    init() throws(OpenSSLError) {
        unsafe pointer = try unsafe check(signet_bag_stack(), "sk_PKCS12_SAFEBAG_new")
    }

    deinit { unsafe signet_bag_free_all(pointer) }

    /// - Parameter bag: belongs to the stack after the call.
    borrowing func append(takingOwnershipOf bag: OpaquePointer) throws(OpenSSLError) {
        guard unsafe signet_bag_push(pointer, bag) > 0 else {
            unsafe PKCS12_SAFEBAG_free(bag)
            throw .taken("sk_PKCS12_SAFEBAG_push")
        }
    }
}

/// An AuthenticatedSafe that is being assembled.
struct SafeStack: ~Copyable {
    let pointer: OpaquePointer

    init() throws(OpenSSLError) { unsafe pointer = try unsafe check(signet_PKCS7_stack(), "sk_PKCS7_new") }

    deinit { unsafe signet_PKCS7_free_all(pointer) }

    /// Adds bags without encryption.
    borrowing func append(_ bags: borrowing BagStack) throws(OpenSSLError) {
        try unsafe append(
            takingOwnershipOf: try check(PKCS12_pack_p7data(bags.pointer), "PKCS12_pack_p7data"))
    }

    /// Adds bags as one encrypted part.
    borrowing func append(
        _ bags: borrowing BagStack, _ passphrase: Secret?, _ algorithms: PKCS12Algorithms
    ) throws(OpenSSLError) {
        let bags = unsafe bags.pointer
        let message = unsafe withCharacters(of: passphrase) { start, count in
            unsafe PKCS12_pack_p7encdata(
                algorithms.encryptionNumber, start, count, nil, algorithms.saltByteCount,
                algorithms.iterations, bags)
        }
        try unsafe append(takingOwnershipOf: try check(message, "PKCS12_pack_p7encdata"))
    }

    private borrowing func append(takingOwnershipOf message: UnsafeMutablePointer<PKCS7>) throws(OpenSSLError)
    {
        guard unsafe signet_PKCS7_push(pointer, message) > 0 else {
            unsafe PKCS7_free(message)
            throw .taken("sk_PKCS7_push")
        }
    }
}
