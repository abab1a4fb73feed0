/// Writes numbered lines, some thousands at a time.
func writeLines(_ count: Int, to path: String, _ line: (Int) -> [UInt8]) throws {
    let file = try FileDescriptor.writing(path)
    var block: [UInt8] = []
    for number in 0..<count {
        block += line(number)
        block.append(UInt8(ascii: "\n"))
        if block.count > 1 << 20 || number == count - 1 {
            try file.write(block)
            block.removeAll(keepingCapacity: true)
        }
    }
}
