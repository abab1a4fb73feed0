import OpenSSL
import Testing
import Words

@testable import PKI

/// The trust settings of TRUSTED CERTIFICATE blocks.
@Suite struct TrustSettingsTests {
    /// What follows a certificate: the trusted uses, and the rejected ones.
    private static func settings(trusted: [String]? = nil, rejected: [String]? = nil) -> [UInt8] {
        DER.sequence(
            trusted.map { DER.tagged(0x30, $0.flatMap(DER.oid)) } ?? [],
            rejected.map { DER.tagged(0xA0, $0.flatMap(DER.oid)) } ?? [])
    }

    private static func trusted(_ der: [UInt8], _ settings: [UInt8]) throws -> Certificate {
        let block = Array(PeerVerdicts.block("TRUSTED CERTIFICATE", der + settings).utf8)
        return try Certificate.all(in: block.span)[0]
    }

    private static let email = "1.3.6.1.5.5.7.3.4"

    /// As X509_check_trust(3) decides, without a purpose and for servers.
    @Test(arguments: [
        (settings(), true, true),
        (settings(trusted: []), false, false),
        (settings(rejected: []), true, true),
        (settings(trusted: [email]), false, false),
        (settings(trusted: [Ext.server]), false, true),
        (settings(trusted: [Ext.any]), true, true),
        (settings(trusted: [email, Ext.any]), true, true),
        (settings(rejected: [Ext.server]), true, false),
        (settings(rejected: [Ext.any]), false, false),
        (settings(rejected: [email]), true, true),
        (settings(trusted: [Ext.server], rejected: [Ext.server]), false, false),
        (settings(trusted: [Ext.any], rejected: [Ext.server]), true, false),
        ([], true, true),
    ])
    func anchors(_ auxiliary: [UInt8], _ isTrusted: Bool, _ isTrustedForServers: Bool) throws {
        var settings = CheckSettings(time: PathCase.now)
        settings.roots = [try Self.trusted(Draft.root().der, auxiliary)]
        settings.untrusted = [Draft.middle().certificate]
        let leaf = Draft.leaf().certificate
        #expect((CertificateChecker(settings).reports(of: [leaf])[0].verdict < .fail) == isTrusted)
        settings.request(Purpose.server)
        #expect((CertificateChecker(settings).reports(of: [leaf])[0].verdict == .pass) == isTrustedForServers)
    }

    @Test func rejectionWithoutPurpose() throws {
        var settings = CheckSettings(time: PathCase.now)
        settings.roots = [try Self.trusted(Draft.root().der, Self.settings(rejected: [Self.email]))]
        settings.untrusted = [Draft.middle().certificate]
        #expect(CertificateChecker(settings).reports(of: [Draft.leaf().certificate])[0].verdict == .warn)
        settings.request(Purpose.server)
        #expect(CertificateChecker(settings).reports(of: [Draft.leaf().certificate])[0].verdict == .pass)
    }

    /// Where nobody keeps trust anchors, the settings mean nothing. They are not signed.
    @Test func othersThanAnchors() throws {
        let rejected = Self.settings(rejected: [Ext.any])
        var settings = CheckSettings(time: PathCase.now)
        settings.roots = [Draft.root().certificate]
        settings.untrusted = [try Self.trusted(Draft.middle().der, rejected)]
        let leaf = try Self.trusted(Draft.leaf().der, rejected)
        #expect(CertificateChecker(settings).reports(of: [leaf])[0].verdict == .pass)
    }

    /// An intermediate and a leaf that the owner keeps beside the root, and a root that is there twice.
    @Test(arguments: 0..<3)
    func anyCertificateOfThePath(_ rejected: Int) throws {
        let path = [Draft.leaf(), .middle(), .root()].map(\.der)
        let plain = try path.map { try Certificate.decode($0.span) }
        var settings = CheckSettings(time: PathCase.now)
        settings.roots = [
            plain[2],
            try Self.trusted(path[rejected], Self.settings(rejected: [Ext.any])),
        ]
        settings.untrusted = [plain[1]]
        let report = CertificateChecker(settings).reports(of: [plain[0]])[0]
        #expect(report.findings.first { $0.check.name == "trust-settings" }?.verdict == .fail)
    }

    /// A rejected anchor does not hide another one.
    @Test func anotherAnchor() throws {
        let rejected = Self.settings(rejected: [Ext.any])
        var settings = CheckSettings(time: PathCase.now)
        settings.roots =
            try (0..<UInt8(40)).map { number in
                try Self.trusted(Draft.root().with { $0.serial = DER.integer(1, number) }.der, rejected)
            } + [Draft.root().certificate]
        settings.untrusted = [Draft.middle().certificate]
        #expect(CertificateChecker(settings).reports(of: [Draft.leaf().certificate])[0].verdict == .pass)
    }

    @Test func malformedSettings() {
        #expect(throws: InputError.self) { try Self.trusted(Draft.root().der, DER.integer(1)) }
        #expect(throws: InputError.self) { try Self.trusted(Draft.root().der, [0x30, 0x05]) }
        #expect(throws: InputError("malformed certificate: more bytes follow its end")) {
            try Self.trusted(Draft.root().der, Self.settings() + Self.settings())
        }
    }
}
