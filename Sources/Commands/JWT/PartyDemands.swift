import Arguments
import JSON
import Platforms

/// For whom tokens are signed: a signer that signs for anybody is an oracle.
struct PartyDemands: Sendable {
    /// A claim that names a party, and what it may be.
    private struct Demand: Sendable {
        let claim: MemberName
        let what: String
        /// The value of the flag that has the claim's name.
        let expected: String?
        let allowed: AllowList?
    }

    private let demands: [Demand]
    private let profile: Profile?

    static let flags: [any AnyFlag] = [
        allowFlag("issuer", "iss"), allowFlag("subject", "sub"),
    ]

    private static func allowFlag(_ what: String, _ claim: String) -> any AnyFlag {
        UntypedFlag(
            "\(what)-allow", value: .file, group: "Claims",
            "sign for nobody whose \(claim) is not a line of FILE",
            details: [
                .paragraph(
                    """
                    One \(what) a line, byte for byte; empty lines count for nothing. The file is read once, at the start. \
                    A token without the claim is refused too.
                    """)
            ])
    }

    /// - Parameter isPrototype: `--iss` and `--sub` are demands then, and not claims.
    init(_ arguments: ParsedArguments, isPrototype: Bool, _ inputs: InputFiles) throws {
        profile = arguments.profile
        var demands: [Demand] = []
        for (claim, what) in [("iss", "issuer"), ("sub", "subject")] {
            let expected = isPrototype ? arguments.value(claim) : nil
            var allowed: AllowList?
            if let path = arguments.value("\(what)-allow") { allowed = try AllowList(path, inputs) }
            if expected != nil || allowed != nil {
                demands.append(
                    Demand(claim: MemberName(claim), what: what, expected: expected, allowed: allowed))
            }
        }
        self.demands = demands
    }

    func check(_ claims: JSONObjectText) throws {
        for demand in demands {
            let found = claims[demand.claim]?.stringValue
            let names = names(found, demand)
            if let expected = demand.expected,
                !names.contains(where: { $0.utf8.elementsEqual(expected.utf8) })
            {
                throw Failure(
                    .badInput,
                    "the \(demand.what) is \(found?.shown ?? "missing"), and --\(demand.claim.text) demands \(expected.shown)"
                )
            }
            if let allowed = demand.allowed, !names.contains(where: allowed.contains) {
                throw Failure(
                    .badInput,
                    "the \(demand.what) is \(found.map { "\($0.shown), which is not" } ?? "missing, and not") in \(allowed.source)"
                )
            }
        }
    }

    /// What a party may be called in a flag or a list.
    private func names(_ found: String?, _ demand: Demand) -> [String] {
        guard let found else { return [] }
        return demand.claim.text == "sub" ? profile?.names(ofSubject: found) ?? [found] : [found]
    }
}
