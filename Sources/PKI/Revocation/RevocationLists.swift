import OpenSSL
import System

/// The lists of a run, with what is wrong with each of them by itself. libcrypto judges everything else: signatures,
/// times, scopes and entries.
struct RevocationLists {
    private let byIssuer: [UInt: [Entry]]
    /// They may be about certificates of any issuer.
    private let indirect: [Entry]
    private let settings: CheckSettings
    private let verifier: RevocationVerifier

    private struct Entry {
        let list: RevocationList
        let fault: ListFault?
        /// Whether libcrypto may use it.
        let isUsable: Bool
        let time: Int64
        let isDelta: Bool
        let isIndirect: Bool
        /// The DER of crlNumber; empty without.
        let number: [UInt8]

        /// Of two lists of one second, the one with the greater number is newer. The shorter number is the smaller.
        func isNewer(than other: Entry) -> Bool {
            if time != other.time { return time > other.time }
            return number.count == other.number.count
                ? other.number.lexicographicallyPrecedes(number) : number.count > other.number.count
        }
    }

    init(_ lists: [RevocationList], _ settings: CheckSettings) {
        self.settings = settings
        verifier = RevocationVerifier(at: settings.second, securityLevel: settings.securityLevel)
        let all = lists.map { list in
            let fault = Self.fault(of: list, settings)
            return Entry(
                list: list, fault: fault, isUsable: fault == nil || fault?.rule != nil && !settings.isStrict,
                time: list.thisUpdate ?? 0, isDelta: list.has(ExtensionID.deltaCRLIndicator),
                isIndirect: list.scope?.isIndirect ?? false, number: list.value(ExtensionID.crlNumber) ?? [])
        }
        byIssuer = Dictionary(grouping: all) { $0.list.issuerHash }
        indirect = all.filter(\.isIndirect)
    }

    private static func fault(of list: RevocationList, _ settings: CheckSettings) -> ListFault? {
        let signature: SignatureFacts
        do throws(OpenSSLError) {
            signature = try list.signatureFacts()
        } catch {
            return .unusable(error.summary)
        }
        if !signature.isNamedTwiceAlike { return .algorithmDiffers }
        if let digest = signature.weakDigest { return .weakDigest(digest) }
        if list.encodedVersion != 1 { return .version }
        guard let start = list.thisUpdate else { return .unreadableThisUpdate }
        guard let end = list.nextUpdate else { return .noNextUpdate }
        let known = Dictionary(list.extensions.map { ($0.oid, $0) }) { first, _ in first }
        if known.count < list.extensions.count { return .repeatedExtension }
        if let item = list.extensions.first(where: { $0.isEncodedProperly == false }) {
            return .malformed(ExtensionID.name(item.oid))
        }
        if list.scope?.excludesAll ?? false { return .emptyScope }
        let number = known[ExtensionID.crlNumber]
        let isDelta = known[ExtensionID.deltaCRLIndicator] != nil
        if isDelta {
            // libcrypto applies a delta whatever its times are, and takes one for some reasons for a complete list.
            if start > settings.second { return .notYetValid(from: start) }
            if end < settings.second { return .outdated(since: end) }
            if number == nil { return .deltaWithoutNumber }
            if list.scope?.isForSomeReasons ?? false { return .someReasonsOnly }
        }
        let kinds = list.entryKinds
        if kinds.removes, !isDelta { return .removesEntries }
        if kinds.namesIssuer, !(list.scope?.isIndirect ?? false) { return .entryOfOtherIssuer }
        if number == nil { return .noNumber }
        if number?.isCritical ?? false { return .criticalNumber }
        return known[ExtensionID.authorityKeyIdentifier] == nil ? .noAuthorityKeyIdentifier : nil
    }

    /// What the lists say of one certificate.
    struct Answer {
        let status: CertificateStatus
        /// What is wrong with a list that was used.
        let fault: ListFault?
    }

    /// An answer for each certificate of a path but the trust anchor.
    ///
    /// - Parameter others: certificates that may have signed a list, or issued a signer. They are not trusted.
    func answers(
        along path: [CertificateFacts], _ others: [IssuerIndex]
    ) throws(OpenSSLError) -> [Answer] {
        let (lists, signers, isComplete) = material(for: path, others)
        let answers = try verifier.answers(
            along: path.map(\.certificate), lists.map(\.list),
            signers: (path.dropFirst() + signers).map(\.certificate))
        return zip(path, answers).map { facts, answer in
            var status = status(of: facts, answer)
            if !isComplete, case .unknown = status { status = .unknown(.list(.tooManySigners)) }
            let used = lists.first { entry in
                entry.fault != nil && answer.consulted.contains { $0 === entry.list }
            }
            return Answer(status: status, fault: used?.fault)
        }
    }

