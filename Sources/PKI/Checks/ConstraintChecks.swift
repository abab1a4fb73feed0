import OpenSSL
import Words

/// Checks of the uses of a certificate, and of the limits of a CA.
extension Check {
    static let constraints: [Check] = [
        Check(
            "basic-constraints", "RFC 5280 §4.2.1.9",
            rule: """
                every issuer is a CA; only CAs that may sign certificates have a path length, and it is not negative
                """,
            remedy: "use a certificate that a CA issued"
        ) { facts, position, settings in
            if position == .anchor, facts.predatesExtensions { return .isTrustAnchor }
            if position.isIssuer, !facts.isCA {
                return .fail("it issued a certificate, but is not a CA")
            }
            let isCA = Judgement.pass(facts.isCA ? "a CA" : "not a CA")
            guard let length = facts.basicConstraints?.pathLength else { return isCA }
            if length == .impossible { return .fail("the path length is impossible") }
            if !facts.isCA {
                return .breach(of: .basicConstraints, onlyForCAs("pathLenConstraint"), settings)
            }
            if let usage = facts.keyUsage, !usage.contains(.keyCertSign) {
                return .breach(
                    of: .basicConstraints, "a path length requires keyCertSign in keyUsage", settings)
            }
            return isCA
        },
        Check(
            "key-usage", "RFC 5280 §4.2.1.3",
            rule: """
                not empty; if present, it contains keyCertSign in issuers, and only in CAs; keys that only sign have no \
                other usage (RFC 9295 §3, RFC 9881 §5)
                """,
            remedy: "request a new certificate"
        ) { facts, position, settings in
            guard let usage = facts.keyUsage else {
                if facts.has(ExtensionID.keyUsage) { return .fail("keyUsage is malformed") }
                // A leaf that is signed with its own key may sign nothing else, even if it is a CA.
                let signsOthers =
                    position.isIssuer ? !facts.predatesExtensions : facts.isCA && !facts.isSelfSigned
                return signsOthers
                    ? .breach(of: .keyUsage, "keyUsage is missing", settings) : .usages([])
            }
            if usage.isEmpty, !position.isIssuer { return .fail("keyUsage is empty") }
            if usage.contains(.keyCertSign), !facts.isCA { return .fail(onlyForCAs("keyCertSign")) }
            if position.isIssuer, !usage.contains(.keyCertSign) {
                return .fail("it issued a certificate, but its keyUsage lacks keyCertSign")
            }
            if let message = facts.key.impossibleUsages?.message(for: usage) {
                return .breach(of: .keyUsage, message, settings)
            }
            return .usages(usage.names)
        },
        Check(
            "extended-key-usage", "RFC 5280 §4.2.1.12",
            rule: """
                not empty. Under webpki, absent from roots (BR §7.1.2.1.2); in the leaf of a server it contains serverAuth \
                and not anyExtendedKeyUsage (BR §7.1.2.7.10)
                """,
            remedy: "request a new certificate with the required usages",
            judge: judgeExtendedUsage),
        Check(
            "name-constraints-form", "RFC 5280 §4.2.1.10",
            rule: """
                only in CAs, without empty lists, and well-formed: host names without a wildcard or leading dot, addresses \
                with a mask of leading ones
                """,
            remedy: "have the CA's certificate reissued"
        ) { facts, _, settings in
            let field = "nameConstraints"
            guard facts.has(ExtensionID.nameConstraints) else { return .skipped("\(field) is missing") }
            guard let constraints = facts.nameConstraints else { return .fail("\(field) is malformed") }
            if !facts.isCA { return .fail(onlyForCAs(field)) }
            // Without a list of subtrees it constrains nothing. An empty list is malformed.
            if facts.isEmptySequence(ExtensionID.nameConstraints) {
                return .breach(of: .nameConstraints, "\(field) is empty", settings)
            }
            if constraints.hasEmptyList { return .fail("\(field) has an empty list") }
            if constraints.hasDistances { return .fail("\(field) must not have a minimum or maximum") }
            return constraints.fault.map { .fail("\(field): \($0)") } ?? .pass()
        },
    ]

