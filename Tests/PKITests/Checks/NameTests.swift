import OpenSSL
import System
import Testing
import Words

@testable import PKI

@Suite struct NameTests {
    @Test(arguments: ["example.com", "a.b", "xn--bcher-kva.example", "1.example", "A-b.c"])
    func hostNames(_ text: String) { #expect(DNSName.isWellFormed(text)) }

    @Test(arguments: [
        "", ".", "a..b", ".a", "a.", "-a.b", "a-.b", "a b", "a_b.c", "*.a", "bücher.example", "192.0.2.1",
        "1",
        String(repeating: "a", count: 64) + ".b", String(repeating: "a.", count: 127) + "b",
    ]) func noHostNames(_ text: String) { #expect(!DNSName.isWellFormed(text)) }

    @Test func referenceNames() {
        #expect(throws: InputError.self) { try ReferenceHost("bücher.example") }
        for address in ["192.0.2.1", "192.0.2.1."] {
            #expect(throws: InputError("expected a host name, found the address '\(address)'")) {
                try ReferenceHost(address)
            }
        }
        #expect(throws: InputError.self) { try ReferenceHost("[::1]") }
        #expect(throws: InputError.self) { try ReferenceHost("*.example.com") }
        #expect(throws: InputError.self) { try ReferenceHost("a..b") }
        #expect(throws: InputError.self) { try ReferenceHost("") }
    }

    @Test(arguments: [
        ("www.example.com", "www.example.com", true), ("WWW.example.com.", "www.EXAMPLE.com", true),
        ("www.example.com", "*.example.com", true), ("a.www.example.com", "*.example.com", false),
        ("example.com", "*.example.com", false), ("www.example.com", "w*.example.com", false),
        ("www.example.com", "*", false), ("example.com", "*.com", false), ("a.co.uk", "*.co.uk", true),
        ("a.tokyo.jp", "*.tokyo.jp", true),
        ("example", "*.", false),
        ("a.b.co.uk", "*.b.co.uk", true), ("www.example.com", "*.*.com", false),
        ("xn--a.example.com", "xn--*.example.com", false), ("www.example.com", "www.example.com.", false),
    ]) func presentedNames(_ host: String, _ presented: String, _ isNamed: Bool) throws {
        #expect(try ReferenceHost(host).isNamed(by: presented) == isNamed)
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("2001:DB8::1", "2001:db8::1"), ("[2001:db8:0:0:0:0:0:1]", "2001:db8::1"),
        ("fe80::1%eth0", "fe80::1"), ("::ffff:192.0.2.1", "::ffff:192.0.2.1"),
    ]) func addresses(_ spelling: String, _ text: String) throws {
        #expect(try #require(HostAddress(spelling)).text == text)
    }

