import Arguments
import OpenSSL
import PKI
import System

/// What `signet cert create` was asked for, before any file is read.
struct CertCreateRequest {
    /// Nil: the request's.
    let subject: DistinguishedName?
    let isCA: Bool
    private let names: [GeneralName]
    private let keyUsage: KeyUsage?
    private let extendedKeyUsage: [String]?
    private let pathLength: Int?
    private let validity: ClosedRange<Timestamp>
    private let serialNumber: [UInt8]?

    init(_ arguments: ParsedArguments) throws {
        subject = try arguments.value("subject").map { (text) throws in
            try arguments.distinguishedName(text, in: "--subject")
        }
        isCA = arguments.has("is-ca")
        names = try PurposeFlags.names(arguments)
        keyUsage = try PurposeFlags.keyUsage(arguments)
        extendedKeyUsage = try PurposeFlags.extendedKeyUsage(arguments)
        pathLength = try arguments.number("path-length", 0...255, hint: "--path-length 0")
        validity = try Self.validity(arguments)
        serialNumber = try Self.serialNumber(arguments)
    }

    private static func serialNumber(_ arguments: ParsedArguments) throws -> [UInt8]? {
        guard let text = arguments.value("serial") else { return nil }
        guard let serialNumber = SerialNumber.bytes(text) else {
            throw Failure(
                .usage,
                "--serial is a positive number of at most 20 octets, in hexadecimal (RFC 5280 §4.1.2.2)",
                hint: "--serial 01, or leave it out for a random one")
        }
        return serialNumber
    }

    private static func validity(_ arguments: ParsedArguments) throws -> ClosedRange<Timestamp> {
        let now = try arguments.now()
        let start =
            try arguments.value("not-before").map { (text) throws in
                try arguments.time(text, "--not-before", now: now)
            } ?? now
        let end: Timestamp
        if let text = arguments.value("not-after") {
            end = text == "none" ? .latest : try arguments.time(text, "--not-after", now: now)
        } else {
            let duration = try arguments.duration("for") ?? .seconds(365 * 86_400)
            guard let sum = start.adding(duration) else {
                throw Failure(
                    .usage, "--for ends after the year 9999", hint: "--not-after none stands for no expiry")
            }
            end = sum
        }
        guard start.seconds < end.seconds else {
            throw Failure(
                .usage, "the certificate would begin at \(start.rfc3339) and end at \(end.rfc3339)",
                hint: "--for 90d, or an --not-after that is later")
        }
        // RFC 5280 §4.1.2.5: UTCTime begins with 1950, and GeneralizedTime is for 2050 and later.
        guard start.seconds >= -631_152_000 else {
            throw Failure(.usage, "--not-before: X.509 has no times before 1950")
        }
        return Timestamp(seconds: start.seconds)...Timestamp(seconds: end.seconds)
    }

    /// The certificate for a subject and its key.
    ///
    /// - Parameter asked: what a request asks for and is granted; the flags win over it.
    func issuance(
        _ subject: DistinguishedName, _ key: PublicKey, asked: Purposes
    ) throws -> Issuance {
        let names = names.isEmpty ? asked.names : names
        let isServer = !isCA && names.contains(where: \.isHost)
        let purposes = Purposes(
            names: names,
            keyUsage: keyUsage ?? asked.keyUsage
                ?? (isCA ? [.keyCertSign, .cRLSign] : .usual(for: key.type)),
            extendedKeyUsage: extendedKeyUsage ?? asked.extendedKeyUsage
                ?? (isServer ? [ExtendedKeyUsage.serverAuth.oid] : nil))
        guard !subject.isEmpty || !isCA && !purposes.names.isEmpty else {
            throw Failure(
                .usage,
                isCA
                    ? "a CA needs a subject (RFC 5280 §4.1.2.6)"
                    : "an empty subject needs alternative names (RFC 5280 §4.1.2.6)",
                hint: isCA ? "--subject 'CN=Test CA'" : "--san dns:example.org")
        }
        try check(purposes.keyUsage ?? [], for: key.type)
        let random = try saying(Failure.init(openSSL:)) { () throws(OpenSSLError) in try SerialNumber.random()
        }
        return Issuance(
            subject: subject, publicKey: key, purposes: purposes, isCA: isCA, pathLength: pathLength,
            validity: validity, serialNumber: serialNumber ?? random)
    }

    private func check(_ usage: KeyUsage, for key: KeyType) throws {
        try saying(Failure.init(keyUsage:)) { () throws(KeyUsageConflict) in try usage.check(for: key) }
        if usage.contains(.keyCertSign), !isCA {
            throw Failure(
                .badInput, "keyCertSign is for CAs alone (RFC 5280 §4.2.1.9)", hint: "--is-ca makes one")
        }
        if isCA, !usage.contains(.keyCertSign) {
            throw Failure(
                .badInput, "a CA needs the key usage keyCertSign (RFC 5280 §4.2.1.3)",
                hint: "--key-usage keyCertSign,cRLSign")
        }
    }
}

extension GeneralName {
    fileprivate var isHost: Bool {
        switch self {
        case .dns, .ip: true
        default: false
        }
    }
}
