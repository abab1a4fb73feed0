import Commands

/// A reader of bytes from outside, and what must hold for each input.
struct FuzzTarget: Sendable {
    let name: String
    /// Whether inputs are DER, so that changes can keep them so.
    var isDER = false
    /// Whether this machine can run it.
    var isSupported = true
    /// Words that the format consists of.
    var words: [String] = []
    /// Inputs to begin with. The project makes them all.
    let seeds: @Sendable () throws -> [[UInt8]]
    /// What it throws is what the reader said about the input.
    let body: @Sendable ([UInt8]) throws -> Void

    static let all: [FuzzTarget] =
        json + encodings + tokens + disclosures + kernels + keys + certificates + revocations + names
        + platforms + batches + commandLines + commands + presentations

    func test(_ input: [UInt8]) {
        do {
            try body(input)
        } catch {
            let failure = CommandError(error)
            expect(failure.status != .bug && failure.status != .success, "\(failure.message): \(error)")
            expect(
                !failure.message.isEmpty && failure.message.utf8.count <= 8_192, "a bad message: \(failure)")
        }
    }
}

/// Stops the process if something does not hold. The fuzzer keeps the input.
func expect(
    _ condition: Bool, _ message: @autoclosure () -> String, line: Int = #line, file: String = #fileID
) {
    if !condition { fatalError("\(file):\(line): \(message())") }
}

/// What a reader said: a value or its error.
func outcome<Value, CommandError>(_ body: () throws(CommandError) -> Value) -> Result<Value, CommandError> {
    do {
        return .success(try body())
    } catch {
        return .failure(error)
    }
}

extension Result {
    var value: Success? { try? get() }
}
