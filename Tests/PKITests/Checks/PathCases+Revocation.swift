import OpenSSL

@testable import PKI

extension PathCases {
    static let revocation: [PathCase] = complete + deltas + indirect

    private static let complete: [PathCase] = [
        listing("not on the list", nil, [ListDraft()]),
        listing("revoked", "revocation", [ListDraft(revoked: [(serial, 1)])]),
        listing("another revoked", nil, [ListDraft(revoked: [(DER.integer(5), 4)])]),
        listing("a list of another issuer", "revocation", []),
        listing("no list for the intermediate", "revocation", [ListDraft()], others: []),
        listing(
            "a revoked intermediate", "revocation", [ListDraft()],
            others: [.root.with { $0.revoked = [(Draft.middle().serial, 2)] }]),
        listing(
            "a revoked trust anchor", nil, .stricter, [ListDraft()],
            others: [.root.with { $0.revoked = [(Draft.root().serial, 2)] }],
            middle: .middle().with { $0.serial = DER.integer(0x44) }),
        listing("a damaged list", "revocation", [ListDraft(isDamaged: true)]),
        listing("a list of the wrong key", "revocation", [ListDraft(signer: .other)]),
        listing(
            "a list of the largest version", "revocation", .laxer,
            [ListDraft(version: PathCases.largestVersion)]),
        listing("a list out of date", "revocation", [ListDraft(nextUpdate: DER.utcTime("250531000000Z"))]),
        listing("a list of the future", "revocation", [ListDraft(thisUpdate: DER.utcTime("250603000000Z"))]),
        listing(
            "an old list beside a current one", nil,
            [
                ListDraft(nextUpdate: DER.utcTime("250531000000Z"), revoked: [(DER.integer(5), 1)]),
                ListDraft(),
            ]),
        listing(
            "a list and its successor of the same second", "revocation", .laxer, [ListDraft(), successor]),
        listing("a successor of the same second first", "revocation", [successor, ListDraft()]),
        listing(
            "a newer list that has expired", "revocation", .laxer,
            [ListDraft(), expired]),
        listing(
            "a newer list that has expired and revokes nothing", "revocation", .laxer,
            [ListDraft(), expired.with { $0.revoked = [] }]),
        listing(
            "a newer list of another key that has expired and revokes nothing", nil,
            [
                ListDraft(),
                ListDraft(
                    thisUpdate: DER.utcTime("250510000000Z"), nextUpdate: DER.utcTime("250520000000Z"),
                    extensions: [Ext.authorityKey(.other), Ext.make("2.5.29.20", DER.integer(8))]),
            ]),
        listing(
            "a newer list that is set aside", "revocation", .laxer,
            [ListDraft(), successor.with { $0.extensions.remove(at: 0) }]),
        listing(
            "a list of this second that is set aside", "revocation",
            [
                ListDraft(),
                successor.with {
                    $0.thisUpdate = DER.utcTime("250601000000Z")
                    $0.extensions.remove(at: 0)
                },
            ]),
        listing(
            "a list of tomorrow beside a current one", nil,
            [ListDraft(), successor.with { $0.thisUpdate = DER.utcTime("250602000000Z") }]),
        listing("a list without nextUpdate", "revocation", .laxer, [ListDraft(nextUpdate: nil)]),
        listing(
            "a list without a number", "revocation", .laxer, rule: .numberOfList,
            [ListDraft(extensions: [Ext.authorityKey(.middle)])]),
        listing(
            "a critical number", "revocation",
            [
                ListDraft(extensions: [
                    Ext.authorityKey(.middle), Ext.make("2.5.29.20", critical: true, DER.integer(7)),
                ])
            ]),
        listing(
            "a list without an authority key identifier", "revocation", .laxer,
            rule: .authorityKeyIdentifierOfList,
            [ListDraft(extensions: [Ext.make("2.5.29.20", DER.integer(7))])]),
        listing(
            "an unknown critical extension", "revocation",
            [ListDraft().adding(Ext.make("1.3.6.1.4.1.55555.1", critical: true, DER.utf8("x")))]),
        listing(
            "an unknown critical extension of an entry", "revocation",
            [
                ListDraft(
                    revoked: [(DER.integer(5), 1)],
                    entryExtensions: [Ext.make("1.3.6.1.4.1.55555.1", critical: true, DER.utf8("x"))])
            ]),
        listing(
            "an entry with a malformed date", "revocation", .laxer,
            [
                ListDraft(
                    revoked: [(DER.integer(5), 1)], entryExtensions: [Ext.make("2.5.29.24", DER.utf8("x"))])
            ]),
        listing(
            "an entry that repeats an extension", "revocation", .laxer,
            [
                ListDraft(
                    revoked: [(DER.integer(5), 1)],
                    entryExtensions: [Ext.make("2.5.29.21", DER.tagged(0x0A, [1]))])
            ]),
        listing(
            "a list with as many entries of one serial number as are allowed", nil,
            [ListDraft(revoked: Array(repeating: (DER.integer(5), 1), count: Limits.sameSerialNumbers))]),
        listing(
            "a list with more entries of one serial number", "revocation", .laxer,
            [ListDraft(revoked: Array(repeating: (DER.integer(5), 1), count: Limits.sameSerialNumbers + 1))]),
        listing(
            "a list from another place than a point that only names its issuer", "revocation", .laxer,
            [ListDraft().adding(point(place("http://example.com/other")))], leaf: pointing(to: "Middle")),
        listing(
            "a list from the place of a point for some reasons, beside one that only names its issuer",
            "revocation", .laxer, [ListDraft().adding(point(place("http://example.com/other")))],
            leaf: .leaf().adding(
                Ext.make(
                    "2.5.29.31",
                    DER.sequence(
                        DER.sequence(DER.tagged(0xA2, Ext.directory(DER.name("Middle")))),
                        DER.sequence(place("http://example.com/other"), DER.tagged(0x81, [0x02, 0x0C])))))),
        listing(
            "lists for all reasons in two parts, each from its point, beside one that only names its issuer",
            nil,
            [
                ListDraft().adding(
                    point(place("http://example.com/a") + DER.tagged(0x83, [0x07, 0x60, 0x00]))),
                ListDraft().adding(
                    point(place("http://example.com/b") + DER.tagged(0x83, [0x07, 0x1F, 0x80]))),
            ],
            leaf: .leaf().adding(
                Ext.make(
                    "2.5.29.31",
                    DER.sequence(
                        DER.sequence(DER.tagged(0xA2, Ext.directory(DER.name("Middle")))),
                        DER.sequence(place("http://example.com/a"), DER.tagged(0x81, [0x07, 0x60, 0x00])),
                        DER.sequence(place("http://example.com/b"), DER.tagged(0x81, [0x07, 0x1F, 0x80])))))),
        listing(
            "a newer list of another part that cannot be used", "revocation", .laxer,
            [
                ListDraft().adding(point(DER.tagged(0x83, [0x07, 0x60, 0x00]))),
                ListDraft().adding(point(DER.tagged(0x83, [0x07, 0x1F, 0x80]))),
                expired.adding(point(DER.tagged(0x83, [0x07, 0x1F, 0x80]))),
            ]),
        listing(
            "a list with a malformed time that revokes", "revocation", .laxer,
            [ListDraft(), successor.with { $0.thisUpdate = DER.utcTime("250530250000Z") }]),
        listing(
            "a complete list of another key that removes", "revocation", .laxer,
            [
                ListDraft(),
                ListDraft(
                    revoked: [(serial, 8)],
                    extensions: [Ext.authorityKey(.other), Ext.make("2.5.29.20", DER.integer(8))]),
            ]),
        listing(
            "revoked for a reason whose last 32 bits are removeFromCRL", "revocation", .laxer,
            [
                ListDraft(
                    revoked: [(serial, 1)]
                ).with { $0.reasons = [[1, 0, 0, 0, 8]] }
            ]),
        listing("a list of CAs", "revocation", [ListDraft().adding(point(DER.tagged(0x82, [0xFF])))]),
        listing("a list of end entities", nil, [ListDraft().adding(point(DER.tagged(0x81, [0xFF])))]),
        listing(
            "a list of end entities alone and of CAs alone", "revocation",
            [ListDraft().adding(point(DER.tagged(0x81, [0xFF]) + DER.tagged(0x82, [0xFF])))]),
        listing(
            "lists for all reasons in two parts", nil,
            [
                ListDraft().adding(point(DER.tagged(0x83, [0x07, 0x60, 0x00]))),
                ListDraft().adding(point(DER.tagged(0x83, [0x07, 0x1F, 0x80]))),
            ]),
        listing(
            "a list for no reason", "revocation", .laxer,
            [ListDraft().adding(point(DER.tagged(0x83, [0x00])))]),
        listing(
            "a list from a place without a name", "revocation", .laxer,
            [ListDraft().adding(point(DER.tagged(0xA0, DER.tagged(0xA0, []))))], leaf: pointing(to: "Middle")),
        listing(
            "a list for some reasons", "revocation",
            [ListDraft().adding(point(DER.tagged(0x83, [0x05, 0x60])))]),
        listing(
            "an issuer without cRLSign", "revocation", [ListDraft()],
            middle: .middle().replacing("2.5.29.15", Ext.usage(0x04))),
        listing(
            "removeFromCRL in a complete list", "revocation", .laxer, [ListDraft(revoked: [(serial, 8)])]),
        listing(
            "another issuer in a direct list", "revocation", .laxer,
            [ListDraft(revoked: [(serial, 1)], entryExtensions: [entryIssuer("Other")])]),
        listing(
            "two signature algorithms", "revocation", .either,
            [ListDraft(innerAlgorithm: Draft.ecdsaWithSHA384)]),
        listing(
            "a proxy certificate that is not marked critical", "revocation",
            [ListDraft(revoked: [(serial, 1)])],
            leaf: .leaf().adding(
                Ext.make("1.3.6.1.5.5.7.1.14", DER.sequence(DER.sequence(DER.oid("1.3.6.1.5.5.7.21.1")))))),
    ]

