import OpenSSL
import System

/// Why a revocation list cannot be used.
struct ListFault: Equatable, Sendable {
    /// A clause.
    let message: String
    let remedy: Remedy?
    /// The broken rule if a validator may use the list anyway.
    let rule: IssuerRule?
    let isAboutTime: Bool

    /// - Parameter message: what follows "the list".
    init(_ message: String, remedy: Remedy? = nil, rule: IssuerRule? = nil, isAboutTime: Bool = false) {
        self.message = "the list \(message)"
        self.remedy = remedy
        self.rule = rule
        self.isAboutTime = isAboutTime
    }

    static func notYetValid(from time: Int64) -> ListFault {
        ListFault(notValidBefore(time), remedy: "wait, or correct the clock", isAboutTime: true)
    }

    static func outdated(since time: Int64) -> ListFault {
        ListFault(expired(on: time), isAboutTime: true)
    }

    static let unknownCriticalExtension = ListFault(
        "has an unknown critical extension, or an entry has one")
    static let tooManyAlike = ListFault(
        "has more than \(Limits.sameSerialNumbers) entries with one serial number")
    static let tooMany = ListFault(
        """
        is one of too many, or of too many places: at most \(Limits.fileListComparisons) are considered for the \
        certificates of a file
        """)
    static let someReasonsOnly = ListFault("covers only some reasons")
    static let otherScope = ListFault("is for other certificates or from another distribution point")

    fileprivate static func signedByUnknown(_ message: String) -> ListFault {
        ListFault(message, remedy: Remedy("add the certificate of its signer", with: .intermediates))
    }

    var status: CertificateStatus { .unknown(.fail(message, remedy: remedy)) }
}

/// The lists of a run, with what is wrong with each of them by itself. libcrypto judges everything else: signatures,
/// times, scopes and entries.
struct RevocationLists {
    private let direct: [UInt: [Entry]]
    /// They may be about certificates of any issuer.
    private let indirect: [Entry]
    private let settings: CheckSettings
    private let verifier: RevocationVerifier
    private let pool: CertificatePool

    private final class Entry {
        let list: RevocationList
        let fault: ListFault?
        let time: Int64
        /// Whether the time of the check is between its times.
        let isCurrent: Bool
        let isDelta: Bool
        /// Whether it may have entries for certificates of other issuers: its scope says so or cannot be read, or an entry
        /// may name an issuer.
        let mayBeOfOthers: Bool
        /// The DER of crlNumber; empty without.
        let number: [UInt8]
        /// The same for lists of one issuer.
        let issuer: Int
        /// The same for lists of one issuer and one place.
        let place: Int
        /// The same for lists with one authorityKeyIdentifier.
        let key: Int
        /// Whether libcrypto may use it.
        let isUsable: Bool
        /// Whether libcrypto may not find its entry for a certificate: it attributes no entry behind a malformed one to its
        /// issuer, and takes a removeFromCRL for none.
        let hidesEntries: Bool
        /// Whether libcrypto would not use it, because of another one.
        var isSuperseded = false

        init(
            _ list: RevocationList, issuer: Int, place: Int, key: Int, _ settings: CheckSettings
        ) {
            let kinds = list.entryKinds
            fault = RevocationLists.fault(of: list, kinds, settings)
            self.list = list
            self.issuer = issuer
            self.place = place
            self.key = key
            time = list.thisUpdate ?? 0
            isCurrent = time <= settings.second && settings.second <= list.nextUpdate ?? .min
            isDelta = list.extensions[ExtensionID.deltaCRLIndicator] != nil
            hidesEntries = kinds.isMalformed || kinds.removes && !isDelta
            let isIndirect =
                list.scope?.isIndirect ?? (list.extensions[ExtensionID.issuingDistributionPoint] != nil)
            mayBeOfOthers = isIndirect || kinds.namesIssuer
            number = list.extensions[ExtensionID.crlNumber]?.value ?? []
            isUsable = fault == nil || fault?.rule != nil && !settings.isStrict
        }

        /// Of two lists of one second, the one with the greater number is newer. The shorter number is the smaller.
        func isNewer(than other: Entry) -> Bool {
            if time != other.time { return time > other.time }
            return number.count == other.number.count
                ? other.number.lexicographicallyPrecedes(number) : number.count > other.number.count
        }

        /// Whether one may replace the other: lists of one issuer, one key and one place, except that a delta may be
        /// signed with another key.
        func hasSameScope(as base: Entry) -> Bool { place == base.place && (isDelta || key == base.key) }
    }

