package import OpenSSL
package import System
import Words

/// The contents of a certificate that is to be made, without its issuer.
package struct Issuance: Sendable {
    package var subject: DistinguishedName
    package var publicKey: PublicKey
    /// In the order of encoding, without authorityKeyIdentifier. If subjectKeyIdentifier is not among them, it is computed
    /// from the key.
    package var extensions: [CertificateExtension]
    /// The first and the last second of validity.
    package var validity: ClosedRange<Timestamp>
    package var serialNumber: [UInt8]

    package init(
        subject: DistinguishedName, publicKey: PublicKey, extensions: [CertificateExtension],
        validity: ClosedRange<Timestamp>, serialNumber: [UInt8]
    ) {
        self.subject = subject
        self.publicKey = publicKey
        self.extensions = extensions
        self.validity = validity
        self.serialNumber = serialNumber
    }

    package init(
        subject: DistinguishedName, publicKey: PublicKey, purposes: Purposes, isCA: Bool, pathLength: Int?,
        validity: ClosedRange<Timestamp>, serialNumber: [UInt8]
    ) throws(OpenSSLError) {
        self.init(
            subject: subject, publicKey: publicKey,
            extensions: [try .basicConstraints(isCA: isCA, pathLength: isCA ? pathLength : nil)]
                + (try purposes.extensions(subjectIsEmpty: subject.isEmpty)),
            validity: validity, serialNumber: serialNumber)
    }

    /// Makes a certificate that is its own issuer. It has no authorityKeyIdentifier, which may be omitted here (RFC
    /// 5280 §4.2.1.1).
    ///
    /// - Parameter key: the private key of ``publicKey``.
    package func selfSigned(by key: PrivateKey, digest: DigestAlgorithm?) throws(OpenSSLError) -> Certificate
    {
        try signed(by: key, digest, issuer: subject, authorityKeyIdentifier: nil)
    }

    package func issued(by issuer: Issuer, digest: DigestAlgorithm?) throws(OpenSSLError) -> Certificate {
        try signed(
            by: issuer.key, digest, issuer: issuer.certificate.subject,
            authorityKeyIdentifier: issuer.keyIdentifier)
    }

    private func signed(
        by key: PrivateKey, _ digest: DigestAlgorithm?, issuer: DistinguishedName,
        authorityKeyIdentifier: [UInt8]?
    ) throws(OpenSSLError) -> Certificate {
        var extensions = extensions
        if extensions[ExtensionID.subjectKeyIdentifier] == nil {
            extensions.append(
                try .subjectKeyIdentifier(try SubjectPublicKeyInfo(publicKey).keyIdentifier()))
        }
        if let authorityKeyIdentifier {
            extensions.append(try .authorityKeyIdentifier(authorityKeyIdentifier))
        }
        return try Certificate.make(
            serialNumber: serialNumber, subject: subject, issuer: issuer,
            validity: validity.lowerBound.seconds...validity.upperBound.seconds, publicKey: publicKey,
            extensions: extensions, by: key, digest: digest)
    }
}

extension Certificate {
    /// The extensions that another certificate of the same kind has, too: all except those that identify other keys,
    /// limit the use of the private key in time, or come from the logs of certificates. A CA that keeps its key keeps its
    /// identifier, because what it issued names it (RFC 5280 §4.2.1.2).
    ///
    /// - Parameters:
    ///   - subject: that of the other one. If it is empty, the alternative names are critical (RFC 5280 §4.2.1.6).
    ///   - key: that of the other one.
    /// - Throws: if an extension that signet can decode is malformed, if one is repeated, or for a precertificate.
    package func templateExtensions(
        for subject: DistinguishedName, _ key: PublicKey
    ) throws -> [CertificateExtension] {
        let own =
            [
                ExtensionID.authorityKeyIdentifier, ExtensionID.privateKeyUsagePeriod,
                ExtensionID.certificateTimestamps,
            ] + (holds(key) && hasUsableIdentifier ? [] : [ExtensionID.subjectKeyIdentifier])
        let shared = extensions.filter { !own.contains($0.oid) }.map { part in
            subject.isEmpty && part.oid == ExtensionID.subjectAltName
                ? CertificateExtension(part.oid, isCritical: true, part.value) : part
        }
        var seen: Set<String> = []
        for part in shared {
            if part.oid == ExtensionID.precertificatePoison {
                throw InputError(
                    "expected a certificate, found a precertificate (RFC 6962 §3.1)")
            }
            if !seen.insert(part.oid).inserted { throw part.fault("repeated") }
            switch part.contents {
            case .malformed, .tooLarge: throw part.fault("malformed")
            default: continue
            }
        }
        return shared
    }
}

