import COpenSSL
import OpenSSL

@testable import PKI

/// An OCSP response before it is signed; every field can be wrong.
struct ResponseDraft {
    /// The OCTETs of the ENUMERATED.
    var outcome: UInt8 = 0
    var type = "1.3.6.1.5.5.7.48.1.1"
    /// The INTEGER; nil leaves it out, which is version 1.
    var version: [UInt8]?
    var signer = TestKey.middle
    /// The name of the responder; nil for the hash of its key.
    var responder: [UInt8]? = DER.name("Middle")
    var producedAt = DER.generalizedTime("20250601000000Z")
    var answers = [AnswerDraft()]
    var extensions: [[UInt8]] = []
    var certificates: [Draft] = []
    /// The AlgorithmIdentifier; that of the signer's key without.
    var algorithm: [UInt8]?
    var isDamaged = false

    /// A response that a delegate of the issuer signed.
    static func delegated(_ delegate: Draft = .delegate()) -> ResponseDraft {
        ResponseDraft(signer: .other, responder: nil, certificates: [delegate])
    }

    func with(_ change: (inout ResponseDraft) -> Void) -> ResponseDraft {
        var copy = self
        change(&copy)
        return copy
    }

    var der: [UInt8] {
        let data = DER.sequence(
            version.map { DER.tagged(0xA0, $0) } ?? [],
            responder.map { DER.tagged(0xA1, $0) } ?? DER.tagged(0xA2, DER.octets(signer.hash)),
            producedAt, DER.sequence(answers.flatMap(\.der)),
            extensions.isEmpty ? [] : DER.tagged(0xA1, DER.sequence(extensions.flatMap(\.self))))
        var signature = algorithm == nil ? signer.sign(data) : []
        if isDamaged { signature[signature.count - 1] ^= 1 }
        let basic = DER.sequence(
            data, algorithm ?? signer.algorithm, DER.bits(signature),
            certificates.isEmpty ? [] : DER.tagged(0xA0, DER.sequence(certificates.flatMap(\.der))))
        let bytes = outcome == 0 ? DER.tagged(0xA0, DER.sequence(DER.oid(type), DER.octets(basic))) : []
        return DER.sequence(DER.tagged(0x0A, [outcome]), bytes)
    }

    var response: OCSPResponse {
        let bytes = der
        return try! OCSPResponse.decode(bytes.span)
    }
}

/// What a response says of one certificate.
struct AnswerDraft {
    enum Status {
        case good
        case unknown
        case revoked(reason: UInt8?)
    }

    var issuer = DER.name("Middle")
    var key = TestKey.middle
    var serial = Draft.leaf().serial
    /// The AlgorithmIdentifier of the digest of the CertID.
    var digest = DER.oid("1.3.14.3.2.26")
    var status = Status.good
    var thisUpdate = DER.generalizedTime("20250531000000Z")
    var nextUpdate: [UInt8]? = DER.generalizedTime("20250607000000Z")
    var extensions: [[UInt8]] = []

    static let revoked = AnswerDraft(status: .revoked(reason: 1))

    func with(_ change: (inout AnswerDraft) -> Void) -> AnswerDraft {
        var copy = self
        change(&copy)
        return copy
    }

    var der: [UInt8] {
        let answer =
            switch status {
            case .good: DER.tagged(0x80, [])
            case .unknown: DER.tagged(0x82, [])
            case .revoked(let reason):
                DER.tagged(
                    0xA1,
                    DER.generalizedTime("20250515120000Z")
                        + (reason.map { DER.tagged(0xA0, DER.tagged(0x0A, [$0])) } ?? []))
            }
        let isSHA1 = digest == DER.oid("1.3.14.3.2.26")
        let nameHash = isSHA1 ? SHA1.digest(of: issuer) : try! DigestAlgorithm.sha256.digest(of: issuer.span)
        let keyHash = isSHA1 ? key.hash : try! DigestAlgorithm.sha256.digest(of: key.bits.span)
        return DER.sequence(
            DER.sequence(DER.sequence(digest), DER.octets(nameHash), DER.octets(keyHash), serial),
            answer, thisUpdate, nextUpdate.map { DER.tagged(0xA0, $0) } ?? [],
            extensions.isEmpty ? [] : DER.tagged(0xA1, DER.sequence(extensions.flatMap(\.self))))
    }
}

extension Draft {
    /// A certificate whose key may sign responses for its issuer.
    static func delegate(
        by issuer: String = "Middle", _ signer: TestKey = .middle, key: TestKey = .other
    ) -> Draft {
        Draft(
            issuer: DER.name(issuer), subject: DER.name("Responder"), key: key, signer: signer,
            extensions: [
                Ext.usage(0x80), Ext.extended(Ext.responses), Ext.subjectKey(key), Ext.authorityKey(signer),
            ])
    }
}

extension Ext {
    static let responses = "1.3.6.1.5.5.7.3.9"
}

extension TestKey {
    /// The contents of the BIT STRING in the SubjectPublicKeyInfo of a P-256 key: an uncompressed point.
    var bits: [UInt8] { Array(spki.suffix(65)) }

    /// What names the key in responses (RFC 6960 §4.2.1).
    var hash: [UInt8] { SHA1.digest(of: bits) }
}

/// CertIDs and the names of keys use it.
enum SHA1 {
    static func digest(of bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 20)
        EVP_Q_digest(nil, "SHA1", nil, bytes, bytes.count, &digest, nil)
        return digest
    }
}
