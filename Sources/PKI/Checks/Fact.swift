package import OpenSSL
package import System

/// The fact that a check found. Extensions and fields have the names of the standards, and times are seconds since
/// 1970. Algorithms and curves have libcrypto's names. A certificate is named by its title, which is nil if it has no
/// name.
package indirect enum Fact: Equatable, Sendable {
    // MARK: any check

    /// The rule is satisfied.
    case satisfied
    /// The settings do not request the check.
    case notAsked
    /// The check does not apply to trust anchors, or only to leaves, only to CAs, only to versions with extensions, or
    /// only to EC keys.
    case isTrustAnchor
    case isNotLeaf
    case isNotCA
    case hasNoExtensions
    case hasNoECKey
    /// The extension or field is absent, malformed or empty.
    case missing(String)
    case malformed(String)
    case empty(String)
    /// The fact is about a certificate further up the path.
    case issuer(String?, Fact)

    // MARK: dates

    case validSince(Int64)
    case notYetValid(from: Int64, wait: TimeSpan)
    case validUntil(Int64)
    case expired(at: Int64, ago: TimeSpan)
    case timeLeft(TimeLeft, until: Int64)
    /// The time is not UTCTime or GeneralizedTime, is not in UTC with seconds, or is a GeneralizedTime before 2050.
    case timeType(String)
    case timeForm(String)
    case earlyGeneralizedTime(String)
    case endsBeforeItStarts
    /// Whole days of validity; the limit is nil if the days are within it.
    case lifetime(days: Int64, limit: Int64?)

    // MARK: fields

    /// Nil if the version is unknown.
    case version(Int?)
    case extensionsInVersion(Int)
    case negativeSerialNumber
    case serialNumberIsZero
    case serialNumber(octets: Int)
    case issuedBy(DistinguishedName)
    case emptySubjectOfCA
    /// The issuer or subject has a RelativeDistinguishedName without attributes.
    case emptyRelativeName(String)
    /// It has neither a subject nor a subjectAltName.
    case nameless
    case commonNames(Int)
    case commonNameNotListed(String)

    // MARK: keys and signatures

    case signatureAlgorithm(String)
    /// The algorithm beside the signature differs from the signed one.
    case signatureAlgorithmDiffers(String)
    case weakDigest(String)
    /// RSASSA-PSS with other digests, or another salt, than the Baseline Requirements allow.
    case pssParametersNotAllowed(PSSParameters)
    case unreadableKey(String)
    case key(name: String, bits: Int)
    case rsaKeyTooSmall(bits: Int, minimum: Int)
    case weakKey(name: String, strength: Int, minimum: Int)
    case curve(String)
    /// The curve is given by its parameters, not by its name.
    case explicitCurve
    /// The size is not a whole number of octets.
    case rsaModulus(bits: Int)
    case rsaExponent
    case curveNotAllowed(String)
    case keyTypeNotAllowed(String)

    // MARK: extensions

    case extensions(Int)
    case repeatedExtension(String)
    case unknownCriticalExtension(String)
    case unknownPolicyQualifier
    /// A distribution point has neither a name nor a cRLIssuer.
    case namelessDistributionPoint(String)
    case mustBeCritical(String)
    case mustNotBeCritical(String)
    case onlyForCAs(String)
    /// authorityKeyIdentifier has no key identifier, has only one of issuer and serial number, or has both (which the
    /// Baseline Requirements forbid). In a root it may also differ from the subjectKeyIdentifier.
    case authorityKeyWithoutIdentifier
    case authorityKeyIncomplete
    case authorityKeyWithIssuer
    case authorityKeyOfRoot
    case isCA
    /// The issuer of another certificate is not a CA.
    case issuerIsNotCA
    case leafIsCA
    case pathLengthWithoutCertSign
    case impossiblePathLength
    /// Names of usages; an empty list means any usage.
    case usages([String])
    case issuerWithoutCertSign
    case extendedUsageOfRoot
    case anyExtendedUsage
    case lacksExtendedUsage(ExtendedKeyUsage)
    case constraintDistances
    case names(Int)
    /// An extension contains a malformed name.
    case name(NameFault, in: String)

    // MARK: requested checks of leaves

    case isFor(String)
    case commonNameOnly(String)
    /// The certificate has only these names of the requested kind.
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
    case tooManyComparisons
    /// The acceptable policies for which the path is valid.
    case policies([String])
    /// It is valid for none of them, and none is required.
    case noneOfPolicies
    case noCommonPolicy
    case contradictoryPolicies
    case tooManyPolicies
    case issuerUnknown
    case noList(issuer: DistinguishedName)
    case issuerWithoutCRLSign
    case list(ListFault)
    case noResponse
    case response(ResponseFault)
    /// The number of the CRLReason (RFC 5280 §5.3.1).
    case revoked(at: Int64?, reason: Int?)
    /// libcrypto failed, with this reason.
    case notJudged(String)
}

