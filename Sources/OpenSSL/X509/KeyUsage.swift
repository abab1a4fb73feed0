/// What a key may be used for (RFC 5280 §4.2.1.3), each by the number of its bit.
package struct KeyUsage: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let digitalSignature = KeyUsage(rawValue: 1 << 0)
    /// The standard calls it contentCommitment too.
    package static let nonRepudiation = KeyUsage(rawValue: 1 << 1)
    package static let keyEncipherment = KeyUsage(rawValue: 1 << 2)
    package static let dataEncipherment = KeyUsage(rawValue: 1 << 3)
    package static let keyAgreement = KeyUsage(rawValue: 1 << 4)
    package static let keyCertSign = KeyUsage(rawValue: 1 << 5)
    package static let cRLSign = KeyUsage(rawValue: 1 << 6)
    package static let encipherOnly = KeyUsage(rawValue: 1 << 7)
    package static let decipherOnly = KeyUsage(rawValue: 1 << 8)

    /// The standard's names, in the order of the bits.
    package static let allNames = [
        "digitalSignature", "nonRepudiation", "keyEncipherment", "dataEncipherment", "keyAgreement",
        "keyCertSign", "cRLSign", "encipherOnly", "decipherOnly",
    ]

    package var names: [String] {
        Self.allNames.enumerated().filter { contains(KeyUsage(rawValue: 1 << $0.offset)) }.map(\.element)
    }

    /// - Parameter name: one of ``allNames`` or `contentCommitment`, in whatever case.
    package init?(named name: String) {
        let wanted = name.lowercased() == "contentcommitment" ? "nonrepudiation" : name.lowercased()
        guard let bit = Self.allNames.firstIndex(where: { $0.lowercased() == wanted }) else { return nil }
        self.init(rawValue: 1 << bit)
    }
}
