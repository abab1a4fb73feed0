import OpenSSL
import System

extension CertificateFiles {
    /// The trust anchors of a file, of all files of a folder, or of the system.
    func trustAnchors(_ place: String) throws -> [Certificate] {
        if place == "system" { return try systemRoots() }
        if place == "-" || !Folder.exists(place) { return try read(place) }
        // A folder of roots holds lists, hashed links and texts beside them. Equal certificates may have different trust
        // settings.
        let found = try Folder.files(place).flatMap(readIfAny)
        if found.isEmpty { throw Failure(.badInput, "the folder contains no certificates").about(place) }
        return found
    }

    private func systemRoots() throws -> [Certificate] {
        guard let path = try firstExisting(of: SystemRoots.files) else {
            throw Failure(
                .file, "--roots system: this system has no file of trusted roots",
                hint: "install ca-certificates, or use --roots FILE")
        }
        return try read(path)
    }
}
