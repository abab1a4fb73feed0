import Arguments
import OpenSSL
import PKI
import System
import Words

/// A new list that takes the place of a file. Verifiers would accept certificates again that a list in the file revokes, and
/// the new one does not.
struct ListReplacement {
    let number: Int64
    /// Those of the new list.
    let entries: [RevokedCertificate]
    /// What was given for the certificates that were named, by their serial numbers.
    let given: [[UInt8]: (reason: RevocationReason?, second: Int64?)]
    /// The lists that the new one continues, and the one to which it is a delta.
    let preceding: [PrecedingList]
    /// The list to which the new one is a delta.
    let base: PrecedingList?
    let issuer: Issuer
    let request: CRLCreateRequest

    /// Throws if the new list is not known to be after those of the file, or lacks entries of them.
    func check() throws {
        guard request.output.mayReplace, let path = request.output.path, try !OutputPlace(path).isStream,
            FileIdentity(at: path) != nil
        else { return }
        let bytes = try InputFiles().read(path, upTo: Limits.revocationListFileBytes)
        let lists = try lists(in: bytes, path)
        if bytes.withBytes(RevocationList.isBesideOthers) {
            throw refusal(path, "the file that would be replaced has other PEM blocks beside its list")
        }
        if !lists.allSatisfy({ $0.isNamedAsIssuer(issuer.certificate) }) {
            throw refusal(path, "the file that would be replaced has a list of another CA")
        }
        let newest = lists.max { $0.thisUpdate ?? .min < $1.thisUpdate ?? .min }
        try about(path) {
            try newest?.requireOlder(than: request.now, called: "the list that would be replaced")
        }
        if base != nil, lists.contains(where: \.isComplete) {
            throw refusal(path, "the list that would be replaced is complete, and the new one is a delta")
        }
        let numbers = lists.map { (try? $0.number(ExtensionID.crlNumber)) ?? .max }
        guard let last = numbers.max() else { return }
        let (fault, remedy): (String, String)
        var keeping: String?
        var withoutNumber = ""
        if number > last {
            guard let loss = try loss(of: lists, last) else {
                return try warnOfChanges(to: lists, last, path)
            }
            (fault, keeping, remedy) = loss
        } else if last < .max {
            fault =
                "the number of the new list is \(number), and that of the list it would replace is \(last) (RFC 5280 §5.2.3)"
            remedy = "use --number \(last + 1) if no entry is missing"
            if request.number != nil { withoutNumber = " without --number" }
        } else {
            fault =
                "the list that would be replaced has no number, or one that is malformed or too large, so it may be newer (RFC 5280 §5.2.3)"
            remedy = "move the file away if no entry is missing"
        }
        throw CommandError(
            .badInput, fault,
            hint: canContinue(lists)
                ? "use --from \(ShellQuote.posixIfNeeded(path)) --out \(newName(path))\(withoutNumber) to keep its entries, or \(remedy)"
                : [keeping, remedy].compactMap(\.self).joined(separator: ", or ")
        ).about(path)
    }

    /// The lists that would be replaced. A file that cannot be read may be a list.
    private func lists(in bytes: Secret, _ path: String) throws -> [RevocationList] {
        do {
            return try bytes.withBytes { try RevocationList.all(in: $0) }
        } catch let error as OpenSSLError where error.isOfSystem {
            throw error
        } catch {
            if bytes.count == 0 { return [] }
            throw refusal(
                path,
                "the file that would be replaced cannot be read as a revocation list: \(CommandError(error).message)"
            )
        }
    }

    private func refusal(_ path: String, _ fault: String) -> CommandError {
        CommandError(
            .badInput, fault, hint: path == path.printable(upTo: .max) ? "use --out \(newName(path))" : nil
        ).about(path)
    }

