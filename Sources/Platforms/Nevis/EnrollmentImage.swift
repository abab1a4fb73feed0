import JOSE
import Words

/// The image of the QR code, decoded from its data URI (RFC 2397).
package struct EnrollmentImage: Sendable {
    /// In lower case.
    package let mediaType: String
    package let bytes: [UInt8]
    /// The size in pixels, for a PNG.
    package let pixels: (width: Int, height: Int)?
    /// Whether the bytes were checked to be of the type. Unknown types are not checked.
    package let isVerified: Bool

    /// - Parameters:
    ///   - dataURI: `data:<image mime type>;base64,<image>`.
    ///   - type: `<image mime type>`, from `qrCode.type`.
    ///   - code: the path of the QR code, for errors.
    package init(parsing dataURI: String, type: String, of code: String) throws {
        let declared = type.lowercased()
        guard Self.isImageType(declared) else {
            throw InputError("\(code).type: expected the media type of an image")
        }
        let path = "\(code).dataUri"
        let notDataURI = InputError("\(path): expected data:<image media type>;base64,<image>")
        let text = dataURI.utf8
        // A media type and a parameter are shorter than this, so the comma must be within it.
        guard let comma = text.prefix(256).firstIndex(of: UInt8(ascii: ",")) else { throw notDataURI }
        let head = dataURI[..<comma].lowercased()
        guard head.hasPrefix("data:"), head.hasSuffix(";base64") else { throw notDataURI }
        guard head == "data:\(declared);base64" else {
            throw InputError("\(path): the media type does not match \(code).type")
        }
        let bytes: [UInt8]
        do {
            bytes = try Base64.decode(Array(text[comma...].dropFirst()))
        } catch {
            throw InputError("\(path) is not base64: \(error.message)")
        }
        let found = Self.type(of: bytes)
        let isKnown = Self.signatures.contains { $0.type == declared }
        if isKnown ? found != declared : found != nil || bytes.isEmpty {
            throw InputError("\(path): expected \(declared), found \(found ?? "something else")")
        }
        mediaType = declared
        self.bytes = bytes
        pixels = declared == "image/png" ? Self.pixels(ofPNG: bytes) : nil
        isVerified = isKnown
    }

    /// `image/` and a token (RFC 2045 §5.1).
    private static func isImageType(_ type: String) -> Bool {
        let name = type.dropFirst("image/".count)
        return type.hasPrefix("image/") && !name.isEmpty && name.utf8.count <= 64
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }

    /// The first bytes of each type of image.
    private static let signatures: [(type: String, matches: @Sendable ([UInt8]) -> Bool)] = [
        ("image/png", { pixels(ofPNG: $0) != nil }),
        ("image/jpeg", { $0.starts(with: [0xFF, 0xD8, 0xFF]) }),
        ("image/gif", { $0.starts(with: "GIF87a".utf8) || $0.starts(with: "GIF89a".utf8) }),
        ("image/webp", { $0.starts(with: "RIFF".utf8) && $0.dropFirst(8).starts(with: "WEBP".utf8) }),
        ("image/svg+xml", isSVG),
    ]

    private static func type(of bytes: [UInt8]) -> String? {
        signatures.first { $0.matches(bytes) }?.type
    }

    /// Checks the signature of a PNG and reads its first chunk, which must be IHDR (PNG §5.2, §11.2.1).
    private static func pixels(ofPNG bytes: [UInt8]) -> (width: Int, height: Int)? {
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
        guard bytes.count >= 33, bytes.starts(with: start + "IHDR".utf8) else { return nil }
        func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 << 8 | Int($1) } }
        let size = (number(16..<20), number(20..<24))
        return size.0 > 0 && size.1 > 0 ? size : nil
    }

    /// XML whose outermost element is `svg`, possibly after a prologue of limited length (XML §2.8).
    @Sendable private static func isSVG(_ bytes: [UInt8]) -> Bool {
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var rest = bytes.prefix(1024)
        if rest.starts(with: byteOrderMark) { rest = rest.dropFirst(3) }
        while true {
            rest = rest.drop(while: \.isSpace)
            if rest.starts(with: "<?".utf8) {
                rest = rest.after("?>")
            } else if rest.starts(with: "<!--".utf8) {
                rest = rest.dropFirst(4).after("-->")
            } else if rest.starts(with: "<!DOCTYPE".utf8) {
                // Declarations of its own are in brackets.
                let plain = rest.prefix { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: ">") }
                rest = rest[plain.endIndex...].first == UInt8(ascii: "[") ? rest.after("]") : rest
                rest = rest.after(">")
            } else {
                let name = rest.dropFirst().prefix { !$0.isSpace && !"/>".utf8.contains($0) }
                return rest.first == UInt8(ascii: "<")
                    && (name.elementsEqual("svg".utf8) || name.elementsEqual("svg:svg".utf8))
            }
        }
    }
}

extension ArraySlice<UInt8> {
    /// What follows the first `mark`; empty without one.
    fileprivate func after(_ mark: StaticString) -> ArraySlice<UInt8> {
        let mark = Array("\(mark)".utf8)
        let start = indices.first { self[$0...].starts(with: mark) }
        return start.map { self[$0...].dropFirst(mark.count) } ?? []
    }
}
