/// A program that answers each line with one line.
final class Coprocess {
    private let process: Process
    private let reading: FileDescriptor
    private let writing: FileDescriptor
    private var read: [UInt8] = []

    init(_ words: [String]) throws {
        let requests = try FileDescriptor.pipe()
        let answers = try FileDescriptor.pipe()
        process = try Process.start(words, input: requests.reading, output: answers.writing)
        writing = requests.writing
        reading = answers.reading
        requests.reading.close()
        answers.writing.close()
    }

    deinit {
        // The end of its input is its end.
        writing.close()
        try? process.finish()
    }

    func ask(_ line: String) throws -> String {
        try writing.write(Array("\(line)\n".utf8))
        return try answer()
    }

    func answer() throws -> String {
        while true {
            if let end = read.firstIndex(of: UInt8(ascii: "\n")) {
                defer { read.removeSubrange(...end) }
                return String(decoding: read[..<end], as: UTF8.self)
            }
            guard let more = reading.readSome() else { throw Failure("\(process.name) ended too early") }
            read += more
        }
    }
}