    private static let deltas: [PathCase] = [
        listing("a delta list alone", "revocation", [delta(8)]),
        listing("a delta that revokes", "revocation", [announcing, delta(8, revoked: 1)]),
        listing("a delta that says nothing", nil, [announcing, delta(8)]),
        listing(
            "a delta of the same second that revokes and is not announced", "revocation", .laxer,
            [ListDraft(), delta(8, revoked: 1).with { $0.thisUpdate = ListDraft().thisUpdate }]),
        listing(
            "a delta of the same second that says nothing and is not announced", "revocation", .laxer,
            [ListDraft(), delta(8).with { $0.thisUpdate = ListDraft().thisUpdate }]),
        listing(
            "a delta of the same second and number that revokes", "revocation", .laxer,
            [ListDraft(), delta(7, revoked: 1).with { $0.thisUpdate = ListDraft().thisUpdate }]),
        listing(
            "a delta of the same second and number that says nothing", nil,
            [ListDraft(), delta(7).with { $0.thisUpdate = ListDraft().thisUpdate }]),
        listing(
            "a delta that releases", nil,
            [announcing.with { $0.revoked = [(serial, 6)] }, delta(8, revoked: 8)]),
        listing(
            "an old delta that releases", "revocation", .laxer,
            [
                announcing.with { $0.revoked = [(serial, 6)] },
                delta(8, revoked: 8).with { $0.nextUpdate = DER.utcTime("250531000000Z") },
            ]),
        listing(
            "a delta in its last second that releases", nil,
            [
                announcing.with { $0.revoked = [(serial, 6)] },
                delta(8, revoked: 8).with { $0.nextUpdate = DER.utcTime("250601000000Z") },
            ]),
        listing("a delta that is not announced", "revocation", .laxer, [ListDraft(), delta(8, revoked: 1)]),
        listing(
            "a delta for a later list", "revocation", .laxer, [announcing, delta(9, base: 8, revoked: 1)]),
        listing(
            "a delta that is older than the list", nil,
            [
                announcing,
                delta(6, base: 1, revoked: 1).with { $0.thisUpdate = DER.utcTime("250401000000Z") },
            ]),
        listing(
            "a delta of tomorrow", "revocation",
            [announcing, delta(8, revoked: 1).with { $0.thisUpdate = DER.utcTime("250602000000Z") }]),
        listing(
            "a delta that had expired before the list was made", nil,
            [
                announcing,
                delta(6, base: 1).with {
                    $0.thisUpdate = DER.utcTime("250401000000Z")
                    $0.nextUpdate = DER.utcTime("250430000000Z")
                },
            ]),
        listing(
            "an older delta without authorityKeyIdentifier", nil,
            [
                announcing,
                delta(6, base: 1).with {
                    $0.thisUpdate = DER.utcTime("250401000000Z")
                    $0.extensions.remove(at: 0)
                },
            ]),
        listing(
            "the newer of two deltas", "revocation", .laxer,
            [
                announcing, delta(8),
                delta(9, revoked: 1).with { $0.thisUpdate = DER.utcTime("250520000000Z") },
            ]),
        listing(
            "a delta without a number", "revocation",
            [delta(8).with { $0.extensions.remove(at: 1) }]),
        listing(
            "a delta without a number, beside its list", "revocation", .either,
            [announcing, delta(8).with { $0.extensions.remove(at: 1) }]),
        // Whether it is older than the list, only its number says.
        listing(
            "a delta without a number, of the second of its list", "revocation", .either,
            [
                announcing,
                delta(8).with {
                    $0.thisUpdate = announcing.thisUpdate
                    $0.extensions.remove(at: 1)
                },
            ]),
        listing(
            "a delta that removes and revokes", "revocation", .laxer,
            [
                announcing.with { $0.revoked = [(serial, 6)] },
                delta(8, revoked: 8).with { $0.revoked.append((serial, 1)) },
            ]),
        listing(
            "a delta for some reasons", "revocation",
            [delta(8).with { $0.extensions.append(point(DER.tagged(0x83, [0x05, 0x60]))) }]),
        listing(
            "deltas for all reasons in two parts", "revocation", .either,
            [
                delta(8).adding(point(DER.tagged(0x83, [0x07, 0x60, 0x00]))),
                delta(8).adding(point(DER.tagged(0x83, [0x07, 0x1F, 0x80]))),
            ]),
        listing(
            "a malformed delta that is older than the one that is used", nil,
            [
                announcing, delta(9).with { $0.thisUpdate = DER.utcTime("250520000000Z") },
                delta(8).with { $0.innerAlgorithm = Draft.ecdsaWithSHA384 },
            ]),
        listing(
            "a malformed delta that is older than the list", nil,
            [
                announcing,
                delta(6, base: 1).with {
                    $0.thisUpdate = DER.utcTime("250401000000Z")
                    $0.innerAlgorithm = Draft.ecdsaWithSHA384
                },
            ]),
        listing(
            "a delta that is malformed", "revocation",
            [announcing, delta(8, revoked: 1).with { $0.innerAlgorithm = Draft.ecdsaWithSHA384 }]),
        listing(
            "a delta of the wrong key", "revocation", [announcing, delta(8).with { $0.isDamaged = true }]),
    ]

