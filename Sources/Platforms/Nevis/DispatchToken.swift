import JOSE
package import JSON
import Words

/// The contents of `dispatchTokenResponse`: what the app redeems, and where. Anybody who has it can enrol a device in
/// place of the user.
package struct DispatchToken: Sendable {
    /// The object as it was received.
    package let object: JSONObject
    /// The header of `nma_data` if that is a JWE, which only the app can decrypt.
    package let encryptionHeader: JSONObject?
    package let warnings: [EnrollmentWarning]

    /// The path that errors show for its members.
    package static let path = "dispatchToken"

    /// - Parameter text: base64url of JSON, with or without padding.
    package init(parsing text: String) throws {
        try self.init(try Self.decode(text))
    }

    /// Whether an object is probably a dispatch token, as push messages contain it.
    package static func isLikely(_ object: JSONObject) -> Bool { object["nma_data"] != nil }

    /// - Parameter object: the decoded token.
    package init(_ object: JSONObject) throws {
        var warnings: [EnrollmentWarning] = []
        try Nevis.dispatchToken.check(object, at: "\(Self.path).", &warnings)
        guard let data = object["nma_data"] else { throw InputError("\(Self.path).nma_data is missing") }
        switch object["nma_data_content_type"]?.stringValue?.lowercased() {
        case "application/json":
            guard let data = data.objectValue else {
                throw InputError.mistyped("\(Self.path).nma_data", .object, found: data)
            }
            try Nevis.dispatchData.check(data, at: "\(Self.path).nma_data.", &warnings)
            guard StringForm.webAddress.isMet(by: data["redeem_url"]?.stringValue ?? "") else {
                throw InputError(
                    "\(Self.path).nma_data.redeem_url: expected \(StringForm.webAddress.words)")
            }
            encryptionHeader = nil
        case "application/jose":
            guard let text = data.stringValue else {
                throw InputError.mistyped("\(Self.path).nma_data", .string, found: data)
            }
            encryptionHeader = try Self.header(ofJWE: text)
        default:
            throw InputError(
                "\(Self.path).nma_data_content_type: expected 'application/json' or 'application/jose'")
        }
        self.object = object
        self.warnings = warnings
    }

    /// Whether a text is probably a dispatch token: base64url of something that begins as an object does.
    package static func isLikely(_ text: String) -> Bool {
        text.utf8.count >= 40 && ["eyJ", "eyA", "ewo", "ewk", "ew0"].contains(text.prefix(3))
            && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-_=".utf8.contains($0) }
    }

    private static func decode(_ text: String) throws -> JSONObject {
        let json: [UInt8]
        do {
            json = try Base64URL.decode(withoutPadding(text))
        } catch {
            let fault = if case .padding = error { "invalid padding (=)" } else { error.message }
            throw malformed("the dispatch token is not base64url: \(fault)")
        }
        let document: JSONDocument
        do {
            document = try JSONDocument(parsing: json, limits: limits)
        } catch {
            throw malformed(error.words(of: "the decoded token"))
        }
        guard let object = document.root.objectValue else {
            throw malformed("the decoded token is not a JSON object")
        }
        return object
    }

    private static func malformed(_ fault: String) -> InputError {
        InputError("\(Nevis.tokenMember): \(fault)")
    }

    private static let limits = JSONLimits(
        maximumBytes: Nevis.maximumLinkBytes, maximumDepth: Nevis.maximumDepth)

    /// Drops correct padding (RFC 4648 §5). The decoder reports any other fault.
    private static func withoutPadding(_ text: String) -> String {
        let content = text.utf8.reversed().drop { $0 == UInt8(ascii: "=") }.count
        let padding = text.utf8.count - content
        guard padding <= 2, text.utf8.count % 4 == 0 else { return text }
        return String(decoding: text.utf8.prefix(content), as: UTF8.self)
    }

    /// Reads the header of a JWE: five parts in base64url (RFC 7516 §7.1), the first a header with `alg` and `enc`
    /// (§4.1).
    private static func header(ofJWE text: String) throws -> JSONObject {
        let notJWE = malformed("nma_data is not a JWE in compact serialization")
        let parts = text.split(separator: ".", maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count == 5 else { throw notJWE }
        var decoded: [[UInt8]] = []
        for part in parts {
            guard let bytes = try? Base64URL.decode(String(part)) else { throw notJWE }
            decoded.append(bytes)
        }
        guard let header = try? JSONDocument(parsing: decoded[0], limits: limits).root.objectValue,
            header["alg"]?.stringValue != nil, header["enc"]?.stringValue != nil
        else { throw notJWE }
        return header
    }
}
