import JSON
import OpenSSL
import Platforms
import System
import Words

/// For whom tokens are signed: a signer that signs for anybody is an oracle.
struct PartyRequirements: Sendable {
    /// A claim that names a party, and what it may be.
    private struct Party: Sendable {
        let claim: MemberName
        /// Its word is the party's name too.
        let reason: SigningReason
        /// The value of the flag that has the claim's name.
        let expected: String?
        let allowed: AllowList?
        /// Its rule for the names of subjects; nil for `iss`.
        let profile: Profile?
    }

    private let parties: [Party]

    init(_ request: JWTSignRequest, _ inputs: InputFiles) throws {
        let claims = [
            ("iss", SigningReason.issuer, request.requiredIssuer, request.issuerList),
            ("sub", SigningReason.subject, request.requiredSubject, request.subjectList),
        ]
        parties = try claims.compactMap { claim, reason, expected, list in
            if expected == nil, list == nil { return nil }
            return Party(
                claim: MemberName(claim), reason: reason, expected: expected,
                allowed: try list.map { try AllowList($0, inputs) },
                profile: claim == "sub" ? request.profile : nil)
        }
    }

    func check(_ claims: JSONObjectText) throws {
        for party in parties {
            let found = claims[party.claim]?.stringValue
            let names = names(found, party)
            if let expected = party.expected,
                !names.contains(where: { $0.utf8.elementsEqual(expected.utf8) })
            {
                throw SigningError(
                    party.reason,
                    "the \(party.reason.rawValue) is \(found?.quoted ?? "missing"); --\(party.claim.text) requires \(expected.quoted)"
                )
            }
            if let allowed = party.allowed, !names.contains(where: allowed.contains) {
                throw SigningError(
                    party.reason,
                    found.map {
                        "the \(party.reason.rawValue) \($0.quoted) is not listed in \(allowed.source.printable)"
                    }
                        ?? "the \(party.reason.rawValue) is missing; it must be listed in \(allowed.source.printable)"
                )
            }
        }
    }

    /// The names by which a flag or a list may call a party.
    private func names(_ found: String?, _ party: Party) -> [String] {
        guard let found else { return [] }
        return party.profile?.names(ofSubject: found) ?? [found]
    }
}

/// The lines of a file, each the name of a party that tokens are signed for.
private struct AllowList: Sendable {
    /// Where it is from.
    let source: String
    private let names: Set<[UInt8]>

    init(_ path: String, _ inputs: InputFiles) throws {
        source = sourceName(path)
        var names: Set<[UInt8]> = []
        try inputs.forEachLine(of: path, upTo: Limits.allowListBytes) { names.insert(Array($0.utf8)) }
        self.names = names
    }

    func contains(_ name: String) -> Bool { names.contains(Array(name.utf8)) }
}
