import OpenSSL
import Words

/// Judges the policies of paths (RFC 5280 §6.1.3 (d) to (f)). Every path of every leaf is judged anew, so their number is
/// limited for a path and for a file.
final class PolicyJudge {
    private var leftOfFile = Limits.filePolicyBytes

    func beginFile() { leftOfFile = Limits.filePolicyBytes }

    /// - Parameter path: from the leaf to the trust anchor.
    func judge(_ path: [CertificateFacts], _ requirements: PolicyRequirements) -> Judgement {
        let isNone = Judgement.fail("a policy is required, but none is valid along the path")
        if path.count == 1 { return requirements.isExplicit ? isNone : .isTrustAnchor }
        // The trust anchor's own do not count.
        let byteCount = path.dropLast().reduce(0) { $0 + $1.policyByteCount }
        if byteCount > Limits.policyBytes {
            return .fail(
                "the certificates of the path have more than \(Limits.policyBytes >> 10) KiB of policies and mappings",
                remedy: "use certificates with fewer policies")
        }
        // anyPolicy passes the policies of a certificate on to all those below it.
        leftOfFile -= path.dropLast().enumerated().reduce(0) {
            $0 + $1.element.policyByteCount * ($1.offset + 1)
        }
        if leftOfFile < 0 {
            return .fail(
                "the paths of the whole file have more than \(Limits.filePolicyBytes >> 20) MiB of policies and mappings, counted once for each certificate that they apply to",
                remedy: "divide the file")
        }
        guard let valid = requirements.validPolicies(along: path) else { return isNone }
        if !valid.isEmpty { return .pass("valid for \(list(valid))") }
        return requirements.acceptable.isEmpty
            ? .pass("no policy is required")
            : .warn("valid for none of the given policies, and none is required")
    }
}
