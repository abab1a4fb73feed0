/// Decompresses zlib data (RFC 1950) with the deflate method (RFC 1951), up to a limit.
package struct Inflater {
    /// Why data cannot be decompressed.
    package enum DecodingError: Error, Equatable {
        case malformed
        case tooLarge(limitBytes: Int)
    }

    private let input: [UInt8]
    private let limit: Int
    /// The next byte of the input.
    private var position = 0
    /// Bits that were taken from the input and not used yet, the next one lowest.
    private var bits: UInt32 = 0
    private var bitCount = 0
    private var output: [UInt8] = []

    /// - Parameter limit: in bytes, of what comes out.
    package static func inflate(_ input: [UInt8], upTo limit: Int) throws(DecodingError) -> [UInt8] {
        var inflater = Inflater(input, limit)
        return try inflater.inflate()
    }

    private init(_ input: [UInt8], _ limit: Int) {
        self.input = input
        self.limit = limit
    }

    private mutating func inflate() throws(DecodingError) -> [UInt8] {
        // RFC 1950 §2.2: the method is 8, both bytes are a multiple of 31, and there is no preset dictionary.
        let (method, flags) = (try byte(), try byte())
        guard method & 0x0F == 8, method >> 4 <= 7, (Int(method) << 8 | Int(flags)) % 31 == 0,
            flags & 0x20 == 0
        else { throw .malformed }
        var isLast = false
        while !isLast {
            isLast = try take(1) == 1
            switch try take(2) {
            case 0: try copyStored()
            case 1: try copyCompressed(Self.fixedLiterals, Self.fixedDistances)
            case 2:
                let (literals, distances) = try readCodes()
                try copyCompressed(literals, distances)
            default: throw .malformed
            }
        }
        bitCount = 0
        var checksum: UInt32 = 0
        for _ in 0..<4 { checksum = checksum << 8 | UInt32(try byte()) }
        guard checksum == Self.adler32(output), position == input.count else { throw .malformed }
        return output
    }

    // MARK: input

    private mutating func byte() throws(DecodingError) -> UInt8 {
        guard position < input.count else { throw .malformed }
        position += 1
        return input[position - 1]
    }

    /// - Parameter count: at most 16.
    private mutating func take(_ count: Int) throws(DecodingError) -> Int {
        while bitCount < count {
            bits |= UInt32(try byte()) << UInt32(bitCount)
            bitCount += 8
        }
        let value = bits & ((1 << UInt32(count)) - 1)
        bits >>= UInt32(count)
        bitCount -= count
        return Int(value)
    }

    // MARK: output

    private mutating func append(_ byte: UInt8) throws(DecodingError) {
        guard output.count < limit else { throw .tooLarge(limitBytes: limit) }
        output.append(byte)
    }

    /// RFC 1951 §3.2.4. The block begins at a whole byte; at most seven bits are left over, and they are dropped.
    private mutating func copyStored() throws(DecodingError) {
        bits = 0
        bitCount = 0
        let count = Int(try byte()) | Int(try byte()) << 8
        let complement = Int(try byte()) | Int(try byte()) << 8
        guard count ^ complement == 0xFFFF else { throw .malformed }
        for _ in 0..<count { try append(try byte()) }
    }

    /// §3.2.5
    private mutating func copyCompressed(_ literals: HuffmanCode, _ distances: HuffmanCode)
        throws(DecodingError)
    {
        while true {
            let symbol = try decode(literals)
            if symbol < 256 {
                try append(UInt8(symbol))
                continue
            }
            if symbol == 256 { return }
            guard symbol - 257 < Self.lengths.count else { throw .malformed }
            let length = Self.lengths[symbol - 257]
            let count = length.base + (try take(length.extraBits))
            let distanceSymbol = try decode(distances)
            guard distanceSymbol < Self.distances.count else { throw .malformed }
            let distance = Self.distances[distanceSymbol]
            let back = distance.base + (try take(distance.extraBits))
            guard back <= output.count else { throw .malformed }
            for _ in 0..<count { try append(output[output.count - back]) }
        }
    }

    // MARK: codes

    private mutating func decode(_ code: HuffmanCode) throws(DecodingError) -> Int {
        var value = 0
        for length in 1...HuffmanCode.maximumLength {
            value = value << 1 | (try take(1))
            if let symbol = code.symbol(value, length) { return symbol }
        }
        throw .malformed
    }

    /// §3.2.7
    private mutating func readCodes() throws(DecodingError) -> (literals: HuffmanCode, distances: HuffmanCode)
    {
        let literalCount = try take(5) + 257
        let distanceCount = try take(5) + 1
        let lengthCount = try take(4) + 4
        var lengthLengths = [Int](repeating: 0, count: 19)
        for symbol in Self.lengthOrder.prefix(lengthCount) { lengthLengths[symbol] = try take(3) }
        let lengthCode = try HuffmanCode(lengthLengths)
        var lengths: [Int] = []
        while lengths.count < literalCount + distanceCount {
            switch try decode(lengthCode) {
            case 16:
                guard let last = lengths.last else { throw .malformed }
                lengths += Array(repeating: last, count: 3 + (try take(2)))
            case 17: lengths += Array(repeating: 0, count: 3 + (try take(3)))
            case 18: lengths += Array(repeating: 0, count: 11 + (try take(7)))
            case let length: lengths.append(length)
            }
        }
        // A repetition may lead from one code to the other, but not beyond.
        guard lengths.count == literalCount + distanceCount else { throw .malformed }
        return (
            try HuffmanCode(Array(lengths[..<literalCount])), try HuffmanCode(Array(lengths[literalCount...]))
        )
    }

    private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    private typealias Range = (base: Int, extraBits: Int)

    /// For the symbols from 257.
    private static let lengths: [Range] =
        ranges(from: 3, extraBits: Array(repeating: 0, count: 8) + (1...5).flatMap { [$0, $0, $0, $0] })
        + [(258, 0)]
    private static let distances = ranges(from: 1, extraBits: [0, 0, 0, 0] + (1...13).flatMap { [$0, $0] })

    private static func ranges(from first: Int, extraBits: [Int]) -> [Range] {
        var next = first
        return extraBits.map { bits in
            defer { next += 1 << bits }
            return (next, bits)
        }
    }

    /// §3.2.6
    private static let fixedLiterals = HuffmanCode(
        complete: Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112)
            + Array(repeating: 7, count: 24) + Array(repeating: 8, count: 8))
    private static let fixedDistances = HuffmanCode(complete: Array(repeating: 5, count: 32))

    /// RFC 1950 §8.2
    private static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65521
            high = (high + low) % 65521
        }
        return high << 16 | low
    }
}

