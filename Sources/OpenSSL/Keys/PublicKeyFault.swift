internal import COpenSSL

/// Why nobody may rely on a public key: others can make its signatures, or it is not encoded as the standards require.
/// This is the one judgement of public keys, wherever they come from. libcrypto accepts most of these keys.
package struct PublicKeyFault: Equatable, Sendable {
    /// A clause.
    package let message: String

    private init(_ message: String) { self.message = message }

    /// libcrypto does not verify with a longer exponent if the modulus has more than 3,072 bits.
    package static let rsaExponent = PublicKeyFault(
        """
        the RSA exponent must be an odd number of at least 3 and at most \(Limits.rsaExponentBits) bits, or \
        \(Limits.rsaExponentBitsOfLargeKeys) bits with a key of more than 3072
        """)
    package static let rsaModulus = PublicKeyFault("the RSA modulus is even, so anyone can factor it")
    package static let rsaNumbers = PublicKeyFault(
        "the RSA key must consist of a modulus and an exponent, both positive and in DER (RFC 8017 §A.1.1)")
    package static let roca = PublicKeyFault(
        "the RSA key has the ROCA fingerprint (CVE-2017-15361), so it can be factored")
    package static let infinity = PublicKeyFault(
        "the public key is the point at infinity, so anyone can forge its signatures (SEC 1 §3.2.2.1)")
    package static let hybridPoint = PublicKeyFault(
        "the public key is a point in hybrid form, which RFC 5480 §2.2 forbids")
    package static let notCanonical = PublicKeyFault(
        "the coordinate of the public key is not less than the field's prime (RFC 8032 §5.1.3, §5.2.3)")
    package static let notAPoint = PublicKeyFault("the public key is not a point on its curve")
    /// A point of order 8 or less (Ed25519) or 4 or less (Ed448).
    package static let smallOrder = PublicKeyFault(
        "the public key is a point of small order, so anyone can forge its signatures")
}

extension PublicKey {
    /// What is wrong with the numbers of the key; nil if nothing is.
    package func fault() throws(OpenSSLError) -> PublicKeyFault? {
        if let parts = try rsaParts() { return parts.fault }
        guard case .bytes(let type) = type, type.family == .edwards, let bytes = try bytes() else {
            return nil
        }
        return try PublicKeyFault.ofPoint(bytes, type)
    }
}

extension RSAPublicParts {
    fileprivate var fault: PublicKeyFault? {
        let largest = bits > 3072 ? Limits.rsaExponentBitsOfLargeKeys : Limits.rsaExponentBits
        guard let last = exponent.last, last & 1 == 1, exponent != [1],
            Self.bits(of: exponent) <= largest
        else { return .rsaExponent }
        if modulus.last.map({ $0 & 1 }) != 1 { return .rsaModulus }
        return ROCA.hasFingerprint(modulus) ? .roca : nil
    }
}

extension PublicKeyFault {
    /// What is wrong with the encoding of the key in a SubjectPublicKeyInfo, which libcrypto reads as another one: it
    /// ignores signs, and makes plain points of hybrid ones.
    init?(encodingOf info: OpaquePointer?) {
        var object: OpaquePointer?
        var start: UnsafePointer<UInt8>?
        var count: Int32 = 0
        unsafe X509_PUBKEY_get0_param(&object, &start, &count, nil, info)
        let bits = unsafe UnsafeBufferPointer(start: start, count: Int(count))
        switch unsafe ObjectName(object).number {
        case NID_rsaEncryption, NID_rsassaPss: unsafe self.init(encodingOfRSA: bits)
        case NID_X9_62_id_ecPublicKey:
            switch unsafe bits.first {
            case 0: self = .infinity
            case 6, 7: self = .hybridPoint
            default: return nil
            }
        default: return nil
        }
    }

    /// - Parameter der: an RSAPublicKey (RFC 8017 §A.1.1).
    init?(encodingOfRSA der: UnsafeBufferPointer<UInt8>) {
        let members = unsafe DERElement.members(der) ?? []
        let isPositive = members.allSatisfy { member in
            unsafe member.tag == V_ASN1_INTEGER && member.contents.first.map { $0 < 0x80 } ?? false
        }
        if members.count == 2, isPositive { return nil }
        self = .rsaNumbers
    }
}

/// The fingerprint of keys from Infineon's RSALib (Nemec et al., "The Return of Coppersmith's Attack", 2017, §2).
/// Their primes are k·M + (65537^a mod M), and M is the product of the first primes. So the modulus is a power of
/// 65537 modulo each of these primes. By chance that is true for one key in about 2^27.
enum ROCA {
    private static let primes: [UInt32] = [
        3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103,
        107, 109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167,
    ]

    /// - Parameter modulus: most significant byte first.
    static func hasFingerprint(_ modulus: [UInt8]) -> Bool {
        primes.allSatisfy { prime in
            let rest = modulus.reduce(UInt32(0)) { ($0 << 8 | UInt32($1)) % prime }
            return isPower(of: 65537 % prime, rest, modulo: prime)
        }
    }

    private static func isPower(of base: UInt32, _ value: UInt32, modulo prime: UInt32) -> Bool {
        var power: UInt32 = 1
        repeat {
            if power == value { return true }
            power = power * base % prime
        } while power != 1
        return false
    }
}
