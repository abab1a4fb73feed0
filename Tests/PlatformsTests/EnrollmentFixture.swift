import JOSE
import JSON
import Testing
import Words

@testable import Platforms

/// The response that the document shows, with something in the places of its placeholders.
enum EnrollmentFixture {
    /// The vendor's own example, encoded.
    static let token =
        "eyJubWFfZGF0YSI6eyJ0b2tlbiI6ImI0YjA3NTU5LWY5MzQtNDU5Ny1hMWM1LTQ0ZDg5ZjY5MWU4ZiIsInJlZGVlbV91cmwiOiJodHRwczovL2ZpZG8uc2l2ZW4uY2gvbmV2aXNmaWRvL3Rva2VuL3JlZGVlbS9hdXRoZW50aWNhdGlvbiJ9LCJubWFfZGF0YV9jb250ZW50X3R5cGUiOiJhcHBsaWNhdGlvbi9qc29uIiwibm1hX2RhdGFfdmVyc2lvbiI6IjEifQ"
    static let link = "https://acme.mauth.nevis.cloud/open?dispatchTokenResponse=\(token)"

    /// One black pixel.
    static let png =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="

    static let response = #"""
        {"userId":"1a2b3c4d-5e6f-4a1b-8c2d-3e4f5a6b7c8d","username":"jo","status":"new",
         "createdAt":"2026-11-21T10:00:00Z","updatedAt":"2026-11-21T10:00:00Z","authenticators":[],
         "enrollment":{"transactionId":"9f8e7d6c-5b4a-4c3d-9e2f-1a0b9c8d7e6f","statusToken":"c3RhdHVz",
          "qrCode":{"type":"image/png","size":300,"dataUri":"data:image/png;base64,\#(png)"},
          "appLinkUri":"\#(link)"}}
        """#

    static let authenticator = #"""
        {"authenticatorId":"5b4a9f8e-7d6c-4c3d-9e2f-1a0b9c8d7e6f","name":"Jo's phone","type":"ios",
         "authenticatorType":"app","state":"active","enrolledAt":"2026-11-20T10:00:00Z",
         "updatedAt":"2026-11-20T10:00:00Z","uaf":{"aaid":"F1D0#0001"}}
        """#

    static let status = #"""
        {"transactionId":"9f8e7d6c-5b4a-4c3d-9e2f-1a0b9c8d7e6f","status":"succeeded",
         "userId":"1a2b3c4d-5e6f-4a1b-8c2d-3e4f5a6b7c8d","username":null,"token":"eyJ.x.y",
         "createdAt":"2026-11-21T10:00:00Z","lastUpdatedAt":"2026-11-21T10:01:00Z"}
        """#

    /// A document with a member set to JSON, or removed.
    static func changing(_ path: String, to json: String?, in document: String = response) throws -> String {
        let root = try JSONDocument(parsing: Array(document.utf8)).root
        let value = try json.map { try JSONDocument(parsing: Array($0.utf8)).root }
        return JSONWriter.string(
            changing(path.split(separator: ".").map(String.init)[...], to: value, in: root))
    }

    private static func changing(
        _ path: ArraySlice<String>, to value: JSONValue?, in root: JSONValue
    ) -> JSONValue {
        guard let name = path.first else { return value ?? .null }
        if case .array(var elements) = root, let index = Int(name) {
            elements[index] = changing(path.dropFirst(), to: value, in: elements[index])
            return .array(elements)
        }
        var object = root.objectValue ?? JSONObject()
        if path.count == 1, value == nil {
            object.members.removeAll { $0.name == name }
        } else {
            object.set(name, to: changing(path.dropFirst(), to: value, in: object[name] ?? .null))
        }
        return .object(object)
    }

    static func parse(_ document: String) throws -> EnrollmentResponse {
        let root = try JSONDocument(parsing: Array(document.utf8)).root
        return try EnrollmentResponse(try #require(root.objectValue))
    }

    /// What is wrong with a document; nil where it passes.
    static func error(_ document: String) throws -> String? {
        do {
            _ = try parse(document)
            return nil
        } catch let error as InputError {
            return error.message
        }
    }

    /// base64url of a JSON text.
    static func encoded(_ json: String) -> String {
        String(decoding: Base64URL.encode(Array(json.utf8)), as: UTF8.self)
    }
}

/// Sentences about members.
extension String {
    static func missing(member: String) -> String { "\(member) is missing" }

    static func mistyped(member: String, expected: [JSONKind], found: JSONKind) -> String {
        "\(member): expected \(expected.map(\.words).orList), found \(found.words)"
    }

    static func value(member: String, expected: StringForm) -> String {
        "\(member): expected \(expected.words)"
    }
}
