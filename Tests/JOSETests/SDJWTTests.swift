import JOSE
import Testing

@Suite("The parts of an SD-JWT") struct SDJWTTests {
    @Test func `The largest SD-JWT is read, and a larger one is refused`() throws {
        var text = [UInt8](repeating: UInt8(ascii: "a"), count: CompactToken.maximumBytes)
        text[text.count - 1] = UInt8(ascii: "~")
        #expect(try SDJWT(parsing: text.span).token == 0..<text.count - 1)
        text.append(UInt8(ascii: "~"))
        #expect(throws: DisclosureError.self) { try SDJWT(parsing: text.span) }
    }
}
