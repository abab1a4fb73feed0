package import OpenSSL

extension GeneralName {
    /// The name as `--san` accepts it, if its kind is supported: `dns:example.org`, `ip:192.0.2.1`.
    package var text: String {
        switch self {
        case .dns(let name): "dns:\(name)"
        case .email(let address): "email:\(address)"
        case .uri(let uri): "uri:\(uri)"
        case .ip(let bytes): "ip:\(Self.address(bytes))"
        case .userPrincipalName(let name): "upn:\(name)"
        case .directory(let name): "dirname:\(name.text)"
        case .registeredID(let oid): "rid:\(oid)"
        case .other(let oid, let value): "other:\(oid)=#\(hexadecimal(value))"
        case .unreadable(let tag, let bytes): "[\(tag)]:#\(hexadecimal(bytes))"
        }
    }

    /// An address, or in name constraints an address with its mask. If the length is wrong, the bytes are shown.
    private static func address(_ bytes: [UInt8]) -> String {
        if let text = IPAddress.text(bytes) { return text }
        let half = bytes.count / 2
        if bytes.count % 2 == 0, let address = IPAddress.text(bytes.prefix(half)),
            let mask = IPAddress.text(bytes.suffix(half))
        {
            return "\(address)/\(prefixLength(bytes.suffix(half)).map { "\($0)" } ?? mask)"
        }
        return "#\(hexadecimal(bytes))"
    }

    /// The number of leading ones in a mask; nil unless only zeros follow.
    private static func prefixLength(_ mask: ArraySlice<UInt8>) -> Int? {
        let bits = mask.flatMap { byte in (0..<8).map { byte >> (7 - UInt8($0)) & 1 } }
        let ones = bits.prefix { $0 == 1 }.count
        return bits.dropFirst(ones).allSatisfy { $0 == 0 } ? ones : nil
    }
}

/// Upper case, with colons: `AB:12`, as consoles and OpenSSL show fingerprints.
package func fingerprint(_ digest: some Sequence<UInt8>) -> String {
    digest.map { hexadecimal([$0]).uppercased() }.joined(separator: ":")
}

/// Lower case, without separators.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
