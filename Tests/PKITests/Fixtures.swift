import COpenSSL
import Glibc
import Testing

/// The bytes of a file of `Tests/Vectors`.
func vector(_ path: String, file: StaticString = #filePath) throws -> [UInt8] {
    let here = "\(file)"
    let tests = here.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(
        separator: "/")
    let stream = try #require(fopen("\(tests)/Vectors/\(path)", "r"), "\(path) is missing")
    defer { fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, stream))
    return bytes
}

/// Calls `body`, which must leave nothing in libcrypto's error queue: the next error would be explained by it.
func leavingNoErrors<Result>(at location: SourceLocation = #_sourceLocation, _ body: () -> Result) -> Result {
    ERR_clear_error()
    defer { #expect(ERR_peek_error() == 0, "left in the error queue", sourceLocation: location) }
    return body()
}
