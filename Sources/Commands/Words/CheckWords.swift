import Arguments
import OpenSSL
import PKI

extension Failure {
    /// Why a file does not hold revocation lists.
    init(revocationList error: CertificateError) {
        switch error {
        case .notCertificates:
            self.init(.badInput, "expected a revocation list, found something else", hint: "use PEM or DER")
        case .malformed(let reason):
            self.init(.badInput, "malformed revocation list (\(reason.printable))")
        case .trailingBytes: self.init(.badInput, "malformed revocation list: more bytes follow its end")
        case .tooMany(let limit):
            self.init(.badInput, "expected at most \(limit) revocation lists, found more")
        case .empty: self.init(.badInput, "expected a revocation list, found none")
        }
    }
}

extension Failure {
    /// Why a file does not hold an OCSP response.
    init(response error: OCSPError) {
        switch error {
        case .found(let content):
            self.init(
                .badInput, "expected an OCSP response, found \(content.words)", hint: "use DER or its base64")
        case .malformed(let reason): self.init(.badInput, "malformed OCSP response (\(reason.printable))")
        case .trailingBytes: self.init(.badInput, "malformed OCSP response: more bytes follow its end")
        case .unsuccessful(let status):
            self.init(.badInput, "expected an answer, found the OCSP error response \(status)")
        case .notBasic:
            self.init(
                .badInput, "expected an OCSP response of the type id-pkix-ocsp-basic, found another type")
        }
    }
}

extension OCSPError.Content {
    fileprivate var words: String {
        switch self {
        case .request: "an OCSP request"
        case .certificate: "a certificate"
        case .revocationList: "a revocation list"
        case .pem: "PEM"
        case .markup: "HTML or XML"
        case .other: "something else"
        }
    }
}

extension InvalidValue {
    init(host text: String, _ problem: ReferenceHost.Problem) {
        let name = "'\(text.printable)'"
        switch problem {
        case .notASCII:
            self = .because("\(name) contains non-ASCII characters", hint: "use its A-labels: xn--…")
        case .address:
            self = .because("expected a host name, found the address \(name)", hint: "--ip \(text.printable)")
        case .wildcard:
            self = .because("\(name) contains a wildcard; expected the host name that a client connects to")
        case .malformed: self = .because("invalid host name \(name)")
        }
    }
}

