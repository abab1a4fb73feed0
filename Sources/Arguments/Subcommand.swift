/// A subcommand by its name. Its declaration is made only when it is read, because a run of the program reads only
/// those on the path to one command. Making all of them would take longer than many commands do.
package struct Subcommand: Sendable {
    package let name: String
    /// The heading under which help lists it.
    package let group: String
    private let make: @Sendable () -> Command

    /// - Parameter make: makes the declaration, which must have the same name.
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
