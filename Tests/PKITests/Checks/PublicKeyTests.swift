import OpenSSL
import System
import Testing

@testable import PKI

/// Keys that libcrypto accepts, and that nobody may rely on.
@Suite struct PublicKeyTests {
    struct BadKey: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let spki: [UInt8]
        let fault: String
    }

    private static let p256 = DER.sequence(
        DER.oid("1.2.840.10045.2.1"), DER.oid("1.2.840.10045.3.1.7"))

    /// The point of a key on P-256 with another first octet.
    private static func point(_ first: UInt8) -> [UInt8] {
        let y = TestKey.leaf.spki.last!
        return DER.sequence(p256, DER.bits([first | y & 1] + TestKey.leaf.spki.suffix(64)))
    }

    /// The modulus of a key of 2,048 bits.
    private static let modulus = Array(TestKey.rsa.spki.dropFirst(33).prefix(256))

    private static func rsa(_ modulus: [UInt8], _ exponent: [UInt8], rest: [UInt8] = []) -> [UInt8] {
        let numbers = DER.sequence(DER.tagged(2, modulus), DER.tagged(2, exponent)) + rest
        return DER.sequence(DER.sequence(DER.oid("1.2.840.113549.1.1.1"), [5, 0]), DER.bits(numbers))
    }

    private static func edwards(_ oid: String, _ bytes: [UInt8]) -> [UInt8] {
        DER.sequence(DER.sequence(DER.oid(oid)), DER.bits(bytes))
    }

    private static let ones = [UInt8](repeating: 0xFF, count: 30)
    private static let exponent = "the RSA exponent must be an odd number"
    private static let numbers = "the RSA key must consist of a modulus and an exponent"

    static let keys = [
        BadKey(
            testDescription: "infinity", spki: DER.sequence(p256, DER.bits([0])),
            fault: "the public key is the point at infinity"),
        BadKey(testDescription: "hybrid", spki: point(6), fault: "the public key is a point in hybrid form"),
        BadKey(testDescription: "e = 0", spki: rsa([0] + modulus, [0]), fault: exponent),
        BadKey(testDescription: "e = 1", spki: rsa([0] + modulus, [1]), fault: exponent),
        BadKey(testDescription: "e = 2", spki: rsa([0] + modulus, [2]), fault: exponent),
        BadKey(testDescription: "e without digits", spki: rsa([0] + modulus, []), fault: numbers),
        BadKey(testDescription: "e = -1", spki: rsa([0] + modulus, [0xFF]), fault: numbers),
        BadKey(
            testDescription: "e of 257 bits", spki: rsa([0] + modulus, [UInt8](repeating: 1, count: 33)),
            fault: exponent),
        BadKey(testDescription: "e > n", spki: rsa([0] + modulus, [1] + modulus), fault: exponent),
        BadKey(
            testDescription: "bytes after the numbers", spki: rsa([0] + modulus, [1, 0, 1], rest: [5, 0]),
            fault: numbers),
        BadKey(testDescription: "n < 0", spki: rsa(modulus, [1, 0, 1]), fault: numbers),
        BadKey(
            testDescription: "n even", spki: rsa([0] + modulus.dropLast() + [0xFE], [1, 0, 1]),
            fault: "the RSA modulus is even"),
        BadKey(
            testDescription: "Ed25519 of small order",
            spki: edwards("1.3.101.112", [1] + [UInt8](repeating: 0, count: 31)),
            fault: "the public key is a point of small order"),
        BadKey(
            testDescription: "Ed25519 that is not canonical",
            spki: edwards("1.3.101.112", [0xEE] + ones + [0x7F]),
            fault: "the coordinate of the public key"),
        BadKey(
            testDescription: "Ed448 of small order",
            spki: edwards("1.3.101.113", [1] + [UInt8](repeating: 0, count: 56)),
            fault: "the public key is a point of small order"),
    ]

    private func report(
        _ leaf: Draft, _ policy: CheckPolicy, middle: Draft = .middle(), root: Draft = .root()
    ) -> CertificateReport {
        var settings = CheckSettings(time: PathCase.now)
        settings.policy = policy
        settings.roots = [root.certificate]
        settings.untrusted = [middle.certificate]
        return CertificateChecker(settings).reports(of: [leaf.certificate])[0]
    }

    @Test(arguments: keys, CheckPolicy.allCases) func ofALeaf(_ key: BadKey, _ policy: CheckPolicy) {
        let found = report(.leaf().with { $0.spki = key.spki }, policy).findings.first {
            $0.check.name == "public-key"
        }
        #expect(found?.verdict == .fail)
        #expect(found?.judgement.message.hasPrefix(key.fault) == true)
    }

    /// The reason names the key, even though no signature was verified with it.
    @Test(arguments: keys, CheckPolicy.allCases) func ofAnIssuer(_ key: BadKey, _ policy: CheckPolicy) {
        let middle = Draft.middle().with { $0.spki = key.spki }
        let root = Draft.root().with { $0.spki = key.spki }
        for report in [report(.leaf(), policy, middle: middle), report(.leaf(), policy, root: root)] {
            let chain = report.findings.first { $0.check == .chain }
            #expect(chain?.verdict == .fail)
            #expect(chain?.judgement.message.contains("cannot be trusted: \(key.fault)") == true)
        }
    }

    /// With e = 1, a signature is the padded digest itself (RFC 8017 §8.2.2, §9.2).
    @Test func aSignatureThatAnybodyCanMake() throws {
        let authority = Draft.middle().with { $0.spki = Self.rsa([0] + Self.modulus, [1]) }.certificate
        var der = Draft.leaf(by: "Middle", .rsa).der
        // The AlgorithmIdentifier has 15 octets, the BIT STRING 261, and the header of the certificate 4.
        let signed = Array(der[4..<der.count - 276])
        let digest = try DigestAlgorithm.sha256.digest(of: signed.span)
        let info = DER.sequence(
            DER.sequence(DER.oid("2.16.840.1.101.3.4.2.1"), [5, 0]), DER.octets(digest))
        let padding = [UInt8](repeating: 0xFF, count: 253 - info.count)
        der.replaceSubrange(der.count - 256..<der.count, with: [0, 1] + padding + [0] + info)
        let forged = try Certificate.decode(der.span)
        #expect(!forged.isSigned(by: authority))
    }
}
