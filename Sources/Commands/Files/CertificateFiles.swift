import Arguments
import OpenSSL
import PKI
import System
import Words

/// Reads certificates for every command that takes some.
struct CertificateFiles {
    private let inputs: InputFiles
    private let pkcs12: PKCS12Opening

    init(_ inputs: InputFiles, pkcs12: PKCS12Opening) {
        self.inputs = inputs
        self.pkcs12 = pkcs12
    }

    /// Every certificate of a file: PEM, DER, PKCS#7 or PKCS#12; standard input for `-`.
    func read(_ path: String, as expected: Expectation = .certificate) throws -> [Certificate] {
        let source = sourceName(path)
        let (file, certificates) = try inputs.decode(
            path, upTo: Limits.certificateFileBytes, as: expected, Self.contents)
        guard let file else { return try about(source) { try Self.limited(certificates) } }
        let opened = try open(file, source)
        if opened.isEmpty { throw CommandError(NoCertificatesError.empty).about(source) }
        return opened
    }

    /// - Returns: a PKCS#12 that is not open yet, or certificates.
    private static func contents(of bytes: Secret) throws -> (PFX?, [Certificate]) {
        try bytes.withBytes { bytes in
            let encoding = StoredEncoding(bytes)
            if let file = try PFX.decodeIfRecognized(bytes, encoding) { return (file, []) }
            return (nil, try Certificate.all(in: bytes, encoding))
        }
    }

    /// The certificate of a file. Of several, it is the one that issued no other: a reply of a CA has the chain too.
    func readLeaf(_ path: String) throws -> Certificate {
        let certificates = try read(path)
        return try about(sourceName(path)) { try Self.leaf(of: certificates) }
    }

    /// - Throws: unless one of the certificates, which is one that issued no other, can be meant.
    static func leaf(of certificates: [Certificate]) throws -> Certificate {
        try leaf(of: certificates) { _, _ in false }
    }

    /// A leaf whose key is meant. Several may have it: one that was renewed with its key, or that two CAs issued.
    static func keyHolder(of certificates: [Certificate]) throws -> Certificate {
        try leaf(of: certificates) { $0.hasSameKey(as: $1) }
    }

    private static func leaf(
        of certificates: [Certificate], areAlike: (Certificate, Certificate) -> Bool
    ) throws -> Certificate {
        var seen: Set<Certificate> = []
        let certificates = certificates.filter { seen.insert($0).inserted }
        let leaves = try Leaves.indices(of: certificates).sorted().map { certificates[$0] }
        guard let first = leaves.first, leaves.dropFirst().allSatisfy({ areAlike(first, $0) }) else {
            throw CommandError(
                .badInput, "expected one leaf certificate, found \(leaves.count)",
                hint: "put the certificate into a file of its own")
        }
        return first
    }

    /// The certificate of a key, and those that issued it, as far as the file has them.
    ///
    /// - Parameter time: when issuers should be valid.
    func chain(of key: PublicKey, in path: String, at time: Timestamp) throws -> [Certificate] {
        let certificates = try read(path)
        let leaf = try about(sourceName(path)) { try Self.holder(of: key, among: certificates) }
        return [leaf] + CertificateBundle(leaf, among: certificates, at: time).chain
    }

    /// The first certificate of a key.
    ///
    /// - Throws: if there is none, or if another one expires later, because the first one may be old.
    static func holder(of key: PublicKey, among certificates: [Certificate]) throws -> Certificate {
        let holders = certificates.filter { $0.holds(key) }
        guard let holder = holders.first else {
            throw CommandError(.badInput, "expected the certificate of the key, found that of another key")
        }
        if let other = holders.first(where: { ($0.notAfter ?? .min) > (holder.notAfter ?? .min) }) {
            let ends = [holder, other].map {
                $0.notAfter.map { "expires at \(Timestamp(seconds: $0).rfc3339)" }
                    ?? "has a malformed notAfter"
            }
            throw CommandError(
                .badInput, "the first certificate of the key \(ends[0]), but another one \(ends[1])",
                hint: "leave out the certificate that is not meant")
        }
        return holder
    }

    /// The same for a file of a folder, which may hold something else and has no certificates then. One that cannot
    /// be read is an error, and so is a certificate that is encoded once more.
    func readIfAny(_ path: String) throws -> [Certificate] {
        let bytes = try inputs.read(path, upTo: Limits.certificateFileBytes)
        let source = sourceName(path)
        let isPKCS12 = bytes.withBytes { PFX.isRecognized($0) }
        let found =
            try isPKCS12
            ? certificatesIfAny(in: bytes, source) : Self.certificatesOutsidePKCS12(bytes, source)
        return try found.isEmpty && Self.isEncodedOnceMore(bytes) ? read(path) : found
    }

    /// The certificates in the bytes of a file, which may be a key alone.
    func certificatesIfAny(in bytes: Secret, _ source: String) throws -> [Certificate] {
        try openIfRecognized(bytes, source) ?? Self.certificatesOutsidePKCS12(bytes, source)
    }

    /// The same for a file of a folder that is checked. A keystore of Java is an error too, and so is a file that is meant to
    /// hold certificates, by its name or its contents, and in which none was found.
    func readForCheck(_ path: String) throws -> [Certificate] {
        let bytes = try inputs.read(path, upTo: Limits.certificateFileBytes)
        let source = sourceName(path)
        if let certificates = try openIfRecognized(bytes, source) { return certificates }
        let found = try Self.certificatesOutsidePKCS12(bytes, source)
        guard found.isEmpty, Self.isMeant(bytes, path, or: Self.storeExtensions) else { return found }
        return try read(path)
    }

