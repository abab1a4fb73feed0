import Arguments

/// A command of signet: what it declares, and what it does. One type a command; its file is at its path.
protocol SignetCommand: Sendable {
    static var declaration: Command { get }

    /// - Returns: how it ended, where it did what it was asked.
    static func run(_ arguments: ParsedArguments) throws(Failure) -> ExitStatus
}
