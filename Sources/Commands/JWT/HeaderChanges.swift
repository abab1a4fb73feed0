import Arguments
import JOSE
import JSON

/// The changes that flags make to a header.
struct HeaderChanges {
    /// `--typ`: nil if it is not given.
    private let type: String?
    /// `--header` and `--header-json`, in order.
    private let members: [TypedMember]

    init(_ arguments: ParsedArguments) throws {
        type = arguments[JWTSign.type]
        members = arguments.members(JWTSign.header, JWTSign.headerJSON)
        var names: Set<String> = []
        for member in members where !names.insert(member.name).inserted {
            throw Failure(.usage, "the header member '\(member.name.printable)' is given twice")
        }
    }

    /// A header from the beginning.
    ///
    /// - Parameter standardType: `typ` if no flag gives another.
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
        for member in members { text.set(MemberName(member.name), to: member.value) }
    }
}
