import OpenSSL
import PKI
import System

extension Finding {
    /// What was found, as a clause: no capital at the start, no full stop.
    var message: String {
        if case .notAsked = judgement.fact, !check.scope.flags.isEmpty {
            return "\(check.scope.flags.joined(separator: " or ")) is not given"
        }
        return judgement.fact.words
    }
}

extension CertificateFacts {
    var name: String { nameOfCertificate(title) }
}

private func nameOfCertificate(_ title: String?) -> String { title ?? "certificate without a subject" }

private func day(_ second: Int64) -> String { String(moment(second).prefix(10)) }

private func moment(_ second: Int64) -> String { Timestamp(seconds: second).rfc3339 }

private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

extension Fact {
    fileprivate var words: String {
        switch self {
        case .satisfied: "no violation found"
        case .notAsked: "not requested"
        case .isTrustAnchor: "not checked in a trust anchor"
        case .isNotLeaf: "only leaves are checked"
        case .isNotCA: "not a CA"
        case .hasNoExtensions: "this version has no extensions"
        case .hasNoECKey: "the key is not an EC key"
        case .missing(let field): "\(field) is missing"
        case .malformed(let field): "\(field) is malformed"
        case .empty(let field): "\(field) is empty"
        case .issuer(let title, let fact): "\(nameOfCertificate(title)): \(fact.words)"

        case .validSince(let time): "valid since \(day(time))"
        case .notYetValid(let time, let wait): "validity begins in \(wait.words), on \(moment(time))"
        case .validUntil(let time): "valid until \(day(time))"
        case .expired(let time, let age): "validity ended \(age.words) ago, on \(moment(time))"
        case .timeLeft(let left, let time): "\(left.words), until \(moment(time))"
        case .timeType(let field): "\(field) must be a UTCTime or a GeneralizedTime"
        case .timeForm(let field): "\(field) must be written in UTC, to the second"
        case .earlyGeneralizedTime(let field): "\(field) is before 2050 and must be a UTCTime"
        case .endsBeforeItStarts: "notBefore is after notAfter"
        case .lifetime(let days, nil): "valid for \(days) days"
        case .lifetime(let days, let limit?): "valid for \(days) days; at most \(limit) are allowed"

        case .version(3): "version 3"
        case .version(let version):
            version.map { "version \($0), which has no extensions" } ?? "unknown version"
        case .extensionsInVersion(let version): "version \(version) cannot have extensions"
        case .negativeSerialNumber: "the serial number is negative"
        case .serialNumberIsZero: "the serial number is zero"
        case .serialNumber(let octets):
            "the serial number has \(counted(octets, "octet")); at most 20 are allowed"
        case .issuedBy(let issuer): "issued by \(issuer.text)"
        case .emptyRelativeName(let field): "\(field) has a RelativeDistinguishedName without attributes"
        case .emptySubjectOfCA: "the subject of a CA must not be empty"
        case .nameless: "the certificate has neither a subject nor a subjectAltName"
        case .commonNames(let count): "the subject has \(count) common names; one is allowed"
        case .commonNameNotListed(let name): "the common name '\(name)' is not in subjectAltName"

        case .signatureAlgorithm(let name): "signed with \(name)"
        case .signatureAlgorithmDiffers(let name):
            "the signature algorithm is \(name) outside the signed part, but another one inside"
        case .weakDigest(let name): "signed with \(name), which is not collision-resistant"
        case .pssParametersNotAllowed(let found):
            "RSASSA-PSS requires one digest, SHA-256 or longer, and a salt as long; found \(found.digest), \(found.maskDigest) (MGF1) and \(counted(found.saltLength, "byte"))"
        case .unreadableKey(let name): "the key cannot be read (\(name))"
        case .key(let name, let bits): "\(name), \(bits) bits"
        case .rsaKeyTooSmall(let bits, let minimum):
            "the RSA key has \(bits) bits; at least \(minimum) are required"
        case .weakKey(let name, let strength, let minimum):
            "\(name) has a strength of \(strength) bits; at least \(minimum) are required"
        case .curve(let name): "curve \(name)"
        case .explicitCurve: "the key must name its curve instead of listing the parameters"
        case .rsaModulus(let bits): "the RSA modulus has \(bits) bits, which is not a multiple of 8"
        case .rsaExponent: "the RSA exponent must be an odd number of at least 3"
        case .curveNotAllowed(let name): "expected a key on P-256, P-384 or P-521, found \(name)"
        case .keyTypeNotAllowed(let name): "expected an RSA or EC key, found \(name)"

        case .extensions(let count): counted(count, "extension")
        case .repeatedExtension(let name): "\(name) is repeated"
        case .unknownCriticalExtension(let name): "unknown critical extension \(name)"
        case .unknownPolicyQualifier: "certificatePolicies is critical and has an unknown qualifier"
        case .namelessDistributionPoint(let name):
            "\(name) has a distribution point with neither a name nor a cRLIssuer"
        case .mustBeCritical(let name): "\(name) must be critical"
        case .mustNotBeCritical(let name): "\(name) must not be critical"
        case .onlyForCAs(let name): "\(name) requires a CA, and this is not a CA"
        case .authorityKeyWithoutIdentifier: "authorityKeyIdentifier has no key identifier"
        case .authorityKeyIncomplete:
            "authorityKeyIdentifier must have both issuer and serial number, or neither"
        case .authorityKeyWithIssuer: "authorityKeyIdentifier must not have issuer and serial number"
        case .authorityKeyOfRoot:
            "the authorityKeyIdentifier of a root must match its subjectKeyIdentifier"
        case .isCA: "a CA"
        case .issuerIsNotCA: "it issued a certificate, but is not a CA"
        case .leafIsCA: "it is a CA; a server requires a certificate that is not"
        case .pathLengthWithoutCertSign: "a path length requires keyCertSign in keyUsage"
        case .impossiblePathLength: "the path length is impossible"
        case .usages(let names): names.isEmpty ? "any usage" : names.joined(separator: ", ")
        case .issuerWithoutCertSign: "it issued a certificate, but its keyUsage lacks keyCertSign"
        case .extendedUsageOfRoot: "a root must not have extKeyUsage"
        case .anyExtendedUsage: "extKeyUsage must not contain anyExtendedKeyUsage"
        case .lacksExtendedUsage(let usage): "extKeyUsage lacks \(usage.rawValue)"
        case .constraintDistances: "nameConstraints must not have a minimum or maximum"
        case .names(let count): counted(count, "name")
        case .name(let fault, let field): "\(field): \(fault.words)"

        case .isFor(let name): "valid for \(name)"
        case .commonNameOnly(let name): "\(name) is its common name, but is not in subjectAltName"
        case .isForOthers(let names, let wanted):
            names.isEmpty
                ? "expected \(wanted), but subjectAltName has no names of this kind"
                : "expected \(wanted), found \(list(names))"
        case .keyUsage(let names, let purpose):
            "keyUsage (\(names.joined(separator: ", "))) does not allow \(purpose.rawValue)"
        case .otherKey: "the key does not match the certificate"
        case .profileKey(let profile, let name, let bits):
            "\(profile.words) requires an RSA key of \(profile.rsaBits) bits, found \(name), \(bits) bits"
        case .profileSignature(let profile, let found):
            "\(profile.words) requires \(profile.signatureAlgorithm), found \(found)"
        case .profileCA(let profile):
            "\(profile.words) requires \(profile.isCA ? "a CA" : "a certificate that is not a CA")"

        case .vouchesForItself: "no issuer confirms this certificate"
        case .path(let issuers):
            issuers.isEmpty
                ? "a trust anchor itself"
                : "issued by " + issuers.map(nameOfCertificate).joined(separator: ", by ")
        case .noPath(let fault): fault.words
        case .intermediates(let count): counted(count, "intermediate")
        case .tooManyIntermediates(let count, let limit):
            "at most \(counted(limit, "intermediate")) allowed, found \(count)"
        case .noPurpose: "no purpose is required"
        case .nameRefused(let name, let fault, let issuer):
            "\(name.shown) \(fault.words) \(nameOfCertificate(issuer))"
        case .tooManyComparisons:
            "more than \(Limits.nameComparisons) comparisons of names with constraints are required"
        case .policies(let oids): oids.isEmpty ? "no policy is required" : "valid for \(list(oids))"
        case .noneOfPolicies: "valid for none of the given policies, and none is required"
        case .noCommonPolicy: "a policy is required, but none is valid along the path"
        case .tooManyPolicies:
            "a certificate of the path has more than \(Limits.policyBytes >> 10) KiB of policies or mappings"
        case .contradictoryPolicies: "the policy extensions of the path contradict each other"
        case .issuerUnknown: "the issuer is unknown, so its lists and responses cannot be checked"
        case .noList(let issuer): "no list of its issuer \(issuer.text) is given"
        case .issuerWithoutCRLSign: "its issuer must not sign lists: keyUsage lacks cRLSign"
        case .list(let fault): "the list \(fault.words)"
        case .notJudged(let reason): "this could not be judged (\(reason))"
        case .noResponse: "no response is about it"
        case .response(let fault): "the response \(fault.words)"
        case .revoked(let time, let reason):
            "revoked" + (time.map { " on \(day($0))" } ?? "")
                + (reason.flatMap(nameOfReason).map { ", \($0)" } ?? "")
        }
    }

