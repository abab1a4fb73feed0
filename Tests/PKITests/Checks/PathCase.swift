import OpenSSL
import System
import Testing

@testable import PKI

/// One situation of the test PKI: the certificates, what is asked, and what signet and `openssl verify` say.
struct PathCase: Sendable, CustomTestStringConvertible {
    let name: String
    let leaf: Certificate
    let roots: [Certificate]
    let untrusted: [Certificate]
    let settings: CheckSettings
    /// The check that decides; nil where everything passes.
    let reason: String?
    let openssl: Peer
    /// The broken rule if the certificate fails only because the settings are strict.
    let rule: IssuerRule?
    /// What names `openssl verify` is to look for, in its flags.
    private let nameFlags: String

    /// What `openssl verify -x509_strict` says of the same.
    enum Peer: Sendable {
        /// The same.
        case agrees
        /// It accepts: the check that decides is stricter.
        case laxer
        /// Releases since June 2026 refuse, older ones accept.
        case either
        /// It refuses: it found one path and stopped, or goes beyond the standard.
        case stricter
    }

    var testDescription: String { name }

    /// 2025-06-01T00:00:00Z.
    static let now = Timestamp(seconds: 1_748_736_000)

    init(
        _ name: String, _ reason: String? = nil, _ openssl: Peer = .agrees, rule: IssuerRule? = nil,
        leaf: Draft = .leaf(),
        roots: [Draft] = [.root()], untrusted: [Draft] = [.middle()], host: String? = nil,
        address: String? = nil, mailbox: String? = nil,
        change: (inout CheckSettings) -> Void = { _ in }
    ) {
        self.name = name
        self.reason = reason
        self.openssl = openssl
        self.rule = rule
        self.leaf = leaf.certificate
        self.roots = roots.map(\.certificate)
        self.untrusted = untrusted.map(\.certificate)
        var settings = CheckSettings(time: Self.now)
        settings.isStrictRequested = true
        var flags = ""
        if let host = host.map({ try! ReferenceHost($0) }) {
            settings.request(.host(host))
            flags += " -verify_hostname \(host.text)"
        }
        if let address = address.map({ HostAddress($0)! }) {
            settings.request(.address(address))
            flags += " -verify_ip \(address.text)"
        }
        if let mailbox = mailbox.map({ Mailbox($0)! }) {
            settings.request(.mailbox(mailbox))
            flags += " -verify_email '\(mailbox.localPart)@\(mailbox.domain)'"
        }
        nameFlags = flags
        change(&settings)
        settings.roots = self.roots
        settings.untrusted = self.untrusted
        self.settings = settings
    }

    var report: CertificateReport { report { _ in } }

    func report(_ change: (inout CheckSettings) -> Void) -> CertificateReport {
        var settings = settings
        change(&settings)
        return CertificateChecker(settings).reports(of: [leaf])[0]
    }

    /// The flags of `openssl verify` that ask the same.
    var opensslFlags: String {
        var flags = "-x509_strict -partial_chain -attime \(settings.time.seconds)\(nameFlags)"
        switch settings.purpose {
        case .server: flags += " -purpose sslserver"
        case .client: flags += " -purpose sslclient"
        case .sign, .ca, nil: break
        }
        if settings.revocationLists != nil {
            flags += " -crl_check_all -extended_crl -use_deltas -CRLfile crl"
        }
        if let depth = settings.maximumDepth { flags += " -verify_depth \(depth)" }
        return flags
    }
}
