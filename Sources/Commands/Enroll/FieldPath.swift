import Arguments
import JSON
import Words

/// A path into a JSON document: `enrollment.statusToken`, `authenticators.0.name`.
struct FieldPath: Sendable {
    private let path: String
    private let steps: [String]

    init(_ path: String) {
        self.path = path
        steps = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    /// The value in a report, or else in the `response` of that report, followed by a newline: strings verbatim, others
    /// as JSON.
    func text(from report: JSONValue) throws -> String {
        let response = report.objectValue?["response"] ?? .null
        guard let value = value(in: report) ?? value(in: response) else {
            let names = nearest(
                in: Self.paths(in: report).filter { !$0.hasPrefix("response.") } + Self.paths(in: response))
            throw CommandError(
                .badInput,
                // An unknown name may be a link or a token, so only a short, plain one is shown.
                path.utf8.count <= 64 && !path.contains(":") && !path.hasPrefix("eyJ")
                    ? "unknown field \(path.quoted)" : "--field is not the name of a field",
                hint: names.isEmpty ? "use --json to see all fields" : "use \(names.orList)")
        }
        return (value.stringValue ?? JSONWriter.string(value)) + "\n"
    }

    func value(in root: JSONValue) -> JSONValue? {
        var value = root
        for step in steps {
            switch value {
            case .object(let object):
                guard let member = object[step] else { return nil }
                value = member
            case .array(let elements):
                // Digits alone: no sign, no index in two spellings.
                guard let index = Int(step), String(index) == step, elements.indices.contains(index) else {
                    return nil
                }
                value = elements[index]
            default: return nil
            }
        }
        return value
    }

    /// What may have been meant: a path with a similar spelling, paths whose last name has one, or the members beside
    /// the last name if that is what is missing.
    private func nearest(in paths: [String]) -> [String] {
        if let nearest = Suggestion.nearest(to: path, among: paths) { return [nearest.printable] }
        let names = paths.map { String($0.split(separator: ".").last ?? "") }
        if let last = steps.last, let name = Suggestion.nearest(to: last, among: names) {
            return zip(paths, names).filter { $0.1 == name }.prefix(3).map { $0.0.printable }
        }
        let parent = steps.dropLast().joined(separator: ".")
        guard !parent.isEmpty else { return [] }
        return paths.filter { $0.hasPrefix(parent + ".") && !$0.dropFirst(parent.count + 1).contains(".") }
            .prefix(5).map(\.printable)
    }

    /// The paths in a value, parents first; no more and no longer ones than a guess needs.
    private static func paths(in root: JSONValue) -> [String] {
        var paths: [String] = []
        func visit(_ value: JSONValue, _ prefix: String) {
            let children: [(String, JSONValue)] =
                switch value {
                case .object(let object): object.members.prefix(maximumPaths).map { ($0.name, $0.value) }
                case .array(let elements):
                    elements.prefix(maximumPaths).enumerated().map { (String($0.offset), $0.element) }
                default: []
                }
            for (name, child) in children {
                guard paths.count < maximumPaths, prefix.utf8.count + name.utf8.count < 128 else { continue }
                paths.append(prefix + name)
                visit(child, prefix + name + ".")
            }
        }
        visit(root, "")
        return paths
    }

    private static let maximumPaths = 500
}
