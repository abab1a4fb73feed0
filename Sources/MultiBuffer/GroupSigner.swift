package import OpenSSL

/// Signs messages in groups with one key. Not for several threads at once: each makes its own, from the same key.
package protocol GroupSigner: ~Copyable {
    /// How many messages a group has, at most.
    var groupSize: Int { get }
    /// Size of a signature, in bytes.
    var signatureByteCount: Int { get }
    /// How many messages wait to be signed.
    var count: Int { get }
    /// How many signatures did not pass the check before they leave, and were made again by libcrypto.
    var mismatches: Int { get }

    /// Takes the next message of the group.
    ///
    /// - Precondition: there are fewer than ``groupSize``.
    mutating func add(_ message: Span<UInt8>) throws(OpenSSLError)

    /// Signs what has been added, in its order; the group is empty afterwards. A group that is so small that libcrypto is
    /// quicker is signed by it.
    ///
    /// - Parameter signatures: becomes the signatures, one after another. Its memory is used again.
    mutating func sign(into signatures: inout [UInt8]) throws(OpenSSLError)
}
