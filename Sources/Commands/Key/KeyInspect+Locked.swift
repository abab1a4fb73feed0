import JOSE
import JSON
import OpenSSL

extension KeyInspect {
    /// What can be seen of an encrypted key without its passphrase.
    static func lockedContent(_ file: KeyFile, isJSON: Bool) throws -> Outputs.Content {
        switch file {
        case .text(.encoded(let encoded)): return try report(encoded, file.storage).content(isJSON: isJSON)
        case .pkcs12(let pkcs12, _):
            var report = Report()
            add(file.storage, isLocked: true, to: &report)
            let parts = try PKCS12Report(pkcs12, nil)
            return isJSON
                ? Outputs.Content(line: JSONWriter.bytes(report.json.merging(parts.json)))
                : Outputs.Content(text: report.text + parts.text)
        case .text, .raw, .stored: preconditionFailure("these are never encrypted")
        }
    }

    private static func report(_ encoded: EncodedKey, _ storage: LoadedKey.Storage) throws -> Report {
        if let publicKey = encoded.publicKey {
            return try report(Key(.publicKey(publicKey)), storage, isLocked: true)
        }
        var report = Report()
        switch encoded.form {
        case .pkcs1: report.add("type", "type", .string("RSA"), text: "RSA private key")
        case .sec1: report.add("type", "type", .string("EC"), text: "EC private key")
        default: report.show("type", "private key")
        }
        report.add("private", .bool(true))
        add(storage, isLocked: true, to: &report)
        report.show("contents", "give a passphrase to see the key")
        return report
    }
}

extension JSONValue {
    /// The members of two objects. A member of both has the value of the first.
    fileprivate func merging(_ other: JSONValue) -> JSONValue {
        guard var object = objectValue, let members = other.objectValue?.members else { return self }
        for member in members where object[member.name] == nil { object.set(member.name, to: member.value) }
        return .object(object)
    }
}