    init(_ lists: [RevocationList], _ settings: CheckSettings, _ pool: CertificatePool) {
        self.settings = settings
        self.pool = pool
        verifier = RevocationVerifier(at: settings.second, securityLevel: settings.securityLevel)
        // Numbers are compared faster than what they stand for.
        func number<Value>(_ value: Value, _ numbers: inout [Value: Int]) -> Int {
            let number = numbers[value] ?? numbers.count
            numbers[value] = number
            return number
        }
        var issuers: [UInt: [(list: RevocationList, number: Int)]] = [:]
        var count = 0
        func issuer(_ list: RevocationList) -> Int {
            let known = issuers[list.issuerHash]?.first { $0.list.hasSameIssuer(as: list) }
            if let known { return known.number }
            count += 1
            issuers[list.issuerHash, default: []].append((list, count))
            return count
        }
        var places: [Place: Int] = [:]
        var keys: [[UInt8]?: Int] = [:]
        let all = lists.map { list in
            let place = Place(
                issuer: issuer(list), scope: list.extensions[ExtensionID.issuingDistributionPoint]?.value)
            let key = list.extensions[ExtensionID.authorityKeyIdentifier]?.value
            return Entry(
                list, issuer: place.issuer, place: number(place, &places), key: number(key, &keys), settings)
        }
        Self.markSuperseded(all)
        direct = Dictionary(grouping: all.filter { !$0.mayBeOfOthers }) { $0.list.issuerHash }
        indirect = all.filter(\.mayBeOfOthers)
    }

    private struct Place: Hashable {
        let issuer: Int
        let scope: [UInt8]?
    }

    /// Of several complete lists of one scope, libcrypto uses the newest one that is current, and looks at all of them
    /// for each certificate.
    private static func markSuperseded(_ all: [Entry]) {
        struct Scope: Hashable {
            let place: Int
            let key: Int
            let isCurrent: Bool
        }
        var newest: [Scope: Entry] = [:]
        func scope(_ entry: Entry, isCurrent: Bool) -> Scope {
            Scope(place: entry.place, key: entry.key, isCurrent: isCurrent)
        }
        let complete = all.filter { $0.isUsable && !$0.isDelta }
        for entry in complete {
            let scope = scope(entry, isCurrent: entry.isCurrent)
            if let known = newest[scope], !entry.isNewer(than: known) { continue }
            newest[scope] = entry
        }
        for entry in complete {
            let best = newest[scope(entry, isCurrent: true)] ?? newest[scope(entry, isCurrent: false)]
            entry.isSuperseded = best !== entry
        }
    }

    private static func fault(
        of list: RevocationList, _ kinds: RevocationList.EntryKinds, _ settings: CheckSettings
    ) -> ListFault? {
        // First, because such a list is not even searched.
        if kinds.sameSerialNumbers > Limits.sameSerialNumbers { return .tooManyAlike }
        let signature: SignatureFacts
        do throws(OpenSSLError) {
            signature = try list.signatureFacts()
        } catch {
            return ListFault(couldNotBeJudged(error))
        }
        if !signature.isNamedTwiceAlike {
            return ListFault("names another signature algorithm inside than outside")
        }
        if let digest = signature.weakDigest {
            return ListFault("is \(signed(withWeak: digest))")
        }
        if list.encodedVersion != 1 { return ListFault("is not of version 2") }
        guard let start = list.thisUpdate else { return ListFault("has a malformed thisUpdate") }
        guard let end = list.nextUpdate else { return ListFault("has no nextUpdate") }
        let known = Dictionary(list.extensions.map { ($0.oid, $0) }) { first, _ in first }
        if known.count < list.extensions.count { return ListFault("repeats an extension") }
        if let item = list.extensions.first(where: { $0.isEncodedProperly == false }) {
            return ListFault("has a malformed \(ExtensionID.name(item.oid))")
        }
        if list.scope?.excludesAll ?? false {
            return ListFault("has an issuingDistributionPoint that no certificate can match")
        }
        let number = known[ExtensionID.crlNumber]
        let isDelta = known[ExtensionID.deltaCRLIndicator] != nil
        if isDelta {
            // libcrypto applies a delta whatever its times are, and takes one for some reasons for a complete list.
            if start > settings.second { return .notYetValid(from: start) }
            if end < settings.second { return .outdated(since: end) }
            if number == nil { return ListFault("is a delta list without a number") }
            if list.scope?.isForSomeReasons ?? false { return .someReasonsOnly }
        }
        if kinds.isMalformed { return ListFault(RevocationList.hasMalformedEntry) }
        if kinds.removes, !isDelta {
            return ListFault("has an entry removeFromCRL, which only a delta list may have")
        }
        if kinds.namesIssuer, !(list.scope?.isIndirect ?? false) {
            return ListFault("has an entry for another issuer, which only an indirect list may have")
        }
        if number == nil { return ListFault("has no cRLNumber", rule: .numberOfList) }
        if number?.isCritical ?? false {
            return ListFault("has a critical cRLNumber, which is not allowed")
        }
        return known[ExtensionID.authorityKeyIdentifier] == nil
            ? ListFault("has no authorityKeyIdentifier", rule: .authorityKeyIdentifierOfList) : nil
    }