    private func list(_ names: [String]) -> String {
        names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
    }
}

/// A CRLReason (RFC 5280 §5.3.1); 7 is not used, and removeFromCRL (8) occurs only in delta lists.
private func nameOfReason(_ number: Int) -> String? {
    let names = [
        "unspecified", "keyCompromise", "cACompromise", "affiliationChanged", "superseded",
        "cessationOfOperation", "certificateHold", "7", "removeFromCRL", "privilegeWithdrawn", "aACompromise",
    ]
    return names.indices.contains(number) ? names[number] : nil
}

extension NameFault {
    fileprivate var words: String {
        switch self {
        case .notHost(let text): "'\(text)' is not a host name"
        case .notDomain(let text): "'\(text)' is not a domain"
        case .notMailbox(let text): "'\(text)' is not a mailbox"
        case .notMailboxOrDomain(let text): "'\(text)' is neither a mailbox nor a domain"
        case .notURI(let text): "'\(text)' is not an absolute URI"
        case .addressAsHost(let text): "'\(text)' is an address, given as a host name"
        case .addressLength(let octets): "an address has \(counted(octets, "octet"))"
        case .mask: "the mask of an address must consist of leading ones"
        case .emptyDirectoryName: "a directoryName is empty"
        case .emptyRelativeName: "a directoryName has a RelativeDistinguishedName without attributes"
        case .notASCII: "a name has characters outside ASCII"
        }
    }
}

