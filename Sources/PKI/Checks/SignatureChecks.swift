import OpenSSL
import Words

/// Checks of the signature and the public key of a certificate.
extension Check {
    static let signatures: [Check] = [
        Check(
            "signature-algorithm", "RFC 5280 §4.1.1.2",
            rule: "the signature algorithm outside the signed part matches the one inside",
            remedy: "do not trust this certificate: it may have been changed"
        ) { facts, _, _ in
            let name = facts.signature.algorithm
            return facts.signature.isNamedTwiceAlike
                ? .pass("signed with \(name)")
                : .fail("the signature algorithm is \(name) outside the signed part, but another one inside")
        },
        Check(
            "signature-strength", "NIST SP 800-131A §3, BR §7.1.3.2",
            rule: """
                signed with SHA-224 or better, also in MGF1 of RSASSA-PSS; a trust anchor's self-signature is not \
                evaluated. Under webpki (BR §7.1.3.2) RSA, RSASSA-PSS or ECDSA with SHA-256, SHA-384 or SHA-512, with the \
                parameters that are prescribed; RSASSA-PSS uses the same digest in MGF1, and a salt of that length
                """,
            remedy: "request a new certificate that is signed with SHA-256"
        ) { facts, position, settings in
            position == .anchor ? .isTrustAnchor : judgeStrength(facts.signature, settings.policy)
        },
        Check(
            "key-strength", "NIST SP 800-57 §5.6.1, BR §6.1.5",
            rule: """
                RSA keys have at least 2048 bits, or the number that is requested; other keys have a strength of at least \
                112 bits
                """,
            remedy: Remedy("make a new key", with: .newKey)
        ) { facts, _, settings in
            guard let bits = facts.key.bits, let strength = facts.key.securityBits else {
                if let obstacle = facts.key.obstacle {
                    return .fail(obstacle, remedy: "use a newer OpenSSL")
                }
                return .fail("the key cannot be read (\(facts.key.name))")
            }
            if facts.key.algorithm == .rsa {
                return bits >= settings.minimumRSABits
                    ? .pass("RSA, \(bits) bits")
                    : .fail(
                        "the RSA key has \(bits) bits; at least \(settings.minimumRSABits) are required")
            }
            let name = facts.key.curve ?? facts.key.name
            return strength >= minimumStrength
                ? .pass("\(name), \(bits) bits")
                : .fail(
                    "\(name) has a strength of \(strength) bits; at least \(minimumStrength) are required")
        },
        Check(
            "public-key", "RFC 8017 §3.1, RFC 5480 §2.2, RFC 8032 §5.1.3",
            rule: """
                RSA: the modulus is odd and without the ROCA fingerprint, the exponent is an odd number of at least 3 \
                and at most 256 bits, and both are positive. EC: the point is not at infinity and not in hybrid form. EdDSA: \
                the point is on the curve, canonical, and not of small order. The signatures of an issuer whose key \
                fails are not verified
                """,
            remedy: Remedy("make a new key", with: .newKey)
        ) { facts, _, _ in
            facts.key.fault.map { .fail($0.message) } ?? .pass()
        },
        Check(
            "named-curve", "RFC 5480 §2.1.1",
            rule: "an EC key names its curve instead of listing the parameters",
            remedy: Remedy("make a new EC key", with: .newKey)
        ) { facts, _, _ in
            if facts.key.algorithm != .ec { return .skipped("the key is not an EC key") }
            return facts.key.curve.map { .pass("curve \($0)") } ?? .explicitCurve
        },
        Check(
            "key-type", "BR §6.1.5, §7.1.3.1", under: .webpki,
            rule: """
                RSA with a modulus that is a multiple of 8 bits, or EC on P-256, P-384 or P-521
                """,
            remedy: Remedy("make a new key", with: .newKey)
        ) { facts, _, _ in
            judgeType(facts.key)
        },
    ]

    private static func judgeStrength(_ signature: SignatureFacts, _ policy: CheckPolicy) -> Judgement {
        if let digest = signature.weakDigest {
            return .fail(signed(withWeak: digest))
        }
        if signature.isPSS {
            guard let found = signature.pssParameters else { return .fail("signatureAlgorithm is malformed") }
            // Both digests are one of SHA-256, SHA-384 and SHA-512, and the salt is as long (BR §7.1.3.2.1).
            if policy == .webpki, found.allowedDigest?.byteCount != found.saltLength {
                return .fail(
                    """
                    RSASSA-PSS requires one digest, SHA-256 or longer, and a salt as long; found \(found.digest), \
                    \(found.maskDigest) (MGF1) and \(counted(found.saltLength, "byte"))
                    """)
            }
        }
        if policy == .webpki, !signatureAlgorithms.contains(hexadecimal(signature.encodedAlgorithm)) {
            return .fail(
                """
                expected RSA, RSASSA-PSS or ECDSA with SHA-256, SHA-384 or SHA-512 and the parameters of BR §7.1.3.2, \
                found \(signature.algorithm)
                """)
        }
        return .pass("signed with \(signature.algorithm)")
    }

    /// The AlgorithmIdentifiers of signatures, in hexadecimal (BR §7.1.3.2): each must be exactly one of them.
    private static let signatureAlgorithms: Set<String> = Set(
        [
            "300d06092a864886f70d01010b0500", "300d06092a864886f70d01010c0500",
            "300d06092a864886f70d01010d0500",
        ]
            + ["300a06082a8648ce3d040302", "300a06082a8648ce3d040303", "300a06082a8648ce3d040304"]
            + ([(1, 0x20), (2, 0x30), (3, 0x40)] as [(UInt8, UInt8)]).map { number, salt in
                let digest = "300d06096086480165030402\(hexadecimal([number]))0500"
                return """
                    304106092a864886f70d01010a3034a00f\(digest)a11c301a06092a864886f70d010108\(digest)a2030201\
                    \(hexadecimal([salt]))
                    """
            })

    /// Bits of security strength, which is not the size of the key.
    private static let minimumStrength = 112

    private static func judgeType(_ key: KeyFacts) -> Judgement {
        switch key.algorithm {
        case .rsa:
            if key.name != "rsaEncryption" { return .keyTypeNotAllowed(key) }
            if let bits = key.bits, bits % 8 != 0 {
                return .fail("the RSA modulus has \(bits) bits, which is not a multiple of 8")
            }
            return .pass()
        case .ec:
            guard let curve = key.curve else { return .explicitCurve }
            return ["prime256v1", "secp384r1", "secp521r1"].contains(curve)
                ? .pass("curve \(curve)")
                : .fail("expected a key on P-256, P-384 or P-521, found \(curve)")
        case .bytes, .dsa, .other: return .keyTypeNotAllowed(key)
        }
    }
}

extension Judgement {
    fileprivate static let explicitCurve = fail(
        "the key must name its curve instead of listing the parameters")

    fileprivate static func keyTypeNotAllowed(_ key: KeyFacts) -> Judgement {
        .fail("expected an RSA or EC key, found \(key.name)")
    }
}

extension SignatureFacts {
    /// The digest of the signature, or the one of its mask (MGF1), if collisions can be made for it.
    var weakDigest: String? {
        let broken: Set = ["MD2", "MD4", "MD5", "MDC2", "MD5-SHA1", "SHA1", "SHA-1", "RIPEMD160"]
        func isBroken(_ name: String) -> Bool { broken.contains(name.uppercased()) }
        if let digest = digest ?? pssParameters?.digest, isBroken(digest) { return digest }
        return pssParameters.map(\.maskDigest).flatMap { isBroken($0) ? "\($0) (MGF1)" : nil }
    }
}
