import Glibc
import Synchronization

/// SIGHUP, as a request to read files anew instead of ending the process.
package enum ReloadSignal {
    /// Starts watching. SIGHUP then does not end the process any more, even if it was ignored before (nohup).
    package static func watch() {
        var action = sigaction()
        // Calls that wait go on: nothing has ended.
        action.sa_flags = SA_RESTART
        action.__sigaction_handler.sa_handler = { _ in requests.add(1, ordering: .releasing) }
        sigaction(SIGHUP, &action, nil)
    }

    /// The number of requests that have arrived.
    package static var count: Int { requests.load(ordering: .acquiring) }
}

private let requests = Atomic<Int>(0)
