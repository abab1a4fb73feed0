import JOSE
import JSON
import OpenSSL
import PKI
import System
import Words

extension CertRenew {
    static func run(_ request: CertRenewRequest) throws -> ExitStatus {
        let inputs = InputFiles()
        let issuer = try inputs.issuer(request.ca, request.caKey, for: .keyCertSign, at: request.now)
        inputs.forgetSecrets()
        if let end = issuer.certificate.notAfter, end < request.now.seconds {
            throw CommandError(
                .badInput, "the CA expired at \(Timestamp(seconds: end).rfc3339), so it cannot issue"
            ).about(sourceName(request.ca))
        }
        let digest = try issuer.key.type.digest(request.digest)
        var report = CertRenewReport(time: request.now)
        let folders = request.folders.map { ($0, below: FilesBelow($0, eachName: true)) }
        var uses = request.makesNewKeys ? KeyUses(folders.flatMap(\.below.paths), at: request.now) : KeyUses()
        var copies: [Certificate: Certificate] = [:]
        // The report is the only place that has the serial numbers of what was replaced.
        try Interruption.watch()
        renewal: for (folder, below) in folders {
            below.noteLinks()
            for error in below.failures { report.others.fail(error.path ?? folder, error) }
            for path in below.paths {
                if Interruption.isRequested { break renewal }
                do {
                    let found = try renew(path, request, issuer, digest, &uses, &copies, inputs)
                    if found.isEmpty { report.others.ignored.append(path) }
                    report.certificates += found
                } catch {
                    report.others.fail(path, error)
                }
            }
        }
        // A folder that is not mounted, or another CA, would look like one where nothing is due.
        if report.certificates.isEmpty, report.others.failures.isEmpty, !Interruption.isRequested {
            for folder in request.folders {
                report.others.fail(
                    folder, CommandError(.badInput, "found no certificate of the CA").about(folder))
            }
        }
        let held = HeldSignals.ofBrokenPipes()
        do {
            try Output.standard.write(report.content(isJSON: request.isJSON), inputs)
        } catch {
            // Nothing else says what was replaced. These notes come before a broken pipe ends the process.
            for row in report.certificates where row.replacement != nil {
                Console.note(
                    "\(row.path.printable): replaced the certificate with the serial number \(row.certificate.serialNumberText)"
                )
            }
            _ = consume held
            throw error
        }
        _ = consume held
        if Interruption.isRequested {
            Console.note("interrupted; the files that are not in the report are as they were")
            Interruption.takeEffect()
        }
        return report.exitStatus
    }