extension ConstraintFault {
    /// Before the name of the CA.
    fileprivate var words: String {
        switch self {
        case .excluded: "is excluded by"
        case .notPermitted: "is not permitted by"
        case .notComparable: "cannot be compared with the constraints of"
        }
    }
}

extension PathFault {
    fileprivate var words: String {
        switch self {
        case .noAnchors: "no trust anchors are given"
        case .limit(let limit): "stopped looking for a path: \(limit.words)"
        case .selfSignedNotAnchor: "self-signed, and not a trust anchor"
        case .rootNotAnchor(let title): "its root \(nameOfCertificate(title)) is not a trust anchor"
        case .issuerMissing(let name): "its issuer \(name.text) is missing"
        case .issuerUnusable(let name):
            "no certificate of its issuer \(name.text) leads to a trust anchor and matches the signature"
        case .allFail: "every path to a trust anchor fails a check"
        }
    }
}

extension ListFault {
    /// After "the list".
    fileprivate var words: String {
        switch self {
        case .notSignedByIssuer: "is not signed by its issuer's key"
        case .weakDigest(let name): "is signed with \(name), which is not collision-resistant"
        case .version: "is not of version 2"
        case .unreadableThisUpdate: "has a malformed thisUpdate"
        case .notYetValid(let time): "is not valid before \(moment(time))"
        case .noNextUpdate: "has no nextUpdate"
        case .outdated(let time): "expired on \(moment(time))"
        case .repeatedExtension: "repeats an extension"
        case .malformed(let name): "has a malformed \(name)"
        case .noNumber: "has no cRLNumber"
        case .criticalNumber: "has a critical cRLNumber, which is not allowed"
        case .noAuthorityKeyIdentifier: "has no authorityKeyIdentifier"
        case .unknownCriticalExtension: "has an unknown critical extension, or an entry has one"
        case .algorithmDiffers: "names another signature algorithm inside than outside"
        case .removesEntries: "has an entry removeFromCRL, which only a delta list may have"
        case .entryOfOtherIssuer: "has an entry for another issuer, which only an indirect list may have"
        case .deltaWithoutNumber: "is a delta list without a number"
        case .deltaWithoutBase: "is a delta list, and its complete list is not given"
        case .unused: "contradicts another one, which is newer or has an entry for the certificate"
        case .unusedDelta:
            "has a newer delta that cannot be used: neither the certificate nor the list has freshestCRL, or they do not belong together"
        case .someReasonsOnly: "covers only some reasons"
        case .otherScope: "is for other certificates or from another distribution point"
        case .emptyScope: "says that it is only for one kind of certificate and only for another"
        case .signerUnknown: "is signed by a key whose certificate is not given"
        case .signerNotTrusted:
            "is signed by a certificate that no valid path leads to from the same trust anchor"
        case .tooManySigners: "may be signed by more than \(Limits.listSigners) certificates"
        case .unusable(let reason): "cannot be used (\(reason))"
        }
    }
}

