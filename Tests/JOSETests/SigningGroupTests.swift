import MultiBuffer
import Testing

@testable import JOSE
@testable import OpenSSL

/// Numbers its signatures. Unlike the engine's, it needs no particular processor.
private struct NumberingSigner: GroupSigner {
    let groupSize = 4
    let signatureByteCount = 2
    var count = 0
    var mismatches = 0
    var engineCount = 0
    var failures: [OpenSSLError] = []

    mutating func add(_ message: Span<UInt8>) throws(OpenSSLError) { count += 1 }

    mutating func sign(into signatures: inout [UInt8]) throws(OpenSSLError) {
        let signed = count
        count = 0
        mismatches += 3
        engineCount += 4
        if let failure = failures.popLast() { throw failure }
        signatures = (0..<signed).flatMap { [UInt8($0), 7] }
    }
}

@Suite("Signatures that are made together")
struct SigningGroupTests {
    private func sign(_ messages: Int, _ group: any SigningGroup) throws {
        for _ in 0..<messages { try group.add([1].span) }
        group.sign()
    }

    @Test("A signature takes the place of the one that was in its memory")
    func copies() throws {
        let group = SigningGroupOf(NumberingSigner(), .openSSL)
        #expect(group.size == 4)
        var signature: [UInt8] = [9, 9, 9]
        for count in [4, 1, 2] {
            try sign(count, group)
            for place in 0..<count {
                try group.copySignature(place, to: &signature)
                #expect(signature == [UInt8(place), 7])
            }
        }
    }

    @Test("A group that cannot be signed has no signatures, and the next one knows nothing of it")
    func failures() throws {
        let failure = OpenSSLError(function: "EVP_DigestSign", reasons: [])
        var signer = NumberingSigner()
        signer.failures = [failure]
        let group = SigningGroupOf(signer, .openSSL)
        var signature: [UInt8] = []
        try sign(2, group)
        for place in 0..<2 {
            #expect(throws: failure) { try group.copySignature(place, to: &signature) }
        }
        #expect(signature.isEmpty)
        try sign(1, group)
        try group.copySignature(0, to: &signature)
        #expect(signature == [0, 7])
    }

    @Test("Signatures are counted by who made them, and those that had to be made again too")
    func counts() throws {
        let counts = SignatureBackend.openSSL.counts
        let before = (counts.multiBuffer, counts.openSSL, counts.mismatches)
        let group = SigningGroupOf(NumberingSigner(), .openSSL)
        for _ in 0..<2 { try sign(4, group) }
        #expect(counts.multiBuffer - before.0 == 2)
        #expect(counts.openSSL - before.1 == 6)
        #expect(counts.mismatches - before.2 == 6)
    }
}
