import Testing

@testable import OpenSSL

@Suite("Base64 outside PEM")
struct Base64Tests {
    private func decoded(_ text: String) -> String? {
        defer { expectNoErrorsLeft() }
        return decodedBase64(Array(text.utf8).span).map {
            String(decoding: $0.bytes, as: UTF8.self)
        }
    }

    @Test(
        "Text with its padding is decoded, with white space anywhere (RFC 4648 §10)",
        arguments: [
            ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"), ("Zm9vYmE=", "fooba"),
            ("Zm9vYmFy", "foobar"), (" Z\tm\r\n9 v\n", "foo"), ("Zg= =\n", "f"),
        ])
    func decodes(text: String, bytes: String) { #expect(decoded(text) == bytes) }

    /// libcrypto passes over dashes at the end, which end the text in a PEM block.
    @Test(
        "Anything else is refused",
        arguments: [
            "", " \n", "Z", "Zm", "Zg=", "Zm9vYg", "Zg==Zg==", "Zm=v", "Z===", "====", "Zm9v====", "Zm9v----",
            "----", "Zm9v\n----\n", "Zm9vYm--", "----Zm9v", "Zm9v\u{0}\u{0}\u{0}\u{0}", "Zm9*", "Zm9_",
            "Zm9vA",
        ])
    func refuses(text: String) { #expect(decoded(text) == nil) }
}
