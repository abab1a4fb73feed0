/// A rule for certificates or paths. Its meaning and the advice for a failure are in `Commands/Words`.
package struct Check: Hashable, Sendable {
    package let id: ID
    /// The section that defines it: `RFC 5280 §4.1.2.2`.
    package let section: String
    package let scope: Scope

    /// The name for programs, which never changes.
    package var name: String { id.rawValue }

    init(_ id: ID, _ section: String, _ scope: Scope = .certificate) {
        self.id = id
        self.section = section
        self.scope = scope
    }

    /// The things to which a check applies.
    package enum Scope: Hashable, Sendable {
        /// Every certificate, including those above the leaf in its path.
        case certificate
        /// Every certificate, but only under one policy.
        case policy(CheckPolicy)
        /// A whole path from a leaf to a trust anchor.
        case path
        /// A leaf, if the settings request the check.
        case question(Question)
    }

    /// The optional checks that the settings may request.
    package enum Question: Sendable {
        case timeLeft
        case revocation
        case depth
        case purpose
        case host
        case address
        case mailbox
        case key
        case profile
    }

    /// Every check. The raw values are public: scripts match them.
    package enum ID: String, CaseIterable, Sendable {
        case notYetValid = "not-yet-valid"
        case expired
        case timeEncoding = "time-encoding"
        case version
        case serialNumber = "serial-number"
        case issuerName = "issuer-name"
        case subjectName = "subject-name"
        case signatureAlgorithm = "signature-algorithm"
        case signatureStrength = "signature-strength"
        case keyStrength = "key-strength"
        case namedCurve = "named-curve"
        case keyType = "key-type"
        case uniqueExtensions = "unique-extensions"
        case criticalExtensions = "critical-extensions"
        case extensionEncoding = "extension-encoding"
        case criticality
        case policyExtensions = "policy-extensions"
        case authorityKeyIdentifier = "authority-key-identifier"
        case subjectKeyIdentifier = "subject-key-identifier"
        case basicConstraints = "basic-constraints"
        case keyUsage = "key-usage"
        case extendedKeyUsage = "extended-key-usage"
        case nameConstraintsForm = "name-constraints-form"
        case subjectAltName = "subject-alternative-name"
        case leafIsNoCA = "leaf-is-no-ca"
        case commonName = "common-name"
        case lifetime
        case selfSigned = "self-signed"
        case chain
        case pathLength = "path-length"
        case maximumDepth = "max-depth"
        case nameConstraints = "name-constraints"
        case nestedKeyUsage = "nested-key-usage"
        case certificatePolicies = "certificate-policies"
        case revocation
        case expiresWithin = "expires-within"
        case host
        case address = "ip"
        case mailbox = "email"
        case purpose
        case key
        case profile
    }
}
