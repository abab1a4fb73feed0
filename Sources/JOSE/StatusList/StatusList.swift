package import JSON
package import System
import Words

/// What is wrong with a status list, or with what it says of a token.
package struct StatusError: DescribedError, Equatable {
    package let message: String

    init(_ message: String) { self.message = message.printable }
}

/// The states of many tokens, of a Status List Token: a compressed array of 1, 2, 4 or 8 bits each.
package struct StatusList: Sendable {
    /// `sub`, which tokens refer to.
    fileprivate let address: String
    /// Whose tokens alone it may judge; nil if anybody's.
    fileprivate let issuer: String?
    private let bits: Int
    private let bytes: [UInt8]
    private let expires: Timestamp?

    /// The maximum size of a list, decompressed, in bytes.
    package static let maximumBytes = 16 << 20

    /// - Parameters:
    ///   - header: of a token whose signature is valid.
    ///   - claims: of the same token.
    ///   - judgesIssuerOnly: whether its `iss` selected its key. It then says nothing of the tokens of other issuers.
    package init(
        _ header: Header, _ claims: JSONObjectText, judgesIssuerOnly: Bool = false
    ) throws(StatusError) {
        guard header.hasType("statuslist+jwt") else {
            throw StatusError("expected a status list, whose typ is statuslist+jwt")
        }
        guard let address = claims["sub"]?.stringValue else {
            throw StatusError("the status list has no sub")
        }
        self.address = address
        issuer = judgesIssuerOnly ? claims["iss"]?.stringValue : nil
        let times: RegisteredClaims
        do {
            times = try RegisteredClaims(claims, unit: .seconds)
        } catch {
            throw StatusError("the status list's times are malformed")
        }
        // Required, because it tells an older list from a newer one.
        if times.issuedAt == nil { throw StatusError("the status list has no iat") }
        expires = times.expires
        guard let list = claims["status_list"]?.objectValue,
            let bits = list["bits"]?.numberValue?.int64, [1, 2, 4, 8].contains(bits),
            let text = list["lst"]?.stringValue
        else { throw StatusError("status_list must have bits (1, 2, 4 or 8) and lst") }
        self.bits = Int(bits)
        do {
            bytes = try Inflater.inflate(try Base64URL.decode(text), upTo: Self.maximumBytes)
        } catch Inflater.DecodingError.tooLarge(let limit) {
            throw StatusError("the status list is larger than \(limit) bytes, decompressed")
        } catch {
            throw StatusError("lst is not zlib data in base64url")
        }
    }

    /// - Throws: what keeps a token from being valid by this list.
    fileprivate func check(index: Int, _ now: Timestamp) throws(StatusError) {
        if let expires, now >= expires {
            throw StatusError("the status list expired at \(expires.rfc3339)")
        }
        guard let status = status(at: index) else {
            throw StatusError("the status list ends before the token's index \(index)")
        }
        switch status {
        case 0: break
        case 1: throw StatusError("the token is revoked")
        case 2: throw StatusError("the token is suspended")
        default: throw StatusError("the token's status is \(status), not valid")
        }
    }

    fileprivate func judgesTokens(of other: String?) -> Bool {
        guard let issuer else { return true }
        return other?.utf8.elementsEqual(issuer.utf8) == true
    }

    /// The first entry is in the lowest bits of the first byte.
    private func status(at index: Int) -> UInt8? {
        let perByte = 8 / bits
        guard index / perByte < bytes.count else { return nil }
        let mask = UInt8((1 << bits) - 1)
        return bytes[index / perByte] >> UInt8(index % perByte * bits) & mask
    }
}

/// Status lists of several addresses and issuers, of which at most one judges a token.
package struct StatusLists: Sendable {
    private var listsByAddress: [[UInt8]: [StatusList]] = [:]

    package init() {}

    package var isEmpty: Bool { listsByAddress.isEmpty }

    /// - Throws: if another list judges the same tokens: an older one would hide what a newer one revokes.
    package mutating func add(_ list: StatusList) throws(StatusError) {
        var lists = listsByAddress[Array(list.address.utf8), default: []]
        if lists.contains(where: { $0.judgesTokens(of: list.issuer) }) {
            throw StatusError("the status list \(list.address.quoted) is given twice; expected it once")
        }
        lists.append(list)
        listsByAddress[Array(list.address.utf8)] = lists
    }

    /// Checks that a token is valid by the list that it refers to.
    package func check(_ claims: JSONObjectText, _ now: Timestamp) throws(StatusError) {
        guard let reference = claims["status"]?.objectValue?["status_list"]?.objectValue else {
            throw StatusError("the token has no status (status.status_list with idx and uri)")
        }
        guard let address = reference["uri"]?.stringValue,
            let index = reference["idx"]?.numberValue?.int64, index >= 0
        else { throw StatusError("status.status_list must have idx, a whole number from 0, and uri") }
        let issuer = claims["iss"]?.stringValue
        guard let lists = listsByAddress[Array(address.utf8)] else {
            throw StatusError("the token's status is in the list '\(address)', which is not given")
        }
        guard let list = lists.first(where: { $0.judgesTokens(of: issuer) }) else {
            throw StatusError("the status list '\(address)' is from another issuer than the token")
        }
        try list.check(index: Int(index), now)
    }
}
