internal import COpenSSL

/// RSAPrivateKey (RFC 8017 §A.1.2), read number by number.
///
/// libcrypto's own decoder first sets up every decoder of every provider, which takes as long as five signatures.
/// Most keys that sign a single token are RSA keys.
enum RSAPrivateKeyStructure {
    /// - Parameter der: an RSAPrivateKey.
    static func decode(pkcs1 der: Secret) throws -> PrivateKey {
        try der.withBytes { (bytes) in
            try unsafe bytes.withUnsafeBufferPointer { (buffer) in
                try unsafe decode(.pkcs1, buffer)
            }
        }
    }

    /// - Parameter info: a PrivateKeyInfo.
    /// - Returns: nil if the key is not RSA.
    static func decode(_ info: OpaquePointer) throws -> PrivateKey? {
        var algorithm: OpaquePointer?
        var key: UnsafePointer<UInt8>?
        var count: Int32 = 0
        guard unsafe PKCS8_pkey_get0(&algorithm, &key, &count, nil, info) == 1,
            unsafe OBJ_obj2nid(algorithm) == NID_rsaEncryption
        else { return nil }
        return unsafe try decode(.pkcs8, UnsafeBufferPointer(start: key, count: Int(count)))
    }

    private static func decode(_ form: KeyForm, _ der: UnsafeBufferPointer<UInt8>) throws -> PrivateKey {
        guard let numbers = unsafe numbers(der), let version = numbers.first?.withBytes({ Array($0) }) else {
            throw KeyError.malformed(form, reason: "not an RSAPrivateKey")
        }
        // Version 1 means more than two primes.
        if version == [1] { throw KeyError.unsupportedType(name: "RSA with more than two primes") }
        guard version == [0], numbers.count == 9 else {
            throw KeyError.malformed(form, reason: "not an RSAPrivateKey")
        }
        return try PrivateKey(
            rsa: RSAPublicParts(modulus: numbers[1], exponent: numbers[2]),
            RSAPrivateParts(Array(numbers[3...])))
    }

    /// The numbers of a SEQUENCE that contains only INTEGERs, none of them negative, each in its shortest form.
    private static func numbers(_ bytes: UnsafeBufferPointer<UInt8>) -> [Secret]? {
        guard let members = unsafe DERElement.members(bytes) else { return nil }
        var numbers: [Secret] = []
        for index in members.indices {
            let member = members[index]
            // A key with more than two primes (version 1) ends with a SEQUENCE.
            if numbers.count == 9, numbers[0].withBytes({ $0[0] == 1 }) { break }
            guard member.tag == V_ASN1_INTEGER, let first = unsafe member.contents.first,
                first < 0x80
            else {
                return nil
            }
            var digits = unsafe member.contents[...]
            if first == 0, unsafe digits.count > 1 {
                guard unsafe digits[1] >= 0x80 else { return nil }
                unsafe digits = unsafe digits.dropFirst()
            }
            unsafe numbers.append(
                Secret(copying: Span(_unsafeElements: UnsafeBufferPointer(rebasing: digits))))
        }
        return numbers
    }
}
