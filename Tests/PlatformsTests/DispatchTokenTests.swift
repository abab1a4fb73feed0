import JOSE
import JSON
import Testing
import Words

@testable import Platforms

/// What `<dispatchTokenResponse>` stands for: base64url of JSON.
@Suite struct DispatchTokenTests {
    private func error(_ text: String) -> String? {
        do {
            _ = try DispatchToken(parsing: text)
            return nil
        } catch {
            return (error as? InputError)?.message
        }
    }

    private func error(json: String) -> String? { error(EnrollmentFixture.encoded(json)) }

    private static let json =
        #"{"nma_data":{"token":"b4b07559-f934-4597-a1c5-44d89f691e8f","redeem_url":"https://a.example/x","more":1},"nma_data_content_type":"application/json","nma_data_version":"1"}"#

    private func changing(_ path: String, to json: String?) throws -> String? {
        error(json: try EnrollmentFixture.changing(path, to: json, in: Self.json))
    }

    @Test("The vendor's example") func theExample() throws {
        let token = try DispatchToken(parsing: EnrollmentFixture.token)
        let data = token.object["nma_data"]?.objectValue
        #expect(data?["token"]?.stringValue == "b4b07559-f934-4597-a1c5-44d89f691e8f")
        #expect(
            data?["redeem_url"]?.stringValue == "https://fido.siven.ch/nevisfido/token/redeem/authentication")
        #expect(token.warnings.isEmpty)
    }

    @Test("base64url with or without padding") func padding() throws {
        var texts: [String] = []
        for spaces in 0..<3 {
            let text = EnrollmentFixture.encoded(Self.json + String(repeating: " ", count: spaces))
            texts.append(text)
            texts.append(text + String(repeating: "=", count: (4 - text.count % 4) % 4))
        }
        for text in texts { #expect(error(text) == nil) }
        #expect(texts.contains { $0.hasSuffix("==") } && texts.contains { !$0.hasSuffix("=") })
    }

    @Test(
        "Not base64url",
        arguments: ["e30=", "e30==", "e==0", "e3 0", "e3+0", "e3/0", "e", "e31", "====", "é", "%65%33"])
    func notBase64URL(_ text: String) {
        if text == "e30=" {
            // Right padding of an empty object.
            #expect(error(text) == .missing(member: "dispatchToken.nma_data_content_type"))
        } else {
            guard error(text)?.contains("the dispatch token is not base64url: ") == true else {
                Issue.record("\(text): \(String(describing: error(text)))")
                return
            }
        }
    }

    @Test("Not JSON", arguments: ["", "x", "{", #"{"a":1,"a":2}"#, "{}{}"]) func notJSON(_ text: String) {
        guard error(json: text)?.contains("the decoded token is not a JSON object") == true else {
            Issue.record("\(text): \(String(describing: error(json: text)))")
            return
        }
    }

    @Test("Deep JSON") func deep() {
        let text = #"{"nma_data":"# + String(repeating: "[", count: 10_000)
        #expect(error(json: text)?.contains("nesting deeper than 32 levels") == true)
    }

    @Test("Not an object", arguments: ["[]", "1", "null", #""a""#]) func notAnObject(_ text: String) {
        #expect(error(json: text) == "dispatchTokenResponse: the decoded token is not a JSON object")
    }

    @Test(
        "Each member is there",
        arguments: [
            "nma_data", "nma_data.token", "nma_data.redeem_url", "nma_data_content_type", "nma_data_version",
        ])
    func missing(_ path: String) throws {
        #expect(try changing(path, to: nil) == .missing(member: "dispatchToken.\(path)"))
    }

    @Test(
        "The version is a string, as is the rest",
        arguments: ["nma_data.token", "nma_data.redeem_url", "nma_data_content_type", "nma_data_version"])
    func mistyped(_ path: String) throws {
        #expect(
            try changing(path, to: "1")
                == .mistyped(member: "dispatchToken.\(path)", expected: [.string], found: .number))
    }

    @Test("token: UUID") func uuid() throws {
        let json = try EnrollmentFixture.changing("nma_data.token", to: #""x""#, in: Self.json)
        #expect(
            try DispatchToken(parsing: EnrollmentFixture.encoded(json)).warnings
                == [EnrollmentWarning(member: "dispatchToken.nma_data.token", expected: .uuid)])
    }

    @Test(
        "redeem_url: URL, and https",
        arguments: [
            "", "x", "http://a.example/", "https:", "https://", "https:///x", "https://:443/",
            "https://a.example:x/",
            "https://a.example/%zz", "javascript:alert(1)",
            "https://a.example@b.example/", "ftp://a.example", "//a.example", "https://a.example/ x",
        ])
    func redeemURL(_ url: String) throws {
        #expect(
            try changing("nma_data.redeem_url", to: "\"\(url)\"")
                == .value(member: "dispatchToken.nma_data.redeem_url", expected: .webAddress))
    }

    @Test("Another content type") func contentType() throws {
        #expect(
            try changing("nma_data_content_type", to: #""text/plain""#)
                == .value(
                    member: "dispatchToken.nma_data_content_type",
                    expected: .oneOf(["application/json", "application/jose"])))
        #expect(try changing("nma_data_content_type", to: #""Application/JSON""#) == nil)
    }

    @Test("The content type may be application/jose: then nma_data is a JWE") func jwe() throws {
        let header = EnrollmentFixture.encoded(#"{"alg":"ECDH-ES","enc":"A128GCM","kid":"k"}"#)
        func token(_ data: String) -> String {
            EnrollmentFixture.encoded(
                #"{"nma_data":\#(data),"nma_data_content_type":"application/jose","nma_data_version":"1"}"#)
        }
        let parsed = try DispatchToken(parsing: token("\"\(header)..AAAA.AAAA.AAAA\""))
        #expect(parsed.encryptionHeader?["enc"]?.stringValue == "A128GCM")
        #expect(
            error(token("{}"))
                == .mistyped(member: "dispatchToken.nma_data", expected: [.string], found: .object))
        for jwe in [
            "", "a.b.c", "\(header).....", "\(header)..AAAA.AAAA", "\(header)..A.AAAA.AAAA",
            "e30..AAAA.AAAA.AAAA",
            "W10..AAAA.AAAA.AAAA", "x..AAAA.AAAA.AAAA", "\(header)..AAAA.AAAA.AA==",
        ] {
            #expect(
                error(token("\"\(jwe)\""))
                    == "dispatchTokenResponse: nma_data is not a JWE in compact serialization", "\(jwe)")
        }
    }

    @Test("A token by itself is told from a file's name") func likely() {
        #expect(DispatchToken.isLikely(EnrollmentFixture.token))
        #expect(DispatchToken.isLikely(EnrollmentFixture.encoded("{ \"nma_data\": {                } }")))
        #expect(DispatchToken.isLikely("eyJ" + String(repeating: "a", count: 37)))
        for name in [
            "eyJ" + String(repeating: "a", count: 36), "eyJ", "response.json",
            "eyJ/" + EnrollmentFixture.token, "./" + EnrollmentFixture.token,
        ] {
            #expect(!DispatchToken.isLikely(name))
        }
    }
}
