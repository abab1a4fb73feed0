internal import COpenSSL

/// What a CRL covers (RFC 5280 §5.2.5).
package struct IssuingDistributionPoint: Equatable, Sendable {
    /// The names of its distribution point; empty where it has none, or one relative to its issuer.
    package let names: [GeneralName]
    package let hasPoint: Bool
    package let isOnlyUserCertificates: Bool
    package let isOnlyCACertificates: Bool
    package let isOnlyAttributeCertificates: Bool
    package let isOnlySomeReasons: Bool
    package let isIndirect: Bool

    /// - Returns: nil for what is not the DER of one.
    package init?(der: [UInt8]) {
        let found = unsafe withDecoded(
            der, { unsafe d2i_ISSUING_DIST_POINT(nil, $0, $1) }, free: { unsafe ISSUING_DIST_POINT_free($0) }
        ) { unsafe IssuingDistributionPoint($0) }
        guard let found else { return nil }
        self = found
    }

    private init(_ pointer: UnsafeMutablePointer<ISSUING_DIST_POINT>) {
        let point = unsafe pointer.pointee
        names = unsafe GeneralName.all(in: signet_DIST_POINT_NAME_full(point.distpoint))
        hasPoint = unsafe point.distpoint != nil
        isOnlyUserCertificates = unsafe point.onlyuser > 0
        isOnlyCACertificates = unsafe point.onlyCA > 0
        isOnlyAttributeCertificates = unsafe point.onlyattr > 0
        isOnlySomeReasons = unsafe point.onlysomereasons != nil
        isIndirect = unsafe point.indirectCRL > 0
    }
}
