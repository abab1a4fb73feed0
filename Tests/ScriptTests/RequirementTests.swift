import Testing

@Suite struct RequirementTests {
    @Test func `A script may require an OpenSSL, or an older one`() throws {
        let script = try Script(parsing: "# A comment.\n# requires OpenSSL 3.5\n\n$ true\n")
        let requirement = try #require(script.requirement)
        #expect(
            requirement.isMet(by: [3, 5]) && requirement.isMet(by: [3, 5, 9])
                && requirement.isMet(by: [4, 0]))
        #expect(!requirement.isMet(by: [3, 0, 19]) && !requirement.isMet(by: []))
        let older = try #require(Requirement("# requires OpenSSL before 3.5"))
        #expect(older.isMet(by: [3, 0, 19]) && !older.isMet(by: [3, 5, 0]))
    }

    @Test func `Only a comment before the first command is a requirement`() throws {
        #expect(try Script(parsing: "$ true\n# requires OpenSSL 3.5\n").requirement == nil)
        #expect(try Script(parsing: "# This requires OpenSSL 3.5\n$ true\n").requirement == nil)
    }
}
