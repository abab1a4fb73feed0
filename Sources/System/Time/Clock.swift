/// What time it is for a command: the system's, or the one that its caller set. A stream that runs for days asks
/// again for each line.
package struct Clock: Sendable {
    private let read: @Sendable () -> Timestamp

    package init(_ read: @escaping @Sendable () -> Timestamp) { self.read = read }

    package static var system: Clock { Clock(Timestamp.now) }

    package static func stopped(at time: Timestamp) -> Clock { Clock { time } }

    package func now() -> Timestamp { read() }
}
