import OpenSSL

extension CertificateCheck {
    static let signatures: [CertificateCheck] = [
        CertificateCheck(
            check: Check(
                "signature-algorithm", "RFC 5280 §4.1.1.2",
                rule: "the algorithm beside the signature and the one that is signed are the same",
                remedy: "have it issued again: somebody may have changed it")
        ) { facts, _, _ in
            facts.signature.isNamedTwiceAlike
                ? .pass(facts.signature.algorithm)
                : .fail(
                    "the signature says \(facts.signature.algorithm), and what it signs says something else")
        },
        CertificateCheck(
            check: Check(
                "signature-strength", "NIST SP 800-131A §3, BR §7.1.3.2",
                rule:
                    "signed with SHA-224 or better; how a trust anchor signed itself is nobody's proof of anything",
                remedy: "have it signed with SHA-256")
        ) { facts, position, _ in
            if position == .anchor { return .skipped("a trust anchor is not trusted for its signature") }
            return judge(digest: facts.signature)
        },
        CertificateCheck(
            check: Check(
                "key-strength", "NIST SP 800-57 §5.6.1, BR §6.1.5",
                rule: "RSA of 2048 bits or of `--min-rsa-bits`; other keys of a strength of 112 bits or more",
                remedy: "make a stronger key: signet keygen")
        ) { facts, _, settings in
            guard let bits = facts.key.bits, let strength = facts.key.securityBits else {
                return .fail("the key cannot be read (\(facts.key.name))")
            }
            if facts.key.algorithm == .rsa {
                return bits >= settings.minimumRSABits
                    ? .pass("RSA, \(bits) bits")
                    : .fail("the RSA key has \(bits) bits, and \(settings.minimumRSABits) is the least")
            }
            return strength >= 112
                ? .pass("\(facts.key.curve ?? facts.key.name), \(bits) bits")
                : .fail(
                    "\(facts.key.curve ?? facts.key.name) has a strength of \(strength) bits, and 112 is the least"
                )
        },
        CertificateCheck(
            check: Check(
                "named-curve", "RFC 5480 §2.1.1", rule: "the curve of an EC key is named, not spelt out",
                remedy: "make a new key on a named curve: signet keygen --type ec")
        ) { facts, _, _ in
            if facts.key.algorithm != .ec { return .skipped("no EC key") }
            return facts.key.curve.map { .pass($0) }
                ?? .fail("the curve of the key is not named but spelt out")
        },
        CertificateCheck(
            check: Check(
                "key-type", "BR §6.1.5, §6.1.6, §7.1.3.1", .policy(.webpki),
                rule:
                    "RSA with a modulus of a multiple of 8 bits and an odd exponent of 3 or more, or EC on P-256, P-384 or P-521",
                remedy: "make a new key: signet keygen")
        ) { facts, _, _ in judgeType(facts.key) },
    ]

    static func judge(digest signature: SignatureFacts) -> Judgement {
        switch signature.digest {
        case "MD2", "MD4", "MD5", "MDC2", "MD5-SHA1", "SHA1", "RIPEMD160":
            .fail("signed with \(signature.digest ?? ""), for which collisions are made")
        default: .pass("signed with \(signature.algorithm)")
        }
    }

    private static func judgeType(_ key: KeyFacts) -> Judgement {
        switch key.algorithm {
        case .rsa:
            if let bits = key.bits, bits % 8 != 0 {
                return .fail("the RSA modulus has \(bits) bits, which is no multiple of 8")
            }
            let exponent = key.exponent.drop { $0 == 0 }
            let isOdd = (exponent.last ?? 0) & 1 == 1
            return isOdd && exponent != [1]
                ? .pass("RSA") : .fail("the RSA exponent is not an odd number from 3 on")
        case .ec:
            let curve = key.curve ?? "explicit parameters"
            return ["prime256v1", "secp384r1", "secp521r1"].contains(curve)
                ? .pass(curve) : .fail("\(curve) is none of P-256, P-384 and P-521")
        case .edwards, .dsa, .other: return .fail("\(key.name) is neither RSA nor ECDSA")
        }
    }
}
