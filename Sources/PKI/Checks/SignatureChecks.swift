import OpenSSL

/// Checks of the signature and the public key of a certificate.
extension CertificateCheck {
    static let signatures: [CertificateCheck] = [
        CertificateCheck(.signatureAlgorithm, "RFC 5280 §4.1.1.2") { facts, _, _ in
            facts.signature.isNamedTwiceAlike
                ? .pass(.signatureAlgorithm(facts.signature.algorithm))
                : .fail(.signatureAlgorithmDiffers(facts.signature.algorithm))
        },
        CertificateCheck(.signatureStrength, "NIST SP 800-131A §3, BR §7.1.3.2") {
            facts, position, settings in
            // A trust anchor's self-signature is not evaluated.
            position == .anchor ? .skipped(.isTrustAnchor) : judgeStrength(facts.signature, settings.policy)
        },
        CertificateCheck(.keyStrength, "NIST SP 800-57 §5.6.1, BR §6.1.5") { facts, _, settings in
            guard let bits = facts.key.bits, let strength = facts.key.securityBits else {
                return .fail(.unreadableKey(facts.key.name))
            }
            if facts.key.algorithm == .rsa {
                return bits >= settings.minimumRSABits
                    ? .pass(.key(name: "RSA", bits: bits))
                    : .fail(.rsaKeyTooSmall(bits: bits, minimum: settings.minimumRSABits))
            }
            let name = facts.key.curve ?? facts.key.name
            return strength >= minimumStrength
                ? .pass(.key(name: name, bits: bits))
                : .fail(.weakKey(name: name, strength: strength, minimum: minimumStrength))
        },
        CertificateCheck(.namedCurve, "RFC 5480 §2.1.1") { facts, _, _ in
            if facts.key.algorithm != .ec { return .skipped(.hasNoECKey) }
            return facts.key.curve.map { .pass(.curve($0)) } ?? .fail(.explicitCurve)
        },
        CertificateCheck(.keyType, "BR §6.1.5, §6.1.6, §7.1.3.1", .policy(.webpki)) { facts, _, _ in
            judgeType(facts.key)
        },
    ]

    private static func judgeStrength(_ signature: SignatureFacts, _ policy: CheckPolicy) -> Judgement {
        if let digest = signature.weakDigest { return .fail(.weakDigest(digest)) }
        if signature.isPSS {
            guard let parameters = signature.pssParameters else {
                return .fail(.malformed("signatureAlgorithm"))
            }
            // Both digests are one of SHA-256, SHA-384 and SHA-512, and the salt is as long (BR §7.1.3.2.1).
            if policy == .webpki, parameters.allowedDigest?.byteCount != parameters.saltLength {
                return .fail(.pssParametersNotAllowed(parameters))
            }
        }
        return .pass(.signatureAlgorithm(signature.algorithm))
    }

    /// Bits of security strength, which is not the size of the key.
    private static let minimumStrength = 112

    private static func judgeType(_ key: KeyFacts) -> Judgement {
        switch key.algorithm {
        case .rsa:
            if key.name != "rsaEncryption" { return .fail(.keyTypeNotAllowed(key.name)) }
            if let bits = key.bits, bits % 8 != 0 { return .fail(.rsaModulus(bits: bits)) }
            let exponent = key.exponent.drop { $0 == 0 }
            let isOdd = (exponent.last ?? 0) & 1 == 1
            return isOdd && exponent != [1] ? .pass : .fail(.rsaExponent)
        case .ec:
            guard let curve = key.curve else { return .fail(.explicitCurve) }
            return ["prime256v1", "secp384r1", "secp521r1"].contains(curve)
                ? .pass(.curve(curve)) : .fail(.curveNotAllowed(curve))
        case .edwards, .dsa, .other: return .fail(.keyTypeNotAllowed(key.name))
        }
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
