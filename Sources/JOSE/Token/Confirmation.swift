package import JSON
package import OpenSSL
import Words

/// The key that a token is bound to: its holder must prove that it has the key (RFC 7800).
package enum Confirmation: Equatable, Sendable {
    /// The JWK thumbprint of the key: `jkt` (RFC 9449 §6.1), or that of `jwk` (RFC 7800 §3.2).
    case thumbprint(String)
    /// The SHA-256 of the certificate, in base64url: `x5t#S256` (RFC 8705 §3.1).
    case certificate(String)

    /// - Throws: ``TokenError`` if `cnf` is missing, or names another key.
    func check(_ claims: JSONObjectText) throws {
        guard let value = claims["cnf"] else { throw TokenError.claimMissing("cnf") }
        guard let cnf = value.objectValue else {
            throw TokenError.claims(.mistyped(claim: "cnf", expected: "an object"))
        }
        let (found, expected) = (try found(in: cnf), expected)
        // It must name one key (RFC 7800 §3.1): several that differ would let the holder choose.
        let other = found.first { !$0.utf8.elementsEqual(expected.utf8) }
        if found.isEmpty || other != nil {
            throw TokenError.confirmation(found: other, expected: expected)
        }
    }

    package var expected: String {
        switch self {
        case .thumbprint(let text), .certificate(let text): text
        }
    }

    private func found(in cnf: JSONObject) throws -> [String] {
        switch self {
        case .certificate: return [Self.text(of: cnf["x5t#S256"])].compactMap { $0 }
        case .thumbprint:
            let jwk = try cnf["jwk"].map { value in
                do {
                    return try Key(publicJWK: value).thumbprint()
                } catch let error as OpenSSLError where error.isOfSystem {
                    throw error
                } catch {
                    throw TokenError.claims(
                        .mistyped(claim: "cnf", expected: "an object with a public key as jwk"))
                }
            }
            return [Self.text(of: cnf["jkt"]), jwk].compactMap { $0 }
        }
    }

    /// A value that is not a text names a key too: one that nobody has.
    private static func text(of value: JSONValue?) -> String? {
        value.map { $0.stringValue ?? JSONWriter.string($0) }
    }
}

extension Certificate {
    /// The SHA-256 of the certificate, in base64url: `x5t#S256` (RFC 7515 §4.1.8).
    package var sha256Thumbprint: String {
        get throws {
            let der = try der
            return Base64URL.string(try DigestAlgorithm.sha256.digest(of: der.span))
        }
    }
}

extension Key {
    /// Reads a public key that a token contains.
    ///
    /// - Throws: if it is malformed, symmetric or private.
    package init(publicJWK value: JSONValue) throws {
        guard let members = value.objectValue else { throw JWKError.notAKey }
        if let secret = JWK.secretMember(of: members) {
            throw JWKError.mistyped(secret, "missing, because the key must be public")
        }
        let text = Secret(copying: JSONWriter.bytes(value).span)
        let jwk = JWK(object: members, text: text, start: 0)
        self = try jwk.key()
    }
}

/// The address of an HTTP request, as proofs name it (RFC 9449 §4.2).
package struct ProofURL: Equatable, Sendable {
    /// Without query and fragment.
    package let text: String
    /// The form that is compared (§4.3; RFC 3986 §6.2.2 and §6.2.3): scheme, host and percent-encoding in one case, with
    /// no percent-encoding that is not needed, without an empty or the standard port, and with a path that has no dot
    /// segments.
    private let normalized: [UInt8]

    /// Nil unless it is an absolute URL of http or https.
    package init?(parsing url: String) {
        let bytes = Array(url.utf8)
        guard bytes.allSatisfy({ 0x21...0x7E ~= $0 }) else { return nil }
        let end = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.count
        let address = Array(bytes[..<end])
        text = String(decoding: address, as: UTF8.self)
        let lowered = address.map(\.inLowerCase)
        let schemes: [(prefix: String, port: String)] = [("https://", ":443"), ("http://", ":80")]
        guard let scheme = schemes.first(where: { lowered.starts(with: $0.prefix.utf8) }) else { return nil }
        let start = scheme.prefix.utf8.count
        let slash = lowered[start...].firstIndex(of: UInt8(ascii: "/")) ?? lowered.count
        var authority = Array(lowered[start..<slash])
        for port in [scheme.port, ":"] where authority.suffix(port.utf8.count).elementsEqual(port.utf8) {
            authority.removeLast(port.utf8.count)
            break
        }
        // A name of a user would make the host ambiguous to a reader.
        guard !authority.isEmpty, !authority.contains(UInt8(ascii: "@")) else { return nil }
        var path: [UInt8] = []
        var rest = address[slash...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%"), let high = rest.first?.hexadecimalValue,
                let low = rest.dropFirst().first?.hexadecimalValue
            else {
                path.append(byte)
                continue
            }
            let encoded = high << 4 | low
            path += Self.isUnreserved(encoded) ? [encoded] : [byte] + rest.prefix(2).map(\.inLowerCase)
            rest.removeFirst(2)
        }
        normalized = Array(scheme.prefix.utf8) + authority + Self.withoutDotSegments(path)
    }

    /// RFC 3986 §5.2.4. An empty path becomes `/`.
    private static func withoutDotSegments(_ path: [UInt8]) -> [UInt8] {
        var kept: [ArraySlice<UInt8>] = []
        var isFolder = path.isEmpty
        for segment in path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        {
            let isParent = segment.elementsEqual("..".utf8)
            isFolder = isParent || segment.elementsEqual(".".utf8)
            if isParent { _ = kept.popLast() } else if !isFolder { kept.append(segment) }
        }
        if isFolder { kept.append([]) }
        return kept.reduce(into: []) { $0 += [UInt8(ascii: "/")] + $1 }
    }

    /// RFC 3986 §2.3.
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || "-._~".utf8.contains(byte)
    }

    package static func == (left: ProofURL, right: ProofURL) -> Bool { left.normalized == right.normalized }
}
