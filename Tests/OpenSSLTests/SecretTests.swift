import Testing

@testable import OpenSSL

@Suite("Secrets")
struct SecretTests {
    @Test("A secret holds a copy of its bytes")
    func copies() {
        var bytes: [UInt8] = [1, 2, 3]
        let secret = Secret(copying: bytes.span)
        bytes[0] = 9
        #expect(secret.bytes == [1, 2, 3])
        #expect(secret.count == 3)
        #expect(!secret.isEmpty)
    }

    @Test("An empty secret is empty, and has a pointer for C all the same")
    func empty() {
        let secret = Secret(SecretBuffer(capacity: 0))
        #expect(secret.isEmpty)
        #expect(secret.bytes == [])
        #expect(secret.withPointer { _, count in count } == 0)
    }

    @Test("A buffer grows past its capacity, whatever is appended", arguments: [0, 1, 15, 16, 17, 100])
    func grows(capacity: Int) {
        var buffer = SecretBuffer(capacity: capacity)
        var expected: [UInt8] = []
        let nothing: [UInt8] = []
        for number in 0..<200 {
            let byte = UInt8(number)
            buffer.append(byte)
            let two = [byte, byte &+ 1]
            buffer.append(two.span)
            buffer.append("é\(number)")
            buffer.append(secret([7]))
            buffer.append(nothing.span)
            expected += [byte, byte, byte &+ 1] + Array("é\(number)".utf8) + [7]
            #expect(buffer.count == expected.count)
        }
        #expect(buffer.withBytes { Array($0) } == expected)
        #expect(Secret(buffer).bytes == expected)
    }

    @Test("A writer may write less than its limit, and the rest does not count")
    func appendsUpTo() {
        var buffer = SecretBuffer(capacity: 16)
        buffer.append(secret([1, 2]))
        buffer.append(upTo: 100) { room in
            #expect(room.count == 100)
            #expect((0..<100).allSatisfy { room[$0] == 0 })
            room[0] = 3
            room[1] = 4
            room[99] = 5
            return 2
        }
        buffer.append(upTo: 0) { room in room.count }
        buffer.append(9)
        #expect(Secret(buffer).bytes == [1, 2, 3, 4, 9])
    }

    @Test("A writer that throws leaves the buffer as it was")
    func appendThrows() {
        struct Failure: Error {}
        var buffer = SecretBuffer(capacity: 16)
        buffer.append(secret([1, 2]))
        do {
            try buffer.append(upTo: 64) { (room) throws(Failure) in
                room[0] = 3
                throw Failure()
            }
            Issue.record("nothing was thrown")
        } catch {}
        #expect(Secret(buffer).bytes == [1, 2])
    }

    @Test("Bytes are dropped from the end, all of them at most")
    func removesLast() {
        var buffer = SecretBuffer()
        buffer.append(secret([1, 2, 3]))
        buffer.removeLast(1)
        #expect(buffer.count == 2)
        buffer.removeLast(0)
        #expect(buffer.withBytes { Array($0) } == [1, 2])
        buffer.removeLast(10)
        #expect(buffer.count == 0)
    }

    @Test("Byte strings are equal when all their bytes are")
    func comparesInConstantTime() {
        func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool { constantTimeEqual(left.span, right.span) }
        #expect(areEqual([1, 2, 3], [1, 2, 3]))
        #expect(areEqual([], []))
        for other: [UInt8] in [[], [1, 2], [1, 2, 3, 0], [1, 2, 4], [0, 2, 3]] {
            #expect(!areEqual([1, 2, 3], other))
            #expect(!areEqual(other, [1, 2, 3]))
        }
    }
}
