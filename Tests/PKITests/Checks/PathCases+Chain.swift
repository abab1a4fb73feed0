import OpenSSL
import System

@testable import PKI

enum PathCases {
    static let all =
        chain + dates + fields + extensions + names + constraints + malformedMailboxes + namesOutsideASCII
        + internationalMailboxes + usage + revocation
        + webpki + encodings

    /// A second root, and the first root's name and key certified by it.
    private static let otherRoot = Draft.root("Other", .other)
    private static let cross = Draft.middle("Middle", .middle, by: "Other", .other)
    private static let lower = Draft.middle("Lower", .lower, by: "Middle", .middle)

    static let chain: [PathCase] = [
        PathCase("leaf, intermediate, root"),
        PathCase("leaf under the root", leaf: .leaf(by: "Root", .root), untrusted: []),
        PathCase("two intermediates", leaf: .leaf(by: "Lower", .lower), untrusted: [.middle(), lower]),
        PathCase(
            "two intermediates in wrong order", leaf: .leaf(by: "Lower", .lower),
            untrusted: [lower, .middle()]),
        PathCase("the root among the intermediates too", untrusted: [.root(), .middle()]),
        PathCase("an intermediate given twice", untrusted: [.middle(), .middle()]),
        PathCase(
            "unrelated intermediates around it", .none, .stricter,
            untrusted: [cross, .middle("X", .lower), .middle()]),
        PathCase("missing intermediate", "chain", untrusted: []),
        PathCase("missing upper intermediate", "chain", leaf: .leaf(by: "Lower", .lower), untrusted: [lower]),
        PathCase("another root", "chain", roots: [otherRoot]),
        PathCase("a root of the same name with another key", "chain", roots: [.root("Root", .other)]),
        PathCase("two roots of one name", roots: [.root("Root", .other), .root()]),
        PathCase("an intermediate as the trust anchor", roots: [.middle()], untrusted: []),
        PathCase(
            "an expired trust anchor that a root certified again", .none, .stricter,
            roots: [.middle().with { $0.notAfter = DER.utcTime("250301000000Z") }, .root()]),
        PathCase(
            // Its signature is the same each time.
            "the leaf as the trust anchor", leaf: .leaf(by: "Middle", .edwards),
            roots: [.leaf(by: "Middle", .edwards)], untrusted: []),
        PathCase("self-signed leaf, not trusted", "chain", leaf: .root("Self", .leaf)),
        PathCase("cross-signed, both roots", roots: [.root(), otherRoot], untrusted: [cross, .middle()]),
        PathCase(
            "cross-signed, the second root alone", .none, .stricter, roots: [otherRoot],
            untrusted: [.middle(), cross]),
        PathCase(
            "cross-signed, the first way expired",
            untrusted: [.middle().with { $0.notAfter = DER.utcTime("250301000000Z") }, .middle()]),
        PathCase(
            "two paths, the root of the first expired",
            .none, .stricter,
            roots: [otherRoot.with { $0.notAfter = DER.utcTime("250301000000Z") }, .root()],
            untrusted: [cross, .middle()]),
        PathCase(
            "two paths, the first excludes the name", .none, .stricter,
            roots: [otherRoot.adding(Ext.constraints(exclude: [Ext.dns("example.com")])), .root()],
            untrusted: [cross, .middle()]),
        PathCase(
            "two paths, the first of no CA", .none, .stricter,
            untrusted: [
                .middle().replacing("2.5.29.19", Ext.basic(ca: false)).replacing(
                    "2.5.29.15", Ext.usage(0x80)), .middle(),
            ]),
        PathCase(
            "a ring of two intermediates", "chain", roots: [otherRoot],
            untrusted: [.middle("Middle", .middle, by: "Lower", .lower), lower]),
        PathCase(
            "a ring with a way out",
            untrusted: [.middle("Middle", .middle, by: "Lower", .lower), lower, .middle()]),
        PathCase("damaged signature of the leaf", "chain", leaf: .leaf().with { $0.isDamaged = true }),
        PathCase(
            "damaged signature of the intermediate", "chain",
            untrusted: [.middle().with { $0.isDamaged = true }]),
        PathCase(
            "damaged signature of the root", .none,
            roots: [.root().adding(Ext.authorityKey(.root)).with { $0.isDamaged = true }]),
        PathCase(
            "an intermediate whose key cannot be read", "chain",
            untrusted: [
                .middle().with {
                    $0.spki = DER.sequence(DER.sequence(DER.oid("1.2.3.4")), DER.bits([1, 2, 3]))
                }
            ]),
        PathCase("signed by another key", "chain", leaf: .leaf(by: "Middle", .lower)),
        PathCase(
            "another algorithm beside the signature", "signature-algorithm",
            leaf: .leaf().with { $0.innerAlgorithm = Draft.ecdsaWithSHA384 }),
        PathCase(
            "SHA-1", "signature-strength",
            leaf: .leaf().with {
                $0.innerAlgorithm = Draft.ecdsaWithSHA1
                $0.outerAlgorithm = Draft.ecdsaWithSHA1
            }),
        PathCase(
            "SHA-1 in the root's own signature",
            roots: [
                .root().adding(Ext.authorityKey(.root)).with {
                    $0.innerAlgorithm = Draft.ecdsaWithSHA1
                    $0.outerAlgorithm = Draft.ecdsaWithSHA1
                }
            ]),
        PathCase("weak RSA in the leaf", "key-strength", .laxer, leaf: .leaf(key: .weak)),
        PathCase("RSA in the leaf", leaf: .leaf(key: .rsa)),
        PathCase("RSA under the least that is asked for", "key-strength", .laxer, leaf: .leaf(key: .rsa)) {
            $0.minimumRSABits = 3072
        },
        PathCase("Ed25519 in the leaf", leaf: .leaf(key: .edwards)),
        PathCase(
            "Ed25519 in the root", roots: [.root("Root", .edwards)],
            untrusted: [.middle("Middle", .middle, by: "Root", .edwards)]),
        PathCase("depth 1 of 1") { $0.maximumDepth = 1 },
        PathCase("depth 1 of 0", "max-depth") { $0.maximumDepth = 0 },
        PathCase(
            "depth 1 of 1, and a self-issued intermediate", .none, .stricter,
            leaf: .leaf(by: "Middle", .lower),
            untrusted: [.middle(), .middle("Middle", .lower, by: "Middle", .middle)]
        ) { $0.maximumDepth = 1 },
        PathCase(
            "depth 2 of 1", "max-depth", leaf: .leaf(by: "Lower", .lower), untrusted: [.middle(), lower]
        ) {
            $0.maximumDepth = 1
        },
    ]

