import JOSE
import JSON
import OpenSSL

/// Private keys in a file or in another text, which nobody else may get, and nothing else may replace.
enum PrivateKeys {
    /// - Parameter countsStores: whether a PKCS#12 and a Java keystore count too. What is in them is encrypted.
    /// - Returns: their words, after "found": `a private JWK`; nil if there are none.
    static func words(in bytes: Span<UInt8>, countsStores: Bool) -> String? {
        switch StoredObject(recognizing: bytes) {
        case .privateKey?: return FoundContent.Thing.privateKey.words
        case .pkcs12?: return countsStores ? FoundContent.Thing.pkcs12.words : nil
        case .javaKeyStore?: return countsStores ? FoundContent.Thing.javaKeyStore.words : nil
        case nil where bytes.firstVisible == UInt8(ascii: "{"):
            return (try? JSONObjectText(parsing: Array(bytes)))?.privateKeys
        default: return nil
        }
    }
}

extension JSONObjectText {
    /// The words for a private JWK or a set with one; nil for any other object.
    var privateKeys: String? {
        if has(Self.keyType), JWK.secretMember(of: object) != nil { return "a private JWK" }
        if has(Self.keys), let keys = self[Self.keys]?.arrayValue,
            keys.contains(where: { $0.objectValue.flatMap(JWK.secretMember) != nil })
        {
            return "a JWKS of private keys"
        }
        return nil
    }

    private static let keyType: MemberName = "kty"
    private static let keys: MemberName = "keys"
}
