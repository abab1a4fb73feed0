import JSON

/// Answers every line of a batch with a JSON object: its token, or the reason why it has none.
struct SigningAnswers<Signing: LineProcessor & ~Copyable>: ~Copyable, AnswerProcessor {
    private var signing: Signing

    init(_ signing: consuming Signing) { self.signing = signing }

    mutating func refresh() { signing.refresh() }

    var groupSize: Int { signing.groupSize }

    mutating func beginGroup() { signing.beginGroup() }

    mutating func begin(_ line: Span<UInt8>) throws { try signing.begin(line) }

    mutating func begin(_ defect: RecordError) throws { throw defect }

    mutating func work() { signing.work() }

    mutating func end(_ place: Int, line number: Int, into output: inout [UInt8]) throws -> LineResult {
        output += "{\"token\":\"".utf8
        let result = try signing.end(place, line: number, into: &output)
        output += "\",\"line\":\(number)}".utf8
        return result
    }

    func answer(to problem: any Error, line number: Int) -> [UInt8]? {
        let message = (problem as? ClaimsSyntaxError)?.wordsInLine ?? CommandError(problem).message
        return JSONWriter.bytes(
            .object(
                JSONObject([
                    ("error", .string(message)), ("reason", .string(SigningReason(problem).rawValue)),
                    ("line", .integer(Int64(number))),
                ])))
    }

    func reason(for problem: any Error) -> String? { signing.reason(for: problem) }
}