    static func onlyForCAs(_ name: String) -> String { "\(name) requires a CA, and this is not a CA" }

    private static func judgeExtendedUsage(
        _ facts: CertificateFacts, _ position: Position, _ settings: CheckSettings
    ) -> Judgement {
        let field = "extKeyUsage"
        if facts.has(ExtensionID.extendedKeyUsage) {
            guard let usages = facts.extendedKeyUsage else { return .fail("\(field) is malformed") }
            if usages.isEmpty { return .fail("\(field) is empty") }
        }
        if settings.policy == .webpki {
            if position == .anchor, facts.isSelfSigned, facts.extendedKeyUsage != nil {
                return .fail("a root must not have \(field)")
            }
            if settings.isServer(facts, position) {
                guard let usages = facts.extendedKeyUsage else { return .fail("\(field) is missing") }
                if usages.contains(ExtendedKeyUsage.any.oid) {
                    return .fail("\(field) must not contain anyExtendedKeyUsage")
                }
                if !usages.contains(ExtendedKeyUsage.serverAuth.oid) { return .fail(lacks(.serverAuth)) }
            }
        }
        return .usages(facts.extendedKeyUsage?.map(ExtendedKeyUsage.name) ?? [])
    }

    static func lacks(_ usage: ExtendedKeyUsage) -> String { "extKeyUsage lacks \(usage.rawValue)" }
}

extension Judgement {
    /// - Parameter names: empty if every usage is allowed.
    fileprivate static func usages(_ names: [String]) -> Judgement {
        .pass(names.isEmpty ? "any usage" : names.joined(separator: ", "))
    }
}

extension NameConstraints {
    /// Why they cannot be applied (RFC 5280 §4.2.1.10): a clause; nil if they can.
    fileprivate var fault: String? { (permitted + excluded).lazy.compactMap(Self.fault).first }

    private static func fault(of subtree: GeneralName) -> String? {
        switch subtree {
        case .dns(let text):
            return text.isEmpty || DNSName.isWellFormed(text, allowsUnderscore: true)
                ? nil : "'\(text)' is not a host name"
        case .email(let text):
            return Mailbox(text) != nil || isDomain(text)
                ? nil : "'\(text)' is neither a mailbox nor a domain"
        case .uri(let text): return isDomain(text) ? nil : "'\(text)' is not a domain"
        case .ip(let octets):
            guard octets.count == 8 || octets.count == 32 else {
                return "an address has \(counted(octets.count, "octet"))"
            }
            let mask = octets.suffix(octets.count / 2).drop { $0 == 0xFF }
            let isPrefix =
                (~(mask.first ?? 0) &+ 1) & ~(mask.first ?? 0) == 0 && mask.dropFirst().allSatisfy { $0 == 0 }
            return isPrefix ? nil : "the mask of an address must consist of leading ones"
        case .unreadable, .directory: return subtree.encodingFault
        case .registeredID, .userPrincipalName, .other: return nil
        }
    }

    /// A leading dot stands for all names below the domain.
    private static func isDomain(_ text: String) -> Bool {
        DNSName.isWellFormed(text.hasPrefix(".") ? text.dropFirst() : text[...], allowsUnderscore: true)
    }
}

extension GeneralName {
    /// Why the encoding of a name is wrong: a clause; nil if it is not.
    var encodingFault: String? {
        switch self {
        case .directory(let name) where name.hasEmptyRelativeName:
            "a directoryName has a RelativeDistinguishedName without attributes"
        // Kinds 1, 2 and 6 are unreadable only because of characters beyond ASCII. Kinds 3 and 5 are not supported.
        case .unreadable(let tag, _) where [1, 2, 6].contains(tag): "a name has characters outside ASCII"
        default: nil
        }
    }
}