    /// Refuses a file that is meant to hold certificates, and in which none was found.
    func refuseUnreadable(_ bytes: Secret, _ path: String) throws {
        if Self.isMeant(bytes, path) { _ = try read(path) }
    }

    private static func isMeant(_ bytes: Secret, _ path: String, or others: [String] = []) -> Bool {
        let name = path.lowercased()
        if (extensions + others).contains(where: name.hasSuffix) || isEncodedOnceMore(bytes) { return true }
        // This name is also that of keys, but of nothing that is neither PEM nor a key.
        return name.hasSuffix(".pem")
            && bytes.withBytes { !EncodedKey.isRecognized($0) || Expectation.certificate.isMet(by: $0) }
    }

    /// Whether a file as a whole has certificates that nobody reads as they are: PEM in base64, in UTF-16, after a byte order
    /// mark, or with `\n` in place of line ends. A text that only mentions the lines of PEM has none.
    private static func isEncodedOnceMore(_ bytes: Secret) -> Bool {
        bytes.withBytes { bytes in
            // What cannot be read is something else. Keys are not copied to memory that is not wiped.
            if PEMBlock.isPresent(in: bytes) {
                let text = bytes.extracting(bytes.trimmed)
                let start = Array(text.extracting(first: 12))
                return ["-----BEGIN ", "\"-----BEGIN "].contains { start.starts(with: $0.utf8) }
                    && Certificate.isNamed(in: text)
                    && (try? Certificate.all(inLine: text)) != nil
            }
            return FoundContent.withDecoded(bytes) { (try? Certificate.all(in: $0)) != nil } ?? false
        }
    }

    /// The certificates in the bytes of a file that is not a PKCS#12; none if it has something else.
    static func certificatesOutsidePKCS12(_ bytes: Secret, _ source: String) throws -> [Certificate] {
        try about(source) {
            do {
                return try limited(bytes.withBytes { try Certificate.all(in: $0) })
            } catch is NoCertificatesError {
                return []
            }
        }
    }

    /// The ends of names of files that nobody makes for anything but certificates.
    private static let extensions = [".crt", ".cer", ".cert", ".p7b", ".p7c"]
    /// Those of stores, which hold nothing that can be renewed.
    private static let storeExtensions = [
        ".p12", ".pfx", ".jks", ".jceks", ".bks", ".keystore", ".truststore",
    ]

    /// - Returns: nil for what is not a PKCS#12.
    private func openIfRecognized(_ bytes: Secret, _ source: String) throws -> [Certificate]? {
        try about(source) { try bytes.withBytes { try PFX.decodeIfRecognized($0, StoredEncoding($0)) } }
            .map { try open($0, source) }
    }

    private func open(_ file: PFX, _ source: String) throws -> [Certificate] {
        let opened = try inputs.openIntact(file, pkcs12, source).certificates
        return try about(source) { try Self.limited(opened) }
    }

    /// Every certificate of a line of text.
    static func certificates(inLine line: Span<UInt8>) throws -> [Certificate] {
        try limited(Certificate.all(inLine: line))
    }

    private static func limited(_ certificates: [Certificate]) throws -> [Certificate] {
        var left = Limits.elements
        for certificate in certificates {
            left -= try certificate.elementCount
            if left < 0 {
                throw InputError(
                    "expected certificates with at most \(Limits.elements) elements (names, usages and others), found more",
                    hint: "divide the file: signet-limits(7)")
            }
        }
        return certificates
    }
}

extension CertificateFiles {
    /// The trust anchors of a file, of all files of a folder, or of the system.
    func trustAnchors(_ place: String) throws -> [Certificate] {
        if place == "system" { return try systemRoots() }
        if place == "-" || !Folder.exists(place) { return try read(place, as: .authority) }
        // A folder of roots holds lists, hashed links and texts beside them. Equal certificates may have different trust
        // settings.
        let found = try Folder.files(place).flatMap(readIfAny)
        if found.isEmpty { throw CommandError(.badInput, "the folder contains no certificates").about(place) }
        return found
    }

    private func systemRoots() throws -> [Certificate] {
        if let named = try rootsOfEnvironment() { return named }
        guard let path = try firstExisting(of: SystemRoots.files) else {
            throw CommandError(
                .file, "--roots system: this system has no file of trusted roots",
                hint: "install ca-certificates, or use --roots FILE")
        }
        return try read(path)
    }

    /// The roots that the variables of OpenSSL name, and no others; nil if neither is set.
    private func rootsOfEnvironment() throws -> [Certificate]? {
        let (fileName, folderName) = ("SSL_CERT_FILE", "SSL_CERT_DIR")
        let file = try Self.variable(fileName)
        let folders = try Self.variable(folderName)
        if file == nil, folders == nil { return nil }
        // Here, - is a name like any other.
        let ofFile = try about(fileName) { try file.map { try read($0 == "-" ? "./-" : $0) } }
        let paths = (folders ?? "").split(separator: ":").map(String.init).filter(Folder.exists)
        let found =
            try (ofFile ?? [])
            + about(folderName) { try paths.flatMap { try Folder.hashedFiles($0).flatMap(readIfAny) } }
        if found.isEmpty {
            throw CommandError(
                .badInput, "--roots system: \(fileName) and \(folderName) lead to no certificates",
                hint: paths.first.map { "openssl rehash \(ShellQuote.posixIfNeeded($0))" })
        }
        return found
    }

    /// Nil if it is not set, or empty.
    private static func variable(_ name: String) throws -> String? {
        let value = Environment.withValue(name) { String(validating: $0, as: UTF8.self) }
        guard let value else { return nil }
        guard let text = value else { throw CommandError(.badInput, "\(name) is not UTF-8") }
        return text.isEmpty ? nil : text
    }
}
