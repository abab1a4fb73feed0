import OpenSSL

/// The choices that an input makes, a byte each. Beyond its end are zeros: the first choice, the usual one.
struct Choices {
    private var rest: ArraySlice<UInt8>

    init(_ input: [UInt8]) { rest = input[...] }

    var isEmpty: Bool { rest.isEmpty }

    mutating func number(below limit: Int) -> Int { Int(rest.popFirst() ?? 0) % limit }

    mutating func one<Item>(of items: [Item]) -> Item { items[number(below: items.count)] }

    mutating func some<Item>(of items: [Item], atMost limit: Int = 3) -> [Item] {
        (0..<number(below: limit + 1)).map { _ in one(of: items) }
    }
}

/// Makes certificates of parts that are right, wrong or unusual, so that most of them are read and fit together.
struct CertificateMaker {
    private var choices: Choices

    /// The leaf first; each is issued by the next one, the last by the root.
    static func path(_ input: [UInt8]) throws -> [[UInt8]] {
        var maker = CertificateMaker(choices: Choices(input))
        let owners = try owners.get()
        let path = [owners[0]] + owners[maker.choices.one(of: [2..., 3..., 1...])]
        return try zip(path, path.dropFirst()).map { try maker.certificate(of: $0, by: $1) }
    }

    /// A root with the plainest form.
    static func root() throws -> [UInt8] {
        var maker = CertificateMaker(choices: Choices([]))
        let root = try owners.get()[3]
        return try maker.certificate(of: root, by: root)
    }

    /// A name and an Ed25519 key.
    private struct Owner {
        let name: String
        let key: PrivateKey

        init(_ name: String) throws {
            self.name = name
            // PKCS#8 of Ed25519 (RFC 8410 §7); the key's bytes do not matter.
            let seed = [UInt8](repeating: UInt8(name.utf8.count), count: 32)
            let der: [UInt8] =
                [0x30, 0x2E, 0x02, 1, 0, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 4, 0x22, 4, 0x20] + seed
            guard
                case .privateKey(let key) = try EncodedKey(recognizing: der.span, .der).decode(
                    passphrase: nil)
            else {
                fatalError("not a private key")
            }
            self.key = key
        }

        var isLeaf: Bool { name == "Leaf" }
    }

    private static let owners = Result { try ["Leaf", "Middle", "Upper", "Top"].map(Owner.init) }

    private mutating func certificate(of owner: Owner, by issuer: Owner) throws -> [UInt8] {
        var parts: [DERNode] = []
        let version: UInt8? = choices.one(of: [2, 2, 2, 2, 2, 2, 0, 1, 3, nil])
        if let version { parts.append(DERNode(tag: 0xA0, children: [DERNode(tag: 0x02, [version])])) }
        let long = [UInt8](repeating: 0x11, count: 20)
        parts.append(
            DERNode(tag: 0x02, choices.one(of: [[0x11], [0x12], [0x00], [0xFF], long, long + [0x11]])))
        parts.append(algorithm())
        parts.append(name(issuer.name))
        parts.append(DERNode(tag: 0x30, children: validity()))
        parts.append(choices.number(below: 12) == 11 ? DERNode(tag: 0x30, []) : name(owner.name))
        let key = try owner.key.publicKey.der(.spki)
        parts += DERNode.parse(key[...]) ?? []
        if choices.number(below: 20) == 19 { parts.append(DERNode(tag: 0x81, [0, 0x55])) }
        let list = extensions(of: owner, by: issuer)
        if !list.isEmpty {
            parts.append(DERNode(tag: 0xA3, children: [DERNode(tag: 0x30, children: list)]))
        }
        let body = DERNode(tag: 0x30, children: parts)
        var signature: [UInt8] = []
        let message = body.bytes
        try Signer.make(issuer.key, .pure).sign(message.span, into: &signature)
        return DERNode(
            tag: 0x30,
            children: [body, algorithm(), DERNode(tag: 0x03, [0] + signature)]
        ).bytes
    }

    /// Ed25519 has no parameters (RFC 8410 §3).
    private mutating func algorithm() -> DERNode {
        let hasNull = choices.number(below: 8) == 7
        return DERNode(tag: 0x30, [0x06, 0x03, 0x2B, 0x65, 0x70] + (hasNull ? [0x05, 0x00] : []))
    }