    /// The lists that may be about certificates of a path or about the signers of such lists, the newest first, because
    /// libcrypto takes the first delta that fits; and the certificates of these signers with their issuers.
    private func material(
        for path: [CertificateFacts], _ others: [IssuerIndex]
    ) -> (lists: [Entry], signers: [CertificateFacts], isComplete: Bool) {
        var lists: [Entry] = []
        var signers: [CertificateFacts] = []
        var seen = Set(path)
        var issuers: Set<UInt> = []
        var next: [CertificateFacts] = []
        func add(_ entries: [Entry]) {
            let usable = entries.filter(\.isUsable)
            lists += usable
            next += usable.flatMap { entry in others.flatMap { $0.signers(of: entry.list) } }
        }
        add(indirect)
        for facts in path.dropLast() where issuers.insert(facts.issuerHash).inserted {
            add(direct(facts))
        }
        while let facts = next.popLast() {
            guard seen.insert(facts).inserted else { continue }
            if signers.count == Limits.listSigners { return (lists, signers, false) }
            signers.append(facts)
            next += others.flatMap { $0.candidates(for: facts).all }
            if issuers.insert(facts.issuerHash).inserted {
                add(direct(facts))
            }
        }
        return (lists.sorted { $0.isNewer(than: $1) }, signers, true)
    }

    private func status(
        of facts: CertificateFacts, _ answer: RevocationVerifier.Answer
    ) -> CertificateStatus {
        guard let fault = answer.fault else {
            // libcrypto passes proxy certificates without looking at a list.
            guard let base = answer.consulted.first else { return .unknown(.noList(issuer: facts.issuer)) }
            // libcrypto does not compare the place of a list with an issuer of lists that is named without a place
            // (RFC 5280 §6.3.3 (b) (2) (i)).
            if facts.certificate.namesListIssuerOnly,
                answer.consulted.contains(where: { $0.scope.map { $0.isIndirect && $0.hasPoint } ?? false })
            {
                return .unknown(.list(.otherScope))
            }
            return objection(to: facts, base, answer.consulted).map { .unknown(.list($0)) } ?? .good
        }
        switch fault {
        case .revoked:
            // The list that decided is the last one, or the delta before it.
            let entry = answer.consulted.reversed().lazy.compactMap { $0.entry(for: facts.certificate) }.first
            return .revoked(at: entry?.date, reason: entry?.reason)
        case .noList: return .unknown(reasonForNone(facts, answer.consulted))
        case .notYetValid(let time): return .unknown(.list(.notYetValid(from: time)))
        case .outdated(let time): return .unknown(.list(.outdated(since: time)))
        case .signerMayNotSign: return .unknown(.issuerWithoutCRLSign)
        case .badSignature: return .unknown(.list(.notSignedByIssuer))
        case .signerNotTrusted: return .unknown(.list(.signerNotTrusted))
        case .otherScope: return .unknown(.list(.otherScope))
        case .unknownCriticalExtension: return .unknown(.list(.unknownCriticalExtension))
        case .other(let text): return .unknown(.list(.unusable(text)))
        }
    }

    private func direct(_ facts: CertificateFacts) -> [Entry] {
        (byIssuer[facts.issuerHash] ?? []).filter { !$0.isIndirect }
    }

    /// Why a list that libcrypto did not use leaves the status open: it is a newer one of the same scope, a delta with a
    /// fault, or it has an entry for the certificate and is not superseded.
    private func objection(
        to facts: CertificateFacts, _ base: RevocationList, _ consulted: [RevocationList]
    ) -> ListFault? {
        let newest = consulted.compactMap(\.thisUpdate).max() ?? 0
        for entry in direct(facts) + indirect where !consulted.contains(where: { $0 === entry.list }) {
            // A complete list of tomorrow says nothing about today.
            if entry.time > settings.second, !entry.isDelta { continue }
            let isSame = entry.list.hasSameScope(as: base)
            let isDamagedDelta =
                entry.isDelta && entry.fault.map { $0.rule == nil && !$0.isAboutTime } ?? false
            let isOpen =
                isSame
                ? entry.time > newest || isDamagedDelta : entry.list.entry(for: facts.certificate) != nil
            if isOpen { return entry.fault ?? (entry.isDelta ? .unusedDelta : .unused) }
        }
        return nil
    }

    private func reasonForNone(_ facts: CertificateFacts, _ consulted: [RevocationList]) -> Fact {
        if !consulted.isEmpty { return .list(.someReasonsOnly) }
        let own = (byIssuer[facts.issuerHash] ?? []).first { $0.list.isOfIssuer(of: facts.certificate) }
        guard let own else {
            return .noList(issuer: facts.issuer)
        }
        if let fault = own.fault, !own.isUsable { return .list(fault) }
        return .list(own.isDelta ? .deltaWithoutBase : .signerUnknown)
    }
}

extension RevocationList {
    fileprivate func value(_ oid: String) -> [UInt8]? { extensions.first { $0.oid == oid }?.value }

    fileprivate func has(_ oid: String) -> Bool { value(oid) != nil }

    /// Whether one may replace the other: lists of one issuer, one key and one place, except that a delta may be
    /// signed with another key.
    fileprivate func hasSameScope(as other: RevocationList) -> Bool {
        hasSameIssuer(as: other)
            && value(ExtensionID.issuingDistributionPoint)
                == other.value(ExtensionID.issuingDistributionPoint)
            && (has(ExtensionID.deltaCRLIndicator)
                || value(ExtensionID.authorityKeyIdentifier)
                    == other.value(ExtensionID.authorityKeyIdentifier))
    }
}
