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
        /// Where its table begins in `slots`: its end while it is the innermost object.
        fileprivate let firstSlot: Int
    }

    private struct Name {
        let fingerprint: NameFingerprint
        /// In the text, or in `unescaped`.
        let range: Range<Int>
        let isUnescaped: Bool
        var hash = 0
    }

    static let fewNames = 16

    private var names: [Name] = []
    /// The UTF-8 of names that are escaped in the text: rare.
    private var unescaped: [UInt8] = []
    /// The tables of the open objects that have many names. Each has none while the names are few; then a power of
    /// two, at most half full, linearly probed. They hold indices into `names`, -1 where free.
    private var slots: [Int] = []

    package init() {}

    package mutating func removeAll() {
        // Most texts leave all of them empty, and even then emptying an array takes its time.
        if !names.isEmpty { names.removeAll(keepingCapacity: true) }
        if !unescaped.isEmpty { unescaped.removeAll(keepingCapacity: true) }
        if !slots.isEmpty { slots.removeAll(keepingCapacity: true) }
    }

    package func openObject() -> Scope {
        Scope(firstName: names.count, firstUnescapedByte: unescaped.count, firstSlot: slots.count)
    }

    package mutating func close(_ scope: Scope) {
        names.removeLast(names.count - scope.firstName)
        unescaped.removeLast(unescaped.count - scope.firstUnescapedByte)
        slots.removeLast(slots.count - scope.firstSlot)
    }

    /// Throws `duplicateMember` at the name when `scope`, the innermost open object, has it already.
    package mutating func add(
        _ string: ScannedString, in bytes: Span<UInt8>, to scope: Scope
    ) throws(JSONError) {
        var name = makeName(string, in: bytes)
        if names.count - scope.firstName < Self.fewNames {
            for other in scope.firstName..<names.count where names[other].fingerprint == name.fingerprint {
                if isSame(names[other], name, in: bytes) { throw Self.duplicate(string, in: bytes) }
            }
        } else {
            makeRoom(in: scope, bytes: bytes)
            name.hash = hash(of: name, in: bytes)
            let slot = slot(for: name, in: scope, bytes: bytes)
            guard slots[slot] < 0 else { throw Self.duplicate(string, in: bytes) }
            slots[slot] = names.count
        }
        names.append(name)
    }

    @inline(never)
    static func duplicate(_ string: ScannedString, in bytes: Span<UInt8>) -> JSONError {
        JSONError(.duplicateMember(string.value(in: bytes)), at: string.range.lowerBound, in: bytes)
    }
}

extension MemberNames {
    private mutating func makeName(_ string: ScannedString, in bytes: Span<UInt8>) -> Name {
        guard string.hasEscapes else {
            return Name(
                fingerprint: NameFingerprint(string.content, in: bytes), range: string.content,
                isUnescaped: false)
        }
        let start = unescaped.count
        string.appendUnescaped(in: bytes, to: &unescaped)
        let range = start..<unescaped.count
        return Name(
            fingerprint: NameFingerprint(range, in: unescaped.span), range: range, isUnescaped: true)
    }

    private func isSame(_ left: Name, _ right: Name, in bytes: Span<UInt8>) -> Bool {
        guard left.fingerprint == right.fingerprint, left.range.count == right.range.count else {
            return false
        }
        return (0..<left.range.count).dropFirst(NameFingerprint.byteCount).allSatisfy {
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
    private mutating func makeRoom(in scope: Scope, bytes: Span<UInt8>) {
        let count = names.count - scope.firstName
        let size = slots.count - scope.firstSlot
        guard size < 2 * (count + 1) else { return }
        slots.removeLast(size)
        slots.append(contentsOf: repeatElement(-1, count: size == 0 ? 4 * Self.fewNames : 2 * size))
        for index in scope.firstName..<names.count {
            if size == 0 { names[index].hash = hash(of: names[index], in: bytes) }
            slots[slot(for: names[index], in: scope, bytes: bytes)] = index
        }
    }

    /// The slot that holds the same name, or the free one where it belongs.
    private func slot(for name: Name, in scope: Scope, bytes: Span<UInt8>) -> Int {
        let mask = slots.count - scope.firstSlot - 1
        var slot = name.hash & mask
        while case let other = slots[scope.firstSlot + slot], other >= 0 {
            if names[other].hash == name.hash, isSame(names[other], name, in: bytes) { break }
            slot = (slot + 1) & mask
        }
        return scope.firstSlot + slot
    }
}
