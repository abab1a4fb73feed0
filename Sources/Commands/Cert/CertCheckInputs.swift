import Arguments
import OpenSSL
import System

/// Reads the files of certificates and lists that `cert check` is given.
struct CertCheckInputs {
    let inputs = InputFiles()
    let keys: KeyLoading
    private let files: CertificateFiles

    init(_ arguments: ParsedArguments) {
        keys = KeyLoading(arguments, inputs)
        files = CertificateFiles(inputs, pkcs12: CertCheck.pkcs12.opening(arguments))
    }

    /// Every certificate of a file.
    func certificates(_ path: String) throws -> [Certificate] { try files.read(path) }

    func revocationLists(_ path: String) throws -> [RevocationList] {
        let bytes = try inputs.read(path, upTo: Limits.revocationListFileBytes)
        do {
            return try bytes.withBytes { (span) throws(CertificateError) in try RevocationList.all(in: span) }
        } catch {
            throw Failure(revocationList: error).about(sourceName(path))
        }
    }

    /// The trust anchors of `--roots`: those of a file, of all files of a folder, or of the system.
    func roots(_ place: String) throws -> [Certificate] {
        if place == "system" { return try systemRoots() }
        if place == "-" || !Folder.exists(place) { return try certificates(place) }
        let paths = try saying(Failure.init(system:)) { () throws(SystemError) in try Folder.files(place) }
        var found: [Certificate] = []
        var seen: Set<Certificate> = []
        for path in paths {
            // A folder of roots holds lists, hashed links and texts beside them.
            found += try files.readIfAny(path).filter { seen.insert($0).inserted }
        }
        if found.isEmpty { throw Failure(.badInput, "no certificates in this folder").about(place) }
        return found
    }

    private func systemRoots() throws -> [Certificate] {
        let place = try saying(Failure.init(system:)) { () throws(SystemError) in
            try firstExisting(of: SystemRoots.files)
        }
        if let place { return try certificates(place) }
        throw Failure(
            .file, "--roots system: this system has no file of trusted roots",
            hint: "install ca-certificates, or give the roots with --roots FILE")
    }
}
