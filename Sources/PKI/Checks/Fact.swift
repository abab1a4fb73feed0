package import OpenSSL
package import System

/// What a check found. Names of extensions and fields are those of the standards; times are seconds since 1970;
/// identifiers of algorithms and curves are libcrypto's. A certificate is named by its title, nil without any name.
package indirect enum Fact: Equatable, Sendable {
    // MARK: any check

    /// Nothing against the rule.
    case satisfied
    /// The settings do not ask for it.
    case notAsked
    /// The check does not apply to trust anchors, or to certificates that are not leaves, not CAs, or without EC key.
    case isTrustAnchor
    case isNotLeaf
    case isNotCA
    case hasNoECKey
    /// The extension or field is absent, malformed or empty.
    case missing(String)
    case malformed(String)
    case empty(String)
    /// The fact is one of a certificate further up the path.
    case issuer(String?, Fact)

    // MARK: dates

    case validSince(Int64)
    case notYetValid(from: Int64, wait: TimeSpan)
    case validUntil(Int64)
    case expired(at: Int64, ago: TimeSpan)
    case timeLeft(TimeSpan, until: Int64)
    /// A field that is neither UTCTime nor GeneralizedTime, is not in UTC to the second, or is a GeneralizedTime
    /// before 2050.
    case timeType(String)
    case timeForm(String)
    case earlyGeneralizedTime(String)
    case endsBeforeItStarts
    /// Whole days of validity; the limit is nil if it is kept.
    case lifetime(days: Int64, limit: Int64?)

    // MARK: fields

    /// Nil for an unknown one.
    case version(Int?)
    case extensionsInVersion(Int)
    case negativeSerialNumber
    case serialNumberIsZero
    case serialNumber(octets: Int)
    case issuedBy(DistinguishedName)
    case emptySubjectOfCA
    /// Neither a subject nor a subjectAltName.
    case nameless
    case commonNames(Int)
    case commonNameNotListed(String)

    // MARK: keys and signatures

    case signatureAlgorithm(String)
    /// The algorithm beside the signature is not the one that is signed.
    case signatureAlgorithmDiffers(String)
    case weakDigest(String)
    case unreadableKey(String)
    case key(name: String, bits: Int)
    case rsaKeyTooSmall(bits: Int, minimum: Int)
    case weakKey(name: String, strength: Int, minimum: Int)
    case curve(String)
    /// The curve is spelt out, not named.
    case explicitCurve
    /// Not a whole number of octets.
    case rsaModulus(bits: Int)
    case rsaExponent
    case curveNotAllowed(String)
    case keyTypeNotAllowed(String)

    // MARK: extensions

    case extensions(Int)
    case repeatedExtension(String)
    case unknownCriticalExtension(String)
    case mustBeCritical(String)
    case mustNotBeCritical(String)
    case onlyForCAs(String)
    /// authorityKeyIdentifier without a key identifier, with only one of issuer and serial number, with both (which
    /// the Baseline Requirements forbid), or, in a root, other than the subjectKeyIdentifier.
    case authorityKeyWithoutIdentifier
    case authorityKeyIncomplete
    case authorityKeyWithIssuer
    case authorityKeyOfRoot
    case isCA
    /// A certificate that is not a CA has issued another.
    case issuerIsNotCA
    case leafIsCA
    case pathLengthWithoutCertSign
    case impossiblePathLength
    /// Names of usages; none stands for any.
    case usages([String])
    case issuerWithoutCertSign
    case extendedUsageOfRoot
    case anyExtendedUsage
    case lacksExtendedUsage(ExtendedKeyUsage)
    case constraintDistances
    case names(Int)
    /// A name that is not well-formed, in an extension.
    case name(NameFault, in: String)

    // MARK: what was asked of the leaf

    case isFor(String)
    case commonNameOnly(String)
    /// The names of that kind that it has instead.
    case isForOthers([String], wanted: String)
    case keyUsage([String], purpose: Purpose)
    case otherKey
    case profileKey(CertificateProfile, name: String, bits: Int)
    case profileSignature(CertificateProfile, found: String)
    case profileCA(CertificateProfile)

    // MARK: paths and revocation

    case vouchesForItself
    case path(issuers: [String?])
    case noPath(PathFault)
    case intermediates(Int)
    case tooManyIntermediates(Int, limit: Int)
    case noPurpose
    case nameRefused(GeneralName, ConstraintFault, by: String?)
    case tooManyComparisons(limit: Int)
    case noCommonPolicy
    case contradictoryPolicies
    case issuerUnknown
    case noList(issuer: DistinguishedName)
    case issuerWithoutCRLSign
    case list(ListFault)
    /// The number of the CRLReason (RFC 5280 §5.3.1).
    case revoked(at: Int64?, reason: Int?)
}

/// Why a name is not well-formed in subjectAltName or nameConstraints.
package enum NameFault: Equatable, Sendable {
    case notHost(String)
    case notDomain(String)
    case notMailbox(String)
    case notMailboxOrDomain(String)
    case notURI(String)
    case addressAsHost(String)
    case addressLength(octets: Int)
    /// A mask that is not of leading ones.
    case mask
    case emptyDirectoryName
    case notASCII
}

/// What a CA's name constraints say of a name that they do not allow.
package enum ConstraintFault: Equatable, Sendable {
    case excluded
    case notPermitted
    /// A kind or form that cannot be compared.
    case notComparable
}

/// Why no path leads to a trust anchor.
package enum PathFault: Equatable, Sendable {
    case noAnchors
    /// The limits on what a collection of certificates may cost are used up.
    case exhausted
    case selfSignedNotAnchor
    case rootNotAnchor(String?)
    case issuerMissing(DistinguishedName)
    /// Certificates of the issuer's name are there, and none leads to an anchor or made the signature.
    case issuerUnusable(DistinguishedName)
    /// There are complete paths, and each breaks a rule.
    case allFail
}

/// Why a revocation list cannot be used.
package enum ListFault: Equatable, Sendable {
    case notSignedByIssuer
    case weakDigest(String)
    case version
    case unreadableThisUpdate
    case notYetValid(from: Int64)
    case noNextUpdate
    case outdated(since: Int64)
    case repeatedExtension
    case malformed(String)
    case noNumber
    case criticalNumber
    case noAuthorityKeyIdentifier
    case unknownCriticalExtension(String)
    case unknownCriticalEntryExtension(String)
    case delta
    case indirect
    case someReasonsOnly
    case attributeCertificatesOnly
    case endEntitiesOnly
    case authoritiesOnly
    case otherDistributionPoint
}
