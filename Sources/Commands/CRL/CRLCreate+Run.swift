import Arguments
import OpenSSL
import PKI
import System
import Words

extension CRLCreate {
    static func run(_ request: CRLCreateRequest) throws -> ExitStatus {
        try request.output.refuseTerminal(request.encoding)
        let inputs = InputFiles()
        let issuer = try inputs.issuer(request.ca, request.caKey, for: .cRLSign, at: request.now)
        issuer.warnIfNotValid(at: request.now, request.ca)
        let base = try request.delta.map { try PrecedingList($0, of: issuer, inputs) }
        let from = try request.from.map { try PrecedingList($0, of: issuer, inputs) }
        let (old, change) = (from.first, from.dropFirst().first)
        try base?.requireComplete()
        try old?.requireContinuable(base, at: request.now)
        let changes = try old.flatMap { old in try change?.changes(to: old, at: request.now) } ?? []
        if base == nil, change == nil { old?.warnOfDeltas() }
        try base?.requireOlder(than: request.now)
        let preceding = from + [base].compactMap { $0 }
        let number = try number(request, preceding)

        var draft = RevocationDraft(old?.entries ?? [], changing: base?.entries)
        for (serialNumber, reason) in draft.add(delta: changes) {
            Console.warn(
                "\(SerialNumber.text(serialNumber)) stays revoked for good, although the delta has \(reason.name) for it (RFC 5280 §5.3.1)"
            )
        }
        let files = CertificateFiles(inputs, pkcs12: request.caKey.opening)
        var given: [[UInt8]: (reason: RevocationReason?, second: Int64?)] = [:]
        for revocation in request.revocations {
            let serialNumber = try serialNumber(revocation, issuer, files)
            try about(sourceName(revocation.certificate)) { try issuer.refuseItself(serialNumber) }
            let reason = revocation.details.reason
            let second = try revocation.details.second(request.now, "--revoke")
            if let other = given.updateValue((reason, second), forKey: serialNumber) {
                if other == (reason, second) { continue }
                throw CommandError(
                    .usage,
                    "--revoke: \(SerialNumber.text(serialNumber)) is given twice, with different reasons or times"
                )
            }
            if reason == nil, draft.isOnHold(serialNumber) {
                let word = revocation.certificate
                throw CommandError(
                    .badInput,
                    "\(word.quoted) is on hold, and nothing says whether it is revoked for good now",
                    hint: word == word.printable(upTo: .max)
                        ? "use --revoke \(ShellQuote.posixIfNeeded(word)):unspecified to revoke it for good, or leave it out"
                        : nil)
            }
            try draft.revoke(serialNumber, reason, at: second, now: request.now.seconds)
        }
        try ListReplacement(
            number: number, entries: draft.entries, given: given, preceding: preceding, base: base,
            issuer: issuer, request: request
        ).check()
        // A delta copies the authorityKeyIdentifier of its base, or its absence: the two must be the same (RFC 5280 §6.3.3
        // (c) (3)).
        var extensions = try base?.authorityKey(issuer) ?? [.authorityKeyIdentifier(issuer.keyIdentifier)]
        extensions.append(try .crlNumber(number))
        if let base { extensions.append(try .deltaCRLIndicator(try base.requireNumber())) }
        if !request.deltaURLs.isEmpty {
            extensions.append(try .freshestCRL(request.deltaURLs.map(GeneralName.uri)))
        }
        base?.warnOfHidingDeltas()
        old?.warnOfOthers(beside: extensions)
        let list = try RevocationList.make(
            issuer: issuer.certificate.subject, thisUpdate: request.now.seconds,
            nextUpdate: request.nextUpdate.seconds, entries: draft.entries, extensions: extensions,
            by: issuer.key, digest: try issuer.key.type.digest(request.digest))
        let bytes = try request.encoding == .der ? list.der : list.pem()
        if bytes.count > Limits.revocationListFileBytes {
            let isSmallerInDER = try list.der.count <= Limits.revocationListFileBytes
            throw CommandError.tooLargeToRead(
                bytes.count, Limits.revocationListFileBytes, hint: isSmallerInDER ? "use --encoding der" : nil
            )
        }
        try request.output.write(.ordinary(bytes), inputs)
        return .success
    }

