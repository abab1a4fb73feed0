import JSON
import System
import Words

/// The findings of a command. One value is both the JSON document of `--json` and the text for people, so that the
/// two always agree.
struct Report {
    /// Fields without a name are only for people; fields without a label are only for programs.
    private var fields: [(name: String?, label: String?, value: () -> JSONValue, lines: [String]?)] = []
    /// What people see below the fields, with the number of spaces before each line.
    private var parts: [(report: Report, indent: Int)] = []

    init() {}

    /// Several reports, and nothing above them.
    init(_ name: String, _ reports: [Report]) { add(name, parts: reports) }

    /// - Parameters:
    ///   - name: the member of the JSON object; it never changes.
    ///   - label: the label that people read.
    ///   - text: the value for people, if it differs from the JSON value.
    mutating func add(_ name: String, _ label: String, _ value: JSONValue, text: String? = nil) {
        fields.append((name, label, { value }, text.map { [$0.printable] }))
    }

    /// Adds a list, which may be long: it is made into JSON or lines, not both. People see one line for each item, up to a
    /// limit.
    mutating func add(
        _ name: String, _ label: String, _ value: @autoclosure @escaping () -> JSONValue,
        lines: some Collection<String>
    ) {
        let rest = lines.count - Self.maximumLines
        let note = rest > 0 ? ["… and \(rest) more, all in --json"] : []
        fields.append((name, label, value, lines.prefix(Self.maximumLines).map(\.printable) + note))
    }

    private static let maximumLines = 100

    /// Adds a list of texts, of which people see one on each line.
    mutating func add(_ name: String, _ label: String, lines: [String]) {
        add(name, label, .strings(lines), lines: lines)
    }

    /// Adds a list of texts that people see on one line.
    mutating func add(_ name: String, _ label: String, list: [String], none: String = "") {
        add(name, label, .strings(list), text: list.isEmpty ? none : list.joined(separator: ", "))
    }

    mutating func add(_ name: String, _ label: String, _ text: String) {
        add(name, label, .string(text), text: text)
    }

    /// Adds a time of a certificate, in seconds since 1970; nil means that it is not a valid time.
    mutating func add(time seconds: Int64?, _ name: String, _ label: String) {
        let text = seconds.map { Timestamp(seconds: $0).rfc3339 }
        add(name, label, text.map(JSONValue.string) ?? .null, text: text ?? "invalid time")
    }

    /// Adds the version of a certificate, a list or a request; null for one that the standard does not define.
    ///
    /// - Parameters:
    ///   - encoded: one less than the version; it may be any number.
    ///   - isShown: to people too.
    mutating func add(version encoded: Int, atMost highest: Int, isShown: Bool = true) {
        let version = (0..<highest).contains(encoded) ? encoded + 1 : nil
        let value = version.map { JSONValue.integer(Int64($0)) } ?? .null
        if !isShown { return add("version", value) }
        add("version", "version", value, text: version.map(String.init) ?? "unknown")
    }

    /// Adds a member that only programs see.
    mutating func add(_ name: String, _ value: JSONValue) {
        fields.append((name, nil, { value }, nil))
    }

    /// Adds a line that only people see; programs find its value in another member. It is cut if it exceeds a screen.
    mutating func show(_ label: String, _ text: String) {
        fields.append((nil, label, { .null }, [text.printable(upTo: 2_000)]))
    }

    /// Adds an array of reports. People see each after an empty line, with `indent` spaces before its lines.
    mutating func add(_ name: String, parts reports: [Report], indent: Int = 0) {
        fields.append((name, nil, { .array(reports.map(\.json)) }, nil))
        parts += reports.map { ($0, indent) }
    }

    var json: JSONValue {
        .object(JSONObject(fields.compactMap { field in field.name.map { ($0, field.value()) } }))
    }

    /// The content that a command prints.
    func content(isJSON: Bool) -> Outputs.Content {
        isJSON ? Outputs.Content(line: JSONWriter.bytes(json)) : Outputs.Content(text: text)
    }

    /// Lines of `label: value`, with aligned values.
    var text: String { text(indent: 0) }

    private func text(indent: Int) -> String {
        let shown = fields.compactMap { field in
            field.label.map { (label: $0, lines: field.lines ?? [JSONWriter.string(field.value())]) }
        }
        let width = (shown.map(\.label.count).max() ?? 0) + 2
        let own = shown.map { field in
            Self.spaces(indent) + "\(field.label):" + Self.spaces(width - field.label.count - 1)
                + field.lines.joined(separator: "\n" + Self.spaces(indent + width)) + "\n"
        }.joined()
        let paragraphs = [own] + parts.map { $0.report.text(indent: indent + $0.indent) }
        return paragraphs.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}

extension JSONValue {
    /// An object of the members that have a value.
    static func object(_ members: [(String, JSONValue?)]) -> JSONValue {
        var object = JSONObject()
        for case (let name, let value?) in members { object.set(name, to: value) }
        return .object(object)
    }

    static func strings(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
}
