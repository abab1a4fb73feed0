import OpenSSL

@testable import PKI

extension PathCases {
    private static func named(_ names: [UInt8]...) -> Draft {
        .leaf().replacing("2.5.29.17", Ext.make("2.5.29.17", DER.sequence(names.flatMap(\.self))))
    }

    static let names: [PathCase] = [
        PathCase("the host", host: "www.example.com"),
        PathCase("the host in capitals, with a dot", host: "WWW.Example.COM."),
        PathCase("another host", "host", host: "mail.example.com"),
        PathCase("the host below", "host", host: "a.www.example.com"),
        PathCase(
            "the host in the common name alone", "host", .laxer,
            leaf: .leaf().replacing("2.5.29.17", nil), host: "www.example.com"),
        PathCase(
            "a wildcard", leaf: named(Ext.dns("*.example.com")), host: "www.example.com"),
        PathCase(
            "a wildcard for two labels", "host", leaf: named(Ext.dns("*.example.com")),
            host: "a.b.example.com"),
        PathCase(
            "a wildcard for none", "host", leaf: named(Ext.dns("*.example.com")),
            host: "example.com"),
        PathCase(
            "part of a label wild", "subject-alternative-name", .laxer,
            leaf: named(Ext.dns("w*.example.com")),
            host: "www.example.com"),
        PathCase(
            "an inner label wild", "subject-alternative-name", leaf: named(Ext.dns("www.*.com")),
            host: "www.example.com"),
        PathCase(
            "a wildcard alone", "subject-alternative-name", leaf: named(Ext.dns("*")),
            host: "example"),
        PathCase(
            "a wildcard below a top-level domain", "host", leaf: named(Ext.dns("*.com")),
            host: "example.com"),
        PathCase(
            "a wildcard below a country's registry", leaf: named(Ext.dns("*.co.uk")),
            host: "example.co.uk"),
        PathCase(
            "an underscore", "subject-alternative-name", .laxer, leaf: named(Ext.dns("a_b.example.com")),
            host: "a_b.example.com"),
        PathCase("no names", "subject-alternative-name", leaf: named()),
        PathCase(
            "an address among host names", "subject-alternative-name", .laxer,
            leaf: named(Ext.dns("192.0.2.1"))),
        PathCase(
            "a host name with a dot in front", "subject-alternative-name", .laxer,
            leaf: named(Ext.dns(".example.com"))),
        PathCase(
            "a host name outside ASCII", "subject-alternative-name", .laxer,
            leaf: named(Ext.dns("bücher.example"))),
        PathCase(
            "an address of three octets", "subject-alternative-name", .laxer, leaf: named(Ext.ip(1, 2, 3))),
        PathCase(
            "a URI without a host", "subject-alternative-name", .laxer, leaf: named(Ext.uri("http://:80/"))),
        PathCase(
            "a mailbox at an address", "subject-alternative-name", .laxer,
            leaf: named(Ext.email("a@1.2.3.4"))),
        PathCase(
            "a directory name with an empty set", "subject-alternative-name", .laxer,
            leaf: named(Ext.directory(DER.sequence(DER.set())))),
        PathCase(
            "a subject that is one empty set", "subject-name",
            leaf: .leaf().with { $0.subject = DER.sequence(DER.set()) }),
        PathCase(
            "an empty set among those of the subject", "subject-name", .laxer,
            leaf: .leaf().with {
                $0.subject = DER.sequence(DER.set(), Array(DER.name("www.example.com").dropFirst(2)))
            }),
        PathCase(
            "an empty set in the issuer", "issuer-name", .laxer,
            leaf: .leaf().with {
                $0.issuer = DER.sequence(Array(DER.name("Middle").dropFirst(2)), DER.set())
            }),
        PathCase("a URI without a scheme", "subject-alternative-name", .laxer, leaf: named(Ext.uri("/path"))),
        PathCase(
            "a mailbox of two", "subject-alternative-name", .laxer, leaf: named(Ext.email("a@b@example.com"))),
        PathCase("the address", leaf: named(Ext.ip(192, 0, 2, 1)), address: "192.0.2.1"),
        PathCase("another address", "ip", leaf: named(Ext.ip(192, 0, 2, 2)), address: "192.0.2.1"),
        PathCase(
            "IPv6, spelt at length",
            leaf: named(Ext.ip(0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)),
            address: "2001:0DB8:0:0:0:0:0:0001"),
        PathCase(
            "the mailbox, its domain in capitals", leaf: named(Ext.email("me@Example.COM")),
            mailbox: "me@example.com"),
        PathCase(
            "a mailbox in capitals", "email", leaf: named(Ext.email("Me@example.com")),
            mailbox: "me@example.com"),
        PathCase("another mailbox", "email", mailbox: "me@example.com"),
    ]