    private static func number(_ request: CRLCreateRequest, _ lists: [PrecedingList]) throws -> Int64 {
        let greatest = try lists.compactMap { try $0.number() }.max()
        guard let number = request.number.map(Int64.init) else { return (greatest ?? 0) + 1 }
        if let greatest, number <= greatest {
            throw CommandError(
                .usage, "--number must be greater than \(greatest), the number of the list before",
                hint: "leave out --number")
        }
        return number
    }

    /// The content octets of a serial number that was typed, or of that of a certificate.
    private static func serialNumber(
        _ revocation: Revocation, _ issuer: Issuer, _ files: CertificateFiles
    ) throws -> [UInt8] {
        let word = revocation.certificate
        if let hint = SerialNumber.decimalHint(word, for: "--revoke", revocation.typedDetails) {
            throw CommandError(.usage, "--revoke: \(SerialNumber.mayBeDecimal)", hint: hint)
        }
        if let magnitude = SerialNumber.bytes(word) {
            if fileExists(word), !Folder.exists(word) {
                throw CommandError(
                    .usage, "--revoke: \(word.quoted) is a serial number and the name of a file",
                    hint: "use ./\(word.printable) for the file")
            }
            SerialNumber.noteIfDoubtful(word, magnitude, of: "--revoke", mayBeName: true)
            return SerialNumber.contents(magnitude)
        }
        if !fileExists(word) { try refuseText(word, revocation.typedDetails) }
        let certificate = try files.readLeaf(word)
        guard issuer.certificate.hasIssued(certificate) else {
            let number =
                issuer.certificate.isNamedAsIssuer(by: certificate)
                ? SerialNumber.exactly(certificate.serialNumber) : nil
            throw CommandError(
                .badInput, "the CA did not sign this certificate, so its list cannot revoke it",
                hint: number.map {
                    "use --revoke \($0)\(revocation.typedDetails.printable) if an earlier key of the CA signed it"
                }
            ).about(sourceName(word))
        }
        return certificate.serialNumber
    }

    /// Refuses what is meant to be a serial number or to have a reason, rather than the name of a missing file.
    private static func refuseText(_ word: String, _ details: String) throws {
        // A time has colons, and so may a serial number.
        let colons = word.indices.filter { word[$0] == ":" }
        func isSerial(_ end: String.Index) -> Bool { SerialNumber.bytes(String(word[..<end])) != nil }
        func rest(_ colon: String.Index) -> String { String(word[colon...].dropFirst()) }
        if let colon = colons.first(where: { fileExists(String(word[..<$0])) })
            ?? colons.first(where: { isSerial($0) && TimeText(parsing: rest($0)) != nil })
            ?? colons.suffix(1).first(where: isSerial)
        {
            throw CommandError(.usage, "--revoke: \(RevocationDetails.unknownReason(rest(colon)))")
        }
        for prefix in ["0x", "serial=", "serial:"] where word.lowercased().hasPrefix(prefix) {
            if let magnitude = SerialNumber.bytes(String(word.dropFirst(prefix.count))) {
                throw CommandError(
                    .usage, "--revoke: expected hexadecimal digits alone, found \(word.quoted)",
                    hint: "use --revoke \(SerialNumber.octets(magnitude))\(details.printable)")
            }
        }
        if word.utf8.allSatisfy({ $0.hexadecimalValue != nil || $0 == UInt8(ascii: ":") }) {
            throw CommandError(
                .usage,
                "--revoke: invalid serial number \(word.quoted); expected a positive number of at most 20 octets, in hexadecimal"
            )
        }
    }
}
