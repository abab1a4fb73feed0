import JOSE
import OpenSSL
import System

/// Judges a stream of tokens: a line of JSON for each.
struct TokenLines: ~Copyable, AnswerProcessor {
    private enum Line {
        case judged(TokenVerdict)
        /// Which of the judge's tokens it is.
        case open(Int)
    }

    private let keys: CurrentKeys
    private let engine: BackendChoice
    private var judge: TokenJudge
    /// The requests to reload that were answered before its keys.
    private var requests: Int
    /// The lines of the group at hand.
    private var lines: [Line] = []
    /// How many of them are open.
    private var openCount = 0

    init(_ keys: CurrentKeys, _ engine: BackendChoice) {
        self.keys = keys
        self.engine = engine
        let (source, request, requests) = keys.keys()
        self.requests = requests
        judge = TokenJudge(request, source, engine)
    }

    mutating func refresh() {
        if !keys.areOld(requests) { return }
        let (source, request, requests) = keys.keys()
        self.requests = requests
        judge = TokenJudge(request, source, engine)
    }

    var groupSize: Int { judge.groupSize }

    mutating func beginGroup() {
        lines.removeAll(keepingCapacity: true)
        openCount = 0
    }

    mutating func begin(_ line: Span<UInt8>) throws {
        if let verdict = try judge.begin(line.extracting(line.trimmed), at: openCount) {
            lines.append(.judged(verdict))
        } else {
            lines.append(.open(openCount))
            openCount += 1
        }
    }

    mutating func begin(_ error: RecordError) {
        lines.append(.judged(.invalid(reason: "record", message: error.message, hint: nil)))
    }

    mutating func work() { judge.work() }

    mutating func end(_ place: Int, line number: Int, into output: inout [UInt8]) throws -> LineResult {
        switch lines[place] {
        case .judged(let verdict): verdict.append(line: number, to: &output)
        case .open(let token): try judge.end(token).append(line: number, to: &output)
        }
    }

    mutating func refuse(
        line number: Int, over limitBytes: Int, into output: inout [UInt8]
    ) throws -> LineResult {
        TokenVerdict(malformed: CompactToken.ParsingError.tooLarge(limitBytes: limitBytes))
            .append(line: number, to: &output)
    }
}

extension TokenVerdict {
    /// Appends the verdict on a line of a batch.
    fileprivate func append(line number: Int, to output: inout [UInt8]) -> LineResult {
        appendJSON(line: number, to: &output)
        return switch self {
        case .valid: .valid
        case .invalid(let reason, _, _): .invalid(reason: reason)
        }
    }
}
