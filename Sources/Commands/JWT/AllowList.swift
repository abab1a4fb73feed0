import OpenSSL
import System

/// The lines of a file, each the name of a party that tokens are signed for.
struct AllowList: Sendable {
    /// Where it is from.
    let source: String
    private let names: Set<[UInt8]>

    /// In bytes: some millions of names.
    private static let maximumBytes = 256 << 20

    init(_ path: String, _ inputs: InputFiles) throws {
        source = sourceName(path)
        let text = try inputs.read(path, upTo: Self.maximumBytes).withBytes { Array($0) }
        var names: Set<[UInt8]> = []
        for (number, line) in zip(
            1..., text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false))
        {
            let name = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            guard String(validating: name, as: UTF8.self) != nil else {
                throw Failure(.badInput, "line \(number) is not UTF-8").about(source)
            }
            if !name.isEmpty { names.insert(Array(name)) }
        }
        self.names = names
    }

    func contains(_ name: String) -> Bool { names.contains(Array(name.utf8)) }
}
