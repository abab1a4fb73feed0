import OpenSSL
import Testing

@testable import PKI

@Suite struct GeneralNameTests {
    @Test(arguments: [
        ("dns:example.org", "dns:example.org"), ("DNS:*.Example.org", "dns:*.Example.org"),
        ("dns:localhost", "dns:localhost"), ("dns:xn--bcher-kva.example", "dns:xn--bcher-kva.example"),
        ("ip:192.0.2.1", "ip:192.0.2.1"), ("ip:2001:DB8:0:0::1", "ip:2001:db8::1"), ("ip:::", "ip:::"),
        ("ip:::ffff:192.0.2.1", "ip:::ffff:192.0.2.1"),
        ("email:jo.do+x@example.org", "email:jo.do+x@example.org"),
        ("email:\"a b\"@Example.org", "email:\"a b\"@Example.org"),
        ("email:jo@[192.0.2.1]", "email:jo@[192.0.2.1]"),
        ("uri:ldap:///CN=x?y", "uri:ldap:///CN=x?y"),
        ("uri:https://example.org/a?b#c", "uri:https://example.org/a?b#c"),
        (
            "uri:urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
            "uri:urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
        ),
        ("upn:jö@example.org", "upn:jö@example.org"),
    ]) func whatIsTaken(_ text: String, _ written: String) throws {
        let name = try GeneralName(parsing: text)
        #expect(name.text == written)
        #expect(name.isWellFormed)
        let part = try CertificateExtension.subjectAltName([name], isCritical: false)
        guard case .subjectAltName(let names) = part.contents else { return #expect(Bool(false)) }
        #expect(names == [name])
    }

    @Test(arguments: [
        ("example.org", AlternativeNameError.kindMissing(suggestion: "dns")),
        ("2001:db8::1", .kindMissing(suggestion: "ip")),
        ("jo@example.org", .kindMissing(suggestion: "email")),
        ("foo:bar", .unknownKind("foo")), ("dns:", .empty), ("dns:bücher.example", .internationalHost),
        ("dns:a_b.example", .hostCharacter("_")), ("dns:a b", .hostCharacter(" ")), ("dns:a..b", .emptyLabel),
        ("dns:example.org.", .emptyLabel), ("dns:.example.org", .emptyLabel), ("dns:-a.example", .hyphen),
        ("dns:*", .wildcard), ("dns:a*.example", .wildcard), ("dns:a.*.example", .wildcard),
        ("dns:*.com", .wideWildcard), ("dns:*.localhost", .wideWildcard), ("dns:*.1", .addressAsHost),
        ("dns:192.0.2.1", .addressAsHost),
        ("dns:010.1.1.1", .addressAsHost),
        ("dns:\(String(repeating: "a", count: 64))", .longLabel(count: 64)),
        ("dns:\(String(repeating: "a.", count: 127))", .longHost(count: 254)), ("ip:192.0.2.0/24", .prefix),
        ("ip:[::1]", .brackets), ("ip:192.0.2.01", .notAnAddress), ("ip:fe80::1%eth0", .notAnAddress),
        ("ip:1.2.3", .notAnAddress), ("email:jö@example.org", .internationalEmail),
        ("email:jo", .notAnEmailAddress),
        ("email:a..b@example.org", .notAnEmailAddress), ("email:a b@example.org", .notAnEmailAddress),
        ("email:a@1.2.3.4", .addressAsHost),
        ("email:\(String(repeating: "a", count: 65))@example.org", .notAnEmailAddress),
        ("email:jo@*.example.org", .wildcard), ("uri:example.org", .schemeMissing),
        ("uri:1a:b", .schemeMissing),
        ("uri:https:///a", .uriHostMissing), ("uri:http://:80/", .uriHostMissing),
        ("uri:http://#f", .uriHostMissing), ("uri:http://u@/", .uriHostMissing),
        ("uri:http://[/", .uriHost), ("uri:http://[::1/", .uriHost), ("uri:http://x/%zz", .uriCharacter),
        ("uri:http://x:8o/", .uriHost), ("uri:https://ex ample", .uriCharacter),
        ("uri:https://é", .uriCharacter),
        ("upn:jo", .notAPrincipalName), ("upn:@b", .notAPrincipalName),
    ]) func whatIsRefused(_ text: String, _ error: AlternativeNameError) {
        #expect(throws: error) { try GeneralName(parsing: text) }
    }

    @Test func namesOfOthers() throws {
        let names: [GeneralName] = [
            .directory(try DistinguishedName(parsing: "CN=x,O=y")), .registeredID("1.2.3"),
            .other(oid: "1.2.3.4", value: [0x04, 0x02, 0xAA, 0xBB]), .ip([1, 2, 3]), .dns("with space\0"),
            .ip([10, 0, 0, 0, 255, 0, 0, 0]),
        ]
        let part = try CertificateExtension.subjectAltName(names, isCritical: true)
        guard case .subjectAltName(let read) = part.contents else { return #expect(Bool(false)) }
        #expect(read == names)
        #expect(
            read.map(\.text) == [
                "dirname:CN=x,O=y", "rid:1.2.3", "other:1.2.3.4=#0402aabb", "ip:#010203", "dns:with space\0",
                "ip:10.0.0.0/8",
            ])
        #expect(read.allSatisfy { !$0.isWellFormed })
    }

    @Test(arguments: [
        ("01", [1]), ("1", [1]), ("00:ff", [0xFF]), ("1A:2b", [0x1A, 0x2B]),
        ("7" + String(repeating: "f", count: 39), [UInt8]([0x7F] + Array(repeating: 0xFF, count: 19))),
    ]) func serialNumbers(_ text: String, _ bytes: [UInt8]) { #expect(SerialNumber.bytes(text) == bytes) }

    @Test(arguments: [
        "", "0", "00:00", ":", "1:2", "1:02", "01:2", "01:", ":01", "01::02", "0:11", "0102:03", "-1", "+1",
        "0x1", "8" + String(repeating: "0", count: 39),
        String(repeating: "1", count: 41), "g",
    ]) func serialNumbersThatAreNone(_ text: String) { #expect(SerialNumber.bytes(text) == nil) }

    @Test func randomSerialNumbers() throws {
        let numbers = try (0..<64).map { _ in try SerialNumber.random() }
        #expect(Set(numbers).count == 64)
        #expect(numbers.allSatisfy { $0.count == 20 && $0[0] < 0x80 })
    }
}