extension Certificate {
    /// Whether the subjectKeyIdentifier is one that another certificate may have (RFC 5280 §4.2.1.2).
    private var hasUsableIdentifier: Bool {
        guard let part = extensions[ExtensionID.subjectKeyIdentifier], !part.isCritical,
            case .subjectKeyIdentifier(let bytes) = part.contents
        else { return false }
        return !bytes.isEmpty
    }
}

extension CertificateExtension {
    /// - Parameter predicate: `malformed`.
    func fault(_ predicate: String) -> InputError {
        InputError("the extension \(name.printable) is \(predicate)")
    }
}

extension [CertificateExtension] {
    /// The first extension of a type.
    package subscript(oid: String) -> CertificateExtension? { first { $0.oid == oid } }

    /// Replaces the extension of the same type in its place, or appends the new one.
    package mutating func put(_ part: CertificateExtension) {
        if let index = firstIndex(where: { $0.oid == part.oid }) {
            self[index] = part
        } else {
            append(part)
        }
    }

    /// What basicConstraints says; not a CA without it.
    package var isCA: Bool {
        contains { if case .basicConstraints(true, _) = $0.contents { true } else { false } }
    }
}

/// Serial numbers (RFC 5280 §4.1.2.2): positive, at most 20 octets, and never used twice by one issuer.
package enum SerialNumber {
    package static let maximumBytes = 20

    /// 159 random bits, the most that fit into a positive number of 20 octets.
    package static func random() throws(OpenSSLError) -> [UInt8] {
        var bytes = try Random.bytes(maximumBytes)
        bytes[0] &= 0x7F
        // Zero is not allowed; it occurs once in 2^159.
        return bytes.contains { $0 != 0 } ? bytes : try random()
    }

    /// Reads hexadecimal digits, or octets of two digits with colons between them, as openssl(1) prints them.
    ///
    /// - Returns: nil unless it is a positive number whose encoding has at most 20 octets.
    package static func bytes(_ text: String) -> [UInt8]? {
        let digits = text.utf8.filter { $0 != UInt8(ascii: ":") }
        let octets = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard octets.count == 1 || octets.allSatisfy({ $0.count == 2 }), text.utf8.count <= 64,
            (1...2 * maximumBytes).contains(digits.count)
        else { return nil }
        let even = digits.count % 2 == 0 ? digits : [UInt8(ascii: "0")] + digits
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: even.count, by: 2) {
            guard let high = even[start].hexadecimalValue, let low = even[start + 1].hexadecimalValue else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        let magnitude = Array(bytes.drop { $0 == 0 })
        return isValid(magnitude) ? magnitude : nil
    }

    private static func isValid(_ magnitude: [UInt8]) -> Bool {
        magnitude.first.map { magnitude.count < maximumBytes || magnitude.count == maximumBytes && $0 < 0x80 }
            ?? false
    }

    /// As openssl(1) prints it.
    package static func octets(_ magnitude: [UInt8]) -> String {
        magnitude.map { hexadecimal([$0]) }.joined(separator: ":")
    }

    /// Reads a decimal number that is hardly a hexadecimal one: of random ones of thirty digits, one in a million has no
    /// letter.
    ///
    /// - Returns: as ``bytes(_:)``; nil also for another text.
    package static func bytes(ofLongDecimal text: String) -> [UInt8]? {
        guard (30...48).contains(text.utf8.count), text.utf8.first != 0x30,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        var magnitude: [UInt8] = []
        for digit in text.utf8 {
            var carry = Int(digit - 0x30)
            for index in magnitude.indices.reversed() {
                carry += Int(magnitude[index]) * 10
                magnitude[index] = UInt8(carry & 0xFF)
                carry >>= 8
            }
            if carry > 0 { magnitude.insert(UInt8(carry), at: 0) }
        }
        return isValid(magnitude) ? magnitude : nil
    }

    /// The content octets of a positive INTEGER.
    ///
    /// - Parameter magnitude: most significant byte first, without leading zeros.
    package static func contents(_ magnitude: [UInt8]) -> [UInt8] {
        magnitude.first ?? 0 >= 0x80 ? [0] + magnitude : magnitude
    }

    /// In hexadecimal: lower case, two digits per byte, `-` before a negative number.
    ///
    /// - Parameter contents: the content octets of the INTEGER.
    package static func text(_ contents: [UInt8]) -> String {
        guard let first = contents.first, first >= 0x80 else { return digits(contents) }
        var magnitude = contents.map { ~$0 }
        for index in magnitude.indices.reversed() {
            magnitude[index] &+= 1
            if magnitude[index] != 0 { break }
        }
        return "-" + digits(magnitude)
    }

    /// Without the zeros that a number begins with.
    private static func digits(_ magnitude: [UInt8]) -> String {
        hexadecimal(magnitude.dropLast().drop { $0 == 0 } + magnitude.suffix(1))
    }
}

extension Certificate {
    /// The serial number in hexadecimal: lower case, two digits per byte, `-` before a negative number.
    package var serialNumberText: String { SerialNumber.text(serialNumber) }
}
