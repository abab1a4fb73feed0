import OpenSSL
import Testing

@testable import PKI

@Suite struct NameConstraintTests {
    @Test(arguments: [
        ("permit:dns:example.org", true, GeneralName.dns("example.org")),
        ("exclude:dns:", false, .dns("")),
        ("exclude:ip:192.0.2.0/24", false, .ip([192, 0, 2, 0, 255, 255, 255, 0])),
        ("permit:ip:0.0.0.0/0", true, .ip([0, 0, 0, 0, 0, 0, 0, 0])),
        ("permit:ip:192.0.2.7/32", true, .ip([192, 0, 2, 7, 255, 255, 255, 255])),
        ("permit:ip:128.0.0.0/1", true, .ip([128, 0, 0, 0, 128, 0, 0, 0])),
        (
            "exclude:ip:2001:db8::/33", false,
            .ip(
                [0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 12) + [255, 255, 255, 255, 128]
                    + [UInt8](repeating: 0, count: 11))
        ),
        ("permit:email:jo@example.org", true, .email("jo@example.org")),
        ("permit:email:.example.org", true, .email(".example.org")),
        ("permit:URI:example.org", true, .uri("example.org")),
    ]) func whatIsRead(_ text: String, _ isPermitted: Bool, _ base: GeneralName) throws {
        let constraint = try NameConstraint(parsing: text)
        #expect(constraint.isPermitted == isPermitted)
        #expect(constraint.base == base)
    }

    @Test(arguments: [
        ("", NameConstraintError.effect), ("dns:example.org", .effect), ("permit", .effect),
        ("PERMIT:dns:a", .effect), ("permit:example.org", .kind), ("permit:rid:1.2.3", .kind),
        ("permit:dns:*.example.org", .host("*.example.org")), ("permit:dns:.a", .leadingDot("a")),
        ("permit:dns:192.0.2.1", .host("192.0.2.1")), ("permit:email:", .mailbox("")),
        ("permit:email:@a", .mailbox("@a")), ("permit:uri:http://a", .uri("http://a")),
        ("permit:ip:192.0.2.0", .network("192.0.2.0")), ("permit:ip:192.0.2.0/", .network("192.0.2.0/")),
        ("permit:ip:192.0.2.0/+8", .network("192.0.2.0/+8")),
        ("permit:ip:192.0.2.0/33", .network("192.0.2.0/33")), ("permit:ip:::/129", .network("::/129")),
        ("permit:ip:192.0.2.0/24/8", .network("192.0.2.0/24/8")),
        ("permit:ip:192.0.2.1/31", .bitsBelowPrefix("192.0.2.0/31")),
    ]) func whatIsNot(_ text: String, _ error: NameConstraintError) {
        #expect(throws: error) { try NameConstraint(parsing: text) }
    }

    /// What the extension says is what `cert check` reads from it.
    @Test func theExtensionIsReadAgain() throws {
        let names = try [
            "dns:example.org", "ip:192.0.2.0/24", "email:.a.org", "uri:b.org", "dirname:O=Acme,C=DE",
        ]
        .map { try NameConstraint(parsing: "permit:\($0)").base }
        let both = try CertificateExtension.nameConstraints(permitted: names, excluded: [.dns("")])
        #expect(both.isCritical)
        let read = try #require(NameConstraints(der: both.value))
        #expect(read.permitted == names && read.excluded == [.dns("")] && !read.hasDistances)
        let one = try CertificateExtension.nameConstraints(permitted: [], excluded: names)
        #expect(NameConstraints(der: one.value)?.permitted == [])
        // An empty list is not encoded: the tag of the excluded ones comes first (RFC 5280 §4.2.1.10).
        #expect(one.value[one.value[1] < 0x80 ? 2 : 3] == 0xA1)
    }
}
