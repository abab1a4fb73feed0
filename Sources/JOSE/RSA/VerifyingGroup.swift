import OpenSSL

/// RSA signatures that are verified together. One thread has it: its worker's.
final class VerifyingGroup {
    private var verifier: MultiBufferVerifier
    /// A bit for each of the last signatures, the lowest for the first.
    private var valid: UInt8 = 0
    private var problem: OpenSSLError?

    private init(_ verifier: consuming MultiBufferVerifier) { self.verifier = verifier }

    /// - Returns: nil for keys that libcrypto has to verify with.
    static func make(_ key: PublicKey, _ scheme: SignatureScheme) throws(OpenSSLError) -> VerifyingGroup? {
        guard let key = try MultiBufferPublicKey.make(key),
            let verifier = try MultiBufferVerifier.make(key, scheme)
        else { return nil }
        return VerifyingGroup(verifier)
    }

    var isEmpty: Bool { verifier.count == 0 }

    /// - Returns: the number of the signature.
    func add(_ signature: Span<UInt8>, for message: Span<UInt8>) throws(OpenSSLError) -> Int {
        // A new group knows nothing of the last one.
        if isEmpty { (valid, problem) = (0, nil) }
        try verifier.add(signature, for: message)
        return verifier.count - 1
    }

    /// Verifies all that was added. Why that failed is told where the answers are asked for.
    func verify() {
        if isEmpty { return }
        do throws(OpenSSLError) {
            valid = try verifier.verify()
        } catch {
            problem = error
        }
    }

    /// False too for a signature that was not verified.
    func holds(_ number: Int) throws(OpenSSLError) -> Bool {
        if let problem { throw problem }
        return valid >> UInt8(number) & 1 == 1
    }
}
