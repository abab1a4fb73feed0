import Testing

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
        #expect(throws: ReferenceHost.Problem.notASCII) { try ReferenceHost("bücher.example") }
        #expect(throws: ReferenceHost.Problem.address) { try ReferenceHost("192.0.2.1") }
        #expect(throws: ReferenceHost.Problem.address) { try ReferenceHost("[::1]") }
        #expect(throws: ReferenceHost.Problem.wildcard) { try ReferenceHost("*.example.com") }
        #expect(throws: ReferenceHost.Problem.malformed) { try ReferenceHost("a..b") }
        #expect(throws: ReferenceHost.Problem.malformed) { try ReferenceHost("") }
    }

    @Test(arguments: [
        ("www.example.com", "www.example.com", true), ("WWW.example.com.", "www.EXAMPLE.com", true),
        ("www.example.com", "*.example.com", true), ("a.www.example.com", "*.example.com", false),
        ("example.com", "*.example.com", false), ("www.example.com", "w*.example.com", false),
        ("www.example.com", "*", false), ("example.com", "*.com", false), ("a.co.uk", "*.co.uk", false),
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

    @Test(arguments: ["a@b.c", "a.b+c@example.com", "\"a b\"@example.com".replacingSpace, "*@example.com"])
    func mailboxes(_ text: String) { #expect(Mailbox(text) != nil) }

    @Test(arguments: ["", "a", "@b", "a@", "a@b@c", "a..b@c", "a b@c", "<a@b.c>", "a@b_c", "a@.b"])
    func noMailboxes(_ text: String) { #expect(Mailbox(text) == nil) }

    @Test(arguments: [
        ("https://u:p@a.example:8443/x?y#z", "a.example"), ("https://[::1]:8/", "[::1]"),
        ("spiffe://domain/x", "domain"),
    ]) func hostsOfURIs(_ uri: String, _ host: String) {
        #expect(URIName.host(uri) == host)
        #expect(URIName.isWellFormed(uri))
    }

    @Test func otherURIs() {
        #expect(URIName.host("urn:a:b") == nil)
        #expect(URIName.isWellFormed("urn:a:b"))
        for text in ["", "a", "/a", ":a", "1a:b", "a:", "a://", "http:///x", "a: b"] {
            #expect(!URIName.isWellFormed(text))
        }
    }
}

extension String {
    fileprivate var replacingSpace: String { String(filter { $0 != " " }) }
}
