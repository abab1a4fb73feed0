import JSON
import System

/// What a command found out: one value that is both the JSON document of `--json` and the text for people, so
/// that the two cannot drift apart.
struct Report {
    /// Without a name it is for people alone, without a label for programs alone.
    private var fields: [(name: String?, label: String?, value: JSONValue, lines: [String]?)] = []

    /// - Parameters:
    ///   - name: the member of the JSON object; it never changes.
    ///   - label: what people read.
    ///   - text: the value for people, where it is not the JSON value itself.
    mutating func add(_ name: String, _ label: String, _ value: JSONValue, text: String? = nil) {
        fields.append((name, label, value, text.map { [$0.printable] }))
    }

    /// A list, of which people see a line each, and no more than they may want to read.
    mutating func add(_ name: String, _ label: String, _ value: JSONValue, lines: [String]) {
        let rest = lines.count - Self.maximumLines
        let shown = rest > 0 ? lines.prefix(Self.maximumLines) + ["… and \(rest) more, all in --json"] : lines
        fields.append((name, label, value, shown.map(\.printable)))
    }

    private static let maximumLines = 100

    mutating func add(_ name: String, _ label: String, _ text: String) {
        add(name, label, .string(text), text: text)
    }

    /// A time of a certificate in seconds since 1970; nil for what is no time.
    mutating func add(time seconds: Int64?, _ name: String, _ label: String) {
        let text = seconds.map { Timestamp(seconds: $0).rfc3339 }
        add(name, label, text.map(JSONValue.string) ?? .null, text: text ?? "no time")
    }

    /// A member for programs alone.
    mutating func add(_ name: String, _ value: JSONValue) {
        fields.append((name, nil, value, nil))
    }

    /// A line for people alone, of what programs find in another member; cut where it is longer than a screen.
    mutating func show(_ label: String, _ text: String) {
        fields.append((nil, label, .null, [text.printable(upTo: 2_000)]))
    }

    var json: JSONValue {
        .object(JSONObject(fields.compactMap { field in field.name.map { ($0, field.value) } }))
    }

    /// What a command prints of it.
    func content(isJSON: Bool) -> Outputs.Content {
        isJSON ? Outputs.Content(line: JSONWriter.bytes(json)) : Outputs.Content(text: text)
    }

    /// Lines of `label: value`, the values aligned.
    var text: String {
        let shown = fields.compactMap { field in
            field.label.map { (label: $0, lines: field.lines ?? [JSONWriter.string(field.value)]) }
        }
        let width = (shown.map(\.label.count).max() ?? 0) + 2
        return shown.map { field in
            return "\(field.label):" + String(repeating: " ", count: width - field.label.count - 1)
                + field.lines.joined(separator: "\n" + String(repeating: " ", count: width)) + "\n"
        }.joined()
    }
}
