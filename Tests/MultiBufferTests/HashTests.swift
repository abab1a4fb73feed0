import CMultiBuffer
import Testing

@testable import MultiBuffer
@testable import OpenSSL

@Suite("SHA-512 side by side")
struct HashTests {
    /// Hashes messages, each after its head.
    private static func hashes(
        _ messages: [ArraySlice<UInt8>], _ heads: [UInt8], _ headSize: Int, stride: Int,
        _ kernel: MultiBuffer.Kernel
    ) -> [[UInt8]] {
        var ends: [Int] = []
        for message in messages { ends.append((ends.last ?? 0) + message.count) }
        var hashes = [UInt8](repeating: 0, count: 64 * messages.count)
        mb_sha512(
            MultiBufferCurve.of(mb_ed25519, kernel).pointer, UInt32(messages.count), heads, headSize, stride,
            Array(messages.joined()), ends, &hashes)
        return messages.indices.map { Array(hashes[64 * $0..<64 * ($0 + 1)]) }
    }

    @Test("Messages of every size have libcrypto's hashes", arguments: kernels, [0, 8, 32, 64, 120, 128])
    func sizes(kernel: MultiBuffer.Kernel, headSize: Int) throws {
        let bytes = try Random.bytes(400)
        let head = try Random.bytes(headSize)
        let messages = (0...bytes.count).map { bytes[..<$0] }
        let hashes = Self.hashes(messages, head, headSize, stride: 0, kernel)
        for (message, hash) in zip(messages, hashes) {
            let expected = try DigestAlgorithm.sha512.digest(of: Array(head + message).span)
            #expect(hash == expected, "\(message.count)")
        }
    }

    @Test("Each message has its own head, in groups of any size and order", arguments: kernels, 0...17)
    func groups(kernel: MultiBuffer.Kernel, count: Int) throws {
        let bytes = try Random.bytes(1000)
        let heads = try Random.bytes(64 * count)
        let messages = (0..<count).map { bytes[$0..<$0 + $0 * 613 % 900] }
        let hashes = Self.hashes(messages, heads, 64, stride: 64, kernel)
        for number in 0..<count {
            let whole = heads[64 * number..<64 * (number + 1)] + messages[number]
            #expect(hashes[number] == (try DigestAlgorithm.sha512.digest(of: Array(whole).span)))
        }
    }
}