    /// What the lists say of one certificate.
    struct Answer {
        let status: CertificateStatus
        /// What is wrong with a list that was used.
        let fault: ListFault?
    }

    /// Whether a list has an entry for the certificate, or may have one because there are too many to be searched, or
    /// because an entry with its serial number is behind a malformed one.
    private func mayList(_ entry: Entry, _ facts: CertificateFacts) -> Bool {
        entry.fault == .tooManyAlike || !pool.spendSearch()
            || entry.list.entry(for: facts.certificate) != nil
            || entry.hidesEntries && entry.list.hasEntry(withSerialNumberOf: facts.certificate)
    }

    /// Whether a list has an entry for the certificate, whoever signed it.
    func haveEntry(for facts: CertificateFacts) -> Bool {
        [direct[facts.issuerHash] ?? [], indirect].joined().contains { mayList($0, facts) }
    }

    /// An answer for each certificate of a path but the trust anchor.
    ///
    /// - Parameter others: certificates that may have signed a list, or issued a signer. They are not trusted.
    func answers(
        along path: [CertificateFacts], _ others: [IssuerIndex]
    ) throws(OpenSSLError) -> [Answer] {
        func tooMany() -> [Answer] {
            path.dropLast().map { _ in Answer(status: ListFault.tooMany.status, fault: nil) }
        }
        if pool.hasTooManyLists { return tooMany() }
        let (lists, signers, isComplete) = material(for: path, others)
        let places = lists.reduce(0) { $0 + ($1.list.scope?.placeCount ?? 0) }
        let points = (path.dropLast() + signers).reduce(0) { $0 + $1.distributionPointNames }
        guard pool.spend(lists: lists.count * (path.count - 1) + (places + lists.count) * points / 1_000)
        else {
            return tooMany()
        }
        let answers = try verifier.answers(
            along: path.map(\.certificate), lists.map(\.list),
            signers: (path.dropFirst() + signers).map(\.certificate))
        return zip(path, answers).map { facts, answer in
            func entries(_ consulted: [RevocationList]) -> [Entry] {
                consulted.compactMap { list in lists.first { $0.list === list } }
            }
            let used = entries(answer.consulted)
            var status = status(of: facts, answer, used)
            // What holds for the lists of the certificate also holds for those of the signers of its lists.
            let ofSigners = Dictionary(grouping: answer.ofSigners, by: \.certificate).mapValues {
                entries($0.map(\.list))
            }
            if answer.fault == nil,
                let signer = signers.first(where: { signer in
                    ofSigners[signer.certificate].map { objection(to: signer, $0) != nil } ?? false
                })
            {
                status =
                    ListFault(
                        "is signed by a certificate whose path has \(signer.subject.text), of which the lists do not say whether it is revoked"
                    ).status
            }
            if !isComplete, status.isNotKnown {
                status = ListFault("may be signed by more than \(Limits.listSigners) certificates").status
            }
            return Answer(status: status, fault: used.lazy.compactMap(\.fault).first)
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
        var asked: Set<Int> = []
        func add(_ entries: [Entry]) {
            let usable = entries.filter { $0.isUsable && !$0.isSuperseded }
            lists += usable
            for entry in usable where asked.insert(entry.issuer).inserted {
                next += others.flatMap { $0.signers(of: entry.list) }
            }
        }
        add(indirect)
        for facts in path.dropLast() where issuers.insert(facts.issuerHash).inserted {
            add(direct[facts.issuerHash] ?? [])
        }
        while let facts = next.popLast() {
            guard seen.insert(facts).inserted, facts.key.fault == nil else { continue }
            if signers.count == Limits.listSigners { return (lists, signers, false) }
            signers.append(facts)
            next += others.flatMap { $0.candidates(for: facts).all }
            if issuers.insert(facts.issuerHash).inserted {
                add(direct[facts.issuerHash] ?? [])
            }
        }
        // libcrypto takes the first one that has the name and the key.
        func isCurrent(_ facts: CertificateFacts) -> Bool {
            facts.notBefore ?? .max <= settings.second && settings.second <= facts.notAfter ?? .min
        }
        let ordered = signers.filter(isCurrent) + signers.filter { !isCurrent($0) }
        return (lists.sorted { $0.isNewer(than: $1) }, ordered, true)
    }

    private func status(
        of facts: CertificateFacts, _ answer: RevocationVerifier.Answer, _ used: [Entry]
    ) -> CertificateStatus {
        guard let fault = answer.fault else {
            // libcrypto passes proxy certificates without looking at a list.
            if used.isEmpty { return .unlisted(facts) }
            return objection(to: facts, used)?.status ?? .good
        }
        switch fault {
        case .revoked:
            // The list that decided is the last one, or the delta before it.
            let entry = answer.consulted.reversed().lazy.compactMap { $0.entry(for: facts.certificate) }.first
            return .revoked(at: entry?.date, reason: entry?.reason)
        case .noList: return reasonForNone(facts, answer.consulted)
        case .notYetValid(let time): return ListFault.notYetValid(from: time).status
        case .outdated(let time): return ListFault.outdated(since: time).status
        case .signerMayNotSign:
            return .unknown(.fail("its issuer must not sign lists: keyUsage lacks cRLSign"))
        case .badSignature: return ListFault("is not signed by its issuer's key").status
        case .signerNotTrusted:
            return ListFault.signedByUnknown(
                "is signed by a certificate that no valid path leads to from the same trust anchor, or that no list covers"
            ).status
        case .otherScope: return ListFault.otherScope.status
        case .unknownCriticalExtension: return ListFault.unknownCriticalExtension.status
        case .other(let text): return ListFault("cannot be used (\(text))").status
        }
    }

    /// Why a list that libcrypto did not use leaves the status open: it is a newer one of the same scope, one of the same
    /// second with an entry for the certificate, one of another scope with an entry, or a damaged delta that has an entry
    /// or is not older than the lists that were used. A list that was used also does, if it is from no point of the
    /// certificate, or if the delta that removes its entry is older.
    private func objection(to facts: CertificateFacts, _ used: [Entry]) -> ListFault? {
        if !used.allSatisfy({ facts.certificate.hasPoint(of: $0.list) }) { return .otherScope }
        let conflict = ListFault("conflicts with a newer list, or with one that lists the certificate")
        // libcrypto compares the numbers of the two, but not their times.
        for list in used where !list.isDelta && list.list.entry(for: facts.certificate) != nil {
            if used.contains(where: { $0.isDelta && $0.time < list.time }) { return conflict }
        }
        for entry in [direct[facts.issuerHash] ?? [], indirect].joined()
        where !used.contains(where: { $0 === entry }) {
            // A complete list of tomorrow says nothing about today.
            if entry.time > settings.second, !entry.isDelta { continue }
            let alike = used.filter { $0.isDelta ? $0.hasSameScope(as: entry) : entry.hasSameScope(as: $0) }
            let isSame = alike.contains { !$0.isDelta }
            let isDamagedDelta =
                entry.isDelta && entry.fault.map { $0.rule == nil && !$0.isAboutTime } ?? false
            // Its time may be what is damaged.
            let hasTime = entry.list.thisUpdate != nil
            let isNewer =
                isDamagedDelta
                ? !hasTime || alike.allSatisfy { entry.time >= $0.time }
                : alike.allSatisfy(entry.isNewer(than:))
            let isSettled = isSame && hasTime && !isDamagedDelta && entry.time != alike.map(\.time).max()
            let isOpen = isSame && isNewer || !isSettled && mayList(entry, facts)
            guard isOpen else { continue }
            if pool.isSearchedOut { return .tooMany }
            let unusedDelta = ListFault(
                """
                has a newer delta that cannot be used: neither the certificate nor the list has freshestCRL, or they do \
                not belong together
                """)
            return entry.fault ?? (entry.isDelta ? unusedDelta : conflict)
        }
        return nil
    }

    private func reasonForNone(
        _ facts: CertificateFacts, _ consulted: [RevocationList]
    ) -> CertificateStatus {
        if !consulted.isEmpty { return ListFault.someReasonsOnly.status }
        let own = ((direct[facts.issuerHash] ?? []) + indirect).first {
            $0.list.isOfIssuer(of: facts.certificate)
        }
        guard let own else { return .unlisted(facts) }
        if let fault = own.fault, !own.isUsable { return fault.status }
        return own.isDelta
            ? ListFault(
                "is a delta list, and its complete list is not given",
                remedy: Remedy("add its complete list", with: .revocationLists)
            ).status : ListFault.signedByUnknown("is signed by a key whose certificate is not given").status
    }
}

extension CertificateStatus {
    fileprivate static func unlisted(_ facts: CertificateFacts) -> CertificateStatus {
        .unlisted(.fail("no list of its issuer \(facts.issuer.text) is given"))
    }

    fileprivate var isNotKnown: Bool {
        switch self {
        case .unknown, .unlisted: true
        case .good, .flawed, .revoked: false
        }
    }
}