    private static func under(
        permit: [[UInt8]] = [], exclude: [[UInt8]] = [], critical: Bool = true
    ) -> [Draft] {
        [.middle().adding(Ext.constraints(permit: permit, exclude: exclude, critical: critical))]
    }

    private static let plain = Draft.leaf().with { $0.subject = DER.name("Somebody") }

    /// Mailboxes of a subject that are not mailboxes: whether they are in a subtree cannot be said.
    static let malformedMailboxes: [PathCase] = [
        "a..b@excluded.com", ".a@excluded.com", "a b@excluded.com", "a@b@excluded.com",
        "\"a b\"@excluded.com",
        "a@excluded.com.", "excluded.com",
    ].map { mailbox in
        PathCase(
            "the malformed mailbox '\(mailbox)' in the subject", "name-constraints",
            mailbox == "a@excluded.com." ? .laxer : .agrees,
            leaf: .leaf().with { $0.subject = DER.name("x", email: mailbox) },
            untrusted: under(exclude: [Ext.email("excluded.com")]))
    }

    /// What is excluded, whom the leaf names, and whether the leaf passes. OpenSSL folds ASCII alone.
    static let namesOutsideASCII: [PathCase] = [
        ("MÜNCHEN", "MÜNCHEN", false), ("MÜNCHEN", "münchen", false),
        ("M\u{FC}nchen", "Mu\u{308}nchen", false),
        ("МОСКВА", "москва", false), ("ΟΔΟΣ", "οδος", false), ("STRASSE", "Straße", false),
        ("Evil", "Ｅｖｉｌ", false), ("Evil", "Ev\u{AD}il", false), ("Evil", "Ev\u{1}il", false),
        ("Evil", "E\u{200B}vil", false), ("Kelvin", "\u{212A}elvin", false), ("office", "o\u{FB03}ce", false),
        ("Evil", "Müller", true), ("Evil", "Evíl", true), ("Evil", "МОСКВА", true),
        ("МОСКВА", "Moskva", true),
        ("MÜNCHEN", "Munchen", true), ("Evil", "Evil\u{301}s", true),
    ].map { (excluded, name, passes) in
        PathCase(
            "\(name.debugDescription) where \(excluded.debugDescription) is excluded",
            passes ? nil : "name-constraints",
            passes || Array(excluded.utf8) == Array(name.utf8) ? .agrees : .laxer,
            leaf: .leaf().with { $0.subject = DER.name(name) },
            untrusted: under(exclude: [Ext.directory(DER.name(excluded))]))
    }

    private static func mailbox(_ text: String) -> Draft {
        .leaf().with { $0.subject = DER.name("x") }
            .replacing("2.5.29.17", Ext.names(Ext.other("1.3.6.1.5.5.7.8.9", text)))
    }

    static let internationalMailboxes: [PathCase] = [
        PathCase(
            "an SmtpUTF8Mailbox, excluded", "name-constraints", leaf: mailbox("ü@example.org"),
            untrusted: under(exclude: [Ext.email("example.org")])),
        PathCase(
            "an SmtpUTF8Mailbox, excluded with all hosts below", "name-constraints", .laxer,
            leaf: mailbox("ü@mail.Example.org"), untrusted: under(exclude: [Ext.email(".example.ORG")])),
        PathCase(
            "an SmtpUTF8Mailbox, not excluded", leaf: mailbox("ü@example.org"),
            untrusted: under(exclude: [Ext.email("example.com")])),
        PathCase(
            "an SmtpUTF8Mailbox, permitted", leaf: mailbox("ü@example.org"),
            untrusted: under(permit: [Ext.email("example.org")])),
        PathCase(
            "an SmtpUTF8Mailbox, not permitted", "name-constraints", leaf: mailbox("ü@example.org"),
            untrusted: under(permit: [Ext.email("example.com")])),
        PathCase(
            "an SmtpUTF8Mailbox where another mailbox is excluded",
            leaf: mailbox("ü@example.org"), untrusted: under(exclude: [Ext.email("u@example.org")])),
        PathCase(
            "an SmtpUTF8Mailbox whose domain is not in ASCII", "name-constraints",
            leaf: mailbox("ü@bücher.example"), untrusted: under(exclude: [Ext.email("xn--bcher-kva.example")])
        ),
        PathCase(
            "an SmtpUTF8Mailbox without a domain", "name-constraints", leaf: mailbox("ü"),
            untrusted: under(exclude: [Ext.email("example.org")])),
    ]

