import JOSE
import Testing

@testable import Platforms

/// `"dataUri": "data:<image mime type>;base64,<image>"`.
@Suite struct EnrollmentImageTests {
    private static let png = EnrollmentFixture.png
    private static let jpeg = "/9j/4AAQ"

    private func failure(_ uri: String, _ type: String = "image/png") -> ImageFailure? {
        do {
            _ = try EnrollmentImage(parsing: uri, type: type)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "Images of the types that are known",
        arguments: [
            ("image/png", png), ("IMAGE/PNG", png), ("image/jpeg", jpeg), ("image/gif", "R0lGODlhAQA="),
            ("image/webp", "UklGRgAAAABXRUJQ"), ("image/svg+xml", "PD94bWwgdmVyc2lvbj0iMS4wIj8+PHN2Zy8+"),
        ])
    func known(type: String, base64: String) throws {
        let image = try EnrollmentImage(parsing: "data:\(type);base64,\(base64)", type: type.lowercased())
        #expect(image.isVerified && image.mediaType == type.lowercased())
        #expect(try image.bytes == Base64.decode(Array(base64.utf8)))
    }

    @Test(
        "SVG: the outermost element decides",
        arguments: [
            ("<svg>", true), ("\u{FEFF} \n<svg\txmlns='x'/>", true), ("<svg:svg xmlns:svg='x'>", true),
            ("<?xml version='1.0'?><!-- <html> --><!DOCTYPE svg PUBLIC '-' 'x'><svg/>", true),
            ("<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>", true), ("<html><svg></svg></html>", false),
            ("<!DOCTYPE html><html><body><svg/>", false), ("<!-- <svg> --><p>", false), ("<svgx>", false),
            ("<?xml <svg>", false), ("<!DOCTYPE svg [ <svg>", false), ("svg", false), ("<", false),
            ("", false),
        ])
    func svg(text: String, isSVG: Bool) {
        let uri = "data:image/svg+xml;base64," + Base64.encode(Array(text.utf8))
        #expect((failure(uri, "image/svg+xml") == nil) == isSVG)
    }

    @Test("A type that is not known is taken on trust") func unknown() throws {
        let image = try EnrollmentImage(parsing: "data:image/avif;base64,AAAA", type: "image/avif")
        #expect(!image.isVerified)
        #expect(
            failure("data:image/avif;base64,", "image/avif") == .otherContent(type: "image/avif", found: nil))
        #expect(
            failure("data:image/avif;base64,\(Self.png)", "image/avif")
                == .otherContent(type: "image/avif", found: "image/png"))
    }

    @Test("A dataUri that lies about its type") func lies() {
        #expect(failure("data:image/jpeg;base64,\(Self.png)") == .otherType)
        #expect(failure("data:image/png;charset=x;base64,\(Self.png)") == .otherType)
        #expect(
            failure("data:image/png;base64,\(Self.jpeg)")
                == .otherContent(type: "image/png", found: "image/jpeg"))
        #expect(
            failure("data:image/jpeg;base64,\(Self.png)", "image/jpeg")
                == .otherContent(type: "image/jpeg", found: "image/png"))
    }

    @Test("Not an image", arguments: ["", "AAAA", "iVBORw0KGgo=", "PGh0bWw+", "PHNjcmlwdD4="])
    func notAnImage(_ base64: String) {
        #expect(failure("data:image/png;base64,\(base64)") == .otherContent(type: "image/png", found: nil))
    }

    @Test("A PNG that ends before its size does is none") func cutPNG() throws {
        let whole = try Base64.decode(Array(Self.png.utf8))
        for count in 0..<33 {
            let cut = Base64.encode(Array(whole.prefix(count)))
            #expect(
                failure("data:image/png;base64,\(cut)") == .otherContent(type: "image/png", found: nil))
        }
        #expect(failure("data:image/png;base64,\(Base64.encode(Array(whole.prefix(33))))") == nil)
    }

    @Test("A PNG without a row or a column is none", arguments: [16..<20, 20..<24])
    func emptyPNG(_ size: Range<Int>) throws {
        var bytes = try Base64.decode(Array(Self.png.utf8))
        for index in size { bytes[index] = 0 }
        #expect(
            failure("data:image/png;base64,\(Base64.encode(bytes))")
                == .otherContent(type: "image/png", found: nil))
    }

    @Test(
        "Not the type of an image",
        arguments: ["", "text/html", "image/", "image/a b", "image/p\u{301}ng", "png"])
    func notAnImageType(_ type: String) {
        #expect(failure("data:\(type);base64,\(Self.png)", type) == .notAnImageType)
    }

    @Test(
        "Not a data URI in base64",
        arguments: ["", "data:", "data:image/png,x", "https://a.example/x.png", "data:image/png;base64"])
    func notDataURI(_ uri: String) { #expect(failure(uri) == .notDataURI) }

    @Test(
        "Base64 is strict",
        arguments: [
            ("iVB", Base64.Failure.length), ("iV\nBORw=", .foreignCharacter(offset: 2)),
            ("iVBO-w0K", .foreignCharacter(offset: 4)), ("iV==iVBO", .foreignCharacter(offset: 2)),
            ("iVBORw1=", .trailingBits), ("====", .foreignCharacter(offset: 0)),
            ("A===", .foreignCharacter(offset: 1)),
        ])
    func base64(text: String, reason: Base64.Failure) {
        #expect(failure("data:image/png;base64,\(text)") == .notBase64(reason))
    }
}
