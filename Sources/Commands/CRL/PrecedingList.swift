import OpenSSL
import PKI
import System
import Words

/// A list that the new one follows or changes.
struct PrecedingList {
    private let source: String
    private let list: RevocationList
    let entries: [RevokedCertificate]

    init(_ path: String, of issuer: Issuer, _ inputs: InputFiles) throws {
        try self.init(inputs.revocationLists(path), from: sourceName(path), of: issuer)
    }

    init(_ lists: [RevocationList], from source: String, of issuer: Issuer) throws {
        (list, entries) = try about(source) {
            guard lists.count == 1, let list = lists.first else {
                throw CommandError(.badInput, "expected one revocation list, found \(lists.count)")
            }
            guard list.isNamedAsIssuer(issuer.certificate), list.isSigned(by: issuer.certificate) else {
                throw CommandError(.badInput, "the CA did not sign this list")
            }
            // Without its scope, the new list would cover other certificates.
            let unknown = list.extensions.first {
                $0.isCritical && $0.oid != ExtensionID.deltaCRLIndicator
                    || $0.oid == ExtensionID.issuingDistributionPoint
            }
            if let unknown {
                let kind = unknown.isCritical ? "critical extension" : "extension"
                throw CommandError(
                    .badInput,
                    "the list has the \(kind) \(unknown.name.printable), which signet does not write"
                )
            }
            guard let entries = list.entries else {
                throw CommandError(.badInput, "the list has a malformed date")
            }
            if list.entryKinds.isMalformed {
                throw CommandError(.badInput, "the list \(RevocationList.hasMalformedEntry)")
            }
            try Self.check(entries, isDelta: !list.isComplete)
            return (list, entries)
        }
        self.source = source
    }

    /// Refuses entries that make verifiers reject a list, or that signet cannot change.
    private static func check(_ entries: [RevokedCertificate], isDelta: Bool) throws {
        var seen: Set<[UInt8]> = []
        for entry in entries {
            func fault(_ words: String) -> CommandError {
                CommandError(.badInput, "the entry \(SerialNumber.text(entry.serialNumber)) \(words)")
            }
            if let unknown = entry.extensions.first(where: \.isCritical) {
                throw fault(
                    "has the critical extension \(unknown.name.printable), which signet does not write")
            }
            if entry.extensions.contains(where: { $0.oid == ExtensionID.certificateIssuer }) {
                throw fault("has a certificateIssuer, which only an indirect list may have (RFC 5280 §5.3.3)")
            }
            if entry.reason == .removeFromCRL, !isDelta {
                throw fault("is removeFromCRL, which only a delta list may have (RFC 5280 §5.3.1)")
            }
            if !seen.insert(entry.serialNumber).inserted { throw fault("occurs twice") }
        }
    }

    /// The authorityKeyIdentifier, if the list has one.
    ///
    /// - Throws: if it is malformed or names another certificate, because verifiers would reject the list.
    func authorityKey(_ issuer: Issuer) throws -> [CertificateExtension] {
        guard let part = list.extensions[ExtensionID.authorityKeyIdentifier] else {
            Console.warn(
                "\(source.printable): neither the list nor its delta has an authorityKeyIdentifier (RFC 5280 §5.2.1)"
            )
            return []
        }
        guard case .authorityKeyIdentifier(let key, _, let serialNumber) = part.contents,
            key ?? issuer.keyIdentifier == issuer.keyIdentifier,
            serialNumber ?? issuer.certificate.serialNumber == issuer.certificate.serialNumber
        else {
            throw CommandError(
                .badInput,
                "the authorityKeyIdentifier of the list is malformed, or not that of the CA's certificate",
                hint: "make a complete list without --delta"
            ).about(source)
        }
        return [part]
    }

    /// Nil if the list has none.
    func number() throws -> Int64? { try number(ExtensionID.crlNumber) }

    func requireNumber() throws -> Int64 {
        guard let number = try number() else {
            throw CommandError(
                .badInput, "the list has no number, so a delta cannot name it (RFC 5280 §5.2.4)"
            )
            .about(
                source)
        }
        return number
    }

    func requireOlder(than now: Timestamp) throws {
        try about(source) { try list.requireOlder(than: now, called: "the list") }
    }

    /// Throws unless a list may begin with the entries of this one.
    ///
    /// - Parameter base: the list that the new one is a delta to; nil if it is complete.
    func requireContinuable(_ base: PrecedingList?, at now: Timestamp) throws {
        if let base { try requireDelta(to: base) } else { try requireComplete() }
        try requireOlder(than: now)
    }

