import Arguments
import PKI
import System
import Words

/// Why and when a certificate was revoked, as `REASON[:TIME]`.
struct RevocationDetails: Sendable {
    var reason: RevocationReason?
    /// Nil: now.
    var time: TimeText?

    static let none = RevocationDetails(reason: nil, time: nil)

    private init(reason: RevocationReason?, time: TimeText?) {
        self.reason = reason
        self.time = time
    }

    init(typed word: some StringProtocol) throws {
        let end = word.firstIndex(of: ":") ?? word.endIndex
        guard let reason = RevocationReason(named: word[..<end]) else {
            throw InvalidValue.because(Self.unknownReason(String(word)))
        }
        self.reason = reason
        time = end == word.endIndex ? nil : try TimeText(typed: String(word[end...].dropFirst()))
    }

    /// What is wrong with a text that should begin with a reason.
    static func unknownReason(_ word: String) -> String {
        let reasons = RevocationReason.allCases.map(\.name).orList
        return TimeText(parsing: word) == nil
            ? "unknown reason \(word.quoted); expected \(reasons)"
            : "expected a reason before the time: \(reasons)"
    }

    /// The second of the revocation.
    ///
    /// - Parameter flag: that gave it, for errors.
    func second(_ now: Timestamp, _ flag: String) throws -> Int64? {
        guard let found = try time?.time(flag, now: now) else { return nil }
        guard found.seconds <= now.seconds else {
            throw CommandError(
                .usage,
                "\(flag): the revocation at \(found.rfc3339) is after the current time, \(now.rfc3339)")
        }
        try found.requireX509(flag)
        return found.seconds
    }
}