extension Check {
    /// What holds if the check passes, for the manual.
    var rule: String {
        switch id {
        case .notYetValid: "the current time is not before notBefore"
        case .expired: "the current time is not after notAfter; all of that second is still valid"
        case .timeEncoding:
            "times up to 2049 are UTCTime, and later ones GeneralizedTime (§4.1.2.5.2), to the second, in UTC, with Z; notBefore is not after notAfter. The times of a trust anchor only have to be readable"
        case .version:
            "version 3. Older versions have no extensions: in a leaf or a trust anchor this is a warning, in an intermediate it is a failure, because nothing states that it is a CA. With `--strict` and under webpki (BR §7.1.1) it is always a failure"
        case .serialNumber:
            "positive, and at most 20 octets long; not checked in a trust anchor, which is never looked up by its number"
        case .issuerName: "the issuer is not empty, and no RelativeDistinguishedName in it is"
        case .subjectName:
            "the subject of a CA is not empty; any other subject may be empty only if there is a subjectAltName"
        case .signatureAlgorithm: "the signature algorithm outside the signed part matches the one inside"
        case .signatureStrength:
            "signed with SHA-224 or better, also in MGF1 of RSASSA-PSS; a trust anchor's self-signature is not evaluated. Under webpki (BR §7.1.3.2.1) RSASSA-PSS uses SHA-256, SHA-384 or SHA-512, the same digest in MGF1, and a salt of that length"
        case .keyStrength:
            "RSA keys have at least 2048 bits, or `--min-rsa-bits`; other keys have a strength of at least 112 bits"
        case .namedCurve: "an EC key names its curve instead of listing the parameters"
        case .keyType:
            "RSA with a modulus that is a multiple of 8 bits and an odd exponent of at least 3, or EC on P-256, P-384 or P-521"
        case .uniqueExtensions: "no extension is repeated"
        case .criticalExtensions: "signet knows every critical extension"
        case .extensionEncoding:
            "the value of every extension is valid DER of its type, lists have members, and distribution points have names"
        case .criticality:
            "critical: basicConstraints of a CA, nameConstraints (except under webpki: BR §7.1.2.5.2), policyConstraints, inhibitAnyPolicy. Not critical: key identifiers, information access, subjectDirectoryAttributes, freshestCRL; under webpki (BR §7.1.2.7.6) also extKeyUsage, and the subjectAltName of a leaf that has a subject"
        case .policyExtensions:
            "only CAs map and constrain policies, and the constraints are not empty; signet knows every qualifier of critical policies"
        case .authorityKeyIdentifier:
            "present, with a key identifier, unless the certificate is signed by its own key; issuer and serial number are both present or both absent. Under webpki (BR §7.1.2.1.3, §7.1.2.11.1) both are absent, and a root's identifier is its subjectKeyIdentifier"
        case .subjectKeyIdentifier: "present in every CA"
        case .basicConstraints:
            "every issuer is a CA; only CAs that may sign certificates have a path length, and it is not negative"
        case .keyUsage:
            "not empty; if present, it contains keyCertSign in issuers, and only in CAs"
        case .extendedKeyUsage:
            "not empty. Under webpki, absent from roots (BR §7.1.2.1.2); in the leaf of a server it contains serverAuth and not anyExtendedKeyUsage (BR §7.1.2.7.10)"
        case .nameConstraintsForm:
            "only in CAs, not empty, and well-formed: host names without a wildcard or leading dot, addresses with a mask of leading ones"
        case .subjectAltName:
            "not empty, and under webpki present in the leaf of a server (BR §7.1.2.7.6); host names are in the preferred name syntax (a wildcard only as the whole first label) and are not addresses; addresses have 4 or 16 octets; mailboxes (RFC 5321 §4.1.2) and absolute URIs (RFC 3986) are well-formed, and the host of a URI is a host name or an address"
        case .leafIsNoCA: "a leaf is not a CA"
        case .commonName:
            "the common name is exactly one of the names in subjectAltName. If it is the parent domain of one of them, or if subjectAltName has no host names and it is not an address, the check only warns"
        case .lifetime:
            "a leaf is not valid for longer than was allowed when it was issued: 825 days from 2018-03-01, 398 from 2020-09-01, 200 from 2026-03-15, 100 from 2027-03-15, 47 from 2029-03-15"
        case .selfSigned:
            "warns, if no roots are given, of a self-signed certificate that is not a root and is not checked against a profile"
        case .chain:
            "a path of certificates leads from a trust anchor to this one; each is signed by the key of the one before, and passes every check in this list"
        case .pathLength:
            "no CA has more intermediates below it than its path length allows; self-issued ones are not counted"
        case .maximumDepth: "the path has at most N intermediates; self-issued ones are not counted"
        case .nameConstraints:
            "every name (subject, host, address, mailbox, URI, directory name) is permitted by each CA above and not excluded by any; a wildcard counts as all names that it matches. Self-issued intermediates are exempt. If a constraint is of a kind that signet cannot compare, every name of that kind is rejected; any other constraint rejects every malformed name of its kind"
        case .nestedKeyUsage: "intermediates with an extended key usage include the purpose"
        case .certificatePolicies:
            "the path is valid for one of the policies of `--policy-oid`, or for any, wherever it or `--explicit-policy` requires a policy; mappings and constraints agree along the path"
        case .revocation:
            "lists or OCSP responses show that no certificate of the path, except the trust anchor, is revoked: sections REVOCATION and OCSP RESPONSES"
        case .expiresWithin: "at least DURATION of validity is left"
        case .host:
            "a dNSName in subjectAltName matches the name, ignoring case. `*` must be the whole first label; it matches one label, and at least two labels must follow it, so `*.com` matches nothing. The list of public suffixes is not consulted. The common name is ignored"
        case .address: "an iPAddress in subjectAltName has the same octets"
        case .mailbox:
            "an rfc822Name in subjectAltName matches the mailbox: exactly before the `@`, ignoring case after it"
        case .purpose:
            "key usage and extended key usage, if present, allow it: server and client require serverAuth or clientAuth, sign requires digitalSignature or nonRepudiation, ca requires a CA with keyCertSign"
        case .key: "the public key of the certificate matches KEY, which may be private or public"
        case .profile:
            "key, signature algorithm and basicConstraints are what the platform requires"
        }
    }
}

extension Finding {
    /// What to do if the check failed or warns.
    var remedy: String {
        // Version 1 breaks no rule by itself: it cannot contain what CAs must include.
        if let rule = judgement.rule, rule != .version {
            return "ask the CA to follow \(rule.section); --strict makes this a failure"
        }
        return checkRemedy
    }

    private var checkRemedy: String {
        switch check.id {
        case .notYetValid: "wait, or correct the clock"
        case .expired, .expiresWithin: "renew the certificate"
        case .timeEncoding, .serialNumber, .issuerName, .uniqueExtensions, .extensionEncoding,
            .criticality, .policyExtensions, .authorityKeyIdentifier, .keyUsage:
            "request a new certificate"
        case .version: "request a new certificate of version 3"
        case .subjectName: "request a new certificate with a subject"
        case .signatureAlgorithm: "do not trust this certificate: it may have been changed"
        case .signatureStrength: "request a new certificate that is signed with SHA-256"
        case .keyStrength, .keyType: "make a new key with signet keygen"
        case .namedCurve: "make a new key with signet keygen --type ec"
        case .criticalExtensions: "use another certificate: no conforming program accepts this one"
        case .subjectKeyIdentifier, .nameConstraintsForm: "have the CA's certificate reissued"
        case .basicConstraints: "use a certificate that a CA issued"
        case .extendedKeyUsage: "request a new certificate with the required usages"
        case .subjectAltName: "request a new certificate with well-formed names"
        case .leafIsNoCA: "use a certificate for the server itself"
        case .commonName:
            "request a new certificate without a common name, or with it among the alternative names"
        case .lifetime: "request a new certificate with a shorter validity"
        case .selfSigned: "add it with --roots if you trust it"
        case .chain: chainRemedy
        case .pathLength: "use an intermediate that may issue this certificate"
        case .maximumDepth: "allow a longer path with --max-depth"
        case .nameConstraints: "use a CA that may issue for these names"
        case .nestedKeyUsage: "use an intermediate that is for this purpose"
        case .certificatePolicies: "request a new certificate under a policy of its CA"
        case .revocation: revocationRemedy
        case .host: "request a new certificate for this host name"
        case .address: "request a new certificate for this address"
        case .mailbox: "request a new certificate for this mailbox"
        case .purpose: "request a new certificate for this purpose"
        case .key: "use the key that the certificate was requested with"
        case .profile: "make one with signet cert create --profile"
        }
    }

