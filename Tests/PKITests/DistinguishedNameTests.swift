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
        "CN=\\00nul\\0Aline\\1B[31m\\7F",
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
        ("CN=\\4C\\2C", "CN=L\\,"), ("CN=#0C0178", "CN=x"), ("CN=#1E02D83D", "CN=#1E02D83D"),
        ("E=a@b.c,GN=g,S=s", "emailAddress=a@b.c,givenName=g,ST=s"), ("CN=a\\=b", "CN=a=b"), ("", ""),
        ("CN=x+ UID = y", "CN=x+UID=y"),
    ]) func spellings(_ text: String, _ written: String) throws {
        #expect(try DistinguishedName(parsing: text).text == written)
    }

    @Test(arguments: [
        ("/C=DE/CN=x", NameError.Reason.slashes(suggestion: "CN=x,C=DE"), 1),
        ("CN=a,b", .typeWithoutValue("b"), 6), ("CN=a,", .missingPart, 6), ("=x", .missingPart, 1),
        ("CN=é;", .unescaped(";"), 5), ("CN=\"a\"", .unescaped("\""), 4), ("CN=a\0", .unescaped("\0"), 5),
        ("CN=", .emptyValue(type: "CN"), 1), ("CN=a,O= ", .emptyValue(type: "O"), 6),
        ("CN=\\", .badEscape, 4), ("CN=\\4", .badEscape, 4), ("CN=\\g", .badEscape, 4),
        ("CN=\\C4", .notUTF8, 4), ("CN=#0C017", .badHexadecimal, 9), ("CN=#", .notAString, 4),
        ("CN=#0C0178FF", .notAString, 4), ("CN=#0201FF", .notAString, 4), ("XX=a", .unknownType("XX"), 1),
        ("2.999999=a,3.1=b", .unknownType("3.1"), 12), ("1.02=a", .unknownType("1.02"), 1),
        ("C=DEU", .characters(type: "C", allowed: .country), 3),
        ("DC=é", .characters(type: "DC", allowed: .ia5), 4),
        ("OU=\(String(repeating: "a", count: 65))", .tooLong(type: "OU", count: 65, limit: 64), 4),
    ]) func whatIsWrongAndWhere(_ text: String, _ reason: NameError.Reason, _ position: Int) {
        #expect(throws: NameError(reason: reason, position: position)) {
            try DistinguishedName(parsing: text)
        }
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
    @Test(arguments: [
        ("CN=#1E0600E920AC0041", "CN=é€A"), ("CN=#1E04D83DDE00", "CN=😀"), ("CN=#1403E92CFF", "CN=é\\,ÿ"),
        ("CN=#1C040001F600", "CN=😀"), ("CN=#0C01FF", "CN=#0C01FF"), ("CN=#1303C3A941", "CN=#1303C3A941"),
    ]) func stringsOfOthers(_ text: String, _ written: String) throws {
        #expect(try DistinguishedName(parsing: text).text == written)
    }

    @Test func aNameThatIsTooLarge() {
        let text = "CN=" + String(repeating: "a", count: DistinguishedName.maximumTextBytes)
        #expect(throws: NameError.self) { try DistinguishedName(parsing: text) }
    }
}
