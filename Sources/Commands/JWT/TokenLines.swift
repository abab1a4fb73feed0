import JOSE
import System

/// Judges a stream of tokens: a line of JSON for each.
struct TokenLines: ~Copyable, LineProcessor {
    private enum Line {
        case judged(Verdict)
        /// Which of the judge's tokens it is.
        case open(Int)
    }

    private let request: JWTVerifyRequest
    private let keys: CurrentKeys
    private let engine: BackendChoice
    private var judge: TokenJudge
    /// The requests to reload that were answered before its keys.
    private var requests: Int
    /// The lines of the group at hand.
    private var lines: [Line] = []
    /// How many of them are open.
    private var openCount = 0
    private var isGroupOver = false

    init(_ request: JWTVerifyRequest, _ keys: CurrentKeys, _ engine: BackendChoice) {
        self.request = request
        self.keys = keys
        self.engine = engine
        let source: KeySource
        (source, requests) = keys.keys()
        judge = TokenJudge(request, source, engine)
    }

    mutating func refresh() {
        if !keys.areOld(requests) { return }
        let source: KeySource
        (source, requests) = keys.keys()
        judge = TokenJudge(request, source, engine)
    }

    var groupSize: Int { judge.groupSize }

    mutating func begin(_ line: Span<UInt8>, into output: inout [UInt8]) throws {
        if isGroupOver {
            lines.removeAll(keepingCapacity: true)
            openCount = 0
            isGroupOver = false
        }
        if let verdict = try judge.begin(line.extracting(line.trimmed), at: openCount) {
            lines.append(.judged(verdict))
        } else {
            lines.append(.open(openCount))
            openCount += 1
        }
    }

    mutating func work() {
        judge.work()
        isGroupOver = true
    }

    mutating func end(_ place: Int, line number: Int, into output: inout [UInt8]) throws -> LineResult {
        switch lines[place] {
        case .judged(let verdict): verdict.append(line: number, to: &output)
        case .open(let token): try judge.end(token).append(line: number, to: &output)
        }
    }

    mutating func refuse(
        line number: Int, over limitBytes: Int, into output: inout [UInt8]
    ) throws -> LineResult {
        Verdict(.malformed(.tooLarge(limitBytes: limitBytes))).append(line: number, to: &output)
    }
}

extension Verdict {
    /// Appends the verdict on a line of a batch.
    fileprivate func append(line number: Int, to output: inout [UInt8]) -> LineResult {
        appendJSON(line: number, to: &output)
        return switch self {
        case .valid: .valid
        case .invalid(let reason, _, _): .invalid(reason: reason)
        }
    }
}
