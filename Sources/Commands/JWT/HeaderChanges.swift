import Arguments
import JOSE
import JSON

/// What the flags say of the header.
struct HeaderChanges {
    /// `--typ`: nil when not given.
    private let type: String?
    /// `--header`, in order.
    private let members: [(name: String, value: String)]

    init(_ arguments: ParsedArguments) throws {
        type = arguments.value("typ")
        var members: [(name: String, value: String)] = []
        for text in arguments.values("header") {
            let (name, value) = try splitAssignment(text, "--header", "NAME=VALUE")
            if let reason = Self.forbidden[name] { throw Failure(.usage, "--header \(name): \(reason)") }
            if members.contains(where: { $0.name == name }) {
                throw Failure(.usage, "--header \(name.printable) is given twice")
            }
            members.append((name, value))
        }
        self.members = members
    }

    private static let forbidden = [
        "alg": "--alg says which", "kid": "--kid says which", "typ": "--typ says which",
        "crit": "signet knows no critical extension", "b64": "signet encodes every payload",
        "jwk": "no verifier should trust it", "jku": "no verifier should trust it",
        "x5u": "no verifier should trust it",
    ]

    /// A header from the beginning.
    ///
    /// - Parameter standardType: `typ` where no flag gives another.
    func fresh(_ algorithm: Algorithm, _ keyID: String?, standardType: String?) -> JSONObjectText {
        var text = JSONObjectText(JSONObject([("alg", .string(algorithm.name))]))
        if let type = type ?? standardType, type != "none" { text.set("typ", to: .string(type)) }
        if let keyID { text.set("kid", to: .string(keyID)) }
        add(to: &text)
        return text
    }

    /// Changes a header that somebody else made.
    func apply(to text: inout JSONObjectText) {
        if type == "none" {
            text.remove("typ")
        } else if let type {
            text.set("typ", to: .string(type))
        }
        add(to: &text)
    }

    private func add(to text: inout JSONObjectText) {
        for (name, value) in members { text.set(MemberName(name), to: .string(value)) }
    }
}

/// `NAME=VALUE` in its parts.
func splitAssignment(_ text: String, _ flag: String, _ form: String) throws -> (
    name: String, value: String
) {
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")), equals != text.startIndex else {
        throw Failure(.usage, "\(flag) needs \(form)")
    }
    return (String(text[..<equals]), String(text[text.utf8.index(after: equals)...]))
}
