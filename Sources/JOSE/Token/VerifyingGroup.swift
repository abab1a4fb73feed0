import MultiBuffer
import OpenSSL

/// The results of signatures that are verified together, in one or more calls of the engine.
private struct Answers {
    /// A bit for each signature, the lowest for the first.
    private var valid: UInt32 = 0
    private var problem: OpenSSLError?
    private var count = 0
    private var isComplete = true

    /// Counts a signature. The first one after `complete` starts a new group.
    ///
    /// - Returns: the number of the signature.
    mutating func add() -> Int {
        if isComplete { self = Answers(isComplete: false) }
        count += 1
        return count - 1
    }

    private init(isComplete: Bool) { self.isComplete = isComplete }
    init() {}

    /// - Parameters:
    ///   - waiting: the number of signatures that were added and have no result yet.
    ///   - verify: returns a bit for each valid signature; 0 if no signature is waiting.
    mutating func take(_ waiting: Int, _ verify: () throws(OpenSSLError) -> UInt32) {
        do throws(OpenSSLError) {
            valid |= try verify() << UInt32(count - waiting)
        } catch {
            problem = error
        }
    }

    mutating func complete() { isComplete = true }

    func holds(_ number: Int) throws(OpenSSLError) -> Bool {
        if let problem { throw problem }
        return valid >> UInt32(number) & 1 == 1
    }
}

/// Signatures that are verified together.
protocol AnsweringGroup: AnyObject {
    /// Whether the signature with this number is valid. Call it after the group was verified.
    func holds(_ number: Int) throws(OpenSSLError) -> Bool
}

/// RSA signatures of one key that are verified together. It belongs to one thread, its worker's.
final class VerifyingGroup: AnsweringGroup {
    private var verifier: MultiBufferVerifier
    private var answers = Answers()

    private init(_ verifier: consuming MultiBufferVerifier) { self.verifier = verifier }

    /// - Returns: nil for keys that the engine does not support; libcrypto verifies with them.
    static func make(_ key: PublicKey, _ scheme: SignatureScheme) throws(OpenSSLError) -> VerifyingGroup? {
        guard let key = try MultiBufferPublicKey.make(key) else { return nil }
        return VerifyingGroup(try MultiBufferVerifier.make(key, scheme))
    }

    /// - Returns: the number of the signature.
    func add(_ signature: Span<UInt8>, for message: Span<UInt8>) throws(OpenSSLError) -> Int {
        if verifier.isFull { verifyAdded() }
        try verifier.add(signature, for: message)
        return answers.add()
    }

    private func verifyAdded() {
        answers.take(verifier.count) { () throws(OpenSSLError) in UInt32(try verifier.verify()) }
    }

    /// Verifies all signatures that were added. An error is thrown later, by `holds`.
    func verify() {
        verifyAdded()
        answers.complete()
    }

    func holds(_ number: Int) throws(OpenSSLError) -> Bool { try answers.holds(number) }
}

/// Signatures of any number of keys on one curve that are verified together. It belongs to one thread, its worker's.
final class CurveVerifyingGroup: AnsweringGroup {
    private var verifier: MultiBufferCurveVerifier
    private var answers = Answers()

    init(_ verifier: consuming MultiBufferCurveVerifier) { self.verifier = verifier }

    /// - Returns: the number of the signature.
    func add(
        _ signature: Span<UInt8>, for message: Span<UInt8>, _ key: MultiBufferCurveKey
    ) throws(OpenSSLError) -> Int {
        try verifier.add(signature, for: message, key)
        return answers.add()
    }

    /// Verifies all signatures that were added. An error is thrown later, by `holds`.
    func verify() {
        answers.take(verifier.count) { () throws(OpenSSLError) in try verifier.verify() }
        answers.complete()
    }

    func holds(_ number: Int) throws(OpenSSLError) -> Bool { try answers.holds(number) }
}

/// The groups of a verifier, one for each curve of its keys.
final class CurveVerifyingGroups {
    private var groups: [KeyType: CurveVerifyingGroup] = [:]

    func group(_ type: KeyType, _ scheme: SignatureScheme) throws(OpenSSLError) -> CurveVerifyingGroup {
        if let group = groups[type] { return group }
        let group = CurveVerifyingGroup(try MultiBufferCurveVerifier.make(type, scheme))
        groups[type] = group
        return group
    }

    func verify() {
        for group in groups.values { group.verify() }
    }
}
