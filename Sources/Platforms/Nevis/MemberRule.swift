import JSON
import PKI
import System
import Words

/// The platform's rule for a member of a JSON object.
struct MemberRule: Sendable {
    indirect enum Kind: Sendable {
        /// Another form than this one only causes a warning.
        case string(StringForm?)
        case number
        case object([MemberRule])
        /// An array of objects, each checked by these rules.
        case array(of: [MemberRule])
    }

    let name: String
    let kind: Kind
    let isRequired: Bool
    let isNullable: Bool

    init(_ name: String, _ kind: Kind, isRequired: Bool = true, isNullable: Bool = false) {
        self.name = name
        self.kind = kind
        self.isRequired = isRequired
        self.isNullable = isNullable
    }
}

extension [MemberRule] {
    /// Checks an object. Members without a rule are accepted.
    ///
    /// - Parameters:
    ///   - path: the path of the object, ending in a dot unless it is the outermost one.
    ///   - warnings: receives the strings that do not have the expected form.
    func check(
        _ object: JSONObject, at path: String, _ warnings: inout [EnrollmentWarning]
    ) throws {
        for rule in self {
            guard let value = object[rule.name] else {
                if rule.isRequired { throw InputError("\(path)\(rule.name) is missing") }
                continue
            }
            if value.kind == .null, rule.isNullable { continue }
            try rule.check(value, at: path + rule.name, &warnings)
        }
    }
}

extension MemberRule {
    fileprivate func check(
        _ value: JSONValue, at path: String, _ warnings: inout [EnrollmentWarning]
    ) throws {
        switch (kind, value) {
        case (.string(let form), .string(let text)):
            if let form, !form.isMet(by: text) {
                warnings.append(EnrollmentWarning(member: path, expected: form))
            }
        case (.number, .number): break
        case (.object(let rules), .object(let object)):
            try rules.check(object, at: path + ".", &warnings)
        case (.array(let rules), .array(let elements)):
            for (index, element) in elements.enumerated() {
                guard let object = element.objectValue else {
                    throw InputError.mistyped("\(path).\(index)", .object, found: element)
                }
                try rules.check(object, at: "\(path).\(index).", &warnings)
            }
        default:
            throw InputError.mistyped(path, expected, orNull: isNullable, found: value)
        }
    }

    private var expected: JSONKind {
        switch kind {
        case .string: .string
        case .number: .number
        case .object: .object
        case .array: .array
        }
    }
}

extension InputError {
    /// A member has a type that is not allowed. Its value is not shown, because it may be a credential.
    static func mistyped(
        _ member: String, _ expected: JSONKind, orNull: Bool = false, found: JSONValue
    ) -> InputError {
        InputError(
            "\(member): expected \(expected.words)\(orNull ? " or null" : ""), found \(found.kind.words)")
    }
}

/// A string that does not have its usual form.
package struct EnrollmentWarning: Equatable, Sendable {
    package let member: String
    package let expected: StringForm

    package var words: String { "\(member): expected \(expected.words)" }
}

/// The form of a string.
package enum StringForm: Equatable, Sendable {
    /// RFC 9562 §4, in upper or lower case.
    case uuid
    /// RFC 3339.
    case time
    /// An `https` URL.
    case webAddress
    case notEmpty
    case oneOf([String])

    var words: String {
        switch self {
        case .uuid: "a UUID"
        case .time: "a time in RFC 3339 form"
        case .webAddress: "an https URL"
        case .notEmpty: "a string that is not empty"
        case .oneOf(let words): words.map { "'\($0)'" }.orList
        }
    }

    func isMet(by text: String) -> Bool {
        switch self {
        case .uuid: isUUID(text.utf8)
        case .time: Timestamp(rfc3339: text) != nil
        case .webAddress: isWebAddress(text)
        case .notEmpty: !text.isEmpty
        case .oneOf(let words): words.contains(text)
        }
    }

    private func isWebAddress(_ text: String) -> Bool {
        // A text that is not a URI cannot be a web address.
        guard text.utf8.count <= Nevis.maximumLinkBytes, let uri = try? URIName(parsing: text) else {
            return false
        }
        return uri.scheme == "https" && !uri.hasUserInfo
    }
}
