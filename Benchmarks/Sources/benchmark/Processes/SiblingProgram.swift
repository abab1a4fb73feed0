import FoundationEssentials

/// The path of a program that is built beside this one.
func siblingProgram(_ name: String) throws -> String {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let folder = own.lastIndex(of: "/").map { own[..<$0] } ?? "."
    return "\(folder)/\(name)"
}
