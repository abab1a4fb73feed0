import MultiBuffer
import OpenSSL

/// Signatures of one scheme that are verified together, with keys of one form. It belongs to one thread, its worker's.
final class VerifyingGroup {
    /// It may have to be called several times for a group.
    private let verifier: any GroupVerifier
    /// A bit for each signature, the lowest for the first.
    private var valid: UInt64 = 0
    private var problem: OpenSSLError?
    private var count = 0
    /// Whether the next signature is the first of a new group.
    private var isComplete = true

    init(_ verifier: any GroupVerifier) { self.verifier = verifier }

    /// The number of signatures that the engine has verified, of all that were added.
    var engineCount: Int { verifier.engineCount }

    /// - Returns: the number of the signature; nil if it was not added, because libcrypto is to verify it.
    func add(
        _ signature: Span<UInt8>, for message: Span<UInt8>, _ key: MultiBufferVerifyingKey
    ) throws(OpenSSLError) -> Int? {
        if isComplete { (valid, problem, count, isComplete) = (0, nil, 0, false) }
        if verifier.count == verifier.groupSize { verifyAdded() }
        guard try key.isReady() else { return nil }
        try verifier.add(signature, for: message, key)
        count += 1
        return count - 1
    }

    private func verifyAdded() {
        let first = count - verifier.count
        do throws(OpenSSLError) {
            valid |= try verifier.verify() << UInt64(first)
        } catch {
            problem = error
        }
    }

    /// Verifies all signatures that were added. An error is thrown later, by `holds`.
    func verify() {
        verifyAdded()
        isComplete = true
    }

    /// Whether the signature with this number is valid. Call it after the group was verified.
    func holds(_ number: Int) throws(OpenSSLError) -> Bool {
        if let problem { throw problem }
        return valid >> UInt64(number) & 1 == 1
    }
}

/// The groups of one thread.
final class VerifyingGroups {
    private struct Kind: Hashable {
        let form: KeyType
        let scheme: SignatureScheme
    }

    private var groups: [Kind: VerifyingGroup] = [:]
    /// The number of signatures that were verified, by whatever means.
    var count = 0
    private let counts: SignatureCounts

    init(_ counts: SignatureCounts) { self.counts = counts }

    deinit { counts.add(engine: groups.values.reduce(0) { $0 + $1.engineCount }, of: count) }

    func group(_ form: KeyType, _ scheme: SignatureScheme) throws(OpenSSLError) -> VerifyingGroup {
        let kind = Kind(form: form, scheme: scheme)
        if let group = groups[kind] { return group }
        let verifier: any GroupVerifier =
            if let bits = form.rsaBits {
                try MultiBufferVerifier.make(bits / 8, scheme)
            } else {
                try MultiBufferCurveVerifier.make(form, scheme)
            }
        let group = VerifyingGroup(verifier)
        groups[kind] = group
        return group
    }

    func verify() {
        for group in groups.values { group.verify() }
    }
}
