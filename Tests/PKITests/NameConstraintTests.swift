import OpenSSL
import Testing
import Words

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
        ("", "expected permit: or exclude:"), ("dns:example.org", "expected permit: or exclude:"),
        ("permit", "expected permit: or exclude:"),
        ("PERMIT:dns:a", "expected permit: or exclude:"), ("permit:example.org", "after permit: or exclude:"),
        ("permit:rid:1.2.3", "after permit: or exclude:"),
        ("permit:dns:*.example.org", "invalid host name '*.example.org'"),
        ("permit:dns:.a", "must not begin with a dot"),
        ("permit:dns:192.0.2.1", "invalid host name '192.0.2.1'"),
        ("exclude:email:", "invalid mailbox or host ''"),
        ("permit:dns:", "found nothing, which would permit every name"),
        ("permit:dirname:", "found nothing, which would permit every name"),
        ("permit:email:@a", "invalid mailbox or host '@a'"),
        ("permit:uri:http://a", "invalid host 'http://a'"),
        ("permit:ip:192.0.2.0", "invalid network '192.0.2.0'"),
        ("permit:ip:192.0.2.0/", "invalid network '192.0.2.0/'"),
        ("permit:ip:192.0.2.0/+8", "invalid network '192.0.2.0/+8'"),
        ("permit:ip:192.0.2.0/33", "invalid network '192.0.2.0/33'"),
        ("permit:ip:::/129", "invalid network '::/129'"),
        ("permit:ip:192.0.2.0/24/8", "invalid network '192.0.2.0/24/8'"),
        ("permit:ip:192.0.2.1/31", "the address has bits after its prefix length"),
    ]) func whatIsNot(_ text: String, _ fault: String) {
        let error = #expect(throws: InputError.self) { try NameConstraint(parsing: text) }
        #expect(error?.message.contains(fault) == true)
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
