import FoundationEssentials

/// All that a file holds.
func fileBytes(_ path: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(filePath: path)))
}
