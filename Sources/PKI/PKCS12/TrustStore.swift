package import OpenSSL

/// A trust store for Java: each certificate is an entry with a unique name.
package enum TrustStore {
    /// - Parameter names: a name for each certificate, or nil for a number. Java ignores case in names, so names that
    ///   differ only in case are the same.
    package static func draft(_ certificates: [Certificate], names: [String?]) -> PFXDraft {
        var seen: Set<Certificate> = []
        var taken: Set<String> = []
        var entries: [PFXDraft.Entry] = []
        for (certificate, name) in zip(certificates, names) where seen.insert(certificate).inserted {
            let name = unique(name ?? "certificate", &taken)
            entries.append(PFXDraft.Entry(certificate, friendlyName: name, isTrusted: true))
        }
        return PFXDraft(entries)
    }

    private static func unique(_ name: String, _ taken: inout Set<String>) -> String {
        let base = String(name.prefix(PFXDraft.maximumNameLength / 2 - 8))
        var candidate = base
        var number = 1
        while !taken.insert(candidate.lowercased()).inserted {
            number += 1
            candidate = "\(base)-\(number)"
        }
        return candidate
    }
}
