import OpenSSL
import Testing
import Words

@testable import PKI

@Suite struct DistinguishedNameTests {
    /// Names that are written just as they are read.
    static let hardNames = [
        "CN=Jo Do,OU=Sales,O=Acme\\, Inc.,C=DE",
        "CN=a\\+b\\,c\\;d\\<e\\>f\\\"g\\\\h=i",
        "CN=\\#first\\ ",
        "CN=\\  two on the left\\ ",
        "CN=in  the  middle",
        "CN=Lučić,O=株式会社,OU=😀👩‍👩‍👧",
        "CN=e\u{301},O=é",
        "CN=x+UID=y,DC=example,DC=com",
        "UID=jo,emailAddress=jo@example.org,serialNumber=12-3(4)",
        "CN=x,1.3.6.1.4.1.99999.1=#0C0161",
        "CN=" + String(repeating: "😀", count: 64),
        "STREET=" + String(repeating: "long\\, ", count: 2_000) + "end",
    ]

    @Test(arguments: hardNames) func textsThatComeBack(_ text: String) throws {
        let name = try DistinguishedName(parsing: text)
        #expect(name.text == text)
        #expect(try DistinguishedName(parsing: name.text) == name)
    }

    /// What is read in several spellings.
    @Test(arguments: [
        ("cn=x , o = y", "CN=x,O=y"), ("commonName=x,organizationname=y", "CN=x,O=y"),
        ("2.5.4.3=x,OID.2.5.4.10=y", "CN=x,O=y"), ("CN=Lu\\C4\\8Di\\C4\\87", "CN=Lučić"),
        ("CN=\\4C\\2C", "CN=L\\,"), ("CN=#0C0178", "CN=x"), ("CN=#1E0600E920AC0041", "CN=é€A"),
        ("CN=#0C810178", "CN=x"),
        ("E=a@b.c,GN=g,S=s", "emailAddress=a@b.c,givenName=g,ST=s"), ("CN=a\\=b", "CN=a=b"), ("", ""),
        ("CN=x+ UID = y", "CN=x+UID=y"),
    ]) func spellings(_ text: String, _ written: String) throws {
        #expect(try DistinguishedName(parsing: text).text == written)
    }

    @Test(arguments: [
        ("/C=DE/CN=x", "found one in OpenSSL's form", 1),
        ("CN=a,b", "expected TYPE=VALUE, found 'b'", 6), ("CN=a,", "TYPE=VALUE is missing", 6),
        ("=x", "TYPE=VALUE is missing", 1),
        ("CN=é;", "';' must be escaped", 5), ("CN=a\"", "'\"' must be escaped", 5),
        ("CN=\"a\"", "a value in quotation marks", 4),
        ("CN=a\0", "CN must not contain control characters", 4),
        ("CN=\\00nul", "CN must not contain control characters", 4),
        ("CN=a,O=\\1B[31m", "O must not contain control characters", 8),
        ("CN=\\7F", "CN must not contain control characters", 4),
        ("CN=\\C2\\9B", "CN must not contain control characters", 4),
        ("CN=#1E02001B", "CN must not contain control characters", 4),
        ("CN=", "CN is empty", 1), ("CN=a,O= ", "O is empty", 6),
        ("CN=\\", "invalid escape", 4), ("CN=\\4", "invalid escape", 4), ("CN=\\g", "invalid escape", 4),
        ("CN=\\C4", "the escaped bytes are not UTF-8", 4), ("CN=#0C017", "pairs of hexadecimal digits", 9),
        ("CN=#", "BER encoding of a character string", 4),
        ("CN=#0C0178FF", "BER encoding of a character string", 4),
        ("CN=#0201FF", "BER encoding of a character string", 4), ("XX=a", "unknown attribute type 'XX'", 1),
        ("2.999999=a,3.1=b", "unknown attribute type '3.1'", 12),
        ("1.02=a", "unknown attribute type '1.02'", 1),
        ("2.5..4.3=a", "unknown attribute type '2.5..4.3'", 1),
        ("2.5.4.3.=a", "unknown attribute type '2.5.4.3.'", 1),
        ("C=DEU", "C must be two letters", 3), ("C=é", "C must be two letters", 3),
        ("DC=é", "DC must be ASCII", 4),
        ("CN=#0c00", "CN is empty", 1), ("C=#1300", "C is empty", 1),
        ("C=#0c0144", "C must be a PrintableString", 3),
        ("C=#130144", "C must be two letters", 3), ("C=#13023144", "C must be two letters", 3),
        ("DC=#1601E9", "DC must be ASCII", 4),
        ("DC=#0c0178", "DC must be a IA5String", 4),
        ("CN=#160178", "CN must be a UTF8String", 4),
        ("CN=#13012A", "CN must be letters, digits", 4),
        ("CN=#1303C3A941", "CN must be letters, digits", 4),
        ("CN=#0C01FF", "CN must be UTF-8", 4), ("CN=#1E0141", "BER encoding of a character string", 4),
        ("CN=#1E02D83D", "CN must be UTF-16", 4),
        ("CN=#1C0141", "BER encoding of a character string", 4),
        ("1.2.3=#120141", "1.2.3 must be digits and spaces", 7),
        ("1.2.3=#1600", "1.2.3 is empty", 1),
        ("serialNumber=#13012A", "serialNumber must be letters, digits", 14),
        ("CN=#0C0241", "BER encoding of a character string", 4),
        ("CN=#30030C0141", "BER encoding of a character string", 4),
        (
            "OU=#0C41" + String(repeating: "61", count: 65),
            "OU must have at most 64 characters (RFC 5280 appendix A), not 65", 4
        ),
        (
            "OU=a," + String(repeating: " ", count: 256 << 10),
            "the name must be at most 262144 bytes long", 1
        ),
        (
            "OU=\(String(repeating: "a", count: 65))",
            "OU must have at most 64 characters (RFC 5280 appendix A), not 65", 4
        ),
    ]) func whatIsWrongAndWhere(_ text: String, _ fault: String, _ position: Int) {
        let error = #expect(throws: InputError.self) { try DistinguishedName(parsing: text) }
        #expect(error?.message.contains(fault) == true)
        #expect(error?.message.hasSuffix(", at character \(position)") == true)
    }

