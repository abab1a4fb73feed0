import JOSE
import JSON
import System
import Testing

@Suite("Claims are judged after the signature")
struct ClaimsTests {
    private static let now: Int64 = 1_700_000_000

    private func at(_ seconds: Int64) -> Timestamp { Timestamp(seconds: seconds) }

    @Test("No claim is needed")
    func none() {
        #expect(invalidity(of: "{}") == nil)
        #expect(invalidity(of: " {\"a\":null}\n") == nil)
    }

    @Test("The registered claims are read", arguments: TimeUnit.allCases)
    func registered(unit: TimeUnit) throws {
        let (now, factor) = (Self.now, unit == .seconds ? Int64(1) : 1_000)
        let text =
            #"{"iss":"i","sub":"s","aud":["a","b"],"jti":"j","exp":\#((now + 1) * factor),"nbf":\#(now * factor),"iat":\#((now - 1) * factor)}"#
        let claims = try RegisteredClaims(try JSONObjectText(parsing: Array(text.utf8)), unit: unit)
        #expect(RegisteredClaims.audiences(of: try JSONObjectText(parsing: Array(text.utf8))) == ["a", "b"])
        #expect(
            claims.expires == at(now + 1) && claims.notBefore == at(now) && claims.issuedAt == at(now - 1))
    }

    @Test(
        "A claim of another type is malformed",
        arguments: [
            ("iss", "a string"), ("sub", "a string"), ("jti", "a string"),
            ("aud", "a string or an array of strings"), ("exp", "a number"), ("nbf", "a number"),
            ("iat", "a number"),
        ])
    func mistyped(claim: String, expected: String) {
        var values = ["null", "true", "{}", "[1]", "[null]", "[[\"x\"]]", "[\"x\",1]"]
        values += expected == "a number" ? ["\"1700000001\"", "\"\"", "[]"] : ["1"]
        if claim != "aud" { values.append("[\"x\"]") }
        for value in values {
            #expect(
                invalidity(of: #"{"\#(claim)":\#(value)}"#)
                    == .claims(.mistyped(claim: claim, expected: expected)), "\(value)")
        }
    }

    @Test("A registered claim is recognised by the bytes to which its name unescapes")
    func names() {
        let mistyped = TokenError.claims(.mistyped(claim: "exp", expected: "a number"))
        #expect(invalidity(of: #"{"\u0065\u0078p":"x"}"#) == mistyped)
        for name in [#"exp\u0000"#, "ex", "expexpexp", "Exp", "e", ""] {
            #expect(invalidity(of: #"{"\#(name)":"x"}"#) == nil, "\(name)")
        }
        #expect(invalidity(of: #"{"other":[],"exp":"x"}"#) == mistyped)
    }

    @Test(
        "A payload that is no JSON object is told",
        arguments: [
            "", "[]", "null", "x", "{\"exp\":01}", #"{"exp":1,"exp":2}"#, #"{"exp":1,"\u0065xp":2}"#, "{}{}",
        ])
    func notJSON(payload: String) {
        guard case .claimsNotJSON = invalidity(of: payload) else {
            Issue.record("\(payload) was taken")
            return
        }
    }

    @Test("exp is the first moment at which a token is not valid")
    func expiration() {
        let now = Self.now
        #expect(invalidity(of: #"{"exp":\#(now)}"#) == .time(.expired(at: at(now), now: testNow)))
        #expect(invalidity(of: #"{"exp":\#(now - 1)}"#) == .time(.expired(at: at(now - 1), now: testNow)))
        #expect(invalidity(of: #"{"exp":\#(now + 1)}"#) == nil)
        #expect(invalidity(of: #"{"exp":\#(now).000001}"#) == nil)
        #expect(invalidity(of: #"{"exp":1.7e9}"#) == .time(.expired(at: at(now), now: testNow)))
        #expect(invalidity(of: #"{"exp":\#(now - 1).999999}"#) != nil)
        #expect(invalidity(of: #"{"exp":0}"#) == .time(.expired(at: at(0), now: testNow)))
        #expect(invalidity(of: #"{"exp":-1}"#) == .time(.expired(at: at(-1), now: testNow)))
        let ignoring = policy { $0.ignoresExpiration = true }
        #expect(invalidity(of: #"{"exp":0}"#, ignoring) == nil)
        #expect(
            invalidity(of: #"{"exp":"0"}"#, ignoring)
                == .claims(.mistyped(claim: "exp", expected: "a number")))
        #expect(invalidity(of: #"{"exp":0,"nbf":\#(now + 1)}"#, ignoring) != nil)
    }

    @Test("nbf and iat may be now, and no later")
    func beginnings() {
        let now = Self.now
        for claim in ["nbf", "iat"] {
            #expect(invalidity(of: #"{"\#(claim)":\#(now)}"#) == nil)
            #expect(invalidity(of: #"{"\#(claim)":\#(now - 1)}"#) == nil)
            #expect(invalidity(of: #"{"\#(claim)":-5}"#) == nil)
        }
        #expect(
            invalidity(of: #"{"nbf":\#(now + 1)}"#) == .time(.notYetValid(from: at(now + 1), now: testNow)))
        #expect(
            invalidity(of: #"{"iat":\#(now + 1)}"#) == .time(.issuedInFuture(at: at(now + 1), now: testNow)))
        #expect(invalidity(of: #"{"nbf":\#(now).000001}"#) != nil)
    }

    @Test("The leeway moves each of them by just so much")
    func leeway() {
        let now = Self.now
        let policy = policy { $0.leeway = .seconds(60) }
        #expect(invalidity(of: #"{"exp":\#(now - 59)}"#, policy) == nil)
        #expect(
            invalidity(of: #"{"exp":\#(now - 60)}"#, policy)
                == .time(.expired(at: at(now - 60), now: testNow)))
        #expect(invalidity(of: #"{"nbf":\#(now + 60)}"#, policy) == nil)
        #expect(
            invalidity(of: #"{"nbf":\#(now + 61)}"#, policy)
                == .time(.notYetValid(from: at(now + 61), now: testNow))
        )
        #expect(invalidity(of: #"{"iat":\#(now + 60)}"#, policy) == nil)
        #expect(
            invalidity(of: #"{"iat":\#(now + 61)}"#, policy)
                == .time(.issuedInFuture(at: at(now + 61), now: testNow)))
    }

    @Test("A largest age needs iat, and allows that age and the leeway")
    func maximumAge() {
        let now = Self.now
        let strict = policy { $0.maximumAge = .seconds(100) }
        #expect(invalidity(of: "{}", strict) == .claimMissing("iat"))
        #expect(invalidity(of: #"{"iat":\#(now - 100)}"#, strict) == nil)
        #expect(
            invalidity(of: #"{"iat":\#(now - 101)}"#, strict)
                == .tooOld(issuedAt: at(now - 101), maximumAge: .seconds(100)))
        let lenient = policy {
            $0.maximumAge = .seconds(100)
            $0.leeway = .seconds(10)
        }
        #expect(invalidity(of: #"{"iat":\#(now - 110)}"#, lenient) == nil)
        #expect(invalidity(of: #"{"iat":\#(now - 111)}"#, lenient) != nil)
        #expect(invalidity(of: #"{"iat":\#(now + 11)}"#, lenient) != nil)
    }

    @Test("Times that no calendar has are told apart from those in another unit")
    func outOfRange() {
        for claim in ["exp", "nbf", "iat"] {
            for (number, maybeMilliseconds) in [
                ("1700000000000", true), ("1.7e12", true), ("253402300800", true),
                ("1700000000000000", false),
                ("1e309", false), ("1e50", false), ("-1e309", false),
                ("100000000000000000000000000000000000000000000000000", false),
                ("9223372036854775807", false),
                ("9223372036854775808", false),
            ] {
                #expect(
                    invalidity(of: #"{"\#(claim)":\#(number)}"#)
                        == .claims(.timeOutOfRange(claim: claim, maybeMilliseconds: maybeMilliseconds)))
            }
        }
        let milliseconds = policy { $0.timeUnit = .milliseconds }
        #expect(invalidity(of: #"{"exp":1700000000001}"#, milliseconds) == nil)
        #expect(
            invalidity(of: #"{"exp":1700000000000}"#, milliseconds)
                == .time(.expired(at: testNow, now: testNow)))
        #expect(
            invalidity(of: #"{"exp":1700000000000000000}"#, milliseconds)
                == .claims(.timeOutOfRange(claim: "exp", maybeMilliseconds: false)))
        #expect(
            invalidity(of: #"{"nbf":1700003600}"#, milliseconds)
                == .claims(.inSeconds(claim: "nbf")))
        #expect(invalidity(of: #"{"iat":99999999999}"#, milliseconds) != nil)
        #expect(invalidity(of: #"{"nbf":0,"iat":100000000000}"#, milliseconds) == nil)
    }

    @Test("No time, leeway or age is too large to be computed with")
    func extremes() {
        let claims = [
            #"{"exp":253402300799,"nbf":-62135596800,"iat":-62135596800}"#,
            #"{"exp":-62135596800,"nbf":253402300799,"iat":253402300799}"#,
        ]
        let times = [
            Timestamp.earliest, .latest, Timestamp(microseconds: .min), Timestamp(microseconds: .max),
        ]
        for time in times {
            for leeway in [TimeSpan.zero, TimeSpan(microseconds: .max)] {
                for age in [TimeSpan.zero, TimeSpan(microseconds: .max)] {
                    var policy = VerificationPolicy()
                    policy.leeway = leeway
                    policy.maximumAge = age
                    for claims in claims {
                        let result = invalidity(of: claims, policy, at: time)
                        if leeway > .zero, abs(time.microseconds / 2) < .max / 4 { #expect(result == nil) }
                    }
                }
            }
        }
    }

    @Test("Issuer and subject are compared by bytes")
    func parties() {
        let policy = policy {
            $0.issuer = "\u{E9}"
            $0.subject = "s"
        }
        #expect(invalidity(of: "{\"iss\":\"\u{E9}\",\"sub\":\"s\"}", policy) == nil)
        #expect(invalidity(of: "{\"iss\":\"\\u00e9\",\"sub\":\"s\"}", policy) == nil)
        #expect(invalidity(of: "{\"iss\":\"e\u{301}\",\"sub\":\"s\"}", policy)?.code == "issuer")
        #expect(invalidity(of: #"{"sub":"s"}"#, policy) == .issuer(found: nil, expected: "\u{E9}"))
        #expect(invalidity(of: "{\"iss\":\"\u{E9}\"}", policy) == .subject(found: nil, expected: "s"))
        #expect(
            invalidity(of: "{\"iss\":\"\u{E9}\",\"sub\":\"S\"}", policy)
                == .subject(found: "S", expected: "s"))
    }

    @Test("One of the audiences is enough")
    func audiences() {
        let policy = policy { $0.audiences = ["a", "\u{E9}"] }
        for good in [#""a""#, #"["a"]"#, #"["x","a"]"#, "\"\u{E9}\"", #"["x","\u00e9","a"]"#] {
            #expect(invalidity(of: #"{"aud":\#(good)}"#, policy) == nil)
        }
        for bad in [#""x""#, #"["x","y"]"#, "[]", #""""#, #""ab""#, #""A""#, "\"e\u{301}\""] {
            #expect(invalidity(of: #"{"aud":\#(bad)}"#, policy)?.code == "audience", "\(bad)")
        }
        #expect(invalidity(of: "{}", policy) == .audience(found: [], expected: ["a", "\u{E9}"]))
        #expect(invalidity(of: #"{"aud":"x"}"#) == nil)
    }

    @Test("Claims that are required are there, by their exact names, whatever their value")
    func required() {
        let policy = policy { $0.requiredClaims = ["exp", "\u{E9}"] }
        let exp = Self.now + 1
        #expect(invalidity(of: "{\"exp\":\(exp),\"\u{E9}\":null}", policy) == nil)
        #expect(invalidity(of: "{\"\u{E9}\":1}", policy) == .claimMissing("exp"))
        #expect(invalidity(of: #"{"exp":\#(exp)}"#, policy) == .claimMissing("\u{E9}"))
        #expect(invalidity(of: "{\"exp\":\(exp),\"e\u{301}\":1}", policy)?.code == "claim-missing")
    }

    @Test("The claims that were judged are handed on, in order")
    func result() throws {
        var verifier = TokenVerifier(try .key(TestKey.hmac.key), policy())
        let claims = try verifier.readClaims(
            Array(#"{"z":1e2,"a":{"b":[]},"exp":1700000001}"#.utf8))
        #expect(claims.memberNames == ["z", "a", "exp"])
    }

    @Test("A huge payload is judged")
    func huge() {
        let audiences = (0..<200_000).map { "\"a\($0)\"" }.joined(separator: ",")
        let members = (0..<200_000).map { "\"m\($0)\":0" }.joined(separator: ",")
        let policy = policy {
            $0.audiences = ["x", "a199999"]
            $0.requiredClaims = ["m199999"]
        }
        #expect(invalidity(of: "{\"aud\":[\(audiences)],\(members)}", policy) == nil)
        let digits = String(repeating: "9", count: 1_000_000)
        #expect(
            invalidity(of: "{\"exp\":\(digits)}")
                == .claims(.timeOutOfRange(claim: "exp", maybeMilliseconds: false)))
    }
}
