import JOSE
import System
import Testing

@testable import Commands

/// The reasons of `jwt verify --json` are a contract: scripts compare them.
@Suite struct ReasonTests {
    static let invalidities: [Invalidity] = [
        .malformed(.empty), .unsecured, .unknownAlgorithm("X"), .algorithmNotAllowed("X"),
        .algorithmNotForKey("X", fitting: []), .embeddedKey(member: "jwk"), .critical(.malformed),
        .keyNotFound(id: nil, known: []), .keyAmbiguous(known: []),
        .keyUnusable(id: "X", .refused(.use("enc"))), .signature,
        .claims(.mistyped(claim: "exp", expected: "a number")),
        .expired(at: .earliest, now: .latest), .notYetValid(from: .latest, now: .earliest),
        .issuedInFuture(at: .latest, now: .earliest), .tooOld(issuedAt: .earliest, maximumAge: .zero),
        .issuer(found: nil, expected: "X"), .subject(found: nil, expected: "X"),
        .audience(found: [], expected: ["X"]), .claimMissing("exp"),
    ]

    @Test(arguments: invalidities) func everyReasonIsInTheManual(_ invalidity: Invalidity) {
        #expect(JWTVerify.reasons.map(\.code).contains(invalidity.code))
    }

    @Test func theManualHasNoOtherReasons() {
        let codes = Set(Self.invalidities.map(\.code) + ["claims-not-json", "profile"])
        #expect(Set(JWTVerify.reasons.map(\.code)) == codes)
    }

    @Test(arguments: invalidities) func wordsAreInTheHouseStyle(_ invalidity: Invalidity) {
        let message = invalidity.words.message
        #expect(!message.hasSuffix("."))
        #expect(message.first?.isUppercase != true)
    }
}
