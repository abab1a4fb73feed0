package import OpenSSL

/// Verifies signatures of one scheme in groups, with keys of one form. Its results are those of ``Verifier``. It must not
/// be shared between threads: each thread makes its own.
package protocol GroupVerifier: AnyObject {
    /// The maximum number of signatures in a group.
    var groupSize: Int { get }
    /// The number of signatures that wait to be verified.
    var count: Int { get }
    /// The number of signatures that the engine has verified; libcrypto verified the others.
    var engineCount: Int { get }

    /// Adds a signature and its message to the group.
    ///
    /// - Precondition: ``count`` is less than ``groupSize``, and the key is ready.
    func add(
        _ signature: Span<UInt8>, for message: Span<UInt8>, _ key: MultiBufferVerifyingKey)
        throws(OpenSSLError)

    /// Verifies the signatures that were added, and empties the group. If libcrypto is faster for a small group, it
    /// verifies the group.
    ///
    /// - Returns: one bit for each signature, the lowest for the first: whether it is valid for its key and message.
    func verify() throws(OpenSSLError) -> UInt64
}
