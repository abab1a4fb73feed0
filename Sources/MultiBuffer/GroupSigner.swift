package import OpenSSL

/// Signs messages in groups with one key. It must not be shared between threads: each thread makes its own from the
/// same key.
package protocol GroupSigner: ~Copyable {
    /// The maximum number of messages in a group.
    var groupSize: Int { get }
    /// Size of a signature, in bytes.
    var signatureByteCount: Int { get }
    /// The number of messages that wait to be signed.
    var count: Int { get }
    /// The number of signatures that failed the check before output and were recomputed by libcrypto.
    var mismatches: Int { get }
    /// The number of signatures that the engine made, with those that failed; libcrypto made the others.
    var engineCount: Int { get }

    /// Adds a message to the group.
    ///
    /// - Precondition: ``count`` is less than ``groupSize``.
    mutating func add(_ message: Span<UInt8>) throws(OpenSSLError)

    /// Signs the messages that were added, in order, and empties the group. If libcrypto is faster for a small group,
    /// it signs the group.
    ///
    /// - Parameter signatures: replaced by the signatures, one after another. Its memory is reused.
    mutating func sign(into signatures: inout [UInt8]) throws(OpenSSLError)
}
