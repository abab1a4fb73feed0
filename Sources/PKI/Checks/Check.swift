import OpenSSL

/// A rule for certificates, the section that defines it, and the function that judges it. The manual, the report and
/// `--json` read this value.
package struct Check: Sendable {
    /// The name for programs, which never changes.
    package let name: String
    /// The section that defines it: `RFC 5280 §4.1.2.2`.
    package let section: String
    /// What holds if the check passes, for the manual: a clause.
    package let rule: String
    /// What to do if it fails, unless the judgement says something else.
    package let remedy: Remedy
    /// The only policy under which it applies; nil if it always does.
    package let policy: CheckPolicy?
    let subject: Subject
    /// Whether it requires a use that a root does not have. With such a check, a self-signed CA is judged as a leaf.
    let isOfEndEntity: Bool

    /// The subject of a check, with the function that judges it.
    enum Subject: Sendable {
        /// Every certificate of a path at its position.
        case certificate(@Sendable (CertificateFacts, Position, CheckSettings) -> Judgement)
        /// Every certificate of the files, without its path. Nil if the check does not apply.
        case file(@Sendable (CertificateFacts, CheckSettings) -> Judgement?)
        /// A leaf. Nil if the check does not apply.
        case leaf(@Sendable (CertificateFacts, CheckSettings) -> Judgement?)
        /// A complete path, from the leaf to the trust anchor.
        case path(@Sendable ([CertificateFacts], CheckSettings) throws(OpenSSLError) -> Judgement)
        /// A leaf, judged by the search for its path, with the other certificates, lists and responses of the run.
        case search
    }

    /// The position of a certificate in a path.
    enum Position: Sendable {
        /// The certificate that is checked: the end entity of the path, even if it is a CA.
        case leaf
        case intermediate
        case anchor

        var isIssuer: Bool { self != .leaf }
    }

    init(
        _ name: String, _ section: String, under policy: CheckPolicy? = nil, isOfEndEntity: Bool = false,
        rule: String, remedy: Remedy, of subject: Subject
    ) {
        self.name = name
        self.section = section
        self.policy = policy
        self.isOfEndEntity = isOfEndEntity
        self.rule = rule
        self.remedy = remedy
        self.subject = subject
    }

    /// A check of every certificate of a path.
    init(
        _ name: String, _ section: String, under policy: CheckPolicy? = nil, rule: String, remedy: Remedy,
        judge: @escaping @Sendable (CertificateFacts, Position, CheckSettings) -> Judgement
    ) {
        self.init(name, section, under: policy, rule: rule, remedy: remedy, of: .certificate(judge))
    }

    /// A check of a leaf that is requested with what is expected.
    ///
    /// - Parameter expected: nil for a check that only the manual reads.
    init<Expected: Sendable>(
        _ name: String, _ section: String, expecting expected: Expected?, isOfEndEntity: Bool = false,
        rule: String, remedy: Remedy,
        judge: @escaping @Sendable (CertificateFacts, Expected) -> Judgement
    ) {
        self.init(
            name, section, isOfEndEntity: isOfEndEntity, rule: rule, remedy: remedy,
            of: .leaf { facts, _ in expected.map { judge(facts, $0) } })
    }
}

extension Check {
    /// All checks that are made without a request, in the order of the report.
    package static let all = ofCertificates + [chain, selfSigned] + ofPaths + [revocation]

    /// The checks of every certificate of a path, in the order of the standard's chapters.
    static let ofCertificates =
        dates + encoding + fields + signatures + extensions + keyIdentifiers + constraints + alternativeNames
        + subscriber + serverNames + subjects + profiles

    var isOfLeaf: Bool { if case .leaf = subject { true } else { false } }

    /// Whether it requires a search for a path.
    package var isOfPath: Bool {
        switch subject {
        case .path, .search: true
        case .certificate, .file, .leaf: false
        }
    }

    static func ofCertificates(under policy: CheckPolicy) -> [Check] {
        ofCertificates.filter { $0.policy ?? policy == policy }
    }

    /// What the check says of one certificate; nil if it does not apply, or judges something else.
    func finding(
        _ facts: CertificateFacts, _ position: Position, _ settings: CheckSettings
    ) -> Finding? {
        switch subject {
        case .certificate(let judge): Finding(self, judge(facts, position, settings))
        case .leaf(let judge), .file(let judge): judge(facts, settings).map { Finding(self, $0) }
        case .path, .search: nil
        }
    }

    /// What the check says of a path. If libcrypto fails, the check does too.
    func finding(_ path: [CertificateFacts], _ settings: CheckSettings) -> Finding? {
        guard case .path(let judge) = subject else { return nil }
        do throws(OpenSSLError) {
            return Finding(self, try judge(path, settings))
        } catch {
            return Finding(self, .notJudged(error))
        }
    }
}

extension Check: Equatable {
    package static func == (left: Check, right: Check) -> Bool { left.name == right.name }
}