    private static let indirect: [PathCase] = [
        listing("an indirect list that nothing names", "revocation", [lists()], signers: [lister]),
        listing("an indirect list", nil, [lists()], leaf: pointing, signers: [lister]),
        listing(
            "revoked by an indirect list", "revocation", [lists(revoked: 1)], leaf: pointing,
            signers: [lister]),
        listing(
            "revoked by an indirect list, behind an entry that repeats an extension", "revocation", .laxer,
            [
                lists(revoked: 1).with {
                    $0.revoked.insert((DER.integer(5), 1), at: 0)
                    $0.entryExtensions.append(Ext.make("2.5.29.21", DER.tagged(0x0A, [1])))
                }
            ], leaf: pointing, signers: [lister]),
        listing(
            "revoked by a newer list of the same signer that is not indirect", "revocation", .laxer,
            [
                lists(),
                lists(revoked: 1).with {
                    $0.thisUpdate = later
                    $0.extensions.removeLast()
                },
            ], leaf: pointing, signers: [lister]),
        listing(
            "revoked by a newer list of the same signer whose scope is malformed", "revocation", .laxer,
            [
                lists(),
                lists(revoked: 1).with {
                    $0.thisUpdate = later
                    $0.extensions[2] = point(DER.tagged(0x89, []))
                },
            ], leaf: pointing, signers: [lister]),
        listing(
            "revoked behind a malformed entry, by an indirect list without authorityKeyIdentifier",
            "revocation", .laxer,
            [
                lists(),
                lists(revoked: 1).with {
                    $0.thisUpdate = later
                    $0.extensions.removeFirst()
                    $0.revoked.insert((DER.integer(5), 1), at: 0)
                    $0.entryExtensions.append(Ext.make("2.5.29.21", DER.tagged(0x0A, [1])))
                },
            ], leaf: pointing, signers: [lister]),
        listing(
            "an entry that a newer indirect list of another place removes", "revocation", .laxer,
            [
                lists(),
                lists(revoked: 8).with {
                    $0.thisUpdate = later
                    $0.extensions[2] = point(place("http://example.com/other") + DER.tagged(0x84, [0xFF]))
                },
            ], leaf: pointing, signers: [lister]),
        listing(
            "an indirect list with an entry of an empty name", "revocation", .laxer,
            [
                lists(revoked: 1).with {
                    $0.entryExtensions = [
                        Ext.make("2.5.29.29", critical: true, DER.sequence(Ext.directory(DER.sequence())))
                    ]
                }
            ],
            leaf: pointing, signers: [lister]),
        listing(
            "a malformed list of another issuer with the serial number", nil,
            [
                ListDraft(),
                ListDraft(
                    issuer: DER.name("Other"), signer: .other, revoked: [(serial, 1)],
                    entryExtensions: [Ext.make("2.5.29.21", DER.tagged(0x0A, [1]))]),
            ]),
        listing(
            "an indirect list with an entry of nobody", "revocation", .laxer,
            [
                lists(revoked: 1).with {
                    $0.entryExtensions = [Ext.make("2.5.29.29", critical: true, DER.sequence())]
                }
            ],
            leaf: pointing, signers: [lister]),
        listing(
            "revoked by an indirect list, beside a direct one", "revocation", .laxer,
            [lists(revoked: 1), ListDraft()],
            leaf: pointing, signers: [lister]),
        listing(
            "an indirect list of a signer that nobody certified", "revocation", [lists()], leaf: pointing,
            signers: [.middle("Lists", .other, by: "Root", .other)]),
        listing(
            "an indirect list of a revoked signer", "revocation", [lists()],
            others: [.root.with { $0.revoked = [(lister.serial, 1)] }], leaf: pointing, signers: [lister]),
        listing(
            "an indirect list of a signer that was renewed", nil, .either, [lists()], leaf: pointing,
            signers: [
                lister,
                lister.with {
                    $0.serial = DER.integer(0x57)
                    $0.notAfter = DER.utcTime("250520000000Z")
                },
            ]),
        listing(
            "an indirect list of a signer whose key is in hybrid form", "revocation", .laxer, [lists()],
            leaf: pointing,
            signers: [
                lister.with {
                    let key = TestKey.other.spki
                    $0.spki = key.dropLast(65) + [6 | key.last! & 1] + key.suffix(64)
                }
            ]),
        listing(
            "an indirect list of a signer of another CA", nil, [lists(), besides], leaf: pointing,
            signers: listersOfAnother),
        listing(
            "an indirect list of a revoked signer of another CA", "revocation",
            [lists(), besides.with { $0.revoked = [(lister.serial, 1)] }], leaf: pointing,
            signers: listersOfAnother),
        listing(
            "an indirect list of a signer whose own list is from another place", "revocation", .laxer,
            [lists(), besides.adding(point(place("http://example.com/other")))], leaf: pointing,
            signers: [listersOfAnother[0].adding(issuedAt("Besides")), listersOfAnother[1]]),
        listing(
            "an indirect list beside one that revokes the trust anchor", nil, .stricter, [lists()],
            others: [.root.with { $0.revoked = [(Draft.root().serial, 2)] }], leaf: pointing,
            middle: .middle().with { $0.serial = DER.integer(0x44) }, signers: [lister]),
        listing(
            "an indirect list from another place", "revocation", .laxer,
            [
                lists().with {
                    $0.extensions[2] = point(place("http://example.com/other") + DER.tagged(0x84, [0xFF]))
                }
            ], leaf: pointing, signers: [lister]),
        listing(
            "an indirect list whose place is its issuer", nil,
            [
                lists().with {
                    let place = DER.tagged(0xA0, DER.tagged(0xA0, Ext.directory(DER.name("Lists"))))
                    $0.extensions[2] = point(place + DER.tagged(0x84, [0xFF]))
                }
            ], leaf: pointing, signers: [lister]),
        listing("an indirect list without its signer", "revocation", [lists()], leaf: pointing),
    ]

