/// A check of one certificate at its position in a path.
struct CertificateCheck: Sendable {
    let check: Check
    let judge: @Sendable (CertificateFacts, Position, CheckSettings) -> Judgement

    /// The position of a certificate in a path.
    enum Position: Sendable {
        /// The certificate that is checked: the end entity of the path, even if it is a CA.
        case leaf
        case intermediate
        case anchor

        var isIssuer: Bool { self != .leaf }
    }

    init(
        _ id: Check.ID, _ section: String, _ scope: Check.Scope = .certificate,
        judge: @escaping @Sendable (CertificateFacts, Position, CheckSettings) -> Judgement
    ) {
        check = Check(id, section, scope)
        self.judge = judge
    }

    /// All checks, in the order of the standard's chapters.
    static let all: [CertificateCheck] =
        dates + fields + signatures + extensions + keyIdentifiers + constraints + alternativeNames
        + subscriber

    func applies(under policy: CheckPolicy) -> Bool {
        switch check.scope {
        case .policy(let only): only == policy
        case .certificate, .path, .question: true
        }
    }
}
