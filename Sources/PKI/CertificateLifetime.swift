package import OpenSSL
package import System

extension Certificate {
    /// The first and the last second of validity (RFC 5280 §4.1.2.5); nil where one of them is no time.
    package var validity: ClosedRange<Timestamp>? {
        guard let notBefore, let notAfter, notBefore <= notAfter else { return nil }
        return Timestamp(seconds: notBefore)...Timestamp(seconds: notAfter)
    }
}