    private var chainRemedy: String {
        guard case .noPath(let fault) = judgement.fact else { return "give the root with --roots" }
        return switch fault {
        case .noAnchors, .selfSignedNotAnchor, .rootNotAnchor: "add it with --roots if you trust it"
        case .limit(.certificates): "use a certificate with a shorter path"
        case .limit(.signaturesOfFile), .limit(.comparisonsOfFile): "divide the file"
        case .limit: "remove unrelated certificates from the file and from --untrusted"
        case .issuerMissing, .issuerUnusable:
            "add the issuer with --untrusted, or its root with --roots"
        case .allFail: "see the failed checks in the output of --json"
        }
    }

    private var revocationRemedy: String {
        if case .revoked = judgement.fact { return "replace the certificate" }
        var fact = judgement.fact
        if case .issuer(_, let ofIssuer) = fact { fact = ofIssuer }
        switch fact {
        case .issuerUnknown: return "add the issuer with --untrusted"
        case .list(.signerUnknown), .list(.signerNotTrusted):
            return "add the certificate of its signer with --untrusted"
        case .list(.deltaWithoutBase): return "add its complete list with --crl"
        case .list(.notYetValid): return "wait, or correct the clock"
        case .response, .noResponse:
            return "fetch a current response with openssl ocsp and give it with --ocsp"
        default: return "fetch the issuer's current list and give it with --crl"
        }
    }
}

extension IssuerRule {
    /// What a certificate of a conforming CA satisfies, and why validators may accept others, for the manual.
    var rule: String {
        switch self {
        case .version:
            "a leaf and a trust anchor have version 3, because older versions cannot contain the extensions that CAs must include. Validators should accept every version"
        case .serialNumber:
            "the serial number is positive, and at most 20 octets long. Validators should handle zero and negative numbers gracefully; signet compares longer ones, too"
        case .validity:
            "times up to 2049 are UTCTime. Validators must read GeneralizedTime for them, too"
        case .authorityKeyIdentifier:
            "authorityKeyIdentifier is not critical, and is present with a key identifier, unless the certificate is signed by its own key. It helps to find the issuer; the signature decides"
        case .subjectKeyIdentifier:
            "subjectKeyIdentifier is not critical, and is present in every CA. Validators are not required to compare it"
        case .keyUsage:
            "keyUsage is present in every CA that signs certificates. Path validation accepts a CA without it (§6.1.4 (n))"
        case .policyMappings: "policyMappings occurs only in CAs. Path validation ignores it in a leaf"
        case .subjectAltName:
            "subjectAltName is critical if the subject is empty. Validators process it in any case (§4.2)"
        case .basicConstraints:
            "basicConstraints of a CA is critical, and only CAs that may sign certificates have a path length. Validators process the extension in any case (§4.2); the path length has no meaning elsewhere"
        case .nameConstraints:
            "nameConstraints is critical (except under webpki), and not an empty sequence. Validators process it in any case (§4.2); an empty one constrains nothing"
        case .policyConstraints:
            "policyConstraints is critical, and occurs only in CAs. Validators process it in any case (§4.2, §6.1.5 (b))"
        case .authorityKeyIdentifierOfList:
            "a revocation list has authorityKeyIdentifier. It helps to find the signer; the signature decides"
        case .numberOfList: "a revocation list has a number. Validators require it of delta lists"
        case .inhibitAnyPolicy:
            "inhibitAnyPolicy is critical, and occurs only in CAs. Validators process it in any case (§4.2); path validation ignores it in a leaf"
        }
    }
}

extension Check.Scope {
    /// Any of these flags makes signet judge it; empty if it is judged without any.
    var flags: [String] {
        switch self {
        case .certificate: []
        case .policy(let policy): ["--policy \(policy.rawValue)"]
        case .path: ["--roots"]
        case .question(let question):
            switch question {
            case .timeLeft: ["--within"]
            case .revocation: ["--crl", "--ocsp"]
            case .depth: ["--max-depth"]
            case .purpose: ["--purpose"]
            case .host: ["--host"]
            case .address: ["--ip"]
            case .mailbox: ["--email"]
            case .key: ["--key"]
            case .profile: ["--profile"]
            }
        }
    }
}
