import JOSE
import JSON
import System
import Testing

@testable import Platforms

@Suite("The tokens of OAuth 2.0")
struct OAuthTests {
    private static let accessToken = ProfileFixture(
        .accessToken, now: 1_700_000_000,
        #"{"iss":"i","sub":"s","aud":["a","b"],"client_id":"c","jti":"j","iat":1700000000,"exp":1700003600}"#)
    private static let assertion = ProfileFixture(
        .clientAssertion, now: 1_700_000_000,
        #"{"iss":"c","sub":"c","aud":"s","jti":"j","iat":1700000000,"exp":1700000300}"#)
    private static let request = ProfileFixture(
        .requestObject, now: 1_700_000_000,
        #"{"client_id":"c","response_type":"code","iss":"c","aud":"s","iat":1700000000,"exp":1700000300}"#)

    @Test(
        "An access token has the claims of RFC 9068",
        arguments: ["iss", "sub", "aud", "client_id", "jti", "iat", "exp"])
    func accessTokenClaims(claim: String) throws {
        #expect(try Self.accessToken.violation(Self.accessToken.example) == nil)
        guard case .missing(let missing, _) = try Self.accessToken.violation(claim, nil) else {
            Issue.record("\(claim) may be missing")
            return
        }
        #expect(missing == claim)
    }

    @Test("An audience is a text or some texts")
    func audience() throws {
        for value in ["\"a\"", "[\"a\"]"] { #expect(try Self.accessToken.violation("aud", value) == nil) }
        for value in ["\"\"", "[]", "[1]", "{}", "[\"a\",\"\"]"] {
            #expect(
                try Self.accessToken.violation("aud", value) == .mistyped(claim: "aud", expected: .audience))
        }
        #expect(
            try Self.assertion.violation("aud", "[\"s\"]") == .mistyped(claim: "aud", expected: .string))
    }

    @Test("What must not be there is refused")
    func forbidden() throws {
        for claim in ["request", "request_uri"] {
            #expect(try Self.request.violation(claim, "\"x\"") == .forbidden(claim: claim))
        }
    }

    @Test("An expired token is refused without the claim from which a lifetime is counted")
    func expired() throws {
        let rules = #"{"claims":{"exp":{"type":"time"}}}"#
        let profile = try Profile(parsing: Array(rules.utf8), name: "own")
        let claims = try JSONObjectText(parsing: Array(#"{"exp":100}"#.utf8))
        #expect(throws: ProfileError.self) {
            try profile.check(claims, now: Timestamp(seconds: 100), leeway: .zero)
        }
        try profile.check(claims, now: Timestamp(seconds: 99), leeway: .zero)
    }

    @Test("The type of a request object is a recommendation, and that of an access token a rule")
    func types() throws {
        let header = try Header(parsing: Array(#"{"alg":"ES256","typ":"JWT"}"#.utf8))
        #expect(try Self.request.profile.departures(of: header).count == 1)
        #expect(throws: ProfileError.self) { try Self.accessToken.profile.departures(of: header) }
        #expect(try Self.assertion.profile.departures(of: header).isEmpty)
    }
}
