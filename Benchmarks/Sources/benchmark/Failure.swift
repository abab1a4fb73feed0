/// Why something could not be measured.
struct Failure: Error {
    let words: String

    init(_ words: String) {
        self.words = words
    }
}
