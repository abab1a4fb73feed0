import Arguments
import OpenSSL
import System

/// The validity that the flags of `cert create` request.
struct RequestedValidity {
    /// The first second.
    private let start: Timestamp
    /// The last second; nil: as long as a template was valid.
    private let end: Timestamp?

    init(_ arguments: ParsedArguments) throws {
        let now = try arguments.clock.now()
        start = try arguments[CertCreate.notBefore].map { try $0.time("--not-before", now: now) } ?? now
        switch arguments[CertCreate.notAfter] {
        case .never: end = .latest
        case .at(let text): end = try text.time("--not-after", now: now)
        case nil:
            let duration = arguments[CertCreate.duration]
            end =
                try duration == nil && arguments.isGiven(CertCreate.like)
                ? nil : Self.end(of: duration ?? .seconds(365 * 86_400), from: start)
        }
        if let end { _ = try Self.range(start, end) }
    }

    /// From now on.
    ///
    /// - Parameter duration: nil: as long as a template was valid.
    init(from now: Timestamp, for duration: TimeSpan?) throws {
        start = now
        end = try duration.map { try Self.end(of: $0, from: now) }
    }

    /// The first and the last second.
    ///
    /// - Parameter template: the certificate whose lifetime is taken if none was requested.
    func range(like template: Certificate?) throws -> ClosedRange<Timestamp> {
        if let end { return try Self.range(start, end) }
        guard let first = template?.notBefore, let last = template?.notAfter else {
            throw CommandError(
                .badInput, "the certificate has a malformed date, so its lifetime is unknown",
                hint: "use --for 90d")
        }
        guard first < last else {
            throw CommandError(
                .badInput, "the certificate does not end after it begins, so its lifetime is unknown",
                hint: "use --for 90d")
        }
        if last == Timestamp.latest.seconds { return try Self.range(start, .latest) }
        return try Self.range(start, Self.end(of: .seconds(last - first), from: start))
    }

    private static func end(of duration: TimeSpan, from start: Timestamp) throws -> Timestamp {
        guard let sum = start.adding(duration) else {
            throw CommandError(
                .usage, "--for ends after the year 9999", hint: "use --not-after none for no expiry")
        }
        return sum
    }

    private static func range(_ start: Timestamp, _ end: Timestamp) throws -> ClosedRange<Timestamp> {
        guard start.seconds < end.seconds else {
            throw CommandError(
                .usage,
                "the validity must begin before it ends, but it begins at \(start.rfc3339) and ends at \(end.rfc3339)",
                hint: "use --for 90d, or a later --not-after")
        }
        try start.requireX509("--not-before")
        return Timestamp(seconds: start.seconds)...Timestamp(seconds: end.seconds)
    }
}

extension Timestamp {
    /// Refuses a time that certificates and revocation lists cannot have. UTCTime begins with 1950, and GeneralizedTime is
    /// for 2050 and later (RFC 5280 §4.1.2.5).
    ///
    /// - Parameter flag: that gave it.
    func requireX509(_ flag: String) throws {
        if seconds < -631_152_000 {
            throw CommandError(.usage, "\(flag) must not be before 1950, where the times of X.509 begin")
        }
    }
}
