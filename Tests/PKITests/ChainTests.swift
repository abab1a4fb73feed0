import OpenSSL
import System
import Testing

@testable import PKI

/// Two CAs that have certified each other lead round in a circle.
@Suite("Chains of certificates") struct ChainTests {
    private let time = Timestamp(seconds: 3_600)

    private struct Authority {
        let name: DistinguishedName
        let key: PrivateKey
        let root: Certificate

        init(_ name: String, until end: Int64 = 86_400) throws {
            self.name = try DistinguishedName(parsing: "CN=\(name)")
            key = try .generate(.ec(.p256))
            root = try Self.issuance(self.name, key, isCA: true, 0...end).selfSigned(by: key, digest: .sha256)
        }

        /// A certificate of this authority's for another's name and key.
        func certify(_ other: Authority, until end: Int64 = 86_400) throws -> Certificate {
            try issued(Self.issuance(other.name, other.key, isCA: true, 0...end))
        }

        /// The root again, for another time.
        func renewed(_ validity: ClosedRange<Int64>) throws -> Certificate {
            try Self.issuance(name, key, isCA: true, validity).selfSigned(by: key, digest: .sha256)
        }

        func leaf() throws -> Certificate {
            let name = try DistinguishedName(parsing: "CN=leaf")
            return try issued(Self.issuance(name, try .generate(.ec(.p256)), isCA: false, 0...86_400))
        }

        private func issued(_ issuance: Issuance) throws -> Certificate {
            try issuance.issued(by: try Issuer(root, key), digest: .sha256)
        }

        private static func issuance(
            _ name: DistinguishedName, _ key: PrivateKey, isCA: Bool, _ validity: ClosedRange<Int64>
        ) throws -> Issuance {
            try Issuance(
                subject: name, publicKey: key.publicKey,
                purposes: Purposes(keyUsage: isCA ? .keyCertSign : .digitalSignature), isCA: isCA,
                pathLength: nil,
                validity: Timestamp(seconds: validity.lowerBound)...Timestamp(seconds: validity.upperBound),
                serialNumber: try SerialNumber.random())
        }
    }

    @Test("A chain ends at a certificate that is its own issuer, by the shortest way")
    func shortest() throws {
        let (a, b) = (try Authority("a"), try Authority("b"))
        let leaf = try a.leaf()
        let (aByB, bByA) = (try b.certify(a), try a.certify(b))
        for others in [[aByB, bByA, a.root, b.root], [b.root, a.root, bByA, aByB]] {
            #expect(leaf.chain(among: others, at: time) == [leaf, a.root])
        }
        #expect(leaf.chain(among: [bByA, aByB, b.root], at: time) == [leaf, aByB, b.root])
        #expect(a.root.chain(among: [aByB, bByA, b.root], at: time) == [a.root])
    }

    @Test("Without a root, each certificate of a circle is in the chain once")
    func circle() throws {
        let (a, b, c) = (try Authority("a"), try Authority("b"), try Authority("c"))
        let leaf = try a.leaf()
        let (aByB, bByC, cByA) = (try b.certify(a), try c.certify(b), try a.certify(c))
        #expect(leaf.chain(among: [cByA, aByB, bByC], at: time) == [leaf, aByB, bByC, cByA])
        #expect(leaf.chain(among: [cByA, aByB], at: time) == [leaf, aByB])
        #expect(leaf.chain(among: [cByA, bByC], at: time) == [leaf])
        #expect(leaf.chain(among: [], at: time) == [leaf])
    }

    @Test("Of several issuers of a name the one that is valid for longest is taken")
    func longestValid() throws {
        let (a, b) = (try Authority("a"), try Authority("b"))
        let leaf = try a.leaf()
        let (old, new) = (try b.certify(a, until: 86_400), try b.certify(a, until: 172_800))
        for others in [[old, new], [new, old]] {
            #expect(leaf.chain(among: others + [b.root], at: time) == [leaf, new, b.root])
            #expect(leaf.chain(among: others, at: time) == [leaf, new])
        }
    }

    @Test("An issuer that is not valid is used only if no valid one is left")
    func valid() throws {
        let (a, b, c) = (try Authority("a"), try Authority("b"), try Authority("c"))
        let leaf = try a.leaf()
        let (old, new) = (try b.certify(a, until: 86_400), try c.certify(a, until: 172_800))
        for others in [[old, b.root, new], [new, b.root, old]] {
            #expect(leaf.chain(among: others, at: time) == [leaf, old, b.root])
            #expect(leaf.chain(among: others, at: Timestamp(seconds: 100_000)) == [leaf, new])
        }
        #expect(leaf.chain(among: [b.root, old], at: Timestamp(seconds: 100_000)) == [leaf, old, b.root])
        // Above one that is not valid, too.
        let (now, later) = (try a.renewed(0...200_000), try a.renewed(150_000...300_000))
        let expired = try b.certify(a, until: 50)
        for others in [[expired, now, later], [later, now, expired]] {
            #expect(leaf.chain(among: others, at: Timestamp(seconds: 100_000)) == [leaf, now])
            #expect(leaf.chain(among: others, at: Timestamp(seconds: 250_000)) == [leaf, later])
        }
    }

    @Test("Many certificates of one name are not compared without end")
    func manyOfOneName() throws {
        let (a, b) = (try Authority("a"), try Authority("a"))
        let leaf = try a.leaf()
        let others = try (0..<500).map { _ in try b.certify(a) }
        let chain = leaf.chain(among: others, at: time)
        #expect(chain.first == leaf)
        #expect(Set(chain).count == chain.count)
    }

    @Test("A bundle says what does not belong to the chain")
    func unrelated() throws {
        let (a, b) = (try Authority("a"), try Authority("b"))
        let leaf = try a.leaf()
        let (aByB, bByA) = (try b.certify(a), try a.certify(b))
        let bundle = CertificateBundle(leaf, among: [aByB, leaf, bByA, aByB, a.root], at: time)
        #expect(bundle.chain == [a.root])
        #expect(bundle.unrelated == [aByB, bByA])
    }
}
