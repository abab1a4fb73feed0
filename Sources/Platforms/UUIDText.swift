/// Whether a text has the form of a UUID (RFC 9562 §4), in letters of either case.
func isUUID(_ text: some Collection<UInt8>) -> Bool {
    let groups = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return groups.map(\.count) == [8, 4, 4, 4, 12]
        && groups.joined().allSatisfy { Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }
}
