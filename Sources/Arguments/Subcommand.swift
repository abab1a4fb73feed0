/// A subcommand by its name. Its declaration is made when something reads it: a run of the program reads those on the way
/// to one command, and making all of them takes longer than many a command does.
package struct Subcommand: Sendable {
    package let name: String
    /// The heading under which help lists it.
    package let group: String
    private let make: @Sendable () -> Command

    /// - Parameter make: the declaration, of the same name.
    package init(_ name: String, group: String = "Commands", _ make: @escaping @Sendable () -> Command) {
        self.name = name
        self.group = group
        self.make = make
    }

    package init(_ command: Command, group: String = "Commands") {
        self.init(command.name, group: group) { command }
    }

    package var command: Command {
        let command = make()
        precondition(command.name == name, "\(command.name) is listed as \(name)")
        return command
    }
}
