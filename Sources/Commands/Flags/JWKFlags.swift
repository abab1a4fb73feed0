import Arguments
import JOSE

/// The flags that state in a JWK what its key is for.
enum JWKFlags {
    static let use = Flag(
        "use", .choice("USE", of: KeyUse.self), group: "Key", "put this use into the JWK: sig or enc")
    static let algorithm = Flag(
        "alg", short: "a", .algorithm, group: "Key", "put this alg into the JWK",
        details: ["The key can then be used with this algorithm only (RFC 7517 §4.4)."])

    static let all: [any AnyFlag] = [use, algorithm]

    /// Every algorithm that signet knows is for signatures.
    static let rule = Rule.excludes(
        use.isOne(of: .encryption), algorithm, because: "these algorithms are for signatures")

    /// The flags require one of `conditions`.
    static func requiring(_ conditions: any Conditional...) -> [Rule] {
        [rule, .requires(use, conditions), .requires(algorithm, conditions)]
    }

    static func restriction(_ arguments: ParsedArguments) -> KeyRestriction {
        KeyRestriction(use: arguments[use], algorithm: arguments[algorithm])
    }
}

/// What `--use` and `--alg` state.
struct KeyRestriction: Sendable {
    let use: KeyUse?
    let algorithm: Algorithm?

    /// The key with them in place of its own.
    func applied(to key: Key) throws(KeyRefusal) -> Key {
        var key = key
        try key.restrict(to: use, algorithm)
        return key
    }

    /// The key with them where it has none.
    func filled(into key: Key) throws(KeyRefusal) -> Key {
        var key = key
        try key.restrict(to: key.use == nil ? use : nil, key.algorithm == nil ? algorithm : nil)
        return key
    }
}
