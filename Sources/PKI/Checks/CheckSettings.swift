package import OpenSSL
package import System

/// What certificates are checked for.
package struct CheckSettings: Sendable {
    package var policy = CheckPolicy.rfc5280
    /// Now.
    package var time: Timestamp
    /// A certificate that expires sooner than this from now fails.
    package var within: TimeSpan?
    /// Trust anchors; nil where the chain is not judged.
    package var roots: [Certificate]?
    /// Intermediates that may lie on a path.
    package var untrusted: [Certificate] = []
    package var host: ReferenceHost?
    package var address: HostAddress?
    package var mailbox: Mailbox?
    package var purpose: Purpose?
    package var key: PublicKey?
    package var revocationLists: [RevocationList]?
    /// Of intermediates, those that are self-issued not counted.
    package var maximumDepth: Int?
    package var minimumRSABits = 2048
    package var profile: CertificateProfile?

    package init(time: Timestamp) { self.time = time }

    /// Seconds since 1970. Times of certificates have whole seconds, and notAfter is the last that is within
    /// (RFC 5280 §4.1.2.5): the whole of that second is.
    var second: Int64 { time.seconds }
}