/// Why a name in subjectAltName or nameConstraints is malformed.
package enum NameFault: Equatable, Sendable {
    case notHost(String)
    case notDomain(String)
    case notMailbox(String)
    case notMailboxOrDomain(String)
    case notURI(String)
    case addressAsHost(String)
    case addressLength(octets: Int)
    /// The mask does not consist of ones followed by zeros.
    case mask
    case emptyDirectoryName
    /// A directoryName has a RelativeDistinguishedName without attributes.
    case emptyRelativeName
    case notASCII
}

/// Why a CA's name constraints do not allow a name.
package enum ConstraintFault: Equatable, Sendable {
    case excluded
    case notPermitted
    /// Names of this kind or form cannot be compared.
    case notComparable
}

/// Why no path leads to a trust anchor.
package enum PathFault: Equatable, Sendable {
    case noAnchors
    /// A limit on the cost of a collection of certificates was reached before a path passed.
    case limit(PathLimit)
    case selfSignedNotAnchor
    case rootNotAnchor(String?)
    case issuerMissing(DistinguishedName)
    /// Certificates with the issuer's name exist, but none leads to a trust anchor or made the signature.
    case issuerUnusable(DistinguishedName)
    /// There are complete paths, but each breaks a rule.
    case allFail
}

/// What is limited in the search for a path (``Limits``).
package enum PathLimit: Error, Equatable, Sendable {
    case signatures
    case steps
    case paths
    case certificates
    /// Those of all certificates of a file together.
    case signaturesOfFile
    case comparisonsOfFile
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
    case unknownCriticalExtension
    /// The signed part names another algorithm than the one beside the signature.
    case algorithmDiffers
    /// Only a delta list may take an entry back (removeFromCRL), and only an indirect list has entries for
    /// certificates of others.
    case removesEntries
    case entryOfOtherIssuer
    case deltaWithoutNumber
    case deltaWithoutBase
    /// A newer list, or one that has an entry for the certificate, is given and cannot be used.
    case unused
    /// A newer delta list is given, but nothing says that it belongs to the complete list.
    case unusedDelta
    case someReasonsOnly
    case otherScope
    /// It is only for one kind of certificate, and only for another (RFC 5280 §5.2.5).
    case emptyScope
    /// No certificate has the name and the key identifier of its signer.
    case signerUnknown
    /// No valid path leads from the certificate of its signer to the same trust anchor.
    case signerNotTrusted
    case tooManySigners
    /// In libcrypto's words.
    case unusable(String)

    var isAboutTime: Bool {
        switch self {
        case .outdated, .notYetValid: true
        default: false
        }
    }

    /// The broken rule if a validator may use the list anyway.
    var rule: IssuerRule? {
        switch self {
        case .noAuthorityKeyIdentifier: .authorityKeyIdentifierOfList
        case .noNumber: .numberOfList
        default: nil
        }
    }
}

/// Why an OCSP response does not tell whether a certificate is revoked.
package enum ResponseFault: Equatable, Sendable {
    /// Its signer is neither the issuer nor a certificate in the response.
    case noResponder
    case wrongSignature
    /// The certificate's own key signed it.
    case ownKey
    /// libcrypto failed, with this reason.
    case notJudged(String)
    case weakDigest(String)
    /// The responder is neither the issuer nor a certificate that it issued.
    case otherIssuer(responder: String?)
    /// The responder may not give all answers of the response: some are about certificates of another issuer.
    case unauthorized(responder: String?)
    /// The certificate of the responder breaks a rule.
    case responder(String?, Fact)
    case unknownCriticalExtension(String)
    case unreadable(String)
    case endsBeforeItStarts
    case notYetValid(from: Int64)
    case outdated(since: Int64)
    /// It has no nextUpdate and is older than a day.
    case old(since: Int64)
    /// The responder does not know the certificate.
    case unknown
}