    static let dates: [PathCase] = [
        PathCase(
            "leaf expired", "expired", leaf: .leaf().with { $0.notAfter = DER.utcTime("250531235959Z") }),
        PathCase(
            "leaf in its last second", .none, .stricter,
            leaf: .leaf().with { $0.notAfter = DER.utcTime("250601000000Z") }),
        PathCase(
            "leaf in the last half second", .none, .stricter,
            leaf: .leaf().with { $0.notAfter = DER.utcTime("250601000000Z") }
        ) {
            $0.time = Timestamp(microseconds: PathCase.now.microseconds + 500_000)
        },
        PathCase(
            "leaf in its first second", leaf: .leaf().with { $0.notBefore = DER.utcTime("250601000000Z") }),
        PathCase(
            "valid for one second", .none, .stricter,
            leaf: .leaf().with {
                $0.notBefore = DER.utcTime("250601000000Z")
                $0.notAfter = DER.utcTime("250601000000Z")
            }),
        PathCase(
            "leaf half a second too early", "not-yet-valid",
            leaf: .leaf().with { $0.notBefore = DER.utcTime("250601000000Z") }
        ) {
            $0.time = Timestamp(microseconds: PathCase.now.microseconds - 500_000)
        },
        PathCase(
            "leaf not yet valid", "not-yet-valid",
            leaf: .leaf().with { $0.notBefore = DER.utcTime("250601000001Z") }),
        PathCase(
            "intermediate expired", "expired",
            untrusted: [.middle().with { $0.notAfter = DER.utcTime("250531235959Z") }]),
        PathCase(
            "intermediate not yet valid", "not-yet-valid",
            untrusted: [.middle().with { $0.notBefore = DER.utcTime("250701000000Z") }]),
        PathCase(
            "root expired", "expired", roots: [.root().with { $0.notAfter = DER.utcTime("250531235959Z") }]),
        PathCase(
            "root not yet valid", "not-yet-valid",
            roots: [.root().with { $0.notBefore = DER.utcTime("250701000000Z") }]),
        PathCase(
            "valid to the end of time",
            leaf: .leaf().with { $0.notAfter = DER.generalizedTime("99991231235959Z") }),
        PathCase(
            "GeneralizedTime before 2050", "time-encoding", .laxer, rule: .validity,
            leaf: .leaf().with { $0.notAfter = DER.generalizedTime("20260101000000Z") }),
        PathCase(
            "GeneralizedTime before 2050 of an intermediate", "time-encoding", .laxer, rule: .validity,
            untrusted: [.middle().with { $0.notBefore = DER.generalizedTime("20250101000000Z") }]),
        PathCase(
            "GeneralizedTime before 2050, and then a time zone", "time-encoding",
            leaf: .leaf().with {
                $0.notBefore = DER.generalizedTime("20250101000000Z")
                $0.notAfter = DER.utcTime("260101000000+0100")
            }),
        PathCase(
            "a fraction of a second", "time-encoding",
            leaf: .leaf().with { $0.notAfter = DER.generalizedTime("20600101000000.5Z") }),
        PathCase(
            "a time zone", "time-encoding",
            leaf: .leaf().with { $0.notAfter = DER.utcTime("260101000000+0100") }),
        PathCase(
            "the 30th of February", "expired",
            leaf: .leaf().with { $0.notAfter = DER.utcTime("260230000000Z") }),
        PathCase(
            "letters for a time", "expired", leaf: .leaf().with { $0.notAfter = DER.utcTime("26010100000XZ") }
        ),
        PathCase("expires within the flag", "expires-within", .laxer) {
            $0.request(.expiresWithin(.left(.seconds(365 * 86_400))))
        },
        PathCase("expires when the time of the flag is over") {
            $0.request(.expiresWithin(.left(.seconds(18_489_601))))
        },
        PathCase("expires a second before that", "expires-within", .laxer) {
            $0.request(.expiresWithin(.left(.seconds(18_489_602))))
        },
        PathCase("expires after the flag") { $0.request(.expiresWithin(.left(.seconds(30 * 86_400)))) },
    ]
}
