/// The current time for a command: the system's, or a fixed time that the caller set. A stream that runs for days
/// reads it for each line.
package struct Clock: Sendable {
    private let read: @Sendable () throws(SystemError) -> Timestamp

    package init(_ read: @escaping @Sendable () throws(SystemError) -> Timestamp) { self.read = read }

    package static var system: Clock { Clock(Timestamp.now) }

    package static func stopped(at time: Timestamp) -> Clock { Clock { time } }

    package func now() throws(SystemError) -> Timestamp { try read() }
}