extension PathLimit {
    var words: String {
        let signatures = "signatures of P-256, or fewer of slower keys, would have to be verified"
        return switch self {
        case .signatures: "more than \(Limits.pathSignatures) \(signatures)"
        case .steps: "more than \(Limits.pathSteps) steps would have to be tried"
        case .paths: "more than \(Limits.paths) complete paths would have to be checked"
        case .certificates: "more than \(Limits.pathCertificates) certificates would be in a path"
        case .signaturesOfFile: "more than \(Limits.fileSignatures) \(signatures) for the whole file"
        case .comparisonsOfFile:
            "more than \(Limits.fileComparisons) names would have to be compared for the whole file"
        }
    }
}

extension ResponseFault {
    /// After "the response".
    fileprivate var words: String {
        switch self {
        case .noResponder: "is signed neither by the issuer nor by a certificate that it contains"
        case .wrongSignature: "is not signed by its responder's key"
        case .notJudged(let reason): "could not be judged (\(reason))"
        case .ownKey: "is signed with the key of the certificate itself"
        case .weakDigest(let name): "is signed with \(name), which is not collision-resistant"
        case .otherIssuer(let title):
            "is signed by \(nameOfCertificate(title)), which the issuer did not issue"
        case .unauthorized(let title):
            "is signed by \(nameOfCertificate(title)), which may not give all of its answers"
        case .responder(let title, let fact): "is signed by \(nameOfCertificate(title)): \(fact.words)"
        case .unknownCriticalExtension(let name): "has the unknown critical extension \(name)"
        case .unreadable(let field): "has a malformed \(field)"
        case .endsBeforeItStarts: "has a nextUpdate before its thisUpdate"
        case .notYetValid(let time): "is not valid before \(moment(time))"
        case .outdated(let time): "expired on \(moment(time))"
        case .old(let time): "has no nextUpdate and is older than a day, from \(moment(time))"
        case .unknown: "says that the responder does not know the certificate"
        }
    }
}

extension CertificateProfile {
    /// The profile with the section that contains its rules.
    fileprivate var words: String { "\(name) (\"\(section)\")" }
}

extension GeneralName {
    /// As it is called in a sentence, without its kind.
    fileprivate var shown: String {
        switch self {
        case .dns(let text), .email(let text), .uri(let text), .userPrincipalName(let text): text
        case .ip(let octets): IPAddress.text(octets) ?? "an address"
        case .directory(let name): name.text
        case .registeredID(let oid): oid
        case .other(let oid, _): "the otherName \(oid)"
        case .unreadable: "a name"
        }
    }
}
