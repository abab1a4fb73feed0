import JOSE
import JSON
import System
import Testing

@testable import Commands
@testable import Platforms

/// The reasons of `jwt verify --json` are a contract: scripts compare them.
@Suite struct ReasonTests {
    static let invalidities: [TokenError] = [
        .malformed(.empty), .unsecured, .unknownAlgorithm("X"), .algorithmNotAllowed("X"),
        .algorithmNotForKey("X", fitting: []), .embeddedKey(member: "jwk"), .critical(.malformed),
        .keyNotFound(id: nil, known: []), .keyAmbiguous(ids: []),
        .keyUnusable(id: "X", "x"), .signature,
        .claims(.mistyped(claim: "exp", expected: "a number")),
        .time(.expired(at: .earliest, now: .latest)), .time(.notYetValid(from: .latest, now: .earliest)),
        .time(.issuedInFuture(at: .latest, now: .earliest)), .tooOld(issuedAt: .earliest, maximumAge: .zero),
        .issuer(found: nil, expected: "X"), .subject(found: nil, expected: "X"),
        .audience(found: [], expected: ["X"]), .claimMissing("exp"),
        .type(found: nil, expected: "X"), .claim("X", found: "1", expected: "2"), .issuerNotTrusted(nil),
        .confirmation(found: nil, expected: "X"), .proofKey(nil), .chain("the header has no x5c"),
        .disclosure(someDisclosureError), .keyBinding("x"), .status(someStatusError),
    ]

    private static let someStatusError = {
        do throws(StatusError) {
            try StatusLists().check(.empty, .earliest)
            preconditionFailure("a token without a status is not valid")
        } catch {
            return error
        }
    }()

    private static let someDisclosureError = {
        do throws(DisclosureError) {
            _ = try SDJWT(parsing: [UInt8]().span)
            preconditionFailure("nothing is not an SD-JWT")
        } catch {
            return error
        }
    }()

    @Test(arguments: invalidities) func everyReasonIsInTheManual(_ invalidity: TokenError) {
        #expect(JWTVerify.reasons.map(\.code).contains(invalidity.code))
    }

    @Test func theManualHasNoOtherReasons() {
        let codes = Set(Self.invalidities.map(\.code) + ["claims-not-json", "profile", "record"])
        #expect(Set(JWTVerify.reasons.map(\.code)) == codes)
    }

    @Test func signingHasTheseReasonsForEver() {
        #expect(
            SigningReason.allCases.map(\.rawValue) == [
                "record", "malformed", "too-large", "claims-not-json", "claim-malformed",
                "algorithm-key-mismatch",
                "embedded-key", "critical-header", "disclosure", "key-binding", "issuer", "subject",
                "expired", "not-yet-valid",
                "issued-in-future", "profile", "signing-failed",
            ])
    }

    /// What both commands find has one word.
    @Test func signingAndVerifyingShareTheirWords() {
        let words = Set(SigningReason.allCases.map(\.rawValue)).subtracting(["too-large", "signing-failed"])
        #expect(words.isSubset(of: JWTVerify.reasons.map(\.code)))
    }

    private struct Strange: Error {}

    static let refusals: [(any Error & Sendable, SigningReason)] = [
        (CompactToken.ParsingError.parts(3), .malformed),
        (Header.ParsingError.missing(member: "alg"), .malformed),
        (SystemError(path: nil, reason: .tooLarge(limitBytes: 1)), .tooLarge),
        (SystemError(path: nil, reason: .errno(5)), .signingFailed),
        (ClaimsError.mistyped(claim: "exp", expected: "a number"), .claimMalformed),
        (violation(.time(.expired(at: .earliest, now: .latest))), .expired),
        (violation(.time(.notYetValid(from: .latest, now: .earliest))), .notYetValid),
        (violation(.time(.issuedInFuture(at: .latest, now: .earliest))), .issuedInFuture),
        (RecordError(message: ""), .record), (violation(.keyIDMissing), .profile),
        (SigningError(.subject, ""), .subject),
        (Strange(), .signingFailed),
    ]

    private static func violation(_ fact: ProfileError.Fact) -> ProfileError {
        ProfileError(profile: "ims", source: .signet, fact: fact)
    }

    @Test(arguments: refusals.indices) func everyErrorHasItsReason(_ index: Int) {
        #expect(SigningReason(Self.refusals[index].0) == Self.refusals[index].1)
    }

    @Test(arguments: invalidities) func wordsAreInTheHouseStyle(_ invalidity: TokenError) {
        let message = invalidity.message
        #expect(!message.hasSuffix("."))
        #expect(message.first?.isUppercase != true)
    }
}
