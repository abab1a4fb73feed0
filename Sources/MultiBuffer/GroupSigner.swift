package import OpenSSL

/// Signs messages in groups with one key. It must not be shared between threads: each thread makes its own from the
/// same key.
package protocol GroupSigner: AnyObject {
    /// The maximum number of messages in a group.
    var groupSize: Int { get }
    /// The smallest group for which the engine is used. It takes as long for one message as for many, and libcrypto
    /// signs fewer in less time.
    var leastCount: Int { get }
    /// Size of a signature, in bytes.
    var signatureByteCount: Int { get }
    /// The number of messages that wait to be signed.
    var count: Int { get }
    /// The number of signatures that failed the check before output and were recomputed by libcrypto.
    var mismatches: Int { get set }
    /// The number of signatures that the engine made, with those that failed; libcrypto made the others.
    var engineCount: Int { get set }

    /// Adds a message to the group.
    ///
    /// - Precondition: ``count`` is less than ``groupSize``.
    func add(_ message: Span<UInt8>) throws(OpenSSLError)

    /// Signs all messages with the engine.
    ///
    /// - Parameter signatures: they have ``count`` signatures' bytes, which are replaced.
    /// - Returns: one bit for each signature, the lowest for the first: whether it is right.
    func signWithEngine(into signatures: inout [UInt8]) throws(OpenSSLError) -> UInt64

    /// The signature of one message, by libcrypto.
    func signWithOpenSSL(_ place: Int) throws(OpenSSLError) -> [UInt8]

    /// Empties the group.
    func removeAll()
}

extension GroupSigner {
    /// Signs the messages that were added, in order, and empties the group. Every signature that the engine made has
    /// been verified; libcrypto makes those again that it got wrong, and all of a small group.
    ///
    /// - Parameter signatures: replaced by the signatures, one after another. Its memory is reused.
    package func sign(into signatures: inout [UInt8]) throws(OpenSSLError) {
        defer { removeAll() }
        let (count, size) = (count, signatureByteCount)
        signatures.setCount(count * size)
        var good: UInt64 = 0
        if count >= leastCount {
            good = try signWithEngine(into: &signatures)
            engineCount += count
        }
        for place in 0..<count where good >> UInt64(place) & 1 == 0 {
            if count >= leastCount { mismatches += 1 }
            signatures.replaceSubrange(place * size..<(place + 1) * size, with: try signWithOpenSSL(place))
        }
    }
}