    private static let serial = Draft.leaf().serial
    private static let successor = ListDraft(
        revoked: [(serial, 1)],
        extensions: [Ext.authorityKey(.middle), Ext.make("2.5.29.20", DER.integer(8))])
    private static let expired = successor.with {
        $0.thisUpdate = DER.utcTime("250510000000Z")
        $0.nextUpdate = DER.utcTime("250520000000Z")
    }
    private static let later = DER.utcTime("250515000000Z")
    private static let lister = Draft.middle("Lists", .other).with { $0.serial = DER.integer(0x55) }

    /// A signer of lists and its issuer, which issues nothing else.
    private static let listersOfAnother = [
        Draft.middle("Lists", .other, by: "Besides", .rsa).with { $0.serial = lister.serial },
        Draft.middle("Besides", .rsa).with { $0.serial = DER.integer(0x56) },
    ]
    private static let besides = ListDraft(
        issuer: DER.name("Besides"), signer: .rsa,
        extensions: [Ext.authorityKey(.rsa), Ext.make("2.5.29.20", DER.integer(2))])

    /// A leaf whose lists another issuer signs.
    private static var pointing: Draft { pointing(to: "Lists") }

    private static func pointing(to issuer: String) -> Draft { .leaf().adding(issuedAt(issuer)) }

