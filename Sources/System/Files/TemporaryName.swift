import Glibc
import Synchronization

/// The name of a file until it gets its own. If the process crashes or a signal ends it while this value lives, it
/// removes the file. A Swift process crashes if it cannot allocate memory.
struct TemporaryName: ~Copyable {
    let path: String
    private let entry: UnsafeMutablePointer<Entry>

    /// Chooses a name that no file has.
    init(in folder: String) throws(SystemError) {
        path = "\(folder)/.signet-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        guard let copy = strdup(path) else { throw .last(path) }
        entry = Entry.holding(copy)
        // The first name is soon enough: a process that has none needs no handlers.
        _ = removalBySignals
    }

    deinit { free(entry.pointee.path.exchange(nil, ordering: .acquiring)) }

    /// Removes the files that still have temporary names. A signal handler may call this, because it neither allocates
    /// nor waits for a lock.
    static func removeAll() {
        var entry = entries.load(ordering: .acquiring)
        while let next = entry {
            if let path = next.pointee.path.exchange(nil, ordering: .acquiring) { unlink(path) }
            entry = next.pointee.next
        }
    }
}

private let removalBySignals: Void = EndingSignals.removeFiles()

/// An element of a list that only grows, so that a signal handler can read it at any time. An element without a path is
/// used again.
private struct Entry: ~Copyable {
    let path: Atomic<UnsafeMutablePointer<CChar>?>
    var next: UnsafeMutablePointer<Entry>?

    static func holding(_ path: UnsafeMutablePointer<CChar>) -> UnsafeMutablePointer<Entry> {
        let first = entries.load(ordering: .acquiring)
        var entry = first
        while let next = entry {
            let (isUsed, _) = next.pointee.path.compareExchange(
                expected: nil, desired: path, ordering: .releasing)
            if isUsed { return next }
            entry = next.pointee.next
        }
        let new = UnsafeMutablePointer<Entry>.allocate(capacity: 1)
        new.initialize(to: Entry(path: Atomic(path), next: first))
        while true {
            let (isAdded, current) = entries.compareExchange(
                expected: new.pointee.next, desired: new, ordering: .acquiringAndReleasing)
            if isAdded { return new }
            new.pointee.next = current
        }
    }
}

// An atomic pointer is not Sendable; what it points to is read and changed atomically only.
private nonisolated(unsafe) let entries = Atomic<UnsafeMutablePointer<Entry>?>(nil)