    /// RFC 5280 §7.1 says which of these are alike.
    private mutating func name(_ text: String) -> DERNode {
        let forms: [(UInt8, String)] = [
            (0x0C, text), (0x0C, text), (0x0C, text), (0x0C, text), (0x13, text), (0x13, text.uppercased()),
            (0x0C, " \(text)  "), (0x0C, text.lowercased()), (0x1E, text), (0x0C, text + "!"), (0x14, text),
        ]
        let (tag, text) = choices.one(of: forms)
        let contents = tag == 0x1E ? text.utf8.flatMap { [0, $0] } : Array(text.utf8)
        let value = DERNode(
            tag: 0x30, children: [Self.oid([0x55, 0x04, 0x03]), DERNode(tag: tag, contents)])
        return DERNode(tag: 0x30, children: [DERNode(tag: 0x31, children: [value])])
    }

    /// ``PathPeer/seconds`` is in 2026.
    private mutating func validity() -> [DERNode] {
        let before = [
            "250101000000Z", "250101000000Z", "250101000000Z", "500101000000Z", "270101000000Z",
            "20250101000000Z",
            "19000101000000Z", "2501010000Z", "250101000000+0000", "20250101000000.5Z",
        ]
        let after = [
            "270101000000Z", "270101000000Z", "270101000000Z", "491231235959Z", "250601000000Z",
            "20270101000000Z",
            "20500101000000Z", "99991231235959Z", "2701010000Z", "270101000000+0100", "20600230000000Z",
        ]
        return [choices.one(of: before), choices.one(of: after)].map {
            DERNode(tag: $0.utf8.prefix { $0 != 0x2E && $0 != 0x2B }.count > 13 ? 0x18 : 0x17, Array($0.utf8))
        }
    }

    // MARK: Extensions

    private enum Kind: UInt8, CaseIterable {
        case subjectKeyIdentifier = 14
        case keyUsage = 15
        case subjectAltName = 17
        case issuerAltName = 18
        case basicConstraints = 19
        case nameConstraints = 30
        case distributionPoints = 31
        case policies = 32
        case policyMappings = 33
        case authorityKeyIdentifier = 35
        case policyConstraints = 36
        case extendedKeyUsage = 37
        case freshestCRL = 46
        case inhibitAnyPolicy = 54
        case unknown = 99

        var isUsuallyCritical: Bool {
            switch self {
            case .keyUsage, .basicConstraints, .nameConstraints, .policyConstraints, .inhibitAnyPolicy: true
            default: false
            }
        }
    }

    private mutating func extensions(of owner: Owner, by issuer: Owner) -> [DERNode] {
        let identifier = DERNode(tag: 0x80, Array(issuer.name.utf8))
        let authority = Self.item(.authorityKeyIdentifier, DERNode(tag: 0x30, children: [identifier]))
        let key = Self.item(.subjectKeyIdentifier, DERNode(tag: 0x04, Array(owner.name.utf8)))
        let usage = Self.item(.keyUsage, DERNode(tag: 0x03, owner.isLeaf ? [7, 0x80] : [1, 0x06]))
        var list = [usage, key] + (issuer.name == owner.name ? [] : [authority])
        if owner.isLeaf {
            let name = DERNode(tag: 0x82, Array("www.example.com".utf8))
            list.append(Self.item(.subjectAltName, DERNode(tag: 0x30, children: [name])))
        } else {
            let isCA = DERNode(tag: 0x01, [0xFF])
            list.append(Self.item(.basicConstraints, DERNode(tag: 0x30, children: [isCA])))
        }
        for _ in 0..<choices.number(below: 6) where !choices.isEmpty {
            let kind = choices.one(of: Kind.allCases)
            let isCritical = choices.one(of: [
                kind.isUsuallyCritical, kind.isUsuallyCritical, !kind.isUsuallyCritical,
            ])
            let item = Self.item(kind, value(of: kind), isCritical: isCritical)
            let place = list.firstIndex { $0.children[0].bytes == item.children[0].bytes }
            switch (choices.number(below: 8), place) {
            case (0...4, let place?): list[place] = item
            case (5...6, let place?): list.remove(at: place)
            default: list.append(item)
            }
        }
        return list
    }

    private static func item(_ kind: Kind, _ value: DERNode, isCritical: Bool? = nil) -> DERNode {
        let critical = isCritical ?? kind.isUsuallyCritical ? [DERNode(tag: 0x01, [0xFF])] : []
        return DERNode(
            tag: 0x30,
            children: [oid([0x55, 0x1D, kind.rawValue])] + critical + [DERNode(tag: 0x04, value.bytes)])
    }

