import OpenSSL
import Testing
import Words

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
        ("example.org", "has no type"),
        ("2001:db8::1", "has no type"),
        ("jo@example.org", "has no type"),
        ("foo:bar", "has the unknown type 'foo'"), ("dns:", "has no name after the colon"),
        ("dns:bücher.example", "contains non-ASCII characters"),
        ("dns:a_b.example", "contains '_'"), ("dns:a b", "contains ' '"), ("dns:a..b", "has an empty label"),
        ("dns:example.org.", "has an empty label"), ("dns:.example.org", "has an empty label"),
        ("dns:-a.example", "begins or ends with a hyphen"),
        ("dns:*", "must be followed by at least two labels"),
        ("dns:a*.example", "must be the whole leftmost label"),
        ("dns:a.*.example", "must be the whole leftmost label"),
        ("dns:*.com", "must be followed by at least two labels"),
        ("dns:*.localhost", "must be followed by at least two labels"),
        ("dns:*.1", "ends with a number, as only IP addresses do"),
        ("dns:1.2.3.256", "ends with a number, as only IP addresses do"),
        ("dns:192.0.2.1", "expected a host name, found an IP address"),
        ("dns:010.1.1.1", "ends with a number, as only IP addresses do"),
        ("dns:*.192.0.2.1", "expected a host name, found an IP address"),
        ("dns:2001:db8::1", "expected a host name, found an IP address"),
        ("dns:\(String(repeating: "a", count: 64))", "has a label of 64 characters"),
        ("dns:\(String(repeating: "a.", count: 127))", "has 254 characters"),
        ("ip:192.0.2.0/24", "must not have a prefix length"),
        ("ip:[::1]", "must not have brackets"), ("ip:192.0.2.01", "invalid IP address"),
        ("ip:fe80::1%eth0", "invalid IP address"),
        ("ip:1.2.3", "invalid IP address"), ("email:jö@example.org", "the email address in"),
        ("email:jo", "invalid email address"),
        ("email:a..b@example.org", "invalid email address"),
        ("email:a b@example.org", "invalid email address"),
        ("email:a@1.2.3.4", "expected a host name, found an IP address"),
        ("email:a@1.2.3", "ends with a number, as only IP addresses do"),
        ("email:\(String(repeating: "a", count: 65))@example.org", "invalid email address"),
        ("email:jo@*.example.org", "must be the whole leftmost label"), ("uri:example.org", "has no scheme"),
        ("uri:1a:b", "has no scheme"), ("uri:http", "has no scheme"), ("uri::a", "has no scheme"),
        ("uri:http:", "has nothing after its scheme"), ("uri:http:a", "has no host"),
        ("uri:https:///a", "has no host"), ("uri:http://:80/", "has no host"),
        ("uri:http://#f", "has no host"), ("uri:http://u@/", "has no host"),
        ("uri:http://[/", "has an invalid host or port"), ("uri:http://[::1/", "has an invalid host or port"),
        ("uri:http://x/%zz", "contains an invalid character"),
        ("uri:http://x:8o/", "has an invalid host or port"),
        ("uri:https://ex ample", "contains an invalid character"),
        ("uri:https://é", "contains an invalid character"),
        ("upn:jo", "invalid user principal name"), ("upn:@b", "invalid user principal name"),
    ]) func whatIsRefused(_ text: String, _ fault: String) {
        let error = #expect(throws: InputError.self) { try GeneralName(parsing: text) }
        #expect(error?.message.contains(fault) == true)
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

    /// In two's complement (X.690 §8.3.3).
    @Test(
        arguments: [
            ([0x7F], "7f"), ([0x80], "-80"), ([0xFF], "-01"), ([0x00, 0x80], "80"), ([0x80, 0x00], "-8000"),
        ] as [([UInt8], String)]) func serialNumbersAreShown(_ contents: [UInt8], _ text: String)
    {
        #expect(SerialNumber.text(contents) == text)
    }

    @Test func randomSerialNumbers() throws {
        let numbers = try (0..<64).map { _ in try SerialNumber.random() }
        #expect(Set(numbers).count == 64)
        #expect(numbers.allSatisfy { $0.count == 20 && $0[0] < 0x80 })
    }
}
