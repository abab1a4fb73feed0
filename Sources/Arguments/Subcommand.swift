/// A subcommand by its name. Its declaration is made when something reads it: a run of the program reads those on the way
/// to one command, and making all of them takes longer than many a command does.
package struct Subcommand: Sendable {
    package let name: String
    private let make: @Sendable () -> Command

    /// - Parameter make: the declaration, of the same name.
    package init(_ name: String, _ make: @escaping @Sendable () -> Command) {
        self.name = name
        self.make = make
    }

    package init(_ command: Command) { self.init(command.name) { command } }

    package var command: Command {
        let command = make()
        precondition(command.name == name, "\(command.name) is listed as \(name)")
        return command
    }
}
