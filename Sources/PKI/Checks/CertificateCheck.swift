/// A check of one certificate by itself, at its place in a path.
struct CertificateCheck: Sendable {
    let check: Check
    let judge: @Sendable (CertificateFacts, Position, CheckSettings) -> Judgement

    /// Where in a path a certificate stands.
    enum Position: Sendable {
        /// What is checked: the end entity of the path, even where it is a CA.
        case leaf
        case intermediate
        case anchor

        var isIssuer: Bool { self != .leaf }
    }

    /// All of them, in the order of the standard's chapters.
    static let all: [CertificateCheck] =
        dates + fields + signatures + extensions + keyIdentifiers + constraints + alternativeNames
        + subscriber

    func applies(under policy: CheckPolicy) -> Bool {
        switch check.scope {
        case .policy(let only): only == policy
        case .certificate, .path, .flag: true
        }
    }
}
