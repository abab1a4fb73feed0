import JOSE
import OpenSSL
import Testing

@Suite("Random UUIDs")
struct UUIDSourceTests {
    @Test("They have the form and the bits of RFC 9562 §5.4, and differ")
    func form() throws {
        var seen: Set<String> = []
        var source = UUIDSource()
        for _ in 0..<500 {
            let uuid = String(decoding: Array(try source.next().span), as: UTF8.self)
            let groups = uuid.split(separator: "-", omittingEmptySubsequences: false)
            #expect(groups.map(\.count) == [8, 4, 4, 4, 12])
            #expect(uuid.allSatisfy { "0123456789abcdef-".contains($0) })
            #expect(groups[2].first == "4")
            #expect("89ab".contains(groups[3].first!))
            seen.insert(uuid)
        }
        #expect(seen.count == 500)
    }

    @Test("Every digit that is free takes every value")
    func spread() throws {
        var seen = [Set<UInt8>](repeating: [], count: 36)
        var source = UUIDSource()
        for _ in 0..<2_000 {
            let uuid = try source.next()
            for index in uuid.indices { seen[index].insert(uuid[index]) }
        }
        for (index, characters) in seen.enumerated() {
            let expected = [8, 13, 14, 18, 23].contains(index) ? 1 : index == 19 ? 4 : 16
            #expect(characters.count == expected, "at \(index)")
        }
    }
}
