/// The names of the members seen so far in every open object, to find the one that comes twice.
///
/// RFC 8259 §4 only warns of duplicates; RFC 7515 §4 and RFC 7519 §4 let a reader refuse them, and here every
/// object does, or the signer and the verifier could read different claims in one text. Names are compared
/// unescaped, byte by byte.
///
/// A few names are compared with each other; from then on a table of hashes keeps the work linear. `Hasher`
/// is seeded at random in each process, so that no text can be made whose names all fall into one slot.
///
/// After an error the value is of no use until `removeAll`.
package struct MemberNames: Sendable {
    /// One open object. Objects close in the reverse order of opening.
    package struct Scope: Sendable {
        fileprivate let firstName: Int
        fileprivate let firstUnescapedByte: Int
        /// Empty while the names are few; then a power of two, at most half full, linearly probed.
        /// Holds indices into `names`, -1 where free.
        fileprivate var slots: [Int] = []
    }

    private struct Name {
        /// Length and the first seven bytes in one word: nearly always enough to tell two names apart.
        let fingerprint: UInt64
        /// In the text, or in `unescaped`.
        let range: Range<Int>
        let isUnescaped: Bool
        var hash = 0
    }

    private static let fewNames = 16

    private var names: [Name] = []
    /// The UTF-8 of names that are escaped in the text: rare.
    private var unescaped: [UInt8] = []

    package init() {}

    package mutating func removeAll() {
        names.removeAll(keepingCapacity: true)
        unescaped.removeAll(keepingCapacity: true)
    }

    package func openObject() -> Scope {
        Scope(firstName: names.count, firstUnescapedByte: unescaped.count)
    }

    package mutating func close(_ scope: Scope) {
        names.removeLast(names.count - scope.firstName)
        unescaped.removeLast(unescaped.count - scope.firstUnescapedByte)
    }

    /// Throws `duplicateMember` at the name when `scope` has it already.
    package mutating func add(
        _ string: ScannedString, in bytes: Span<UInt8>, to scope: inout Scope
    ) throws(JSONError) {
        var name = makeName(string, in: bytes)
        if names.count - scope.firstName < Self.fewNames {
            for other in scope.firstName..<names.count where names[other].fingerprint == name.fingerprint {
                if isSame(names[other], name, in: bytes) { throw duplicate(string, in: bytes) }
            }
        } else {
            makeRoom(in: &scope, bytes: bytes)
            name.hash = hash(of: name, in: bytes)
            let slot = slot(for: name, in: scope, bytes: bytes)
            guard scope.slots[slot] < 0 else { throw duplicate(string, in: bytes) }
            scope.slots[slot] = names.count
        }
        names.append(name)
    }

    @inline(never)
    private func duplicate(_ string: ScannedString, in bytes: Span<UInt8>) -> JSONError {
        JSONError(.duplicateMember(string.value(in: bytes)), at: string.range.lowerBound, in: bytes)
    }
}

extension MemberNames {
    private mutating func makeName(_ string: ScannedString, in bytes: Span<UInt8>) -> Name {
        guard string.hasEscapes else {
            return Name(
                fingerprint: Self.fingerprint(string.content, in: bytes), range: string.content,
                isUnescaped: false)
        }
        let start = unescaped.count
        string.appendUnescaped(in: bytes, to: &unescaped)
        let range = start..<unescaped.count
        return Name(
            fingerprint: Self.fingerprint(range, in: unescaped.span), range: range, isUnescaped: true)
    }

    private static func fingerprint(_ range: Range<Int>, in bytes: Span<UInt8>) -> UInt64 {
        var word: UInt64 = 0
        if bytes.count - range.lowerBound >= 8 {
            word = bytes.bytes.unsafeLoadUnaligned(fromByteOffset: range.lowerBound, as: UInt64.self)
            word = UInt64(littleEndian: word)
        } else {
            for index in range.reversed() { word = word << 8 | UInt64(bytes[index]) }
        }
        let mask: UInt64 = 1 << (8 * min(range.count, 7)) - 1
        return word & mask | UInt64(truncatingIfNeeded: range.count) << 56
    }

    private func isSame(_ left: Name, _ right: Name, in bytes: Span<UInt8>) -> Bool {
        guard left.fingerprint == right.fingerprint, left.range.count == right.range.count else {
            return false
        }
        return (0..<left.range.count).dropFirst(7).allSatisfy {
            byte($0, of: left, in: bytes) == byte($0, of: right, in: bytes)
        }
    }

    private func byte(_ offset: Int, of name: Name, in bytes: Span<UInt8>) -> UInt8 {
        let index = name.range.lowerBound + offset
        return name.isUnescaped ? unescaped[index] : bytes[index]
    }

    private func hash(of name: Name, in bytes: Span<UInt8>) -> Int {
        var hasher = Hasher()
        if name.isUnescaped {
            unescaped.span.extracting(name.range).withUnsafeBytes { hasher.combine(bytes: $0) }
        } else {
            bytes.extracting(name.range).withUnsafeBytes { hasher.combine(bytes: $0) }
        }
        return hasher.finalize()
    }

    /// Keeps the table at most half full. The first one takes in the names that came before it.
    private mutating func makeRoom(in scope: inout Scope, bytes: Span<UInt8>) {
        let count = names.count - scope.firstName
        guard scope.slots.count < 2 * (count + 1) else { return }
        let isFirst = scope.slots.isEmpty
        scope.slots = Array(repeating: -1, count: isFirst ? 4 * Self.fewNames : 2 * scope.slots.count)
        for index in scope.firstName..<names.count {
            if isFirst { names[index].hash = hash(of: names[index], in: bytes) }
            scope.slots[slot(for: names[index], in: scope, bytes: bytes)] = index
        }
    }

    /// The slot that holds the same name, or the free one where it belongs.
    private func slot(for name: Name, in scope: Scope, bytes: Span<UInt8>) -> Int {
        let mask = scope.slots.count - 1
        var slot = name.hash & mask
        while case let other = scope.slots[slot], other >= 0 {
            if names[other].hash == name.hash, isSame(names[other], name, in: bytes) { break }
            slot = (slot + 1) & mask
        }
        return slot
    }
}
