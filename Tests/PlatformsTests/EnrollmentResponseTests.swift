import JSON
import Testing

@testable import Platforms

/// "Specifies the response of the Cloud HTTP API to the enroll endpoint. The JSON has the following format".
@Suite struct EnrollmentResponseTests {
    private typealias Fixture = EnrollmentFixture

    @Test("The JSON has the following format") func theFormatPasses() throws {
        let response = try Fixture.parse(Fixture.response)
        #expect(response.kind == .enrollment && response.channel == "app" && response.warnings.isEmpty)
        #expect(response.link?.instance == "acme")
        #expect(response.image?.mediaType == "image/png" && response.image?.pixels?.width == 1)
        #expect(response.dispatchToken?.encryptionHeader == nil)
    }

    @Test(
        "A member of the format is there",
        arguments: [
            #""userId": "<userID>""#: "userId", #""username": "<username>""#: "username",
            #""status": "new""#: "status", #""createdAt": "<timestamp>""#: "createdAt",
            #""updatedAt": "<timestamp>""#: "updatedAt", #""authenticators": []"#: "authenticators",
            #""transactionId": "<transactionID>""#: "enrollment.transactionId",
            #""statusToken": "<statusToken>""#: "enrollment.statusToken",
            #""qrCode": {"#: "enrollment.qrCode", #""type": "<image mime type>""#: "enrollment.qrCode.type",
            #""size": <size>"#: "enrollment.qrCode.size",
            #""dataUri": "data:<image mime type>;base64,<image>""#: "enrollment.qrCode.dataUri",
            #""appLinkUri": "https://{instance}.mauth.nevis.cloud/open?…""#: "enrollment.appLinkUri",
        ].sorted { $0.value < $1.value }.map { ($0.key, $0.value) })
    func aMemberIsDemanded(words: String, path: String) throws {
        #expect(try Fixture.error(Fixture.changing(path, to: nil)) == .missing(member: path), "\(words)")
    }

