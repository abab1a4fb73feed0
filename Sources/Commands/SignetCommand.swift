import Arguments

/// A command of signet, in two steps: what was typed becomes a request, and the request is run. A type's file is at the
/// path of its command: `Key/KeyPublic.swift` declares and reads, `Key/KeyPublic+Run.swift` does.
protocol SignetCommand: Sendable {
    associatedtype RequestType: CommandRequest

    static var declaration: Command { get }

    /// - Returns: how it ended, if it did what it was asked.
    static func run(_ request: RequestType) throws -> ExitStatus
}

/// What a command was asked for: plain values, made of what was typed before anything is opened.
protocol CommandRequest {
    init(_ arguments: ParsedArguments) throws
}

extension SignetCommand {
    static func run(_ arguments: ParsedArguments) throws -> ExitStatus { try run(makeRequest(arguments)) }

    @discardableResult
    static func makeRequest(_ arguments: ParsedArguments) throws -> RequestType { try RequestType(arguments) }
}