    private mutating func value(of kind: Kind) -> DERNode {
        switch kind {
        case .subjectKeyIdentifier: DERNode(tag: 0x04, choices.one(of: [Array("Leaf".utf8), [1], []]))
        case .keyUsage:
            DERNode(
                tag: 0x03,
                choices.one(of: [
                    [7, 0x80], [1, 0x06], [2, 0x04], [1, 0x02], [0, 0x00], [0], [7, 0xFF, 0x80], [0, 0x80],
                ]))
        case .subjectAltName, .issuerAltName:
            DERNode(tag: 0x30, children: choices.some(of: Self.names))
        case .basicConstraints: basicConstraints()
        case .nameConstraints: nameConstraints()
        case .distributionPoints, .freshestCRL:
            DERNode(tag: 0x30, children: choices.some(of: Self.points, atMost: 2))
        case .policies:
            DERNode(
                tag: 0x30,
                children: choices.some(of: Self.policies).map { DERNode(tag: 0x30, children: [$0]) })
        case .policyMappings:
            DERNode(
                tag: 0x30,
                children: choices.some(of: Self.policies).map {
                    DERNode(tag: 0x30, children: [$0, choices.one(of: Self.policies)])
                })
        case .authorityKeyIdentifier: authorityKeyIdentifier()
        case .policyConstraints:
            DERNode(tag: 0x30, children: [0x80, 0x81].flatMap { optionalNumber(tag: $0) })
        case .extendedKeyUsage: DERNode(tag: 0x30, children: choices.some(of: Self.usages))
        case .inhibitAnyPolicy: DERNode(tag: 0x02, choices.one(of: [[0], [1], [2], [0xFF]]))
        case .unknown: DERNode(tag: 0x05, [])
        }
    }

    private mutating func optionalNumber(tag: UInt8) -> [DERNode] {
        let number: [UInt8]? = choices.one(of: [nil, [0], [1], [2], [0xFF], [0, 0x80], []])
        return number.map { [DERNode(tag: tag, $0)] } ?? []
    }

    private mutating func basicConstraints() -> DERNode {
        let isCA = choices.one(of: [[DERNode(tag: 0x01, [0xFF])], [], [DERNode(tag: 0x01, [0x00])]])
        return DERNode(tag: 0x30, children: isCA + optionalNumber(tag: 0x02))
    }

    private mutating func authorityKeyIdentifier() -> DERNode {
        let key: [UInt8]? = choices.one(of: [nil, Array("Top".utf8), Array("Middle".utf8), [1], []])
        let directory = DERNode(tag: 0xA4, children: [name("Top")])
        let others: [[DERNode]] = [
            [], [DERNode(tag: 0xA1, children: [directory]), DERNode(tag: 0x82, [0x11])],
            [DERNode(tag: 0xA1, children: [directory]), DERNode(tag: 0x82, [0x22])],
            [DERNode(tag: 0xA1, children: [directory])], [DERNode(tag: 0x82, [0x11])],
        ]
        return DERNode(
            tag: 0x30, children: (key.map { [DERNode(tag: 0x80, $0)] } ?? []) + choices.one(of: others))
    }

    private mutating func nameConstraints() -> DERNode {
        let subtrees = [UInt8(0xA0), 0xA1].compactMap { tag -> DERNode? in
            let bases = choices.some(of: Self.constraints, atMost: 2)
            if bases.isEmpty { return nil }
            return DERNode(
                tag: tag,
                children: bases.map { base in
                    let distances = choices.one(of: [
                        [], [], [], [], [DERNode(tag: 0x80, [1])], [DERNode(tag: 0x81, [3])],
                    ])
                    return DERNode(tag: 0x30, children: [base] + distances)
                })
        }
        return DERNode(tag: 0x30, children: subtrees)
    }

    // MARK: Parts

    private static func oid(_ contents: [UInt8]) -> DERNode { DERNode(tag: 0x06, contents) }

    private static func text(_ tag: UInt8, _ text: String) -> DERNode { DERNode(tag: tag, Array(text.utf8)) }

