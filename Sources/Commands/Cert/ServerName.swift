import PKI

/// A server that was given in place of a file: `example.org:443`, `https://example.org/`.
struct ServerName {
    private let host: String
    private let port: Int
    private let isAddress: Bool

    /// - Returns: nil unless it is the https URI of a host, or a host with a port.
    init?(_ word: String) {
        let scheme = "https://"
        let isURI = word.lowercased().hasPrefix(scheme)
        let authority = isURI ? word.dropFirst(scheme.count).prefix { !"/?#".contains($0) } : word[...]
        let isPortless = authority.hasSuffix("]") || !authority.contains(":")
        let colon = isPortless ? authority.endIndex : authority.lastIndex(of: ":") ?? authority.endIndex
        guard let port = isPortless ? (isURI ? 443 : nil) : Int(authority[colon...].dropFirst()),
            (1...65_535).contains(port)
        else { return nil }
        self.port = port
        let name = String(authority[..<colon])
        if let address = HostAddress(name), !name.contains(":") || name.hasPrefix("[") {
            host = address.text
            isAddress = true
        } else if let reference = try? ReferenceHost(name) {  // Otherwise the word is the name of a file.
            host = reference.text
            isAddress = false
        } else {
            return nil
        }
    }

    /// The flag that names it, without scheme, port and path.
    var flag: String { "\(isAddress ? "--ip" : "--host") \(host)" }

    /// The command that prints what the server sends, and the one that reads it.
    func pipeline(into reader: String) -> String {
        let place = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        let name = isAddress ? "" : " -servername \(host)"
        let start = Self.startTLS[port].map { " -starttls \($0)" } ?? ""
        return "openssl s_client -connect \(place)\(start)\(name) -showcerts </dev/null | \(reader)"
    }

    /// The protocols that begin without TLS, by their usual ports.
    private static let startTLS = [
        21: "ftp", 25: "smtp", 110: "pop3", 143: "imap", 389: "ldap", 587: "smtp", 3306: "mysql",
        5222: "xmpp",
        5432: "postgres",
    ]
}
