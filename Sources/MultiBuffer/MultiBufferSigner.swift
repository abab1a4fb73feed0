internal import CMultiBuffer
package import OpenSSL

/// Signs messages in groups of up to eight, with one RSA key. It must not be shared between threads: each thread
/// makes its own from the same key.
package final class MultiBufferSigner: GroupSigner {
    private let key: MultiBufferPrivateKey
    private let encoding: MessageEncoding
    /// For small groups, and for signatures that the engine got wrong.
    private let openSSL: Signer
    private let scratch: LockedMemory
    private var digests: [UInt8]
    private var messages: [UInt8]

    package private(set) var count = 0
    package var mismatches = 0
    package var engineCount = 0

    /// - Precondition: the scheme is for RSA.
    package static func make(
        _ key: MultiBufferPrivateKey, _ scheme: SignatureScheme
    ) throws(OpenSSLError) -> MultiBufferSigner {
        MultiBufferSigner(
            key, try MessageEncoding.make(scheme, size: key.byteCount),
            try Signer.make(key.key, scheme), try LockedMemory(count: mb_scratch_size()))
    }

    private init(
        _ key: MultiBufferPrivateKey, _ encoding: consuming MessageEncoding,
        _ openSSL: consuming Signer, _ scratch: LockedMemory
    ) {
        self.key = key
        digests = [UInt8](repeating: 0, count: MultiBuffer.lanes * encoding.digestByteCount)
        messages = [UInt8](repeating: 0, count: MultiBuffer.lanes * key.byteCount)
        self.encoding = encoding
        self.openSSL = openSSL
        self.scratch = scratch
    }

    package var groupSize: Int { MultiBuffer.lanes }
    /// libcrypto makes two RSA-2048 signatures, or one with a longer key, while the engine makes eight.
    package var leastCount: Int { key.byteCount > 256 ? 2 : 3 }
    package var signatureByteCount: Int { key.byteCount }

    package func add(_ message: Span<UInt8>) throws(OpenSSLError) {
        precondition(count < groupSize)
        let start = count * encoding.digestByteCount
        try unsafe digests.withUnsafeMutableBufferPointer { (digests) throws(OpenSSLError) in
            try unsafe encoding.hash(message, to: digests.baseAddress! + start)
        }
        count += 1
    }

    package func removeAll() { count = 0 }

    package func signWithEngine(into signatures: inout [UInt8]) throws(OpenSSLError) -> UInt64 {
        try encodeMessages()
        signatures.setCount(MultiBuffer.lanes * key.byteCount)
        defer { signatures.setCount(count * key.byteCount) }
        return UInt64(
            unsafe mb_sign(key.pointer, key.publicKey.pointer, scratch.pointer, messages, &signatures))
    }

    /// Unused lanes get a copy of the first message.
    private func encodeMessages() throws(OpenSSLError) {
        let (size, digestSize, used) = (key.byteCount, encoding.digestByteCount, count)
        try unsafe messages.withUnsafeMutableBufferPointer { (messages) throws(OpenSSLError) in
            let base = messages.baseAddress!
            try unsafe digests.withUnsafeBufferPointer { (digests) throws(OpenSSLError) in
                for lane in 0..<used {
                    try unsafe encoding.encode(
                        digests.baseAddress! + lane * digestSize, to: base + lane * size)
                }
            }
            for lane in used..<MultiBuffer.lanes {
                unsafe (base + lane * size).update(from: base, count: size)
            }
        }
    }

    package func signWithOpenSSL(_ place: Int) throws(OpenSSLError) -> [UInt8] {
        let (digests, start) = (digests, place * encoding.digestByteCount)
        var signature: [UInt8] = []
        try openSSL.sign(
            digest: digests.span.extracting(start..<start + encoding.digestByteCount), into: &signature)
        return signature
    }
}
