import Arguments
import JOSE
import OpenSSL
import PKI
import Platforms
import System

/// What was typed for `cert check`, with everything but the certificates themselves read.
struct CertCheckRequest {
    let settings: CheckSettings
    let paths: [String]

    init(_ arguments: ParsedArguments, _ inputs: CertCheckInputs) throws {
        var settings = CheckSettings(time: try arguments.now())
        let isOfServer = arguments.has("host") || arguments.has("ip")
        settings.policy = arguments.choice("policy") ?? (isOfServer ? .webpki : .rfc5280)
        settings.within = try arguments.duration("within")
        if let text = arguments.value("host") {
            do {
                settings.host = try ReferenceHost(text)
            } catch {
                throw Failure(host: text, error)
            }
        }
        settings.address = try Self.parsed(arguments, "ip", "address", hint: "192.0.2.1 or 2001:db8::1") {
            HostAddress($0)
        }
        settings.mailbox = try Self.parsed(arguments, "email", "mailbox", hint: "user@example.com") {
            Mailbox($0)
        }
        settings.purpose = arguments.choice("purpose")
        settings.profile = arguments.profile?.certificate
        settings.maximumDepth = try Self.number(arguments, "max-depth", 0...1_000)
        if let bits = try Self.number(arguments, "min-rsa-bits", 512...16_384) {
            if settings.policy == .webpki, bits < 2048 {
                throw Failure(
                    .usage, "--min-rsa-bits \(bits): the webpki policy wants 2048 or more",
                    hint: "--policy rfc5280")
            }
            settings.minimumRSABits = bits
        }
        if let path = arguments.value("key") {
            let key = try inputs.keys.key(path, id: arguments.value("kid"))
            guard let half = key.publicHalf?.material.publicKey else {
                throw Failure(.badInput, "an HMAC secret is the key of no certificate").about(
                    sourceName(path))
            }
            settings.key = half
        }
        for place in arguments.values("roots") {
            settings.roots = (settings.roots ?? []) + (try inputs.roots(place))
        }
        for path in arguments.values("untrusted") { settings.untrusted += try inputs.certificates(path) }
        for path in arguments.values("crl") {
            settings.revocationLists = (settings.revocationLists ?? []) + (try inputs.revocationLists(path))
        }
        self.settings = settings
        paths = arguments.operands
    }

    private static func parsed<Value>(
        _ arguments: ParsedArguments, _ flag: String, _ kind: String, hint: String,
        _ parse: (String) -> Value?
    ) throws -> Value? {
        guard let text = arguments.value(flag) else { return nil }
        if let value = parse(text) { return value }
        throw Failure(.usage, "--\(flag): '\(text.printable)' is no \(kind)", hint: hint)
    }

    private static func number(
        _ arguments: ParsedArguments, _ flag: String, _ range: ClosedRange<Int>
    ) throws -> Int? {
        try arguments.number(flag, range) { text in
            "--\(flag): '\(text.printable)' is no number from \(range.lowerBound) to \(range.upperBound)"
        }
    }
}
