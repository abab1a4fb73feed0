import OpenSSL
import PKI
import System

extension FuzzTarget {
    static let names = [
        FuzzTarget(name: "dn", words: nameWords, seeds: { nameSeeds.map { Array($0.utf8) } }, body: testName),
        FuzzTarget(
            name: "san",
            words: ["dns:", "ip:", "email:", "uri:", "upn:", "*.", "xn--", "::", "https://", "@", "[", "]"],
            seeds: { alternativeSeeds.map { Array($0.utf8) } }, body: testAlternativeName),
        FuzzTarget(
            name: "time", words: ["Z", "T", "+00:00", "now", "@", "15m", "1h", "2d", "1w", "-"],
            seeds: {
                [
                    "2026-11-21T10:00:00Z", "2026-11-21T10:00:00.25+05:30", "@1497577400", "15m", "-1h30m",
                    "now", "9999-12-31T23:59:59Z",
                ]
                .map { Array($0.utf8) }
            }, body: testTime),
    ]

    private static let nameWords = [
        "CN=", "O=", "OU=", "C=DE", "DC=", "UID=", "1.2.3.4=", "#0C0161", "\\,", "\\+", "\\20", "\\C3\\A9",
        "+", ",",
        "\"", "emailAddress=", "serialNumber=",
    ]
    private static let nameSeeds = [
        "CN=jo,O=Example,C=DE", "CN=a+UID=7,DC=example,DC=com", #"CN=\ a\,b\+c\ ,O=\C3\A9"#,
        "1.2.3.4=#0C0161,CN=é",
        "emailAddress=jo@example.com,CN=\\#x", "",
    ]
    private static let alternativeSeeds = [
        "dns:*.example.com", "dns:xn--bcher-kva.example", "ip:2001:db8::1", "ip:192.0.2.1",
        "email:jo@example.com",
        "uri:https://example.com:8443/a?b#c", "uri:urn:uuid:1", "upn:jo@example.com",
        "email:\"a b\"@example.com",
    ]

    /// A name that is written as text is read again as the same encoding.
    @Sendable private static func testName(_ input: [UInt8]) throws {
        guard let text = String(validating: input, as: UTF8.self) else { return }
        let name = try DistinguishedName(parsing: text)
        let again = try DistinguishedName(parsing: name.text)
        expect(again.der == name.der, "'\(name.text)' is another name")
        expect(again.text == name.text, "'\(name.text)' is written as '\(again.text)'")
        expect(
            name.isEmpty == name.relativeNames.isEmpty && !name.hasEmptyRelativeName, "an empty name in it")
    }

    /// A name that is written as text, or encoded, is read again as the same name.
    @Sendable private static func testAlternativeName(_ input: [UInt8]) throws {
        guard let text = String(validating: input, as: UTF8.self) else { return }
        if let host = try? ReferenceHost(text) {
            expect((try? ReferenceHost(host.text)) == host, "another host")
        }
        if let address = HostAddress(text) {
            expect([4, 16].contains(address.octets.count), "an address of \(address.octets.count) bytes")
            expect(HostAddress(address.text) == address, "another address")
        }
        if let mailbox = Mailbox(text) { expect(Mailbox(mailbox.text) == mailbox, "another mailbox") }
        // The words of this error quote the flag, so it has none here.
        let read = outcome { try GeneralName(parsing: text) }
        guard let name = read.value else { return }
        expect(try GeneralName(parsing: name.text) == name && name.isWellFormed, "another name: \(name.text)")
        let item = try CertificateExtension.subjectAltName([name], isCritical: false)
        guard case .subjectAltName(let names) = item.contents, names == [name] else {
            fatalError("\(name) is encoded as \(item.contents)")
        }
    }

    @Sendable private static func testTime(_ input: [UInt8]) throws {
        guard let text = String(validating: input, as: UTF8.self) else { return }
        if let time = Timestamp(rfc3339: text) {
            expect(time >= .earliest && time <= .latest, "beyond the years")
            expect(Timestamp(rfc3339: time.rfc3339)?.seconds == time.seconds, "another time: \(time.rfc3339)")
        }
        if let span = TimeSpan(parsing: text) { _ = (span.words, Timestamp(seconds: 0).adding(span)) }
        if let time = TimeText(parsing: text)?.time(now: Timestamp(seconds: 1_780_000_000)) {
            expect(time >= .earliest && time <= .latest, "beyond the years")
        }
    }
}