    /// A distribution point that only names its issuer.
    private static func issuedAt(_ issuer: String) -> [UInt8] {
        Ext.make("2.5.29.31", DER.sequence(DER.sequence(DER.tagged(0xA2, Ext.directory(DER.name(issuer))))))
    }

    private static func lists(revoked reason: UInt8? = nil) -> ListDraft {
        ListDraft(
            issuer: DER.name("Lists"), signer: .other, revoked: reason.map { [(serial, $0)] } ?? [],
            extensions: [
                Ext.authorityKey(.other), Ext.make("2.5.29.20", DER.integer(7)),
                point(DER.tagged(0x84, [0xFF])),
            ], entryExtensions: [entryIssuer("Middle")])
    }

    /// A complete list that says where its deltas are.
    private static var announcing: ListDraft {
        ListDraft().adding(
            Ext.make("2.5.29.46", DER.sequence(DER.sequence(place("http://example.com/delta")))))
    }

    private static func delta(_ number: UInt8, base: UInt8 = 7, revoked reason: UInt8? = nil) -> ListDraft {
        ListDraft(
            thisUpdate: DER.utcTime("250515000000Z"), revoked: reason.map { [(serial, $0)] } ?? [],
            extensions: [
                Ext.authorityKey(.middle), Ext.make("2.5.29.20", DER.integer(number)),
                Ext.make("2.5.29.27", critical: true, DER.integer(base)),
            ])
    }

