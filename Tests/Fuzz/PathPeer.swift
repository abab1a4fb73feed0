import COpenSSL
import OpenSSL
import PKI
import System

/// Certificate paths that signet and `openssl verify -x509_strict -policy_check` judge. All differences must be meant.
enum PathPeer {
    /// Why signet refuses what libcrypto accepts; nil if it should not.
    private static func reason(for finding: Finding) -> String? {
        let message = finding.judgement.message
        return switch finding.check.name {
        case "chain" where message == "every path to a trust anchor fails a check":
            "the other failures say why"
        case "public-key", "der-encoding", "algorithm-parameters", "unique-identifiers":
            "what libcrypto reads, and the standards do not allow"
        case "serial-number": "RFC 5280 §4.1.2.2"
        case "version" where message.hasSuffix("unknown version"): "RFC 5280 §4.1.2.1: there is no version 4"
        case "time-encoding" where message.hasSuffix("is before 2050 and must be a UTCTime"):
            "RFC 5280 §4.1.2.5: UTCTime until 2049"
        case _ where message.hasSuffix("requires a CA, and this is not a CA"):
            "RFC 5280 §4.2.1.5, §4.2.1.10, §4.2.1.11, §4.2.1.14: extensions of CAs alone"
        case "criticality" where message.hasSuffix("must be critical"):
            "RFC 5280 §4.2.1.10, §4.2.1.11, §4.2.1.14"
        case "name-constraints-form" where message.hasSuffix("must not have a minimum or maximum"):
            "RFC 5280 §4.2.1.10: minimum is 0; libcrypto judges it only for names of that form"
        case "extension-encoding"
        where message.hasSuffix("has a distribution point without a name"):
            "RFC 5280 §4.2.1.13, §4.2.1.15; libcrypto does not read freshestCRL, and takes empty names"
        case "policy-extensions" where message.hasSuffix("policyMappings maps to or from anyPolicy"):
            "RFC 5280 §6.1.4 (a); libcrypto reads mappings only beside policies"
        case _ where message.hasSuffix("inhibitAnyPolicy is malformed"):
            "RFC 5280 §4.2.1.14: it is not negative; libcrypto reads it only beside policies"
        case "unique-extensions": "RFC 5280 §4.2; libcrypto notices it in extensions that it reads"
        case _ where message.hasSuffix(" is empty") || message.hasSuffix(" has an empty list"):
            "RFC 5280 §4.2.1: SIZE (1..MAX)"
        case _ where message.hasSuffix("basicConstraints is malformed"):
            "X.690 §11.5: FALSE is the default, and absent"
        case _ where message.hasSuffix("(RFC 9295 §3)"):
            "usages that a key of this type cannot have; libcrypto does not judge usages by types of keys"
        case "name-constraints" where message.split(separator: " ").contains { $0.hasPrefix("*.") }:
            "the wildcard covers a name of the excluded subtree; libcrypto compares them as texts"
        case "name-constraints-form", "subject-alternative-name":
            "names that nothing can match, also where there are no constraints that libcrypto compares them with"
        default: nil
        }
    }

    /// Why libcrypto refuses what signet accepts; nil if it should not.
    private static func reason(for error: Int32, _ path: [OpaquePointer?]) -> String? {
        func isCritical(_ number: Int32) -> Bool {
            path.contains { certificate in
                let place = X509_get_ext_by_NID(certificate, number, -1)
                return place >= 0 && X509_EXTENSION_get_critical(X509_get_ext(certificate, place)) == 1
            }
        }
        let mismatches = [X509_V_ERR_AKID_SKID_MISMATCH, X509_V_ERR_AKID_ISSUER_SERIAL_MISMATCH]
        let misses = zip(path, path.dropFirst()).contains { mismatches.contains(X509_check_issued($1, $0)) }
        return switch error {
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY where misses:
            "RFC 4158 §3.5.12: key identifiers only help to find an issuer"
        case X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION where isCritical(NID_issuer_alt_name):
            "signet reads issuerAltName, and nothing follows from it"
        default: nil
        }
    }

    /// In 2026.
    private static let seconds: Int64 = 1_780_000_000

    private static let root: Certificate = {
        do {
            let der = try CertificateMaker.root()
            return try Certificate.decode(der.span)
        } catch {
            fatalError("\(error)")
        }
    }()

    static func compare(_ input: [UInt8]) throws {
        let certificates = try CertificateMaker.path(input).map { try Certificate.decode($0.span) }
        var settings = CheckSettings(time: Timestamp(seconds: seconds))
        settings.isStrictRequested = true
        settings.roots = [root]
        settings.untrusted = Array(certificates.dropFirst())
        guard let report = CertificateChecker(settings).reports(of: [certificates[0]]).first else {
            fatalError("no report")
        }
        let failed = report.findings.filter { $0.verdict == .fail }
        let path = try (certificates + [root]).map { try decoded($0.der) }
        defer { for certificate in path { X509_free(certificate) } }
        let error = peerError(path)
        if error == X509_V_OK {
            let unexpected = failed.filter { reason(for: $0) == nil }.map(\.judgement.message)
            expect(unexpected.isEmpty, "signet alone refuses: \(unexpected)")
        } else if failed.isEmpty {
            let words = String(cString: X509_verify_cert_error_string(Int(error)))
            expect(reason(for: error, path) != nil, "libcrypto alone refuses: \(error), \(words)")
        }
    }

    /// What libcrypto says about the first certificate, with the last one as root.
    private static func peerError(_ path: [OpaquePointer?]) -> Int32 {
        defer { ERR_clear_error() }
        let store = X509_STORE_new()
        defer { X509_STORE_free(store) }
        X509_STORE_add_cert(store, path[path.count - 1])
        // It lends the certificates.
        let untrusted = OPENSSL_sk_new_null()
        defer { OPENSSL_sk_free(untrusted) }
        for certificate in path.dropFirst().dropLast() {
            OPENSSL_sk_push(untrusted, UnsafeRawPointer(certificate))
        }
        let context = X509_STORE_CTX_new()
        defer { X509_STORE_CTX_free(context) }
        expect(X509_STORE_CTX_init(context, store, path[0], untrusted) == 1, "X509_STORE_CTX_init")
        let parameters = X509_STORE_CTX_get0_param(context)
        let flags = X509_V_FLAG_X509_STRICT | X509_V_FLAG_PARTIAL_CHAIN | X509_V_FLAG_POLICY_CHECK
        X509_VERIFY_PARAM_set_flags(parameters, UInt(flags))
        X509_VERIFY_PARAM_set_time(parameters, time_t(seconds))
        let isValid = X509_verify_cert(context) == 1
        let error = X509_STORE_CTX_get_error(context)
        expect(isValid == (error == X509_V_OK), "libcrypto about itself")
        return error
    }

    private static func decoded(_ der: [UInt8]) throws -> OpaquePointer? {
        der.withUnsafeBufferPointer { bytes in
            var next = bytes.baseAddress
            return d2i_X509(nil, &next, bytes.count)
        }
    }
}
