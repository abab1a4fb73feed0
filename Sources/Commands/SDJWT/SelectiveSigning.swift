import JOSE
import JSON
import System

/// Makes SD-JWTs of claims (RFC 9901 §6).
struct SelectiveSigning: ~Copyable, LineProcessor {
    private var signing: ClaimsSigning
    private let concealment: Concealment
    /// Of the tokens of the group that was begun: each with a tilde before it, and one at the end.
    private var disclosures: [[UInt8]] = []
    private var isGroupOver = false

    init(_ signing: consuming ClaimsSigning, _ concealment: Concealment) {
        self.signing = signing
        self.concealment = concealment
    }

    var groupSize: Int { signing.groupSize }

    mutating func begin(_ line: Span<UInt8>) throws {
        if isGroupOver {
            disclosures.removeAll(keepingCapacity: true)
            isGroupOver = false
        }
        try signing.prepareClaims(line)
        let (payload, disclosures) = try concealment.conceal(signing.claims.object)
        let text = JSONWriter.bytes(.object(payload))
        try signing.begin(payload: text.span)
        self.disclosures.append(
            disclosures.reduce(into: []) { $0 += [UInt8(ascii: "~")] + $1 } + [UInt8(ascii: "~")])
    }

    mutating func work() {
        signing.work()
        isGroupOver = true
    }

    mutating func end(_ place: Int, line number: Int, into output: inout [UInt8]) throws -> LineResult {
        let start = output.count
        let result = try signing.end(place, line: number, into: &output)
        output += disclosures[place]
        try SigningPlan.checkSize(output.count - start)
        return result
    }

    func reason(for problem: any Error) -> String? { signing.reason(for: problem) }
}
