import Arguments
import JSON
import OpenSSL
import Words

/// Where records have the input of a batch, and where they get its result.
struct RecordFields: Sendable {
    let input: JSONPath
    let result: MemberName

    /// Nil if `--field` is not given.
    init?(_ arguments: ParsedArguments) {
        guard let path = arguments[BatchFlags.signingField] else { return nil }
        input = JSONPath(path)
        result = MemberName(arguments[BatchFlags.result])
    }
}

/// The type of the member that is the input.
enum RecordInput {
    case object, string
}

/// A line from which no input can be taken.
struct RecordError: DescribedError {
    let message: String
    var hint: String?
}

/// Why a record has no result, with what its line of the output begins with.
struct RecordResultError: Error {
    let cause: any Error
    let opening: [UInt8]
}

/// Answers each line with one JSON value.
protocol AnswerProcessor: LineProcessor, ~Copyable {
    /// Takes in a record that has no input.
    ///
    /// - Throws: the error, unless the answer is a result.
    mutating func begin(_ error: RecordError) throws
}

/// Processes lines that are JSON objects: a member of each is the input of `Lines`, and the same object comes back, with
/// the answer as an additional member.
struct RecordLines<Lines: AnswerProcessor & ~Copyable>: ~Copyable, LineProcessor {
    private var lines: Lines
    private let fields: RecordFields
    private let type: RecordInput
    /// The record at hand; its memory serves the next ones.
    private var record = JSONObjectText(limits: .standard)
    /// What comes before the answers of the group that was begun, one after another, and where each ends.
    private var openings: (bytes: [UInt8], ends: [Int]) = ([], [])

    init(_ lines: consuming Lines, _ fields: RecordFields, _ type: RecordInput) {
        self.lines = lines
        self.fields = fields
        self.type = type
    }

    mutating func refresh() { lines.refresh() }

    var groupSize: Int { lines.groupSize }

    mutating func beginGroup() {
        openings.ends.removeAll(keepingCapacity: true)
        lines.beginGroup()
    }

    mutating func begin(_ line: Span<UInt8>) throws {
        var bytes: [UInt8] = []
        swap(&bytes, &openings.bytes)
        defer { swap(&bytes, &openings.bytes) }
        let start = openings.ends.last ?? 0
        bytes.removeSubrange(start...)
        let input = Result { () throws(RecordError) in
            try read(line)
            appendOpening(to: &bytes)
            return try self.input()
        }
        if bytes.count == start { appendBareOpening(to: &bytes) }
        do {
            switch input {
            case .success(let input): try lines.begin(input.span)
            case .failure(let error): try lines.begin(error)
            }
        } catch {
            throw RecordResultError(cause: error, opening: Array(bytes[start...]))
        }
        openings.ends.append(bytes.count)
    }

    mutating func work() { lines.work() }

    mutating func end(_ place: Int, line number: Int, into output: inout [UInt8]) throws -> LineResult {
        let opening = openings.bytes[(place == 0 ? 0 : openings.ends[place - 1])..<openings.ends[place]]
        do {
            output += opening
            let result = try lines.end(place, line: number, into: &output)
            output.append(UInt8(ascii: "}"))
            return result
        } catch {
            throw RecordResultError(cause: error, opening: Array(opening))
        }
    }

    mutating func refuse(
        line number: Int, over limitBytes: Int, into output: inout [UInt8]
    ) throws -> LineResult {
        appendBareOpening(to: &output)
        let result = try lines.refuse(line: number, over: limitBytes, into: &output)
        output.append(UInt8(ascii: "}"))
        return result
    }

    func answer(to problem: any Error, line number: Int) -> [UInt8]? {
        let wrapped = problem as? RecordResultError
        guard let answer = lines.answer(to: wrapped?.cause ?? problem, line: number) else { return nil }
        var output = wrapped?.opening ?? []
        if output.isEmpty { appendBareOpening(to: &output) }
        return output + answer + [UInt8(ascii: "}")]
    }

    // MARK: the record

    private mutating func read(_ line: Span<UInt8>) throws(RecordError) {
        if line.trimmed.isEmpty { throw RecordError(message: "expected a record, found an empty line") }
        do {
            try record.read(line)
        } catch {
            throw RecordError(
                message: error.isOtherThanObject
                    ? "expected a record, which is a JSON object"
                    : "malformed JSON: \(error.reasonWords) at byte \(error.column)")
        }
        if record.has(fields.result) {
            throw RecordError(
                message: "the record already has \(fields.result.text.quoted)",
                hint: "use --result NAME for another name")
        }
    }

    private func input() throws(RecordError) -> [UInt8] {
        let name = fields.input.text.printable
        guard let range = record.range(at: fields.input) else {
            throw RecordError(message: "the record has no '\(name)'")
        }
        switch type {
        case .object:
            guard record.isObject(at: range) else {
                throw RecordError(message: "'\(name)' must be a JSON object")
            }
            return Array(record.bytes[range])
        case .string:
            guard let text = record.string(at: range) else {
                throw RecordError(message: "'\(name)' must be a string")
            }
            return text
        }
    }

    /// The record as it is, up to the value of its new member.
    private func appendOpening(to output: inout [UInt8]) {
        output += record.bytes.dropLast()
        if !record.isEmpty { output.append(UInt8(ascii: ",")) }
        appendName(to: &output)
    }

    /// For a line that is not a record, or has no room for the answer.
    private func appendBareOpening(to output: inout [UInt8]) {
        output.append(UInt8(ascii: "{"))
        appendName(to: &output)
    }

    private func appendName(to output: inout [UInt8]) {
        JSONWriter.append(fields.result.text, to: &output)
        output.append(UInt8(ascii: ":"))
    }
}
