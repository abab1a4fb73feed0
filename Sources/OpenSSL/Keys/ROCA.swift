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