    /// Renews the certificates of a file whose time has come. The file is replaced if there are some.
    ///
    /// - Parameter copies: the new certificates by the old ones. A copy in another file, such as that with the chain, becomes
    ///   the same certificate, unless each gets a new key.
    /// - Returns: those that this CA issued.
    private static func renew(
        _ path: String, _ request: CertRenewRequest, _ issuer: Issuer, _ digest: DigestAlgorithm?,
        _ uses: inout KeyUses, _ copies: inout [Certificate: Certificate], _ inputs: InputFiles
    ) throws -> [CertRenewReport.Row] {
        // The file is an input that is replaced. Those of the CA never are.
        let original = try InputFiles().read(path, upTo: Limits.certificateFileBytes)
        if original.withBytes({ PFX.isRecognized($0) || PFX.isJavaKeyStore($0) }) {
            Console.note("\(path.printable): PKCS#12 files and Java keystores are ignored")
            return []
        }
        var bytes = original
        let certificates = try CertificateFiles.certificatesOutsidePKCS12(bytes, path)
        if certificates.isEmpty {
            try CertificateFiles(InputFiles(), pkcs12: request.caKey.opening).refuseUnreadable(original, path)
        }
        var rows: [CertRenewReport.Row] = []
        for index in try about(path, { try Leaves.indices(of: certificates) }).sorted() {
            let old = certificates[index]
            if old == issuer.certificate || old.extensions.isCA { continue }
            guard issuer.certificate.hasIssued(old) else {
                if issuer.certificate.isNamedAsIssuer(by: old), request.isDue(old) {
                    Console.warn(
                        "\(path.printable): a certificate that names the CA is due, but another key signed it, so it is ignored; use --ca with the certificate of that key, or signet cert create --like"
                    )
                }
                continue
            }
            guard old.notBefore != nil, old.notAfter != nil else {
                throw CommandError(.badInput, "the certificate has a malformed notBefore or notAfter").about(
                    path)
            }
            var row = CertRenewReport.Row(path: path, number: index + 1, certificate: old)
            if let twin = rows.first(where: { $0.certificate == old }) {
                // Both were replaced at once.
                (row.replacement, row.hasNewKey) = (twin.replacement, twin.hasNewKey)
            } else if request.isDue(old) {
                var key = try about(path) { try old.publicKey() }
                if request.makesNewKeys {
                    (key, bytes) = try about(path) {
                        try uses.change(key, in: path)
                        return try withNewKey(key, old, among: certificates, bytes)
                    }
                    row.hasNewKey = true
                }
                let new =
                    try copies[old] ?? about(path) { try renewed(old, key, request, issuer, digest, path) }
                if !request.makesNewKeys { copies[old] = new }
                guard let changed = try bytes.withBytes({ try old.replaced(by: new, in: $0) }),
                    try !CertificateFiles.certificatesOutsidePKCS12(changed, path).contains(old)
                else {
                    throw CommandError(
                        .badInput,
                        "the certificate, or a copy of it, is neither DER nor in a CERTIFICATE block of PEM",
                        hint: "use signet cert create --like"
                    ).about(path)
                }
                bytes = changed
                row.replacement = new
            }
            rows.append(row)
        }
        if rows.contains(where: { $0.replacement != nil }) {
            try replace(path, original, by: bytes, inputs)
            warn(ofOld: issuer.certificate, among: certificates, beside: rows, path)
            // openssl and certtool write a certificate's fields above it. Base64 has no spaces.
            if original.withBytes({ $0.contains("Not After") }) {
                Console.warn("\(path.printable): the text beside the certificate may describe the old one")
            }
        }
        return rows
    }

    /// Warns of a certificate of the CA in the chain that ends before a new certificate, and before the CA's own, which the
    /// file does not have.
    private static func warn(
        ofOld issuer: Certificate, among certificates: [Certificate], beside rows: [CertRenewReport.Row],
        _ path: String
    ) {
        let last = min(rows.compactMap { $0.replacement?.notAfter }.max() ?? .min, issuer.notAfter ?? .max)
        if certificates.contains(issuer) { return }
        for other in certificates where other.hasSameKey(as: issuer) {
            guard let end = other.notAfter, end < last else { continue }
            Console.warn(
                "\(path.printable): the certificate of the CA in this file expires at \(Timestamp(seconds: end).rfc3339), before the new one, and is not replaced"
            )
        }
    }

    private static func renewed(
        _ old: Certificate, _ key: PublicKey, _ request: CertRenewRequest, _ issuer: Issuer,
        _ digest: DigestAlgorithm?, _ path: String
    ) throws -> Certificate {
        try Key(.publicKey(key)).judge()
        let validity = try request.validity.range(like: old)
        let issuance = Issuance(
            subject: old.subject, publicKey: key,
            extensions: try old.templateExtensions(for: old.subject, key),
            validity: validity, serialNumber: try SerialNumber.random())
        if old.subject.isEmpty, try Purposes(issuance.extensions).names.isEmpty {
            throw InputError("an empty subject requires alternative names (RFC 5280 §4.1.2.6)")
        }
        try CertCreate.warn(issuance, issuer, path)
        if let end = old.notAfter, end > validity.upperBound.seconds {
            Console.warn(
                "\(path.printable): the new certificate ends before the old one, which was valid until \(Timestamp(seconds: end).rfc3339)"
            )
        }
        if request.limit.isReached(
            from: validity.lowerBound.seconds, until: validity.upperBound.seconds, at: request.now)
        {
            Console.warn(
                "\(path.printable): every run will renew the certificate, because the new one also has less left than --within says"
            )
        }
        return try issuance.issued(by: issuer, digest: digest)
    }

