import JOSE
import JSON
import Testing

@Suite("A compact token has three parts, a prototype two")
struct CompactTokenTests {
    private static let header = base64URL(#"{"alg":"HS256","kid":"k","typ":"JWT"}"#)

    private func tokenFailure(_ text: String, detached: [UInt8]? = nil) -> CompactToken.ParsingError? {
        do {
            _ = try CompactToken(parsing: Array(text.utf8), detachedPayload: detached)
            return nil
        } catch {
            return error
        }
    }

    private func prototypeFailure(_ text: String) -> CompactToken.ParsingError? {
        do {
            _ = try Prototype.parts(of: Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test("A token is taken apart, and keeps what was signed byte by byte")
    func parts() throws {
        let token = try CompactToken(parsing: Array("\(Self.header).YQ.-_8".utf8))
        #expect(token.header.algorithmName == "HS256")
        #expect(token.header.keyID == "k")
        #expect(token.header.type == "JWT")
        #expect(token.payload == [0x61])
        #expect(token.signature == [0xFB, 0xFF])
        #expect(text(token.signingInput) == "\(Self.header).YQ")
    }

    @Test("A payload may be empty, and a signature is judged later")
    func emptyParts() throws {
        let token = try CompactToken(parsing: Array("\(Self.header)..".utf8))
        #expect(token.payload.isEmpty && token.signature.isEmpty)
        #expect(text(token.signingInput) == "\(Self.header).")
        let prototype = try Prototype.parts(of: Array("\(Self.header).".utf8))
        #expect(prototype.payload.isEmpty && prototype.encodedPayload.isEmpty)
    }

    @Test("A prototype may end in an empty signature (RFC 7519 §6)")
    func unsecured() throws {
        for end in ["", "."] {
            let prototype = try Prototype.parts(of: Array("\(Self.header).YQ\(end)".utf8))
            #expect(prototype.payload == [0x61])
            #expect(text(prototype.encodedPayload) == "YQ")
        }
        #expect(prototypeFailure("\(Self.header).YQ..") == .parts(4))
        #expect(prototypeFailure("\(Self.header).YQ.YQ") == .parts(3))
    }

    @Test("Other numbers of parts are told")
    func partCounts() {
        for count in [1, 2, 4, 5, 6] {
            let text = ([Self.header] + Array(repeating: "YQ", count: count - 1)).joined(separator: ".")
            #expect(tokenFailure(text) == .parts(count))
        }
        for count in [1, 3, 4, 5, 6] {
            let text = ([Self.header] + Array(repeating: "YQ", count: count - 1)).joined(separator: ".")
            #expect(prototypeFailure(text) == .parts(count))
        }
        #expect(tokenFailure(".") == .parts(2))
        #expect(tokenFailure("...") == .parts(4))
    }

    @Test("Dots are not counted beyond six")
    func manyDots() {
        for count in [6, 7, 1_000, CompactToken.maximumBytes] {
            let dots = String(repeating: ".", count: count)
            #expect(tokenFailure(dots) == .parts(6))
            #expect(prototypeFailure(dots) == .parts(6))
        }
    }

    @Test("Nothing is no token")
    func nothing() {
        #expect(tokenFailure("") == .empty)
        #expect(prototypeFailure("") == .empty)
        guard case .header(.json) = tokenFailure("..") else {
            Issue.record("an empty header was taken")
            return
        }
    }

    @Test("A token has a largest size, and may be just so large")
    func size() throws {
        let limit = CompactToken.maximumBytes
        let tooLarge = String(repeating: "A", count: limit + 1)
        #expect(tokenFailure(tooLarge) == .tooLarge(limitBytes: limit))
        #expect(prototypeFailure(tooLarge) == .tooLarge(limitBytes: limit))
        let room = limit - Self.header.utf8.count - 2
        let largest = "\(Self.header).\(String(repeating: "A", count: room / 4 * 4))."
        #expect(tokenFailure(largest) == nil)
    }

    @Test(
        "Each part is base64url to the letter",
        arguments: [
            ("=", Base64URL.DecodingError.padding(offset: 2)), ("+", .otherAlphabet(offset: 2)),
            ("/", .otherAlphabet(offset: 2)), (" ", .foreignCharacter(0x20, offset: 2)),
            ("\n", .foreignCharacter(0x0A, offset: 2)), ("\0", .foreignCharacter(0, offset: 2)),
            ("é", .foreignCharacter(0xC3, offset: 2)), ("AAA", .impossibleLength(5)), ("_", .trailingBits),
        ])
    func encoding(added: String, expected: Base64URL.DecodingError) {
        // The first two characters make one byte.
        #expect(tokenFailure("YQ\(added).YQ.YQ") == .notBase64URL(.header, expected))
        #expect(tokenFailure("\(Self.header).YQ\(added).YQ") == .notBase64URL(.payload, expected))
        #expect(tokenFailure("\(Self.header).YQ.YQ\(added)") == .notBase64URL(.signature, expected))
        #expect(prototypeFailure("YQ\(added).YQ") == .notBase64URL(.header, expected))
        #expect(prototypeFailure("\(Self.header).YQ\(added)") == .notBase64URL(.payload, expected))
    }

    @Test("A prototype keeps both parts as they stand")
    func prototype() throws {
        let header = base64URL("{ \"alg\" : \"RS256\",\n\"x\":1e2}")
        let prototype = try Prototype.parts(of: Array("\(header).e30".utf8))
        #expect(text(prototype.encodedHeader) == header)
        #expect(text(prototype.encodedPayload) == "e30")
        #expect(text(prototype.payload) == "{}")
        #expect(prototype.header.algorithmName == "RS256")
        #expect(text(prototype.header.text.bytes) == "{ \"alg\" : \"RS256\",\n\"x\":1e2}")
    }

    @Test("A detached payload takes the empty place, and no other")
    func detached() throws {
        let token = try CompactToken(parsing: Array("\(Self.header)..YQ".utf8), detachedPayload: [0, 1, 2])
        #expect(token.payload == [0, 1, 2])
        #expect(text(token.signingInput) == "\(Self.header).AAEC")
        #expect(tokenFailure("\(Self.header).YQ.YQ", detached: [0x61]) == .payloadNotDetached)
    }

    @Test("A header that came twice before is found again, and is never another's")
    func knownHeaders() throws {
        var (token, headers) = (CompactToken(), HeaderReader())
        func read(_ kid: String) throws -> Header {
            try token.read(
                Array("\(base64URL(#"{"alg":"HS256","kid":"\#(kid)"}"#)).e30.AA".utf8).span, &headers)
            return token.header
        }
        #expect(try read("first") !== read("first"))
        let first = try read("first")
        #expect(try read("second").keyID == "second")
        #expect(try read("first") === first)
        // More than there are places.
        for _ in 0..<2 {
            for number in 0..<5_000 { #expect(try read("\(number)").keyID == "\(number)") }
        }
        // More than may be kept.
        let long = String(repeating: "k", count: 40 << 10)
        _ = try read(long)
        let before = try read(long)
        #expect(try read(long) === before)
        for number in 0..<60 { #expect(try read("\(number / 2)\(long)").keyID == "\(number / 2)\(long)") }
        let after = try read(long)
        #expect(after !== before && after.keyID == long)
    }
}
