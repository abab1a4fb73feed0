import JSON
import System

/// What a command found out: one value that is both the JSON document of `--json` and the text for people, so
/// that the two cannot drift apart.
struct Report {
    private var fields: [(name: String, label: String, value: JSONValue, lines: [String]?)] = []

    /// - Parameters:
    ///   - name: the member of the JSON object; it never changes.
    ///   - label: what people read.
    ///   - text: the value for people, where it is not the JSON value itself.
    mutating func add(_ name: String, _ label: String, _ value: JSONValue, text: String? = nil) {
        fields.append((name, label, value, text.map { [$0] }))
    }

    /// A list, of which people see a line each, and no more than they may want to read.
    mutating func add(_ name: String, _ label: String, _ value: JSONValue, lines: [String]) {
        let rest = lines.count - Self.maximumLines
        let shown = rest > 0 ? lines.prefix(Self.maximumLines) + ["… and \(rest) more, all in --json"] : lines
        fields.append((name, label, value, shown))
    }

    private static let maximumLines = 100

    mutating func add(_ name: String, _ label: String, _ text: String) {
        add(name, label, .string(text), text: text)
    }

    /// A member for programs alone.
    mutating func add(_ name: String, _ value: JSONValue) {
        fields.append((name, "", value, nil))
    }

    var json: JSONValue { .object(JSONObject(fields.map { ($0.name, $0.value) })) }

    /// Lines of `label: value`, the values aligned.
    var text: String {
        let shown = fields.filter { !$0.label.isEmpty }
        let width = (shown.map(\.label.count).max() ?? 0) + 2
        return shown.map { field in
            let lines = field.lines?.map(\.printable) ?? [JSONWriter.string(field.value)]
            return "\(field.label):" + String(repeating: " ", count: width - field.label.count - 1)
                + lines.joined(separator: "\n" + String(repeating: " ", count: width)) + "\n"
        }.joined()
    }
}
