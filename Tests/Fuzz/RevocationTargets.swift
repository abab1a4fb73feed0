import COpenSSL
import Glibc
import JOSE
import OpenSSL
import PKI
import System

extension FuzzTarget {
    /// What signet signs as a CA is read again, by libcrypto too, and says what was asked for.
    static let revocations = [
        FuzzTarget(
            name: "crl-made",
            seeds: {
                [
                    [0, 1, 1, 8], [0, 1, 6, 8, 0, 1, 7, 9], [0, 1, 6, 8, 0, 2, 3, 9, 0, 1, 11, 255],
                    [0, 0, 0, 0, 127, 255, 139, 30],
                ]
            }, body: testMadeList),
        FuzzTarget(
            name: "ocsp-made", seeds: { [[0, 0], [1, 0], [2, 1], [3, 6]] }, body: testMadeResponse),
    ]

    private static let now: Int64 = 1_780_000_000

    private static let ca: (certificate: Certificate, key: PrivateKey) = {
        do {
            guard case .privateKey(let key) = TokenKey.named("p256").key.material else {
                stop("no key of a CA")
            }
            return (try Certificate.decode(Seeds.der(Seeds.vector("keys/p256.certificate.pem")).span), key)
        } catch {
            stop("\(error)")
        }
    }()

    /// Four bytes revoke a certificate: two of a serial number, a reason, and a time.
    @Sendable private static func testMadeList(_ input: [UInt8]) throws {
        var draft = RevocationDraft([])
        var expected: [[UInt8]: (reason: RevocationReason?, date: Int64)] = [:]
        for start in stride(from: 0, to: input.count - 3, by: 4) {
            let magnitude = input[start...start + 1].drop { $0 == 0 }
            let serial =
                if input[start + 2] & 0x80 != 0 {
                    // Negative.
                    [input[start] & 0x3F | 0x80, input[start + 1]]
                } else {
                    magnitude.isEmpty ? [0] : SerialNumber.contents(Array(magnitude))
                }
            let all = RevocationReason.allCases
            let place = Int(input[start + 2] & 0x7F) % (all.count + 1)
            let reason = place < all.count ? all[place] : nil
            // Up to the year 2509, so that both forms of a time are written.
            let date = input[start + 3] == 255 ? nil : Int64(input[start + 3]) << 26
            let known = expected[serial]
            let isDone = outcome { try draft.revoke(serial, reason, at: date, now: now) }.value != nil
            if reason == .removeFromCRL {
                expect(isDone == (known?.reason == .certificateHold), "removeFromCRL")
                if isDone { expected[serial] = nil }
                continue
            }
            if reason == .certificateHold, let known, known.reason != .certificateHold {
                expect(!isDone, "what is revoked for good is on hold")
                continue
            }
            expect(isDone, "it is not revoked")
            expected[serial] = (
                reason == .unspecified ? nil : reason ?? known?.reason, date ?? known?.date ?? now
            )
        }
        let list = try RevocationList.make(
            issuer: ca.certificate.subject, thisUpdate: now, nextUpdate: now + 86_400,
            entries: draft.entries, extensions: [.crlNumber(1)],
            by: ca.key, digest: .sha256)
        expect(list.isSigned(by: ca.certificate), "a signature of another key")
        func sorted(_ entries: [RevokedCertificate]) -> [RevokedCertificate] {
            entries.sorted { $0.serialNumber.lexicographicallyPrecedes($1.serialNumber) }
        }
        // libcrypto sorts them in another order.
        expect(list.entries.map(sorted) == sorted(draft.entries), "other entries are read")
        try compare(expected, withPeer: list.der)
    }

    private static func compare(
        _ expected: [[UInt8]: (reason: RevocationReason?, date: Int64)], withPeer der: [UInt8]
    ) {
        var next: UnsafePointer<UInt8>?
        let list = der.withUnsafeBufferPointer { bytes in
            next = bytes.baseAddress
            return d2i_X509_CRL(nil, &next, bytes.count)
        }
        defer { X509_CRL_free(list) }
        expect(
            max(0, OPENSSL_sk_num(X509_CRL_get_REVOKED(list))) == expected.count,
            "libcrypto reads another number of entries")
        for (serial, wanted) in expected {
            let octets = [0x02, UInt8(serial.count)] + serial
            let number = octets.withUnsafeBufferPointer { bytes in
                next = bytes.baseAddress
                return d2i_ASN1_INTEGER(nil, &next, bytes.count)
            }
            defer { ASN1_INTEGER_free(number) }
            var entry: OpaquePointer?
            expect(X509_CRL_get0_by_serial(list, &entry, number) == 1, "libcrypto finds no entry")
            var time = tm()
            expect(ASN1_TIME_to_tm(X509_REVOKED_get0_revocationDate(entry), &time) == 1, "a malformed time")
            expect(Int64(timegm(&time)) == wanted.date, "another time")
            let reason = X509_REVOKED_get_ext_d2i(entry, NID_crl_reason, nil, nil)?
                .assumingMemoryBound(to: ASN1_ENUMERATED.self)
            defer { ASN1_ENUMERATED_free(reason) }
            expect(
                reason.map { ASN1_ENUMERATED_get($0) } == wanted.reason?.rawValue, "another reason")
        }
    }

    /// The first byte is the status, the second the reason of a revocation; others are a time.
    @Sendable private static func testMadeResponse(_ input: [UInt8]) throws {
        guard input.count >= 2 else { return }
        let seconds = input.dropFirst(2).prefix(5).reduce(Int64(0)) { $0 << 7 | Int64($1 & 0x7F) }
        let status: OCSPResponse.Answer.Status =
            switch input[0] % 4 {
            case 0: .good
            case 1: .unknown
            case 2: .revoked(at: seconds, reason: nil)
            default:
                .revoked(
                    at: seconds,
                    reason: RevocationReason.allCases[Int(input[1]) % RevocationReason.allCases.count]
                        .rawValue)
            }
        let der = try OCSPResponse.make(
            issuer: ca.certificate, certificate: ca.certificate, status: status, thisUpdate: now,
            nextUpdate: now + 60, by: ca.key, digest: .sha256)
        let response = try OCSPResponse.read(der.span)
        expect(response.answers.count == 1, "\(response.answers.count) answers")
        let answer = response.answers[0]
        expect(answer.status == status, "\(answer.status) instead of \(status)")
        expect(answer.thisUpdate == now && answer.nextUpdate == now + 60, "other times")
        expect(
            OCSPResponse.CertificateID(ca.certificate, of: ca.certificate, digest: answer.subject.digest)
                == answer.subject, "about another certificate")
        var settings = CheckSettings(time: Timestamp(seconds: now))
        settings.roots = [ca.certificate]
        settings.responses = ResponseIndex([response])
        for report in CertificateChecker(settings).reports(of: [ca.certificate]) where status != .good {
            let said = report.findings.first { $0.check == .revocation }
            expect(said?.verdict != .pass, "good")
        }
    }
}
