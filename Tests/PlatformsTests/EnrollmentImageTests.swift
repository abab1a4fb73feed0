import JOSE
import Testing
import Words

@testable import Platforms

/// `"dataUri": "data:<image mime type>;base64,<image>"`.
@Suite struct EnrollmentImageTests {
    private static let png = EnrollmentFixture.png
    private static let jpeg = "/9j/4AAQ"

    private func failure(_ uri: String, _ type: String = "image/png") -> String? {
        do {
            _ = try EnrollmentImage(parsing: uri, type: type, of: "code")
            return nil
        } catch {
            return (error as? InputError)?.message
        }
    }

    @Test(
        "Images of the types that are known",
        arguments: [
            ("image/png", png), ("IMAGE/PNG", png), ("image/jpeg", jpeg), ("image/gif", "R0lGODlhAQA="),
            ("image/webp", "UklGRgAAAABXRUJQ"), ("image/svg+xml", "PD94bWwgdmVyc2lvbj0iMS4wIj8+PHN2Zy8+"),
        ])
    func known(type: String, base64: String) throws {
        let image = try EnrollmentImage(
            parsing: "data:\(type);base64,\(base64)", type: type.lowercased(), of: "code")
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
        let image = try EnrollmentImage(
            parsing: "data:image/avif;base64,AAAA", type: "image/avif", of: "code")
        #expect(!image.isVerified)
        #expect(
            failure("data:image/avif;base64,", "image/avif")
                == "code.dataUri: expected image/avif, found something else")
        #expect(
            failure("data:image/avif;base64,\(Self.png)", "image/avif")
                == "code.dataUri: expected image/avif, found image/png")
    }

    @Test("A dataUri that lies about its type") func lies() {
        #expect(
            failure("data:image/jpeg;base64,\(Self.png)")
                == "code.dataUri: the media type does not match code.type")
        #expect(
            failure("data:image/png;charset=x;base64,\(Self.png)")
                == "code.dataUri: the media type does not match code.type")
        #expect(
            failure("data:image/png;base64,\(Self.jpeg)")
                == "code.dataUri: expected image/png, found image/jpeg")
        #expect(
            failure("data:image/jpeg;base64,\(Self.png)", "image/jpeg")
                == "code.dataUri: expected image/jpeg, found image/png")
    }

    @Test("Not an image", arguments: ["", "AAAA", "iVBORw0KGgo=", "PGh0bWw+", "PHNjcmlwdD4="])
    func notAnImage(_ base64: String) {
        #expect(
            failure("data:image/png;base64,\(base64)")
                == "code.dataUri: expected image/png, found something else")
    }

    @Test("A PNG that ends before its size does is none") func cutPNG() throws {
        let whole = try Base64.decode(Array(Self.png.utf8))
        for count in 0..<33 {
            let cut = Base64.encode(Array(whole.prefix(count)))
            #expect(
                failure("data:image/png;base64,\(cut)")
                    == "code.dataUri: expected image/png, found something else")
        }
        #expect(failure("data:image/png;base64,\(Base64.encode(Array(whole.prefix(33))))") == nil)
    }

    @Test("A PNG without a row or a column is none", arguments: [16..<20, 20..<24])
    func emptyPNG(_ size: Range<Int>) throws {
        var bytes = try Base64.decode(Array(Self.png.utf8))
        for index in size { bytes[index] = 0 }
        #expect(
            failure("data:image/png;base64,\(Base64.encode(bytes))")
                == "code.dataUri: expected image/png, found something else")
    }

    @Test(
        "Not the type of an image",
        arguments: ["", "text/html", "image/", "image/a b", "image/p\u{301}ng", "png"])
    func notAnImageType(_ type: String) {
        #expect(
            failure("data:\(type);base64,\(Self.png)", type)
                == "code.type: expected the media type of an image")
    }

    @Test(
        "Not a data URI in base64",
        arguments: ["", "data:", "data:image/png,x", "https://a.example/x.png", "data:image/png;base64"])
    func notDataURI(_ uri: String) {
        #expect(failure(uri) == "code.dataUri: expected data:<image media type>;base64,<image>")
    }

    @Test(
        "Base64 is strict",
        arguments: [
            ("iVB", "the length is not a multiple of four"), ("iV\nBORw=", "invalid character 3"),
            ("iVBO-w0K", "invalid character 5"), ("iV==iVBO", "invalid character 3"),
            ("iVBORw1=", "the last character has stray bits"), ("====", "invalid character 1"),
            ("A===", "invalid character 2"),
        ])
    func base64(text: String, fault: String) {
        #expect(failure("data:image/png;base64,\(text)") == "code.dataUri is not base64: \(fault)")
    }
}