    /// Makes a key of the same type, in the place of the old one. Two files cannot be replaced in one step, so both the
    /// key and the certificate must be in this one.
    ///
    /// - Returns: the new key, and the contents of the file.
    private static func withNewKey(
        _ key: PublicKey, _ old: Certificate, among certificates: [Certificate], _ bytes: Secret
    ) throws -> (PublicKey, Secret) {
        if certificates.contains(where: { $0 != old && $0.hasSameKey(as: old) }) {
            throw CommandError(
                .badInput, "another certificate in the file has the same key",
                hint: "put each certificate into a file of its own")
        }
        let new = try PrivateKey.generate(key.type)
        guard let changed = try bytes.withBytes({ try key.privateKeyReplaced(by: new, in: $0) }) else {
            throw CommandError(
                .badInput,
                "--new-keys requires the private key in the certificate's file, as PEM and not encrypted, because two files cannot be replaced in one step",
                hint: "leave out --new-keys, or use signet keygen and signet cert create --like")
        }
        return (new.publicKey, changed)
    }

    /// Replaces a file, unless somebody has changed it while its new key, which may take seconds, was made and written.
    static func replace(
        _ path: String, _ original: Secret, by bytes: Secret, _ inputs: InputFiles,
        _ outputs: Outputs = Outputs(mayReplace: true, keepsOwner: true)
    ) throws {
        let holdsKey = bytes.withBytes { PEMBlock.holdsPrivateKey($0) }
        var outputs = outputs
        outputs.checkBeforeNames = { () throws(SystemError) in
            let current: Secret
            do {
                current = try InputFiles().read(path, upTo: Limits.certificateFileBytes)
            } catch {
                throw error as? SystemError ?? SystemError(path: path, reason: .isChanged)
            }
            guard current.withBytes({ now in original.withBytes { constantTimeEqual(now, $0) } }) else {
                throw SystemError(path: path, reason: .isChanged)
            }
        }
        // Of two commands that renew a file at the same time, the second fails: it is locked, or has changed.
        let lock: FileLock
        do throws(SystemError) { lock = try FileLock(path) } catch { throw CommandError(error) }
        outputs.add(holdsKey ? .secret(bytes) : .ordinary(bytes.withBytes { Array($0) }), to: path)
        try outputs.write(inputs: inputs)
        // It is held until here.
        _ = consume lock
    }
}

/// Which files have a private key, and which need one that they do not have. With a new key in the only file that has it,
/// nobody could use a certificate in another file any more.
private struct KeyUses {
    /// By the SHA-256 of the key. A file may have several names in the folders; its own one is kept.
    private var holders: [[UInt8]: Set<String>] = [:]
    private var dependents: [[UInt8]: String] = [:]

    init() {}

    init(_ paths: [String], at now: Timestamp) {
        for path in paths {
            do {
                try add(path, now)
            } catch {
                // It is reported when the turn of the file comes.
                continue
            }
        }
    }

    private mutating func add(_ path: String, _ now: Timestamp) throws {
        let bytes = try InputFiles().read(path, upTo: Limits.certificateFileBytes)
        if bytes.withBytes({ PFX.isRecognized($0) }) { return }
        let (keys, hasOthers) = try bytes.withBytes { try PublicKey.ofPrivateKeys(in: $0) }
        let place = try resolvedPath(path)
        for key in keys { holders[try key.spkiSHA256(), default: []].insert(place) }
        // One of them may be the key of any certificate here.
        if hasOthers { return }
        for certificate in try CertificateFiles.certificatesOutsidePKCS12(bytes, path) {
            guard let end = certificate.notAfter, end >= now.seconds else { continue }
            let key: [UInt8]
            do {
                key = try certificate.publicKey().spkiSHA256()
            } catch {
                // signet does not know its type, so it does not renew it either.
                continue
            }
            if !holders[key, default: []].contains(place) { dependents[key] = path }
        }
    }

