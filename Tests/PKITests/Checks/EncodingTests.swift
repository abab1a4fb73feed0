import OpenSSL
import Testing

@testable import PKI

@Suite struct EncodingTests {
    @Test func theOutermostLengthMayBeTooLong() throws {
        let der = Draft.leaf().der
        try #require(der[1] == 0x82)
        let long = [0x30, 0x83, 0] + Array(der.dropFirst(2))
        #expect(try Certificate.decode(der.span).encodingFault == nil)
        #expect(try Certificate.decode(long.span).encodingFault != nil)
    }
}