    /// What the new list lacks of those that it replaces, how to keep it, and what to do otherwise; nil if it lacks nothing.
    /// Only a hold can be taken back (RFC 5280 §5.3.1): in a list after the replaced ones, or now. Nothing says whether a
    /// certificate has expired, whose entry may be left out (§3.3).
    ///
    /// - Parameter last: their greatest number, which is less than that of the new list.
    private func loss(
        of replaced: [RevocationList], _ last: Int64
    ) throws -> (fault: String, keeping: String?, remedy: String)? {
        if replaced.contains(where: { $0.entries == nil }) {
            return (
                "the list that would be replaced has an entry with a malformed date, so it may revoke others",
                nil, "move the file away if no entry is missing"
            )
        }
        let numbered = try preceding.map { ($0, number: try $0.number() ?? -1) }
        let isFollowed = numbered.contains { $0.number > last }
        let taken = numbered.filter { $0.number == last }.flatMap(\.0.entries).map(\.serialNumber)
        let known = entries + (base?.entries ?? [])
        let released = given.filter { $0.value.reason == .removeFromCRL }.keys
        let held = Set(released).union(taken).union(known.map(\.serialNumber))
        let revoked = Set(
            known.filter { ![.certificateHold, .removeFromCRL].contains($0.reason) }.map(\.serialNumber))
        var seen: Set<[UInt8]> = []
        let lost = replaced.flatMap { list in
            // Another key of the CA has a sequence of numbers of its own.
            let canBeFollowed = isFollowed && list.isSigned(by: issuer.certificate)
            return (list.entries ?? []).filter { entry in
                let isKept =
                    switch entry.reason {
                    case .removeFromCRL: true
                    case .certificateHold: canBeFollowed || held.contains(entry.serialNumber)
                    default: revoked.contains(entry.serialNumber)
                    }
                return !isKept && seen.insert(entry.serialNumber).inserted
            }
        }
        if lost.isEmpty { return nil }
        // They may be on hold in the new list.
        let isWeaker = lost.allSatisfy { held.contains($0.serialNumber) }
        let flags = lost.filter { $0.date <= request.now.seconds }.compactMap(flag)
        let them = lost.count == 1 ? "it" : "them"
        return (
            "the list that would be replaced revokes \(counted(lost.count, "certificate")) \(isWeaker ? "for good, and" : "that") the new one does not",
            lost.count > 3 || flags.count < lost.count
                ? nil : "use \(flags.joined(separator: " ")) to keep \(them)",
            "move the file away to accept \(them) again"
        )
    }

    /// Warns of entries that lose their reason, their time or an extension. In a later list that the new one continues, they
    /// may have changed since, and what was on hold may have been taken back.
    ///
    /// - Parameter last: the greatest number of the replaced lists.
    private func warnOfChanges(to replaced: [RevocationList], _ last: Int64, _ path: String) throws {
        let later = try preceding.filter { try $0.number() ?? -1 >= last }
        let known = Set(later.flatMap(\.entries).map(\.serialNumber))
        let new = Dictionary((entries + (base?.entries ?? [])).map { ($0.serialNumber, $0) }) { first, _ in
            first
        }
        let changed = replaced.flatMap { $0.entries ?? [] }.filter { old in
            guard !known.contains(old.serialNumber), old.reason != .certificateHold || later.isEmpty,
                let entry = new[old.serialNumber]
            else { return false }
            let (reason, second) = given[old.serialNumber] ?? (nil, nil)
            return second == nil && entry.date != old.date
                || reason == nil && entry.reason ?? .unspecified != old.reason ?? .unspecified
                || old.extensions.contains { part in
                    part.oid != ExtensionID.reasonCode && !entry.extensions.contains { $0.oid == part.oid }
                }
        }
        let count = Set(changed.map(\.serialNumber)).count
        if count > 0 {
            Console.warn(
                "\(path.printable): \(counted(count, "certificate")) in the list that is replaced \(count == 1 ? "loses its" : "lose their") reason, time or extensions\(canContinue(replaced) ? "; --from would keep them" : "")"
            )
        }
    }

    /// The `--revoke` that makes an entry again; nil for what it cannot make.
    private func flag(_ entry: RevokedCertificate) -> String? {
        guard let serialNumber = SerialNumber.exactly(entry.serialNumber),
            entry.extensions.count == (entry.reason == nil ? 0 : 1)
        else { return nil }
        let time = Timestamp(seconds: entry.date).rfc3339
        return "--revoke \(serialNumber):\((entry.reason ?? .unspecified).name):\(time)"
    }

    private func newName(_ path: String) -> String { ShellQuote.posixIfNeeded(path + ".new") }

    /// Whether `--from` with the file of these lists would work, so that the hint can propose it.
    private func canContinue(_ lists: [RevocationList]) -> Bool {
        guard request.from.isEmpty, let path = request.output.path, path == path.printable(upTo: .max) else {
            return false
        }
        do {
            let list = try PrecedingList(lists, from: path, of: issuer)
            try list.requireContinuable(base, at: request.now)
            _ = try list.number()
            return true
        } catch {
            return false
        }
    }
}
