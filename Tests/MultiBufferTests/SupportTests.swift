import Testing

@testable import MultiBuffer
@testable import OpenSSL

@Suite("Where the multi-buffer engine runs")
struct SupportTests {
    /// AVX512F and AVX512IFMA in EBX of CPUID leaf 7.
    private let needed: UInt32 = 1 << 16 | 1 << 21

    @Test("Both AVX512F and AVX512IFMA are needed")
    func features() {
        #expect(MultiBuffer.isIFMASupported(features: needed, capabilities: nil))
        #expect(MultiBuffer.isIFMASupported(features: ~0, capabilities: nil))
        for missing in [needed, 1 << 16, 1 << 21] {
            #expect(!MultiBuffer.isIFMASupported(features: ~missing, capabilities: nil))
        }
    }

    @Test(
        "OPENSSL_ia32cap switches it off as it does in libcrypto",
        arguments: [
            ("", false), ("~0x200000", false), (":~0x200000", false), (":~0x10000", false), (":0", false),
            (":", false), (":0x210000", true), (":0x200000", false), (":~0", true), (":~0x40000000", true),
            ("~0x1:~0x20", true), ("0xfffa3203078bffff:0x405fc6f1bf07ab", true),
            ("0xfffa3203078bffff:0x405fc6f19f07ab", false), (":~0x200000:0x1", false),
            (":0x4000000000210000:0x1", true),
        ])
    func capabilities(value: String, isSupported: Bool) {
        #expect(MultiBuffer.isIFMASupported(features: ~0, capabilities: value) == isSupported)
        #expect(!MultiBuffer.isIFMASupported(features: 0, capabilities: value))
    }

    @Test("Which kernel runs here")
    func here() {
        print("multi-buffer kernel: \(MultiBuffer.kernel)")
    }
}
