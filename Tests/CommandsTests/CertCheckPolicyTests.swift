import Arguments
import PKI
import Testing

@testable import Commands

/// The rules that `cert check` applies without `--policy`.
@Suite struct CertCheckPolicyTests {
    @Test(
        arguments: [
            (["--host", "a.example.com", "--roots", "system"], .webpki),
            (["--ip", "8.8.8.8", "--roots", "ca.pem", "--roots", "system"], .webpki),
            (["--host", "a.example.com", "--roots", "ca.pem"], .rfc5280),
            (["--host", "a.example.com"], .rfc5280), (["--roots", "system"], .rfc5280), ([], .rfc5280),
            (["--host", "a.example.com", "--roots", "system", "--policy", "rfc5280"], .rfc5280),
            (["--policy", "webpki"], .webpki),
        ] as [([String], CheckPolicy)])
    func theDefault(_ flags: [String], _ policy: CheckPolicy) throws {
        let words = ["cert", "check", "leaf.pem"] + flags
        guard case .run(_, let arguments) = try Parser(root: Registry.root).parse(words) else {
            Issue.record("not a command")
            return
        }
        #expect(try CertCheckRequest(arguments).settings.policy == policy)
    }
}