/// A code in which the lengths determine the bits (RFC 1951 §3.2.2).
private struct HuffmanCode {
    static let maximumLength = 15

    /// For each length: the first code, and the place of its symbol.
    private var firstCodes = [Int](repeating: 0, count: maximumLength + 1)
    private var firstPlaces = [Int](repeating: 0, count: maximumLength + 1)
    private var counts = [Int](repeating: 0, count: maximumLength + 1)
    /// Sorted by length, then by number.
    private var symbols: [Int] = []

    /// - Throws: unless every sequence of bits has a meaning. A code with one symbol, or with none, is allowed.
    init(_ lengths: [Int]) throws(Inflater.DecodingError) {
        self.init(complete: lengths)
        let share = (1...Self.maximumLength).reduce(0) { $0 + counts[$1] << (Self.maximumLength - $1) }
        let hasOne = symbols.isEmpty || counts[1] == 1 && symbols.count == 1
        guard share == 1 << Self.maximumLength || hasOne else { throw .malformed }
    }

    /// - Parameter lengths: for each symbol; 0 if it does not occur.
    init(complete lengths: [Int]) {
        for length in lengths where length > 0 { counts[length] += 1 }
        var code = 0
        for length in 1...Self.maximumLength {
            code = (code + counts[length - 1]) << 1
            firstCodes[length] = code
            firstPlaces[length] = firstPlaces[length - 1] + counts[length - 1]
        }
        symbols = [Int](repeating: 0, count: firstPlaces[Self.maximumLength] + counts[Self.maximumLength])
        var places = firstPlaces
        for (symbol, length) in lengths.enumerated() where length > 0 {
            symbols[places[length]] = symbol
            places[length] += 1
        }
    }

    func symbol(_ code: Int, _ length: Int) -> Int? {
        let place = code - firstCodes[length]
        return place >= 0 && place < counts[length] ? symbols[firstPlaces[length] + place] : nil
    }
}
