internal import COpenSSL

/// The objects in one of libcrypto's stacks, of whatever type; none in a null pointer. The stack still owns them.
func items(of stack: OpaquePointer?) -> [OpaquePointer] {
    unsafe (0..<max(0, OPENSSL_sk_num(stack))).compactMap { index in
        unsafe OPENSSL_sk_value(stack, index).map { OpaquePointer($0) }
    }
}

/// The same for objects whose members Swift sees.
func items<Object>(of stack: OpaquePointer?, as _: Object.Type) -> [UnsafeMutablePointer<Object>] {
    unsafe items(of: stack).map { unsafe UnsafeMutablePointer($0) }
}

/// One of libcrypto's stacks, freed with its objects.
struct Stack: ~Copyable {
    let pointer: OpaquePointer
    /// Frees one object.
    private let free: (OpaquePointer) -> Void

    init(takingOwnershipOf pointer: OpaquePointer, free: @escaping (OpaquePointer) -> Void) {
        unsafe self.pointer = unsafe pointer
        self.free = free
    }

    deinit {
        for item in unsafe items(of: pointer) { unsafe free(item) }
        unsafe OPENSSL_sk_free(pointer)
    }

    /// An empty one.
    static func make(free: @escaping (OpaquePointer) -> Void) throws(OpenSSLError) -> Stack {
        unsafe Stack(takingOwnershipOf: try check(OPENSSL_sk_new_null(), "OPENSSL_sk_new_null"), free: free)
    }

    /// Certificates, which it shares with their owners.
    static func make(_ certificates: [Certificate]) throws(OpenSSLError) -> Stack {
        let stack = try unsafe make { unsafe X509_free($0) }
        for certificate in certificates {
            unsafe X509_up_ref(certificate.pointer)
            try unsafe stack.append(takingOwnershipOf: certificate.pointer)
        }
        return stack
    }

    borrowing func append(takingOwnershipOf object: OpaquePointer) throws(OpenSSLError) {
        try unsafe push(object, onto: pointer, free: free)
    }
}

/// Gives an object to one of libcrypto's stacks, or frees it if that fails.
func push(
    _ object: OpaquePointer, onto stack: OpaquePointer, free: (OpaquePointer) -> Void
) throws(OpenSSLError) {
    guard unsafe OPENSSL_sk_push(stack, UnsafeRawPointer(object)) > 0 else {
        unsafe free(object)
        throw .taken("OPENSSL_sk_push")
    }
}

/// The same for an object whose members Swift sees.
func push<Object>(
    _ object: UnsafeMutablePointer<Object>, onto stack: OpaquePointer,
    free: (UnsafeMutablePointer<Object>) -> Void
) throws(OpenSSLError) {
    try unsafe push(OpaquePointer(object), onto: stack) { unsafe free(UnsafeMutablePointer($0)) }
}