    /// Names of others may have control characters.
    @Test func controlCharactersAreEscaped() throws {
        let text = "\0nul\nline\u{1B}[31m\u{7F}"
        let name = try DistinguishedName([[NameAttribute(oid: DistinguishedName.commonName, .utf8, text)]])
        #expect(name.text == "CN=\\00nul\\0Aline\\1B[31m\\7F")
        #expect(name.fault?.message == "CN must not contain control characters")
    }

    @Test func theMostGeneralPartIsEncodedFirst() throws {
        let name = try DistinguishedName(parsing: "CN=x,O=y,C=DE")
        #expect(name.relativeNames.map { $0.map(\.oid) } == [["2.5.4.6"], ["2.5.4.10"], ["2.5.4.3"]])
        // SEQUENCE of C as PrintableString (0x13), O and CN as UTF8String (0x0C).
        let der: [UInt8] =
            [0x30, 0x25, 0x31, 0x0B, 0x30, 0x09, 0x06, 0x03, 0x55, 0x04, 0x06, 0x13, 0x02, 0x44, 0x45]
            + [0x31, 0x0A, 0x30, 0x08, 0x06, 0x03, 0x55, 0x04, 0x0A, 0x0C, 0x01, 0x79]
            + [0x31, 0x0A, 0x30, 0x08, 0x06, 0x03, 0x55, 0x04, 0x03, 0x0C, 0x01, 0x78]
        #expect(name.der == der)
    }

    @Test(arguments: [
        ("DC=x", 0x16), ("emailAddress=x@y", 0x16), ("serialNumber=1", 0x13), ("C=DE", 0x13), ("UID=x", 0x0C),
    ])
    func stringsByType(_ text: String, _ tag: UInt8) throws {
        #expect(try DistinguishedName(parsing: text).relativeNames[0][0].der[0] == tag)
    }

    /// Strings of others: BMPString, also with a surrogate pair, T61String as Latin-1, UniversalString.
    @Test(
        arguments: [
            ([0x1E, 6, 0x00, 0xE9, 0x20, 0xAC, 0x00, 0x41], "é€A"), ([0x1E, 4, 0xD8, 0x3D, 0xDE, 0x00], "😀"),
            ([0x1E, 2, 0xD8, 0x3D], nil), ([0x14, 3, 0xE9, 0x2C, 0xFF], "é,ÿ"),
            ([0x1C, 4, 0x00, 0x01, 0xF6, 0x00], "😀"), ([0x0C, 1, 0xFF], nil),
            ([0x13, 3, 0xC3, 0xA9, 0x41], nil),
        ] as [([UInt8], String?)])
    func stringsOfOthers(_ value: [UInt8], _ text: String?) {
        #expect(NameAttribute(oid: DistinguishedName.commonName, ber: value)?.text == text)
    }

    /// libcrypto takes BMPString for UCS-2, and would write nothing at all.
    @Test func aNameThatLibcryptoCannotEncode() throws {
        #expect(throws: InputError.self) { try DistinguishedName(parsing: "CN=#1E04D83DDE00") }
        let attribute = try #require(NameAttribute(oid: DistinguishedName.commonName, ber: [0x0C, 1, 0xFF]))
        #expect(throws: OpenSSLError.self) { try DistinguishedName([[attribute]]) }
    }

    /// libcrypto's list of attributes leaves empty sets out (RFC 5280 §4.1.2.4: SET SIZE (1..MAX)).
    @Test func emptySetsAreSeen() {
        let country = DER.set(DER.sequence(DER.oid("2.5.4.6"), DER.tagged(0x13, Array("DE".utf8))))
        let common = DER.set(DER.sequence(DER.oid("2.5.4.3"), DER.utf8("x")))
        for (sets, text) in [
            ([], ""), ([[0x31, 0]], "#3100"), ([country, [0x31, 0], common], "CN=x,#3100,C=DE"),
            ([country, common, [0x31, 0]], "#3100,CN=x,C=DE"), ([country, common], "CN=x,C=DE"),
        ] {
            let subject = DER.sequence(sets.flatMap(\.self))
            let name = Draft.leaf().with { $0.subject = subject }.certificate.subject
            #expect(name.der == subject)
            #expect(name.text == text)
            #expect(name.relativeNames.count == sets.count)
            #expect(name.isEmpty == sets.isEmpty)
            #expect(name.hasEmptyRelativeName == sets.contains([0x31, 0]))
            #expect((name.fault != nil) == name.hasEmptyRelativeName)
            if name.hasEmptyRelativeName {
                #expect(throws: InputError.self) { try DistinguishedName(parsing: name.text) }
            }
        }
    }

    @Test func aNameThatIsTooLarge() {
        let text = "CN=" + String(repeating: "a", count: DistinguishedName.maximumTextBytes)
        #expect(throws: InputError.self) { try DistinguishedName(parsing: text) }
    }
}
