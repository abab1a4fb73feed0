import Testing

@testable import JOSE

@Suite("Recent values") struct RecentValuesTests {
    private var recent = RecentValues<Int>()

    @Test("A value is found from the second time on that it was made")
    mutating func secondTime() {
        let header = Array("header".utf8)
        recent.keep(1, for: header.span)
        #expect(recent[header.span] == nil)
        recent.keep(2, for: header.span)
        #expect(recent[header.span] == 2)
    }

    @Test("Bytes that never come again take nobody's place")
    mutating func onceOnly() {
        let header = Array("header".utf8)
        for _ in 1...2 { recent.keep(1, for: header.span) }
        for number in 1...100_000 { recent.keep(number, for: Array("\(number)".utf8).span) }
        #expect(recent[header.span] == 1)
    }

    @Test("When the bytes are too many, all are let go of")
    mutating func manyBytes() {
        let header = Array("header".utf8)
        for _ in 1...2 { recent.keep(1, for: header.span) }
        for number in UInt8(0)..<16 {
            let long = [UInt8](repeating: number, count: 1 << 16)
            for _ in 1...2 { recent.keep(2, for: long.span) }
        }
        #expect(recent[header.span] == nil)
    }
}