    private static func place(_ uri: String) -> [UInt8] { DER.tagged(0xA0, DER.tagged(0xA0, Ext.uri(uri))) }

    private static func point(_ contents: [UInt8]) -> [UInt8] {
        Ext.make("2.5.29.28", critical: true, DER.sequence(contents))
    }

    private static func entryIssuer(_ name: String) -> [UInt8] {
        Ext.make("2.5.29.29", critical: true, DER.sequence(Ext.directory(DER.name(name))))
    }

    private static func listing(
        _ name: String, _ reason: String?, _ drafts: [ListDraft], others: [ListDraft] = [.root],
        leaf: Draft = .leaf(), middle: Draft = .middle(), signers: [Draft] = []
    ) -> PathCase {
        listing(name, reason, .agrees, drafts, others: others, leaf: leaf, middle: middle, signers: signers)
    }

    /// - Parameter others: lists besides those that the case is about.
    private static func listing(
        _ name: String, _ reason: String?, _ openssl: PathCase.Peer, rule: IssuerRule? = nil,
        _ drafts: [ListDraft],
        others: [ListDraft] = [.root], leaf: Draft = .leaf(), middle: Draft = .middle(), signers: [Draft] = []
    ) -> PathCase {
        PathCase(
            "CRL: " + name, reason, openssl, rule: rule, leaf: leaf,
            untrusted: [middle] + signers
        ) { $0.revocationLists = (drafts + others).map(\.list) }
    }
}

extension ListDraft {
    static var root: ListDraft {
        ListDraft(
            issuer: DER.name("Root"), signer: .root,
            extensions: [Ext.authorityKey(.root), Ext.make("2.5.29.20", DER.integer(3))])
    }

    func adding(_ item: [UInt8]) -> ListDraft { with { $0.extensions.append(item) } }
}
