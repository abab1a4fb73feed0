import JOSE
import JSON
import OpenSSL
import System
import Testing

@testable import Platforms

/// A profile with claims that pass, and what becomes of them when one is changed.
struct ProfileFixture {
    let profile: Profile
    /// When the example is valid.
    let now: Timestamp
    let example: String

    init(_ profile: Profile, now: Int64, _ example: String) {
        self.profile = profile
        self.now = Timestamp(seconds: now)
        self.example = example
    }

    /// The fact that claims break; nil where they pass.
    func violation(
        _ claims: String, at now: Timestamp? = nil, unit: TimeUnit? = nil, leeway: TimeSpan = .zero
    ) throws -> ProfileError.Fact? {
        let object = try JSONObjectText(parsing: Array(claims.utf8))
        do {
            try profile.check(object, now: now ?? self.now, unit: unit, leeway: leeway)
            return nil
        } catch {
            #expect(error.profile == profile.name)
            return error.fact
        }
    }

    /// The example with another value of a claim, or without it.
    func example(_ claim: String, _ json: String?) throws -> String {
        var text = try JSONObjectText(parsing: Array(example.utf8))
        if let json {
            text.set(MemberName(claim), to: try JSONValueText(parsing: Array(json.utf8)))
        } else {
            text.remove(MemberName(claim))
        }
        return String(decoding: text.bytes, as: UTF8.self)
    }

    /// What the example breaks with another value of a claim, or without it.
    func violation(_ claim: String, _ json: String?) throws -> ProfileError.Fact? {
        try violation(example(claim, json))
    }

    func headerViolation(_ header: String) throws -> ProfileError.Fact? {
        profile.headerViolations(try Header(parsing: Array(header.utf8))).first?.fact
    }

    func header(keyID: String?) throws -> String {
        String(decoding: try profile.header(profile.header.algorithms[0], keyID: keyID).bytes, as: UTF8.self)
    }

    func filled(_ claims: String, unit: TimeUnit? = nil) throws -> JSONObjectText {
        var object = try JSONObjectText(parsing: Array(claims.utf8))
        var uuids = UUIDSource()
        try profile.fill(&object, now: now, unit: unit ?? profile.timeUnits[0], uuids: &uuids)
        return object
    }

    /// What is no string that is not empty.
    static let noTexts = ["14", "null", "\"\"", "[\"a\"]", "{}", "true"]
    /// What is no whole number, or one that is no time.
    static let noTimes = [
        "\"1497577381\"", "null", "1497577381.5", "1497577381.0", "1.497577381e9", "1497577381e0", "-1", "-0",
        "1e309", "true", "[]", "99999999999999999999", "9223372036854775807",
    ]
}