    /// Notes that the file no longer has the key.
    ///
    /// - Throws: if another file needs the key, and no other one has it.
    mutating func change(_ key: PublicKey, in path: String) throws {
        let key = try key.spkiSHA256()
        let place = try resolvedPath(path)
        if let other = dependents[key], holders[key] == [place] {
            throw CommandError(
                .badInput,
                "\(other.printable) has a certificate with the same key, and no other PEM file has the private key",
                hint: "leave out --new-keys, or use signet keygen and signet cert create --like")
        }
        holders[key]?.remove(place)
    }
}

/// What was found and renewed.
struct CertRenewReport {
    struct Row {
        let path: String
        /// From 1, within its file.
        let number: Int
        let certificate: Certificate
        var replacement: Certificate?
        var hasNewKey = false

        /// The one that is in the file now.
        var current: Certificate { replacement ?? certificate }

        var status: String { replacement == nil ? Verdict.pass.rawValue : "renewed" }
    }

    let time: Timestamp
    var certificates: [Row] = []
    var others = OtherFiles()

    init(time: Timestamp) { self.time = time }

    private var isChanged: Bool { certificates.contains { $0.replacement != nil } }

    /// A failure decides, because a certificate that nobody renews expires.
    var exitStatus: ExitStatus {
        others.status ?? (isChanged ? .success : .no)
    }

    func content(isJSON: Bool) -> Outputs.Content {
        isJSON ? Outputs.Content(line: JSONWriter.bytes(json)) : Outputs.Content(text: text)
    }

    private var json: JSONValue {
        .object([
            ("changed", .bool(isChanged)),
            ("at", .string(time.rfc3339)),
            ("ignored", .strings(others.ignored)),
            ("certificates", .array(certificates.map(json))),
            ("errors", others.errorsJSON),
        ])
    }

    private func json(_ row: Row) -> JSONValue {
        let end = row.current.notAfter
        let isReplaced = row.replacement != nil
        return .object([
            ("file", .string(row.path)), ("index", .integer(Int64(row.number))),
            ("status", .string(row.status)), ("subject", .string(row.current.subject.text)),
            ("serial", .string(row.current.serialNumberText)),
            ("notAfter", end.map { .string(Timestamp(seconds: $0).rfc3339) }),
            ("daysLeft", end.map { .integer(TimeLeft(until: $0, at: time).days) }),
            ("replaced", isReplaced ? .string(row.certificate.serialNumberText) : nil),
            ("newKey", isReplaced ? .bool(row.hasNewKey) : nil),
        ])
    }

    /// One line per certificate under a header, then a summary.
    private var text: String {
        var rows: [CertCheckReport.Row] = [(["STATUS", "DAYS", "FILE", "SUBJECT"], [])]
        for row in certificates {
            let days = row.current.notAfter.map { String(TimeLeft(until: $0, at: time).days) } ?? "?"
            rows.append(([row.status, days, row.path.printable, row.current.subject.text.printable], []))
        }
        let renewed = certificates.count { $0.replacement != nil }
        let unread = others.failures.isEmpty ? "" : ", \(others.failures.count) failed"
        let ignored =
            others.ignored.isEmpty
            ? "" : ", \(counted(others.ignored.count, "file")) without certificates of the CA ignored"
        let summary =
            "\(renewed) of \(counted(certificates.count, "certificate")) renewed\(unread)\(ignored)"
        return (certificates.isEmpty ? "" : CertCheckReport.table(rows) + "\n") + summary + "\n"
    }
}