    @Test(#""enrollment": { … }"#) func theEnrollmentIsAnObject() throws {
        #expect(
            try Fixture.error(Fixture.changing("enrollment", to: "[]"))
                == .mistyped(member: "enrollment", expected: [.object], found: .array))
        // Then it is the answer of another endpoint, or none.
        #expect(
            try Fixture.error(Fixture.changing("enrollment", to: nil)) == .missing(member: "enrollment"))
    }

    @Test(
        "A member that the format quotes is a string",
        arguments: [
            "userId", "status", "createdAt", "updatedAt", "enrollment.transactionId",
            "enrollment.statusToken", "enrollment.qrCode.type", "enrollment.qrCode.dataUri",
            "enrollment.appLinkUri",
        ], ["1", "true", "[]", "{}", "null"])
    func aStringIsAString(path: String, json: String) throws {
        let found = try JSONDocument(parsing: Array(json.utf8)).root.kind
        #expect(
            try Fixture.error(Fixture.changing(path, to: json))
                == .mistyped(member: path, expected: [.string], found: found))
    }

    @Test(#""size": <size>, without quotes: a number"#, arguments: [#""300""#, "null", "[]", "true"])
    func sizeIsANumber(_ json: String) throws {
        let found = try JSONDocument(parsing: Array(json.utf8)).root.kind
        #expect(
            try Fixture.error(Fixture.changing("enrollment.qrCode.size", to: json))
                == .mistyped(member: "enrollment.qrCode.size", expected: [.number], found: found))
    }

    @Test("username (may be null)") func theUsernameMayBeNull() throws {
        #expect(try Fixture.error(Fixture.changing("username", to: "null")) == nil)
        #expect(
            try Fixture.error(Fixture.changing("username", to: "1"))
                == .mistyped(member: "username", expected: [.string, .null], found: .number))
    }

    @Test("authenticators[]: each has an ID, a kind and a state") func authenticators() throws {
        let document = try Fixture.changing("authenticators", to: "[\(Fixture.authenticator)]")
        #expect(try Fixture.parse(document).warnings.isEmpty)
        for name in ["authenticatorId", "authenticatorType", "state"] {
            let path = "authenticators.0.\(name)"
            #expect(
                try Fixture.error(Fixture.changing(path, to: nil, in: document)) == .missing(member: path))
            #expect(
                try Fixture.error(Fixture.changing(path, to: "1", in: document))
                    == .mistyped(member: path, expected: [.string], found: .number))
        }
        for name in ["name", "type", "enrolledAt", "updatedAt", "uaf"] {
            let path = "authenticators.0.\(name)"
            #expect(try Fixture.error(Fixture.changing(path, to: nil, in: document)) == nil)
            #expect(try Fixture.error(Fixture.changing(path, to: "null", in: document)) == nil)
            #expect(try Fixture.error(Fixture.changing(path, to: "1", in: document)) != nil)
        }
        #expect(
            try Fixture.error(Fixture.changing("authenticators", to: "[1]"))
                == .mistyped(member: "authenticators.0", expected: [.object], found: .number))
    }

    @Test(
        "What is not of the form that the documentation gives it is a warning",
        arguments: [
            ("userId", .uuid), ("enrollment.transactionId", .uuid), ("status", .oneOf(["new", "active"])),
            ("createdAt", .time), ("updatedAt", .time),
        ] as [(String, StringForm)])
    func formsAreWarnings(path: String, expected: StringForm) throws {
        let response = try Fixture.parse(Fixture.changing(path, to: #""odd""#))
        #expect(response.warnings == [EnrollmentWarning(member: path, expected: expected)])
    }

    @Test(
        "A UUID",
        arguments: [
            ("1A2B3C4D-5E6F-4A1B-8C2D-3E4F5A6B7C8D", true), ("1a2b3c4d5e6f4a1b8c2d3e4f5a6b7c8d", false),
            ("1a2b3c4d-5e6f-4a1b-8c2d-3e4f5a6b7c8", false), ("1a2b3c4g-5e6f-4a1b-8c2d-3e4f5a6b7c8d", false),
            ("１a2b3c4-5e6f-4a1b-8c2d-3e4f5a6b7c8d", false), ("", false), ("-----", false),
            ("1A2B3C4D--5E6F-4A1B-8C2D-3E4F5A6B7C8D", false),
        ])
    func uuid(text: String, isOne: Bool) throws {
        #expect(
            try Fixture.parse(Fixture.changing("userId", to: "\"\(text)\"")).warnings.isEmpty == isOne)
    }

    @Test("A web address is as long as a link may be, and no longer")
    func longWebAddress() {
        let longest = "https://example.com/" + String(repeating: "a", count: 65_516)
        #expect(StringForm.webAddress.isMet(by: longest))
        #expect(!StringForm.webAddress.isMet(by: longest + "a"))
    }

    @Test("Unknown members are kept and never an error") func unknownMembersAreKept() throws {
        var document = try Fixture.changing("enrollment.later", to: #"{"x":[1.10,1e3]}"#)
        document = try Fixture.changing("more", to: "12345678901234567890", in: document)
        let response = try Fixture.parse(document)
        #expect(JSONWriter.string(.object(response.object)) == document)
    }

    @Test(
        "Channels: app, push, sms, fido2, recovery",
        arguments: [
            ("pushNotification", "push"), ("phoneNumber", "sms"), ("smsCode", "sms"),
            ("credentialCreationOptions", "fido2"), ("recoveryCodes", "recovery"), ("other", nil),
        ])
    func channels(member: String, channel: String?) throws {
        let enrollment = #"{"transactionId":"9f8e7d6c-5b4a-4c3d-9e2f-1a0b9c8d7e6f","\#(member)":["a"]}"#
        let response = try Fixture.parse(Fixture.changing("enrollment", to: enrollment))
        #expect(response.channel == channel && response.link == nil && response.image == nil)
    }

    @Test("The status endpoint answers") func theStatus() throws {
        let response = try Fixture.parse(Fixture.status)
        #expect(response.kind == .status && response.channel == nil && response.warnings.isEmpty)
        for name in ["transactionId", "status"] {
            let document = try Fixture.changing(name, to: "1", in: Fixture.status)
            #expect(
                try Fixture.error(document) == .mistyped(member: name, expected: [.string], found: .number))
        }
        for name in ["userId", "username", "token", "createdAt", "lastUpdatedAt"] {
            #expect(try Fixture.error(Fixture.changing(name, to: nil, in: Fixture.status)) == nil)
            #expect(try Fixture.error(Fixture.changing(name, to: "null", in: Fixture.status)) == nil)
            #expect(try Fixture.error(Fixture.changing(name, to: "{}", in: Fixture.status)) != nil)
        }
    }

    @Test(
        "status (pending, succeeded, failed, unknown)",
        arguments: ["pending", "succeeded", "failed", "unknown"])
    func statuses(_ word: String) throws {
        let document = try Fixture.changing("status", to: "\"\(word)\"", in: Fixture.status)
        #expect(try Fixture.parse(document).warnings.isEmpty)
    }

    @Test("Of an unknown token, there is only the status") func unknownStatus() throws {
        #expect(try Fixture.parse(#"{"status":"unknown"}"#).kind == .status)
        #expect(try Fixture.error(#"{"status":"pending"}"#) == .missing(member: "userId"))
    }

    @Test("An approval has a link on the app channel, and none over push") func approvals() throws {
        let app = try Fixture.changing("enrollment", to: nil)
        #expect(try Fixture.error(app) != nil)
        let root = try JSONDocument(parsing: Array(Fixture.response.utf8)).root
        let approval = JSONWriter.string(try #require(root.objectValue?["enrollment"]))
        let response = try Fixture.parse(approval)
        #expect(response.kind == .approval && response.channel == "app" && response.warnings.isEmpty)
        #expect(response.link?.uri == Fixture.link && response.image != nil)
        #expect(
            try Fixture.error(Fixture.changing("qrCode", to: nil, in: approval)) == .missing(member: "qrCode")
        )
        #expect(
            try Fixture.error(Fixture.changing("appLinkUri", to: nil, in: approval))
                == .missing(member: "appLinkUri"))
        #expect(
            try Fixture.error(Fixture.changing("qrCode.type", to: #""image/gif""#, in: approval))
                == "qrCode.dataUri: the media type does not match qrCode.type")
        let push = try Fixture.changing(
            "appLinkUri", to: nil, in: Fixture.changing("qrCode", to: nil, in: approval))
        let pushed = try Fixture.parse(push)
        #expect(pushed.kind == .approval && pushed.channel == "push" && pushed.link == nil)
    }

    @Test("A status that is not known is a warning") func anUnknownStatus() throws {
        let document = try Fixture.changing("status", to: #""new""#, in: Fixture.status)
        #expect(try Fixture.parse(document).warnings.map(\.member) == ["status"])
    }
}
