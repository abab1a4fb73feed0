import OpenSSL
import Testing

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
        ("/C=DE/CN=x", NameError.Reason.slashes(suggestion: "CN=x,C=DE"), 1),
        ("CN=a,b", .typeWithoutValue("b"), 6), ("CN=a,", .missingPart, 6), ("=x", .missingPart, 1),
        ("CN=é;", .unescaped(";"), 5), ("CN=\"a\"", .unescaped("\""), 4),
        ("CN=a\0", .controlCharacter(type: "CN"), 4),
        ("CN=\\00nul", .controlCharacter(type: "CN"), 4),
        ("CN=a,O=\\1B[31m", .controlCharacter(type: "O"), 8),
        ("CN=\\7F", .controlCharacter(type: "CN"), 4), ("CN=\\C2\\9B", .controlCharacter(type: "CN"), 4),
        ("CN=#1E02001B", .controlCharacter(type: "CN"), 4),
        ("CN=", .emptyValue(type: "CN"), 1), ("CN=a,O= ", .emptyValue(type: "O"), 6),
        ("CN=\\", .badEscape, 4), ("CN=\\4", .badEscape, 4), ("CN=\\g", .badEscape, 4),
        ("CN=\\C4", .notUTF8, 4), ("CN=#0C017", .badHexadecimal, 9), ("CN=#", .notAString, 4),
        ("CN=#0C0178FF", .notAString, 4), ("CN=#0201FF", .notAString, 4), ("XX=a", .unknownType("XX"), 1),
        ("2.999999=a,3.1=b", .unknownType("3.1"), 12), ("1.02=a", .unknownType("1.02"), 1),
        ("2.5..4.3=a", .unknownType("2.5..4.3"), 1), ("2.5.4.3.=a", .unknownType("2.5.4.3."), 1),
        ("C=DEU", .notACountry(type: "C"), 3), ("C=é", .notACountry(type: "C"), 3),
        ("DC=é", .characters(type: "DC", .ia5), 4),
        ("CN=#0c00", .emptyValue(type: "CN"), 1), ("C=#1300", .emptyValue(type: "C"), 1),
        ("C=#0c0144", .stringType(type: "C", allowed: .country), 3),
        ("C=#130144", .notACountry(type: "C"), 3), ("C=#13023144", .notACountry(type: "C"), 3),
        ("DC=#1601E9", .characters(type: "DC", .ia5), 4),
        ("DC=#0c0178", .stringType(type: "DC", allowed: .ia5), 4),
        ("CN=#160178", .stringType(type: "CN", allowed: .directory), 4),
        ("CN=#13012A", .characters(type: "CN", .printable), 4),
        ("CN=#1303C3A941", .characters(type: "CN", .printable), 4),
        ("CN=#0C01FF", .characters(type: "CN", .utf8), 4), ("CN=#1E0141", .notAString, 4),
        ("CN=#1E02D83D", .characters(type: "CN", .bmp), 4),
        ("CN=#1C0141", .notAString, 4),
        ("1.2.3=#120141", .characters(type: "1.2.3", .numeric), 7),
        ("1.2.3=#1600", .emptyValue(type: "1.2.3"), 1),
        ("serialNumber=#13012A", .characters(type: "serialNumber", .printable), 14),
        ("CN=#0C0241", .notAString, 4), ("CN=#30030C0141", .notAString, 4),
        (
            "OU=#0C41" + String(repeating: "61", count: 65), .tooLong(type: "OU", count: 65, limit: 64), 4
        ),
        (
            "OU=a," + String(repeating: " ", count: 256 << 10),
            .tooLarge(limitBytes: 256 << 10), 1
        ),
        ("OU=\(String(repeating: "a", count: 65))", .tooLong(type: "OU", count: 65, limit: 64), 4),
    ]) func whatIsWrongAndWhere(_ text: String, _ reason: NameError.Reason, _ position: Int) {
        #expect(throws: NameError(reason: reason, position: position)) {
            try DistinguishedName(parsing: text)
        }
    }

    /// Names of others may have control characters.
    @Test func controlCharactersAreEscaped() throws {
        let text = "\0nul\nline\u{1B}[31m\u{7F}"
        let name = try DistinguishedName([[NameAttribute(oid: DistinguishedName.commonName, .utf8, text)]])
        #expect(name.text == "CN=\\00nul\\0Aline\\1B[31m\\7F")
        #expect(name.fault == .controlCharacter(type: "CN"))
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
        #expect(throws: NameError.self) { try DistinguishedName(parsing: "CN=#1E04D83DDE00") }
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
            #expect((name.fault == .emptyRelativeName) == name.hasEmptyRelativeName)
            if name.hasEmptyRelativeName {
                #expect(throws: NameError.self) { try DistinguishedName(parsing: name.text) }
            }
        }
    }

    @Test func aNameThatIsTooLarge() {
        let text = "CN=" + String(repeating: "a", count: DistinguishedName.maximumTextBytes)
        #expect(throws: NameError.self) { try DistinguishedName(parsing: text) }
    }
}
