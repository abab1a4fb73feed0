import Arguments
import JOSE
import JSON
import OpenSSL
import Synchronization
import System
import Testing

@testable import Commands

/// A stream may last for days: each of its lines has the time at which it came.
@Suite struct PassingTimeTests {
    private final class Hand: Sendable {
        let seconds = Atomic(1_700_000_000)

        var clock: Clock { Clock { Timestamp(seconds: Int64(self.seconds.load(ordering: .relaxed))) } }

        func pass(_ seconds: Int) { self.seconds.wrappingAdd(seconds, ordering: .relaxed) }
    }

    private struct NoCommand: Error {}

    private static func arguments(_ words: [String]) throws -> ParsedArguments {
        guard case .run(_, let arguments) = try Parser(root: Registry.root).parse(words) else {
            throw NoCommand()
        }
        return arguments
    }

    @Test func timesFromNowOnAreMadeAnewForEachLine() throws {
        let hand = Hand()
        var changes = try ClaimChanges(
            Self.arguments([
                "jwt", "sign", "--key", "k", "--iat", "now", "--nbf", "-1m", "--exp", "15m",
            ]), nil, now: try hand.clock.now(), unit: .seconds)
        var uuids = UUIDSource()
        for seconds in [0, 0, 1, 3600] {
            hand.pass(seconds)
            var claims = JSONObjectText.empty
            try changes.apply(to: &claims, now: try hand.clock.now(), uuids: &uuids)
            let now = try hand.clock.now().seconds
            #expect(
                String(decoding: claims.bytes, as: UTF8.self)
                    == #"{"iat":\#(now),"nbf":\#(now - 60),"exp":\#(now + 900)}"#)
        }
    }

    @Test func timesThatAreGivenStay() throws {
        let hand = Hand()
        var changes = try ClaimChanges(
            Self.arguments([
                "jwt", "sign", "--key", "k", "--iat", "@1000", "--exp", "2030-01-01T00:00:00Z",
            ]), nil, now: try hand.clock.now(), unit: .milliseconds)
        hand.pass(100)
        #expect(!changes.needsTime)
        var claims = JSONObjectText.empty
        var uuids = UUIDSource()
        try changes.apply(to: &claims, now: try hand.clock.now(), uuids: &uuids)
        #expect(
            String(decoding: claims.bytes, as: UTF8.self) == #"{"iat":1000000,"exp":1893456000000}"#)
    }

    @Test func theEndOfTimeIsNotPassed() throws {
        var changes = try ClaimChanges(
            Self.arguments(["jwt", "sign", "--key", "k", "--exp", "2s"]), nil, now: Timestamp(seconds: 0),
            unit: .seconds)
        var claims = JSONObjectText.empty
        var uuids = UUIDSource()
        try changes.apply(to: &claims, now: .latest, uuids: &uuids)
        #expect(String(decoding: claims.bytes, as: UTF8.self) == #"{"exp":253402300799}"#)
    }

    @Test func tokensAreJudgedAtTheTimeTheyCome() throws {
        let hand = Hand()
        let key = Key(.secret(try Random.secret(32)))
        var request = try JWTVerifyRequest(Self.arguments(["jwt", "verify", "--key", "k"]))
        request.clock = hand.clock
        var signer = try SigningKey(key, try #require(Algorithm.named("HS256"))).signer()
        var token: [UInt8] = []
        try signer.begin(
            Base64URL.encode(Array(#"{"alg":"HS256"}"#.utf8)),
            payload: Array(#"{"exp":1700000010}"#.utf8).span)
        signer.sign()
        try signer.end(withoutPayload: 0, to: &token)
        var judge = TokenJudge(request, try .key(key), .openSSL)
        for (seconds, isValid) in [(0, true), (9, true), (1, false)] {
            hand.pass(seconds)
            #expect(try judge.begin(token.span, at: 0) == nil)
            judge.work()
            if case .valid = try judge.end(0) {
                #expect(isValid)
            } else {
                #expect(!isValid)
            }
        }
    }
}
