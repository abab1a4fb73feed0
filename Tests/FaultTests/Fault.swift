import Glibc

/// The calls that Tests/Preload/faults.c counts and lets fail. The names are the same there.
enum CallKind: String, CaseIterable, Sendable {
    case open, tmpfile, read, write, seek, sync, truncate, mode, close, link, rename, unlink, mkdir, status,
        list,
        pipe, poll, lock, thread, clock, random, memory

    /// The ways in which such a call fails in turn.
    var actions: [Fault.Action] {
        switch self {
        case .open: [.error(EMFILE), .error(EACCES)]
        case .tmpfile: [.error(EOPNOTSUPP), .error(ENOSPC)]
        case .read: [.error(EIO), .error(EINTR), .short]
        case .write: [.error(ENOSPC), .error(EINTR), .short]
        case .seek, .truncate, .close, .unlink, .status, .random, .clock: [.error(EIO)]
        case .sync: [.error(EIO), .error(EINVAL)]
        case .mode: [.error(EPERM)]
        case .link, .rename: [.error(EIO), .error(EPERM)]
        case .mkdir: [.error(ENOSPC)]
        case .list, .lock, .memory: [.error(ENOMEM)]
        case .pipe: [.error(EMFILE)]
        case .poll: [.error(ENOMEM), .error(EINTR)]
        case .thread: [.error(EAGAIN)]
        }
    }
}

/// What goes wrong at one call of a program, or at all calls from there on.
struct Fault: CustomStringConvertible, Sendable {
    enum Action: Equatable, Sendable {
        case error(Int32)
        /// Half of the bytes are read or written.
        case short
        /// A signal is raised before the call.
        case signal(Int32)
    }

    /// Nil: calls of any kind.
    var kind: CallKind?
    /// From 1.
    var number: Int
    var action: Action
    var lasts = false

    /// A rule of `TEST_FAULTS`.
    var description: String {
        let action =
            switch action {
            case .error(let number): "\(number)"
            case .short: "short"
            case .signal(let number): "SIG\(number)"
            }
        return "\(kind?.rawValue ?? "any"):\(number)\(lasts ? "+" : ""):\(action)"
    }
}
