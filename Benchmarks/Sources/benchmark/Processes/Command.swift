/// A program, its arguments and its input, to be run to its end, as often as one likes.
struct Command {
    let words: [String]
    /// The file that is its input. A file, not a pipe: whoever fills a pipe needs a processor too.
    var input = "/dev/null"
    /// Whether what it says on stderr is dropped.
    var isQuiet = false

    init(_ words: String...) {
        self.words = words
    }

    init(_ words: [String], input: String = "/dev/null") {
        self.words = words
        self.input = input
    }

    /// How many seconds it takes, from before its start to after its end. What it writes goes to /dev/null.
    func time() throws -> Double {
        let input = try FileDescriptor.reading(input)
        let output = try FileDescriptor.writing("/dev/null")
        let start = ContinuousClock.now
        try Process.start(words, input: input, output: output, errors: isQuiet ? output : nil).finish()
        return (ContinuousClock.now - start) / .seconds(1)
    }

    /// What it writes, as text.
    func output() throws -> String {
        let input = try FileDescriptor.reading(input)
        let errors = try isQuiet ? FileDescriptor.writing("/dev/null") : nil
        let pipe = try FileDescriptor.pipe()
        let process = try Process.start(words, input: input, output: pipe.writing, errors: errors)
        // Its reader sees the end when nobody else can write.
        pipe.writing.close()
        let text = pipe.reading.readToEnd()
        try process.finish()
        return text
    }

    /// What it writes goes to a file.
    func run(writing path: String) throws {
        let input = try FileDescriptor.reading(input)
        try Process.start(words, input: input, output: FileDescriptor.writing(path)).finish()
    }

    /// Whether it can be run at all, and says so.
    var works: Bool {
        var quiet = self
        quiet.isQuiet = true
        return (try? quiet.time()) != nil
    }
}
