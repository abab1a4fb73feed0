/// A library's loop, running on one processor.
struct LibraryLoop {
    let library: Library
    /// With its version, where that is known.
    let name: String
    private let process: Coprocess

    init?(_ library: Library, on cores: Cores) throws {
        guard let process = try cores.run({ try library.start() }) else { return nil }
        self.library = library
        self.process = process
        name = try process.answer()
    }

    /// `nil`: it does not know the algorithm.
    func tokensPerSecond(
        _ algorithm: SigningAlgorithm, key: String, claims: String, for seconds: Double
    ) throws -> Double? {
        let answer = try process.ask("\(algorithm.name) \(key) \(claims) \(seconds)")
        if answer == "unknown" { return nil }
        guard let rate = Double(answer) else { throw Failure("\(name), \(algorithm.name): \(answer)") }
        return rate
    }
}