    private static let allOfIPv6 = Ext.ip(
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

    static let constraints: [PathCase] = [
        PathCase("within what is permitted", untrusted: under(permit: [Ext.dns("example.com")])),
        PathCase(
            "outside of what is permitted", "name-constraints",
            untrusted: under(permit: [Ext.dns("example.org")])),
        PathCase(
            "not below, but ending alike", "name-constraints",
            untrusted: under(permit: [Ext.dns("ample.com")])),
        PathCase("excluded", "name-constraints", untrusted: under(exclude: [Ext.dns("www.example.com")])),
        PathCase(
            "permitted and excluded", "name-constraints",
            untrusted: under(permit: [Ext.dns("example.com")], exclude: [Ext.dns("www.example.com")])),
        PathCase("everything excluded", "name-constraints", untrusted: under(exclude: [Ext.dns("")])),
        PathCase("another kind permitted", untrusted: under(permit: [Ext.email("example.org")])),
        PathCase(
            "not critical", "criticality", .laxer, rule: .nameConstraints,
            untrusted: under(permit: [Ext.dns("example.com")], critical: false)),
        PathCase(
            "not critical, by webpki", leaf: .leaf().conforming(policy: Ext.domainValidated),
            untrusted: under(permit: [Ext.dns("example.com")], critical: false).map {
                $0.conforming(policy: Ext.anyPolicy)
            }
        ) { $0.policy = .webpki },
        PathCase(
            "empty", "name-constraints-form", .laxer, rule: .nameConstraints, untrusted: under()),
        PathCase(
            "an empty list of subtrees", "name-constraints-form", .laxer,
            untrusted: [
                .middle().adding(Ext.make("2.5.29.30", critical: true, DER.sequence(DER.tagged(0xA0, []))))
            ]),
        PathCase(
            "an empty list beside another one", "name-constraints-form", .laxer,
            untrusted: [
                .middle().adding(
                    Ext.make(
                        "2.5.29.30", critical: true,
                        DER.sequence(
                            DER.tagged(0xA0, []),
                            DER.tagged(0xA1, DER.sequence(Ext.dns("example.net"))))))
            ]),
        PathCase(
            "with a leading dot", "name-constraints-form", untrusted: under(permit: [Ext.dns(".example.com")])
        ),
        PathCase(
            "with a wildcard", "name-constraints-form", untrusted: under(permit: [Ext.dns("*.example.com")])),
        PathCase(
            "with a minimum", "name-constraints-form",
            untrusted: under(permit: [Ext.dns("example.com") + DER.tagged(0x80, [1])])),
        PathCase(
            "with a maximum", "name-constraints-form",
            untrusted: under(permit: [Ext.dns("example.com") + DER.tagged(0x81, [3])])),
        PathCase(
            "an address without a mask", "name-constraints-form", .laxer,
            untrusted: under(permit: [Ext.ip(192, 0, 2, 0)])),
        PathCase(
            "an address and a mask of two octets each", "name-constraints-form", .laxer,
            untrusted: under(permit: [Ext.ip(10, 0, 255, 0)])),
        PathCase(
            "a mask with holes", "name-constraints-form", .laxer,
            untrusted: under(permit: [Ext.ip(192, 0, 2, 0, 255, 0, 255, 0)])),
        PathCase(
            "a constraint with an empty set", "name-constraints-form",
            untrusted: under(exclude: [Ext.directory(DER.sequence(DER.set()))])),
        PathCase(
            "in a leaf", "name-constraints-form", .laxer,
            leaf: .leaf().adding(Ext.constraints(permit: [Ext.dns("example.com")]))),
        PathCase(
            "a wildcard within", leaf: named(Ext.dns("*.a.example.com")).with { $0.subject = DER.name("x") },
            untrusted: under(permit: [Ext.dns("example.com")])),
        PathCase(
            "a wildcard that may be the excluded one", "name-constraints", .laxer,
            leaf: named(Ext.dns("*.example.com")).with { $0.subject = DER.name("x") },
            untrusted: under(exclude: [Ext.dns("bad.example.com")])),
        PathCase(
            "a host two letters longer than an excluded one's domain",
            leaf: named(Ext.dns("myexample.com")).with { $0.subject = DER.name("x") },
            untrusted: under(exclude: [Ext.dns("bad.example.com")])),
        PathCase(
            "a wildcard of which one is permitted", "name-constraints",
            leaf: named(Ext.dns("*.example.com")).with { $0.subject = DER.name("x") },
            untrusted: under(permit: [Ext.dns("good.example.com")])),
        PathCase(
            "an address within", leaf: named(Ext.ip(192, 0, 2, 9)),
            untrusted: under(permit: [Ext.ip(192, 0, 2, 0, 255, 255, 255, 0)])),
        PathCase(
            "an address outside", "name-constraints", leaf: named(Ext.ip(192, 0, 3, 9)),
            untrusted: under(permit: [Ext.ip(192, 0, 2, 0, 255, 255, 255, 0)])),
        PathCase(
            "an IPv4 address where all of IPv6 is permitted", "name-constraints",
            leaf: named(Ext.ip(192, 0, 2, 9)), untrusted: under(permit: [allOfIPv6])),
        PathCase(
            "an IPv4 address where all of IPv6 is excluded",
            leaf: named(Ext.ip(192, 0, 2, 9)), untrusted: under(exclude: [allOfIPv6])),
        PathCase(
            "an IPv6 address where all of IPv4 is permitted", "name-constraints",
            leaf: named(Ext.ip(0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)),
            untrusted: under(permit: [Ext.ip(0, 0, 0, 0, 0, 0, 0, 0)])),
        PathCase(
            "a mailbox's domain", leaf: named(Ext.email("a@example.com")),
            untrusted: under(permit: [Ext.email("example.com")])),
        PathCase(
            "a mailbox's domain is that host alone", "name-constraints",
            leaf: named(Ext.email("a@b.example.com")),
            untrusted: under(permit: [Ext.email("example.com")])),
        PathCase(
            "a mailbox in the subject", "name-constraints",
            leaf: .leaf().with { $0.subject = DER.name("x", email: "a@example.org") },
            untrusted: under(permit: [Ext.email("example.com")])),
        PathCase(
            "a mailbox in the subject that is a BIT STRING, excluded", "name-constraints",
            leaf: .leaf().with {
                $0.subject = DER.name("x", email: "\0a@excluded.com", emailTag: 0x03)
            },
            untrusted: under(exclude: [Ext.email("excluded.com")])),
        PathCase(
            "a mailbox in the subject that is a BIT STRING, permitted", "name-constraints",
            leaf: .leaf().with {
                $0.subject = DER.name("x", email: "\0a@example.com", emailTag: 0x03)
            },
            untrusted: under(permit: [Ext.email("example.com")])),
        PathCase(
            "a URI's host", leaf: named(Ext.uri("https://a.example.com:8443/x")),
            untrusted: under(permit: [Ext.uri(".example.com")])),
        PathCase(
            "a URI's host outside", "name-constraints", leaf: named(Ext.uri("https://a.example.org/")),
            untrusted: under(permit: [Ext.uri(".example.com")])),
        PathCase(
            "a directory name within", leaf: plain,
            untrusted: under(permit: [Ext.directory(DER.name("SOMEBODY"))])),
        PathCase(
            "a directory name outside", "name-constraints", leaf: plain,
            untrusted: under(permit: [Ext.directory(DER.name("Nobody"))])),
        PathCase(
            "a directory name outside ASCII, permitted byte for byte",
            leaf: .leaf().with { $0.subject = DER.name("MÜNCHEN") },
            untrusted: under(permit: [Ext.directory(DER.name("Köln")), Ext.directory(DER.name("MÜNCHEN"))])),
        PathCase(
            "a directory name outside ASCII, permitted in capitals", "name-constraints",
            leaf: .leaf().with { $0.subject = DER.name("münchen") },
            untrusted: under(permit: [Ext.directory(DER.name("MÜNCHEN"))])),
        PathCase(
            "an otherName, constrained", "name-constraints",
            leaf: .leaf().replacing("2.5.29.17", Ext.names(Ext.other("1.2.3.4", "x"))),
            untrusted: under(exclude: [Ext.other("1.2.3.4", "y")])),
        PathCase(
            "narrowed by a lower CA", "name-constraints", leaf: .leaf(by: "Lower", .lower),
            untrusted: under(permit: [Ext.dns("example.com")]) + [
                .middle("Lower", .lower, by: "Middle", .middle).adding(
                    Ext.constraints(permit: [Ext.dns("other.example.com")]))
            ]),
        PathCase(
            "widened by a lower CA", "name-constraints", leaf: .leaf(by: "Lower", .lower),
            untrusted: under(permit: [Ext.dns("example.org")]) + [
                .middle("Lower", .lower, by: "Middle", .middle).adding(
                    Ext.constraints(permit: [Ext.dns("com")]))
            ]),
        PathCase(
            "excluded, in a self-issued intermediate", leaf: .leaf(by: "Middle", .lower),
            untrusted: under(exclude: [Ext.dns("bad.example")]) + [
                .middle("Middle", .lower, by: "Middle", .middle).adding(Ext.names(Ext.dns("bad.example")))
            ]),
        PathCase(
            "excluded, in an intermediate", "name-constraints", leaf: .leaf(by: "Lower", .lower),
            untrusted: under(exclude: [Ext.dns("bad.example")]) + [
                .middle("Lower", .lower, by: "Middle", .middle).adding(Ext.names(Ext.dns("bad.example")))
            ]),
        PathCase(
            "excluded, in a self-issued leaf", "name-constraints",
            leaf: .leaf(key: .lower).with { $0.subject = DER.name("Middle") },
            untrusted: under(exclude: [Ext.dns("www.example.com")])),
        PathCase(
            "of the root", "name-constraints",
            roots: [.root().adding(Ext.constraints(permit: [Ext.dns("example.org")]))]),
    ]
}
