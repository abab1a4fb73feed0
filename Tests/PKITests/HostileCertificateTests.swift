import OpenSSL
import Testing

@testable import PKI

/// Certificates of others, which may say anything.
@Suite struct HostileCertificateTests {
    static let key = Result { try PrivateKey.generate(.ec(.p256)) }

    private func certificate(_ extensions: [CertificateExtension]) throws -> Certificate {
        let key = try Self.key.get()
        let name = try DistinguishedName(parsing: "CN=x")
        return try Certificate.make(
            serialNumber: [1], subject: name, issuer: name, validity: 0...1, publicKey: key.publicKey,
            extensions: extensions,
            by: key, digest: .sha256)
    }

    private func everyKind() throws -> [CertificateExtension] {
        let names: [GeneralName] = [
            .dns("a.example"), .ip([192, 0, 2, 1]), .directory(try DistinguishedName(parsing: "CN=y")),
            .userPrincipalName("a@b"), .registeredID("1.2.3"), .other(oid: "1.2", value: [5, 0]),
        ]
        let points: [UInt8] = [0x30, 0x0B, 0x30, 0x09, 0xA0, 0x07, 0xA0, 0x05, 0x86, 0x03, 0x61, 0x3A, 0x62]
        let access: [UInt8] = [
            0x30, 0x11, 0x30, 0x0F, 6, 8, 43, 6, 1, 5, 5, 7, 48, 1, 0x86, 0x03, 0x61, 0x3A, 0x62,
        ]
        let constraints: [UInt8] = [0x30, 0x07, 0xA0, 0x05, 0x30, 0x03, 0x82, 0x01, 0x61]
        return [
            try .basicConstraints(isCA: true, pathLength: 3), try .keyUsage([.keyCertSign, .decipherOnly]),
            try .extendedKeyUsage([ExtendedKeyUsage.serverAuth.oid], isCritical: false),
            try .subjectAltName(names, isCritical: false),
            try .subjectKeyIdentifier([1, 2]), try .authorityKeyIdentifier([3, 4]),
            CertificateExtension("2.5.29.31", isCritical: false, points),
            CertificateExtension("1.3.6.1.5.5.7.1.1", isCritical: false, access),
            CertificateExtension("2.5.29.32", isCritical: false, [0x30, 0x06, 0x30, 0x04, 6, 2, 42, 3]),
            CertificateExtension("2.5.29.30", isCritical: true, constraints),
        ]
    }

    @Test func everyKindIsRead() throws {
        for part in try everyKind() {
            switch part.contents {
            case .malformed, .unknown, .tooLarge: Issue.record("\(part.name) is not read")
            default: continue
            }
        }
    }

    @Test func cutOffAnywhere() throws {
        let der = try certificate(try everyKind()).der
        for count in der.indices {
            let part = Array(der.prefix(count))
            #expect(throws: (any Error).self) { try Certificate.all(in: part.span) }
        }
    }

    /// A changed byte makes another certificate or none; never a crash.
    @Test func changedAnywhere() throws {
        let der = try certificate(try everyKind()).der
        for index in der.indices {
            for change: UInt8 in [0x01, 0x80, 0xFF] {
                var changed = der
                changed[index] ^= change
                guard let read = try? Certificate.decode(changed.span) else { continue }
                _ = read.extensions.map { "\($0.contents)\($0.name)" }
                _ = (read.subject.text, read.keyInfo, read.notAfter, read.serialNumber)
            }
        }
    }

    /// Whoever reads BER and whoever reads DER may understand them differently.
    @Test func valuesThatAreNotDER() {
        func isProper(_ value: [UInt8], _ oid: String = ExtensionID.basicConstraints) -> Bool? {
            CertificateExtension(oid, isCritical: true, value).isEncodedProperly
        }
        let value: [UInt8] = [0x30, 0x06, 0x01, 0x01, 0xFF, 0x02, 0x01, 0x00]
        #expect(isProper(value) == true)
        #expect(isProper(value, "1.2.3") == nil)
        // A long form of the length, an indefinite length, and a default that is written.
        #expect(isProper([0x30, 0x81] + value.dropFirst()) == false)
        #expect(isProper([0x30, 0x80] + value.dropFirst(2) + [0, 0]) == false)
        #expect(isProper([0x30, 0x03, 0x01, 0x01, 0x00]) == false)
        #expect(isProper(value + [0]) == false)
        for count in value.indices { #expect(isProper(Array(value.prefix(count))) == false) }
    }

    @Test func anExtensionThatIsThereTwice() throws {
        let part = try CertificateExtension.keyUsage([.keyCertSign])
        #expect(try certificate([part, part]).extensions == [part, part])
    }

    @Test func anExtensionThatIsTooLarge() throws {
        let bytes = [UInt8](repeating: 0, count: ExtensionContents.maximumBytes + 1)
        let part = CertificateExtension(ExtensionID.subjectAltName, isCritical: false, bytes)
        guard case .tooLarge = part.contents else { return #expect(Bool(false)) }
    }

    /// libcrypto writes no identifier of more than 586 octets; two of them must not look the same.
    @Test func identifiersThatAreTooLongToBeWritten() throws {
        let parts = ([1, 2] as [UInt8]).map { last in
            DER.sequence(
                DER.tagged(0x06, [42] + [UInt8](repeating: 0x01, count: 700) + [last]), DER.octets([5, 0]))
        }
        let read = parts.reduce(Draft.leaf()) { $0.adding($1) }.certificate.extensions.suffix(2)
        #expect(read.allSatisfy { $0.oid.hasPrefix("#068202") && $0.name == $0.oid })
        #expect(read.first?.oid.hasSuffix("01") == true)
        #expect(read.last?.oid.hasSuffix("02") == true)
    }

    /// A name of libcrypto's may be cut at 80 characters; an identifier may not.
    @Test func identifiersThatAreLong() throws {
        let oids = ["1", "2"].map { "1.2." + String(repeating: "3.", count: 100) + $0 }
        let read = oids.reduce(Draft.leaf()) { $0.adding(Ext.make($1, [5, 0])) }.certificate.extensions
            .suffix(2)
        #expect(read.map(\.oid) == oids)
        #expect(read.map(\.name) == oids)
    }

    /// A year 0 has no date in RFC 3339, and libcrypto reckons with it.
    @Test(
        arguments: [
            ("00000102000000Z", nil), ("00001231235959Z", nil), ("00010101000000Z", -62_135_596_800),
            ("99991231235959Z", 253_402_300_799),
        ] as [(String, Int64?)]) func timesKeepToTheYears1To9999(_ text: String, _ seconds: Int64?)
    {
        let time = DER.generalizedTime(text)
        #expect(Draft.leaf().with { $0.notBefore = time }.certificate.notBefore == seconds)
        #expect(Draft.leaf().with { $0.notAfter = time }.certificate.notAfter == seconds)
    }
}
