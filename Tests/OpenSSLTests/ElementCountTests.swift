import Testing

@testable import OpenSSL

@Suite struct ElementCountTests {
    @Test(
        arguments: [
            ([], 0), ([0x05, 0x00], 1), ([0x30, 0x00], 1), ([0x30, 0x04, 0x05, 0x00, 0x05, 0x00], 3),
            // In an OCTET STRING, as extensions are.
            ([0x04, 0x04, 0x30, 0x02, 0x05, 0x00], 3), ([0x03, 0x03, 0x00, 0x05, 0x00], 1),
            // Of indefinite length, with the end of its contents.
            ([0x30, 0x80, 0x05, 0x00, 0x00, 0x00], 3),
            // What is malformed hides nothing that follows it.
            ([0x30, 0x06, 0x04, 0x02, 0x05, 0x09, 0x05, 0x00], 3), ([0x30, 0x7F, 0x05, 0x00], 0),
        ] as [([UInt8], Int)])
    func counts(_ bytes: [UInt8], _ count: Int) {
        #expect(unsafe bytes.withUnsafeBufferPointer { unsafe elementCount(of: $0) } == count)
    }

    /// A stack would end before it does.
    @Test func deepNesting() {
        let bytes = (0..<500_000).flatMap { _ in [0x30, 0x80] as [UInt8] }
        #expect(unsafe bytes.withUnsafeBufferPointer { unsafe elementCount(of: $0) } == 500_000)
    }
}