    @Test(arguments: [
        "", "192.0.2", "192.0.2.256", "192.0.02.1", "0xC0000201", "1", ":", "1::2::3", "192.0.2.1%x", "[192",
    ])
    func noAddresses(_ text: String) { #expect(HostAddress(text) == nil) }

    @Test(arguments: [
        "a@b.c", "a.b+c@example.com", "\"a b\"@example.com", "\"a@\\\"b\"@example.com", "\"\"@example.com",
        "*@example.com", "a@[192.0.2.1]", "a@[IPv6:2001:db8::1]",
        String(repeating: "a", count: 64) + "@b.c",
    ])
    func mailboxes(_ text: String) { #expect(Mailbox(text) != nil) }

    @Test(arguments: [
        "", "a", "@b", "a@", "a@b@c", "a..b@c", "a b@c", "<a@b.c>", "a@b_c", "a@.b", "a@1.2.3.4", "a@b.1",
        "a@[1.2.3]", "a@[::1]", "a@[IPv6:1.2.3.4]", "a@[192.0.2.1", "\"a\"b\"@c", "\"a\\\"@c", "\"@c",
        "\"ab@c", "é@c",
        "\"a\u{1}b\"@c", "\"a\u{7F}b\"@c", "\"a\\\u{1F}b\"@c",
        "a@é.c", String(repeating: "a", count: 65) + "@b.c",
    ])
    func noMailboxes(_ text: String) { #expect(Mailbox(text) == nil) }

    @Test(arguments: [
        ("https://u:p@a.example:8443/x?y#z", "a.example"), ("https://[::1]:8/", "[::1]"),
        ("spiffe://domain/x", "domain"), ("http://192.0.2.1?a", "192.0.2.1"),
        ("http://a_b.example:#", "a_b.example"),
        ("urn:a:b", nil), ("ldap:///CN=x", nil), ("tag:a.example,2020:x", nil), ("mailto:a@b.example", nil),
        ("x:%41?/?#/?", nil), ("file:///", nil), ("x:////", nil),
    ]) func hostsOfURIs(_ uri: String, _ host: String?) throws {
        #expect(try URIName(parsing: uri).host == host)
    }

    @Test(arguments: [
        "", "a", "/a", ":a", "1a:b", "a:", "a_b:c", "http://", "http:///x", "http:x", "a: b", "http://:80/",
        "http://#f", "http://?q", "http://u@/", "http://u@:80", "http://[/", "http://[]/", "http://[::1",
        "http://[::1]x/",
        "http://[1.2.3.4]/", "http://::1/", "http://[v1.a]/", "http://[fe80::1%25eth0]/", "http://a]/",
        "http://a@b@c/",
        "http://1.2.3/", "http://a..b/", "http://-a/", "http://%41.example/", "http://x:8o/", "http://x/%zz",
        "http://x/%4", "http://x/[", "http://x?[", "http://x#a#b", "http://x/\u{E9}", "urn:<a>", "urn:a\\b",
    ]) func noURIs(_ uri: String) { #expect(throws: InputError.self) { try URIName(parsing: uri) } }

    /// What is written passes the check, and what fails the check is not written.
    @Test(arguments: [
        "uri:http://x/", "uri:urn:a:b", "uri:ldap:///", "uri:http://:80/", "uri:http://#f", "uri:http://u@/",
        "uri:http://[/", "uri:http://x/%zz", "uri:http://a..b/", "email:a@b.c", "email:a@1.2.3.4",
        "email:a@[1.2.3.4]", "email:\"a b\"@c.d", "email:\"@c.d", "dns:a.b", "dns:*.a.b", "dns:a_b.c",
        "dns:1.2.3.4", "dns:a.1", "dns:*.1", "dns:a*.b", "dns:a.", "dns:*.*.a",
    ]) func madeAndCheckedByOneRule(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        let name = ["dns": Ext.dns, "email": Ext.email, "uri": Ext.uri][parts[0]]!(parts[1])
        let facts = CertificateFacts(Draft.leaf().replacing("2.5.29.17", Ext.names(name)).certificate)
        let settings = CheckSettings(time: Timestamp(seconds: 0))
        let verdict = Check.alternativeNames[0].finding(facts, .leaf, settings)?.verdict
        #expect((verdict == .pass) == ((try? GeneralName(parsing: text)) != nil))
    }

    @Test(
        arguments: [
            (Ext.dns("192.0.2.1"), "'192.0.2.1' is an address, given as a host name"),
            (Ext.dns("a..b"), "'a..b' is not a host name"),
            (Ext.dns("b\u{FC}cher.example"), "a name has characters outside ASCII"),
            (Ext.dns("a.example"), nil),
            (Ext.email("a@b@c"), "'a@b@c' is not a mailbox"),
            (Ext.uri("/path"), "'/path' is not an absolute URI"),
            (Ext.ip(1, 2, 3), "an address has 3 octets"), (Ext.ip(192, 0, 2, 1), nil),
            (Ext.directory(DER.sequence()), "a directoryName is empty"),
            (
                Ext.directory(DER.sequence(DER.set())),
                "a directoryName has a RelativeDistinguishedName without attributes"
            ),
            (Ext.directory(DER.name("x")), nil), (Ext.other("1.2.3", "x"), nil),
        ] as [([UInt8], String?)])
    func whatIsWrongWithAName(_ name: [UInt8], _ fault: String?) {
        let facts = CertificateFacts(Draft.leaf().replacing("2.5.29.17", Ext.names(name)).certificate)
        let settings = CheckSettings(time: Timestamp(seconds: 0))
        let judgement = Check.alternativeNames[0].finding(facts, .leaf, settings)?.judgement
        #expect(judgement == fault.map { .fail("subjectAltName: \($0)") } ?? .pass("1 name"))
    }
}