    func requireComplete() throws {
        if !list.isComplete {
            throw CommandError(.badInput, "expected a complete list, found a delta").about(source)
        }
    }

    /// The changes of this list to a complete one; none if the complete list is newer. One sequence numbers both (RFC 5280
    /// §5.2.3), so a complete list has the entries of all lists before it.
    ///
    /// - Throws: unless this is a delta to the complete list, or to one before it; if the complete list lacks a change of it,
    ///   and has the same number, or a greater one although this delta is later.
    func changes(to complete: PrecedingList, at now: Timestamp) throws -> [RevokedCertificate] {
        guard let base = try number(ExtensionID.deltaCRLIndicator), try base <= complete.requireNumber()
        else {
            throw CommandError(.badInput, "the second --from must be a delta to the first").about(source)
        }
        try requireOlder(than: now)
        let (number, numberOfComplete) = (try requireNumber(), try complete.requireNumber())
        if number > numberOfComplete { return entries }
        let known = Dictionary(complete.entries.map { ($0.serialNumber, $0) }) { first, _ in first }
        let lost = entries.first { change in
            guard let entry = known[change.serialNumber] else { return change.reason != .removeFromCRL }
            // A list without a reason says unspecified (§5.3.1).
            return entry.reason ?? .unspecified != change.reason ?? .unspecified
        }
        guard let lost else { return [] }
        let fault =
            "the delta (number \(number)) changes \(SerialNumber.text(lost.serialNumber)), and the complete list (number \(numberOfComplete)) lacks this change (RFC 5280 §5.2.3)"
        let isLater = list.thisUpdate ?? .max > complete.list.thisUpdate ?? .min
        if number == numberOfComplete || isLater {
            throw CommandError(
                .badInput, fault, hint: "leave out this --from, and repeat its changes with --revoke"
            ).about(source)
        }
        // What has expired since the delta was made need not be in the list.
        Console.warn("\(source.printable): \(fault)")
        return []
    }

    private var saysWhereDeltasAre: Bool { list.extensions.contains { $0.oid == ExtensionID.freshestCRL } }

    /// An entry that only a delta has would be lost.
    func warnOfDeltas() {
        if saysWhereDeltasAre {
            Console.warn(
                "\(source.printable): if a delta was made after this list, give the last one in a second --from"
            )
        }
    }

    /// Warns if this list does not say where the deltas to it are.
    func warnOfHidingDeltas() {
        if !saysWhereDeltasAre {
            Console.warn(
                "\(source.printable): the list has no freshestCRL, so verifiers ignore deltas to it unless the certificate has one (RFC 5280 §5.2.6); use --delta-url for the complete list"
            )
        }
    }

    /// Warns of extensions that the list that follows this one does not have.
    func warnOfOthers(beside new: [CertificateExtension]) {
        for old in list.extensions
        where old.oid != ExtensionID.deltaCRLIndicator && !new.contains(where: { $0.oid == old.oid }) {
            let flag = old.oid == ExtensionID.freshestCRL && list.isComplete ? "; use --delta-url URL" : ""
            Console.warn("\(source.printable): the extension \(old.name.printable) is not copied\(flag)")
        }
    }

    private func requireDelta(to base: PrecedingList) throws {
        guard try number(ExtensionID.deltaCRLIndicator) == base.requireNumber() else {
            throw CommandError(.badInput, "with --delta, --from must be a delta to the same list").about(
                source)
        }
    }

    private func number(_ oid: String) throws -> Int64? { try about(source) { try list.number(oid) } }
}

extension RevocationList {
    var isComplete: Bool { !extensions.contains { $0.oid == ExtensionID.deltaCRLIndicator } }

    /// Verifiers use the newest list, by its time.
    func requireOlder(than now: Timestamp, called name: String) throws {
        if let start = thisUpdate, start > now.seconds {
            throw CommandError(
                .badInput,
                "\(name) begins at \(Timestamp(seconds: start).rfc3339), after the current time, so the new one would be older",
                hint: "correct the clock, or use a later --at")
        }
    }

    /// The number in an extension: of the list itself, or of the one that it is a delta to.
    ///
    /// - Returns: nil if the list has no such extension.
    func number(_ oid: String) throws -> Int64? {
        guard let part = extensions[oid] else { return nil }
        if let number = part.number, number < .max { return number }
        if part.isLargeNumber || part.number == .max {
            throw CommandError(
                .badInput,
                "the \(part.name.printable) of the list is \(Int64.max) or more, which is too large for signet (RFC 5280 §5.2.3 allows 20 octets)",
                hint: "make the next list with the program that made this one")
        }
        throw CommandError(.badInput, "the \(part.name.printable) of the list is malformed")
    }
}
