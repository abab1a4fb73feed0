import JOSE
import JSON
import Testing

/// One example of an RFC, from `Tests/Vectors`.
struct RFCVector: Sendable, CustomTestStringConvertible {
    let name: String
    private let object: JSONObject

    var testDescription: String { name }

    static let signed: [RFCVector] = [
        "rfc7515-appendix-a.json", "rfc7520-section-4.json", "rfc8037-appendix-a.json",
    ].flatMap(read)

    /// Those with a private key or a secret, and those with a public key alone.
    static let verifiable = signed + read("rfc9101-section-4.json")

    static let thumbprints = ["rfc7638-section-3.json", "rfc8037-appendix-a.json"].flatMap(read)

    private static func read(_ file: String) -> [RFCVector] {
        let document = try! JSONDocument(parsing: try! vectorFile(file))
        return document.root.arrayValue!.map(\.objectValue!).map {
            RFCVector(name: $0["name"]!.stringValue!, object: $0)
        }
    }

    func string(_ member: String) throws -> String {
        try #require(object[member]?.stringValue, "\(name) has \(member)")
    }

    func flag(_ member: String) -> Bool { if case .bool(true) = object[member] { true } else { false } }

    /// The private key or secret.
    func key() throws -> Key { try key("key") }

    /// The public key; for HMAC the secret.
    func verificationKey() throws -> Key {
        try object["publicKey"] == nil ? key() : key("publicKey")
    }

    /// The keys that verify it.
    func verificationKeys() throws -> [Key] {
        try ["key", "publicKey"].filter { object[$0] != nil }.map(key)
    }

    private func key(_ member: String) throws -> Key {
        try JOSETests.key(parsing: JSONWriter.string(try #require(object[member])))
    }
}
