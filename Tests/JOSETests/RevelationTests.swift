import JSON
import OpenSSL
import Testing

@testable import JOSE

@Suite struct RevelationTests {
    @Test func whatIsConcealedIsRevealed() throws {
        let claims = try JSONObjectText(
            parsing: Array(#"{"a":1.50,"b":{"c":[1,{"d":null},"x"],"e":"f"},"g":[]}"#.utf8)
        ).object
        let paths = ["a", "b", "b.c.0", "b.c.1.d", "b.c.2", "g"].map(JSONPath.init)
        let (payload, disclosures) = try Concealment(paths).conceal(claims)
        #expect(disclosures.count == 6)
        #expect(payload.members.map(\.name) == ["_sd", "_sd_alg"])
        let revelation = try Revelation(payload, disclosures)
        #expect(revelation.payload["a"].map { JSONWriter.string($0) } == "1.50")
        #expect(revelation.payload["b"].map { JSONWriter.string($0) } == #"{"c":[1,{"d":null},"x"],"e":"f"}"#)
        #expect(
            Set(revelation.paths.map { $0.joined(separator: ".") }) == [
                "a", "b", "b.c.0", "b.c.1.d", "b.c.2", "g",
            ])
        #expect(JSONWriter.string(.object(try Revelation(payload, []).payload)) == "{}")
    }

    /// A verifier could tell those at the end from elements as soon as an element after them is disclosed.
    @Test func decoysAreAmongTheElements() throws {
        let claims = try JSONObjectText(parsing: Array(#"{"a":["x","y"]}"#.utf8)).object
        let concealment = Concealment([JSONPath("a.0")], decoys: 1)
        let places = try (0..<300).map { _ in
            let (payload, disclosures) = try concealment.conceal(claims)
            let revealed = try Revelation(payload, disclosures).payload["a"]
            #expect(revealed.map { JSONWriter.string($0) } == #"["x","y"]"#)
            return payload["a"]?.arrayValue?.firstIndex { $0.stringValue == "y" }
        }
        #expect(Set(places) == [1, 2])
    }

    /// The work grows with the number of claims, not with its square.
    @Test func manyDisclosuresAreRevealed() throws {
        let count = 20_000
        let members = (0..<count).map { ("n\($0)", JSONValue.integer(Int64($0))) }
        let disclosures = try members.map { try Disclosure.text(name: $0.0, value: $0.1) }
        let digests = try disclosures.map {
            JSONValue.string(String(decoding: try DisclosureDigest.standard.text(of: $0.span), as: UTF8.self))
        }
        let revelation = try Revelation(JSONObject([("_sd", .array(digests))]), disclosures)
        #expect(revelation.payload.members.map(\.name) == members.map(\.0))
    }
}
