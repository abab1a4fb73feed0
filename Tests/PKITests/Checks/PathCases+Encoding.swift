import OpenSSL

@testable import PKI

extension PathCases {
    /// An extension whose critical flag has any contents.
    private static func item(_ oid: String, flag: UInt8, _ value: [UInt8]) -> [UInt8] {
        DER.sequence(DER.oid(oid), DER.tagged(0x01, [flag]), DER.octets(value))
    }

    private static let signing = DER.bits([0x80], unused: 7)
    private static let server = DER.sequence(DER.oid(Ext.server))
    private static let ecdsaWithNull = DER.sequence(DER.oid("1.2.840.10045.4.3.2"), [5, 0])

    private static func response(_ change: (inout ResponseDraft) -> Void) -> ResponseIndex {
        ResponseIndex([ResponseDraft().with(change).response])
    }

    /// What libcrypto reads, and no CA may write.
    static let encodings: [PathCase] = [
        PathCase(
            "a CA by the BOOLEAN 01", "der-encoding", .laxer,
            untrusted: [
                .middle().replacing(
                    "2.5.29.19", item("2.5.29.19", flag: 0xFF, DER.sequence(DER.tagged(0x01, [1]))))
            ]),
        PathCase(
            "a key usage with zeros at its end", "der-encoding", .laxer, rule: .encoding,
            leaf: .leaf().replacing("2.5.29.15", item("2.5.29.15", flag: 0xFF, DER.bits([0x80])))),
        PathCase(
            "critical by the BOOLEAN 01", "der-encoding", .laxer, rule: .encoding,
            leaf: .leaf().replacing("2.5.29.15", item("2.5.29.15", flag: 1, signing))),
        PathCase(
            "not critical by an explicit FALSE", "der-encoding", .laxer, rule: .encoding,
            leaf: .leaf().replacing("2.5.29.37", item("2.5.29.37", flag: 0, server))),
        PathCase(
            "version 1 by its number", "der-encoding", .laxer, rule: .encoding,
            leaf: .leaf().ofVersion(1).with { $0.version = DER.integer(0) }),
        PathCase(
            "a length with an octet too many", "der-encoding", .laxer, rule: .encoding,
            leaf: .leaf().with { $0.serial = [0x02, 0x81, 0x03, 0x11, 0x22, 0x33] }),
        PathCase(
            "ECDSA with parameters", "algorithm-parameters", .laxer, rule: .algorithmParameters,
            leaf: .leaf().with {
                $0.innerAlgorithm = ecdsaWithNull
                $0.outerAlgorithm = ecdsaWithNull
            }),
        PathCase(
            "a unique identifier", "unique-identifiers", .laxer, rule: .uniqueIdentifiers,
            leaf: .leaf().with { $0.uniqueIdentifiers = DER.tagged(0x82, [0, 0xAB]) }),
        PathCase(
            "a unique identifier in version 1", "unique-identifiers", .laxer, rule: .uniqueIdentifiers,
            leaf: .leaf().ofVersion(1).with { $0.uniqueIdentifiers = DER.tagged(0x81, [0, 0xAB]) }),
        PathCase("a response of a fraction of a second", "revocation", .laxer, rule: .timesOfResponse) {
            $0.responses = response {
                $0.answers[0].thisUpdate = DER.generalizedTime("20250531000000.5Z")
            }
        },
        PathCase("a response made in a fraction of a second", "revocation", .laxer, rule: .timesOfResponse) {
            $0.responses = response { $0.producedAt = DER.generalizedTime("20250601000000.5Z") }
        },
    ]
}
