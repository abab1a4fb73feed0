import OpenSSL

/// A certificate before it is signed; every field can be wrong.
struct Draft {
    /// The INTEGER; nil leaves it out, which is version 1.
    var version: [UInt8]? = DER.integer(2)
    var serial: [UInt8] = DER.integer(0x11, 0x22, 0x33)
    var issuer: [UInt8]
    var subject: [UInt8]
    var notBefore = DER.utcTime("250101000000Z")
    var notAfter = DER.utcTime("260101000000Z")
    var key: TestKey
    /// The SubjectPublicKeyInfo; that of the key without.
    var spki: [UInt8]?
    var signer: TestKey
    /// issuerUniqueID and subjectUniqueID.
    var uniqueIdentifiers: [UInt8] = []
    var extensions: [[UInt8]]
    /// The AlgorithmIdentifiers inside and beside; those of the signer's key without.
    var innerAlgorithm: [UInt8]?
    var outerAlgorithm: [UInt8]?
    var isDamaged = false

    static func root(_ name: String = "Root", _ key: TestKey = .root) -> Draft {
        Draft(
            issuer: DER.name(name), subject: DER.name(name), key: key, signer: key,
            extensions: [Ext.basic(), Ext.usage(0x06), Ext.subjectKey(key)])
    }

    static func middle(
        _ name: String = "Middle", _ key: TestKey = .middle, by issuer: String = "Root",
        _ signer: TestKey = .root
    ) -> Draft {
        Draft(
            issuer: DER.name(issuer), subject: DER.name(name), key: key, signer: signer,
            extensions: [
                Ext.basic(), Ext.usage(0x06), Ext.subjectKey(key), Ext.authorityKey(signer),
            ])
    }

    static func leaf(
        by issuer: String = "Middle", _ signer: TestKey = .middle, key: TestKey = .leaf
    ) -> Draft {
        Draft(
            issuer: DER.name(issuer), subject: DER.name("www.example.com"), key: key, signer: signer,
            extensions: [
                Ext.usage(0x80), Ext.extended(Ext.server), Ext.subjectKey(key), Ext.authorityKey(signer),
                Ext.names(Ext.dns("www.example.com"), Ext.dns("example.com")),
            ])
    }

    func with(_ change: (inout Draft) -> Void) -> Draft {
        var copy = self
        change(&copy)
        return copy
    }

    /// The extension with that identifier replaced by another, or taken away.
    func replacing(_ oid: String, _ other: [UInt8]?) -> Draft {
        with { draft in
            let mark = DER.oid(oid)
            draft.extensions.removeAll {
                Array($0.dropFirst(2).prefix(mark.count)) == mark
                    || Array($0.dropFirst(3).prefix(mark.count)) == mark
            }
            if let other { draft.extensions.append(other) }
        }
    }

    /// With what the profiles of the Baseline Requirements require besides.
    func conforming(policy: String) -> Draft {
        adding(Ext.policies(policy)).adding(Ext.lists(Ext.uri("http://lists.example.com/ca.crl")))
            .adding(Ext.access(Ext.responder, Ext.uri("http://ocsp.example.com/")))
    }

    /// As old programs made them: version 1 or 2, and without extensions.
    func ofVersion(_ number: UInt8) -> Draft {
        with {
            $0.version = number == 1 ? nil : DER.integer(number - 1)
            $0.extensions = []
        }
    }

    func adding(_ item: [UInt8]) -> Draft { with { $0.extensions.append(item) } }

    var der: [UInt8] {
        let algorithm = signer.algorithm
        let signed = DER.sequence(
            version.map { DER.tagged(0xA0, $0) } ?? [], serial, innerAlgorithm ?? algorithm,
            issuer, DER.sequence(notBefore, notAfter), subject, spki ?? key.spki, uniqueIdentifiers,
            extensions.isEmpty ? [] : DER.tagged(0xA3, DER.sequence(extensions.flatMap(\.self))))
        let isSHA1 = (outerAlgorithm ?? algorithm) == Draft.ecdsaWithSHA1
        var signature = isSHA1 ? [] : signer.sign(signed)
        if isDamaged { signature[signature.count - 1] ^= 1 }
        return DER.sequence(signed, outerAlgorithm ?? algorithm, DER.bits(signature))
    }

    static let ecdsaWithSHA1 = DER.sequence(DER.oid("1.2.840.10045.4.1"))
    static let ecdsaWithSHA384 = DER.sequence(DER.oid("1.2.840.10045.4.3.3"))

    var certificate: Certificate {
        let bytes = der
        return try! Certificate.decode(bytes.span)
    }
}

/// A revocation list before it is signed.
struct ListDraft {
    /// The INTEGER; nil leaves it out, which is version 1.
    var version: [UInt8]? = DER.integer(1)
    var issuer = DER.name("Middle")
    var signer = TestKey.middle
    var thisUpdate = DER.utcTime("250501000000Z")
    var nextUpdate: [UInt8]? = DER.utcTime("250701000000Z")
    /// Serial numbers, DER, each with the number of a reason.
    var revoked: [(serial: [UInt8], reason: UInt8)] = []
    var extensions: [[UInt8]] = [Ext.authorityKey(.middle), Ext.make("2.5.29.20", DER.integer(7))]
    /// The octets of the first entries' reasons, if a reason has not one octet.
    var reasons: [[UInt8]] = []
    /// Of every entry, besides the reason.
    var entryExtensions: [[UInt8]] = []
    /// The AlgorithmIdentifier of the signed part; that of the signer's key without.
    var innerAlgorithm: [UInt8]?
    var isDamaged = false

    func with(_ change: (inout ListDraft) -> Void) -> ListDraft {
        var copy = self
        change(&copy)
        return copy
    }

    var der: [UInt8] {
        let entries = revoked.enumerated().map { place, entry in
            DER.sequence(
                entry.serial, DER.utcTime("250515120000Z"),
                DER.sequence(
                    Ext.make(
                        "2.5.29.21", DER.tagged(0x0A, place < reasons.count ? reasons[place] : [entry.reason])
                    ), entryExtensions.flatMap(\.self)))
        }
        let signed = DER.sequence(
            version ?? [], innerAlgorithm ?? signer.algorithm, issuer, thisUpdate, nextUpdate ?? [],
            entries.isEmpty ? [] : DER.sequence(entries.flatMap(\.self)),
            extensions.isEmpty ? [] : DER.tagged(0xA0, DER.sequence(extensions.flatMap(\.self))))
        var signature = signer.sign(signed)
        if isDamaged { signature[signature.count - 1] ^= 1 }
        return DER.sequence(signed, signer.algorithm, DER.bits(signature))
    }

    var list: RevocationList {
        let bytes = der
        return try! RevocationList.decode(bytes.span)
    }
}