    private static func directory(_ attributes: [(UInt8, String)]) -> DERNode {
        let names = attributes.map { type, text in
            let value = DERNode(
                tag: 0x30, children: [oid([0x55, 0x04, type]), DERNode(tag: 0x0C, Array(text.utf8))])
            return DERNode(tag: 0x31, children: [value])
        }
        return DERNode(tag: 0xA4, children: [DERNode(tag: 0x30, children: names)])
    }

    /// GeneralName (RFC 5280 §4.2.1.6).
    private static let names = [
        text(0x82, "www.example.com"), text(0x82, "example.com"), text(0x82, "*.example.com"),
        text(0x82, "WWW.Example.COM"), text(0x82, "www.example.org"), text(0x82, "www.example.com."),
        text(0x82, ""), text(0x82, "a..b"), text(0x82, "xn--bcher-kva.example"), text(0x82, "192.0.2.1"),
        text(0x82, "under_score.example.com"), text(0x82, "www.example.com\0"),
        text(0x81, "jo@example.com"), text(0x81, "jo@EXAMPLE.com"), text(0x81, "jo@www.example.com"),
        text(0x81, "Jo@example.org"), text(0x81, "jo"), text(0x81, "@example.com"),
        text(0x81, "j o@example.com"),
        text(0x81, "\"j@o\"@example.com"),
        text(0x86, "https://www.example.com/a"), text(0x86, "https://www.example.com:8443/"),
        text(0x86, "https://user@example.com"), text(0x86, "urn:example:a"), text(0x86, "https://192.0.2.1/"),
        text(0x86, "https://[2001:db8::1]/"), text(0x86, "www.example.com"), text(0x86, ""),
        DERNode(tag: 0x87, [192, 0, 2, 1]), DERNode(tag: 0x87, [10, 0, 0, 1]),
        DERNode(tag: 0x87, [0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [1]),
        DERNode(tag: 0x87, [192, 0, 2]),
        directory([(3, "Leaf")]), directory([(10, "Example"), (3, "Leaf")]), directory([]),
        DERNode(tag: 0x88, [0x2A, 0x03]),
        DERNode(
            tag: 0xA0,
            children: [oid([0x2A, 0x03]), DERNode(tag: 0xA0, children: [text(0x0C, "jo@example.com")])]),
    ]

    /// The bases of name constraints (RFC 5280 §4.2.1.10).
    private static let constraints = [
        text(0x82, "example.com"), text(0x82, ".example.com"), text(0x82, "www.example.com"),
        text(0x82, "org"),
        text(0x82, ""), text(0x82, "*.example.com"), text(0x82, "EXAMPLE.com"),
        text(0x81, "example.com"), text(0x81, ".example.com"), text(0x81, "jo@example.com"),
        text(0x81, "JO@example.com"), text(0x81, ""), text(0x81, "@example.com"),
        text(0x86, "example.com"), text(0x86, ".example.com"), text(0x86, "www.example.com"), text(0x86, ""),
        text(0x86, "https://www.example.com"),
        DERNode(tag: 0x87, [192, 0, 2, 0, 255, 255, 255, 0]), DERNode(tag: 0x87, [0, 0, 0, 0, 0, 0, 0, 0]),
        DERNode(tag: 0x87, [192, 0, 2, 0, 255, 0, 255, 0]), DERNode(tag: 0x87, [192, 0, 2, 1]),
        DERNode(
            tag: 0x87,
            [0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 12) + [255, 255, 255, 255]
                + [UInt8](repeating: 0, count: 12)),
        directory([(3, "Leaf")]), directory([(3, "leaf ")]), directory([(10, "Example")]), directory([]),
        DERNode(tag: 0x88, [0x2A, 0x03]),
    ]

    private static let policies = [
        oid([0x2A, 0x03]), oid([0x2A, 0x04]), oid([0x55, 0x1D, 0x20, 0x00]), oid([0x2A, 0x05]),
    ]

    private static let usages: [DERNode] =
        [1, 2, 3, 4, 8, 9].map { oid([0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, $0]) } + [
            oid([0x55, 0x1D, 0x25, 0x00]), oid([0x2A, 0x03]),
        ]

    private static let points: [DERNode] = [
        DERNode(
            tag: 0x30,
            children: [
                DERNode(
                    tag: 0xA0,
                    children: [DERNode(tag: 0xA0, children: [text(0x86, "http://crl.example.com/a.crl")])])
            ]),
        DERNode(tag: 0x30, children: [DERNode(tag: 0x81, [1, 0x06])]), DERNode(tag: 0x30, []),
    ]
}
