/// Changes DER so that it stays DER: the lengths around a change are written again.
struct DERMutator {
    private var seed: UInt64
    private let changeContents: ([UInt8]) -> [UInt8]

    init(seed: UInt32, changeContents: @escaping ([UInt8]) -> [UInt8]) {
        self.seed = UInt64(seed)
        self.changeContents = changeContents
    }

    /// - Returns: nil if the input is not DER.
    mutating func mutated(_ input: [UInt8]) -> [UInt8]? {
        guard var nodes = DERNode.parse(input[...]), !nodes.isEmpty else { return nil }
        let places = Self.places(nodes)
        let place = places[random(places.count)]
        let other = Self.node(at: places[random(places.count)], nodes)
        let kind = random(8)
        let tag = UInt8(truncatingIfNeeded: random(256))
        let chosen = random(Self.otherTags.count)
        Self.change(&nodes, place[...]) { siblings, index in
            switch kind {
            case 0 where siblings.count > 1: siblings.remove(at: index)
            case 1: siblings.insert(siblings[index], at: index)
            case 2: siblings[index] = other
            case 3: siblings.insert(other, at: index)
            case 4: siblings[index].tag = Self.otherTags[chosen]
            case 5: siblings[index].tag = tag
            case 6: siblings.swapAt(index, siblings.count - 1)
            default:
                siblings[index] = DERNode(tag: siblings[index].tag, changeContents(siblings[index].contents))
            }
        }
        return nodes.flatMap(\.bytes)
    }

    private static let otherTags: [UInt8] = [
        0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x0A, 0x0C, 0x13, 0x16, 0x17, 0x18, 0x1C, 0x1E, 0x30, 0x31, 0x80,
        0x81,
        0x82, 0x86, 0x87, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4,
    ]

    private mutating func random(_ count: Int) -> Int {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(seed >> 33) % count
    }

    private static func places(_ nodes: [DERNode]) -> [[Int]] {
        nodes.enumerated().flatMap { index, node in [[index]] + places(node.children).map { [index] + $0 } }
    }

    private static func node(at place: [Int], _ nodes: [DERNode]) -> DERNode {
        place.dropFirst().reduce(nodes[place[0]]) { $0.children[$1] }
    }

    private static func change(
        _ nodes: inout [DERNode], _ place: ArraySlice<Int>, _ body: (inout [DERNode], Int) -> Void
    ) {
        guard let index = place.first else { return }
        if place.count == 1 {
            body(&nodes, index)
        } else {
            change(&nodes[index].children, place.dropFirst(), body)
        }
    }
}

/// An encoded value, and those in it, also in strings of bytes or bits (keys, signatures, extensions).
struct DERNode: Sendable {
    var tag: UInt8
    /// The contents if there are no children; before the children, a byte of a string of bits.
    private var head: [UInt8]
    var children: [DERNode]

    init(tag: UInt8, _ contents: [UInt8]) {
        (self.tag, head, children) = (tag, contents, [])
    }

    init(tag: UInt8, children: [DERNode]) {
        (self.tag, head, self.children) = (tag, [], children)
    }

    var contents: [UInt8] { head + children.flatMap(\.bytes) }

    var bytes: [UInt8] {
        let contents = contents
        var digits: [UInt8] = []
        var rest = contents.count
        while rest > 0 {
            digits.insert(UInt8(rest & 0xFF), at: 0)
            rest >>= 8
        }
        let isShort = contents.count < 0x80
        return [tag] + (isShort ? [UInt8(contents.count)] : [0x80 | UInt8(digits.count)] + digits) + contents
    }

    static func parse(_ bytes: ArraySlice<UInt8>, depth: Int = 0) -> [DERNode]? {
        var rest = bytes
        var nodes: [DERNode] = []
        while let tag = rest.popFirst() {
            guard tag & 0x1F != 0x1F, let first = rest.popFirst() else { return nil }
            var count = Int(first)
            if first >= 0x80 {
                guard (0x81...0x83).contains(first), rest.count >= Int(first & 0x7F) else { return nil }
                count = rest.prefix(Int(first & 0x7F)).reduce(0) { $0 << 8 | Int($1) }
                rest = rest.dropFirst(Int(first & 0x7F))
            }
            guard count <= rest.count else { return nil }
            let contents = rest.prefix(count)
            rest = rest.dropFirst(count)
            var node = DERNode(tag: tag, Array(contents))
            let headCount = tag == 0x03 ? 1 : 0
            let mayNest = tag & 0x20 != 0 || tag == 0x04 || tag == 0x03
            if mayNest, depth < 24, contents.count > headCount + 1,
                let children = parse(contents.dropFirst(headCount), depth: depth + 1)
            {
                node.head = Array(contents.prefix(headCount))
                node.children = children
            }
            nodes.append(node)
        }
        return nodes
    }
}
