import JOSE
import JSON
import Testing

@Suite("The examples of the RFCs hold")
struct RFCVectorTests {
    @Test("Every example is there")
    func count() {
        #expect(RFCVector.signed.count == 10)
        #expect(RFCVector.verifiable.count == 11)
        #expect(RFCVector.thumbprints.count == 2)
    }

    @Test("Their tokens verify", arguments: RFCVector.verifiable)
    func verifies(vector: RFCVector) throws {
        let payload = try Base64URL.decode(try vector.string("payload"))
        let detached = vector.flag("detached") ? payload : nil
        let token = try vector.string("token")
        let parsed = try CompactToken(parsing: Array(token.utf8), detachedPayload: detached)
        #expect(text(parsed.header.text.bytes) == (try vector.string("header")))
        #expect(parsed.header.algorithmName == (try vector.string("algorithm")))
        #expect(parsed.payload == payload)
        for key in try vector.verificationKeys() {
            #expect(failure(of: token, under: key, detached: detached) == nil)
        }
    }

    @Test(
        "Signing again gives the same token where the algorithm is deterministic", arguments: RFCVector.signed
    )
    func signs(vector: RFCVector) throws {
        let isDetached = vector.flag("detached")
        var signer = try SigningKey(
            try vector.key(), try algorithm(try vector.string("algorithm"))
        ).signer()
        let token = text(
            try signer.token(
                Base64URL.encode(Array(try vector.string("header").utf8)),
                Array(try vector.string("payload").utf8), isDetached: isDetached))
        if vector.flag("deterministic") { #expect(token == (try vector.string("token"))) }
        let payload = try Base64URL.decode(try vector.string("payload"))
        let source = try KeySource.key(try vector.verificationKey())
        #expect(failure(of: token, source, detached: isDetached ? payload : nil) == nil)
    }

    @Test("Their thumbprints are ours", arguments: RFCVector.thumbprints)
    func thumbprint(vector: RFCVector) throws {
        #expect(try vector.key().thumbprint() == vector.string("thumbprint"))
        #expect(try vector.verificationKey().thumbprint() == vector.string("thumbprint"))
    }
}
