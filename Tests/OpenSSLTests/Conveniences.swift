@testable import OpenSSL

extension Signer {
    func sign(_ message: Span<UInt8>) throws(OpenSSLError) -> [UInt8] {
        var signature: [UInt8] = []
        try sign(message, into: &signature)
        return signature
    }
}

extension HMAC {
    func code(for message: Span<UInt8>) throws(OpenSSLError) -> [UInt8] {
        var code: [UInt8] = []
        try makeCode(for: message, into: &code)
        return code
    }
}

extension ECDSASignature {
    static func fixedLength(fromDER der: [UInt8], _ curve: Curve) throws(OpenSSLError) -> [UInt8] {
        var bytes = der
        try makeFixedLength(&bytes, curve)
        return bytes
    }
}
