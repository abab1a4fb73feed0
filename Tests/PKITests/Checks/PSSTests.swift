import OpenSSL
import Testing

@testable import PKI

/// RSASSA-PSS may use one digest for the message and another for its mask (RFC 4055 §3.1).
@Suite struct PSSTests {
    private static let sha1 = "1.3.14.3.2.26"
    private static let sha224 = "2.16.840.1.101.3.4.2.4"
    private static let sha256 = "2.16.840.1.101.3.4.2.1"
    private static let sha384 = "2.16.840.1.101.3.4.2.2"
    private static let sha512 = "2.16.840.1.101.3.4.2.3"

    private static func algorithm(_ parameters: [UInt8]) -> [UInt8] {
        DER.sequence(DER.oid("1.2.840.113549.1.1.10"), parameters)
    }

    private static func algorithm(_ digest: String, _ mask: String, salt: UInt8) -> [UInt8] {
        let mgf1 = DER.sequence(DER.oid("1.2.840.113549.1.1.8"), DER.sequence(DER.oid(mask), [5, 0]))
        return algorithm(
            DER.sequence(
                DER.tagged(0xA0, DER.sequence(DER.oid(digest), [5, 0])), DER.tagged(0xA1, mgf1),
                DER.tagged(0xA2, DER.integer(salt))))
    }

    /// The judgement of the algorithm alone: nobody made the signature.
    private func judgement(_ algorithm: [UInt8], _ policy: CheckPolicy) throws -> Judgement {
        let leaf = Draft.leaf(by: "Root", .rsa).with {
            $0.innerAlgorithm = algorithm
            $0.outerAlgorithm = algorithm
        }
        var settings = CheckSettings(time: PathCase.now)
        settings.policy = policy
        let findings = CertificateChecker(settings).reports(of: [leaf.certificate])[0].findings
        return try #require(findings.first { $0.check.name == "signature-strength" }).judgement
    }

    @Test func theBaselineRequirementsAllowThreeSetsOfParameters() throws {
        let cases: [(String, UInt8)] = [(Self.sha256, 32), (Self.sha384, 48), (Self.sha512, 64)]
        for (digest, salt) in cases {
            for policy in CheckPolicy.allCases {
                #expect(try judgement(Self.algorithm(digest, digest, salt: salt), policy).verdict == .pass)
            }
        }
    }

    @Test func otherParametersFailUnderWebPKI() throws {
        let cases: [(String, String, UInt8)] = [
            (Self.sha256, Self.sha512, 32), (Self.sha256, Self.sha256, 20), (Self.sha256, Self.sha256, 33),
            (Self.sha512, Self.sha512, 32), (Self.sha224, Self.sha224, 28),
        ]
        for (digest, mask, salt) in cases {
            let algorithm = Self.algorithm(digest, mask, salt: salt)
            #expect(try judgement(algorithm, .rfc5280).verdict == .pass)
            let judged = try judgement(algorithm, .webpki)
            #expect(judged.verdict == .fail)
            #expect(
                judged.message.hasPrefix("RSASSA-PSS requires") && judged.message.contains("\(salt) byte"))
        }
    }

    @Test func aWeakDigestIsFoundInBothPlaces() throws {
        let cases = [
            Self.algorithm(Self.sha1, Self.sha256, salt: 32),
            Self.algorithm(Self.sha256, Self.sha1, salt: 32),
            // The default of every member.
            Self.algorithm(DER.sequence()),
        ]
        for algorithm in cases {
            for policy in CheckPolicy.allCases {
                let judged = try judgement(algorithm, policy)
                #expect(judged.verdict == .fail)
                #expect(judged.message.hasSuffix("which is not collision-resistant"))
            }
        }
    }

    @Test func missingAndMalformedParametersFail() throws {
        for algorithm in [
            Self.algorithm([]), Self.algorithm([5, 0]), Self.algorithm(DER.sequence([0xA0, 0])),
        ] {
            for policy in CheckPolicy.allCases {
                #expect(try judgement(algorithm, policy) == .fail("signatureAlgorithm is malformed"))
            }
        }
    }
}
