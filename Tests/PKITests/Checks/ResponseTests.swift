import OpenSSL
import System
import Testing

@testable import PKI

/// OCSP responses, most of which no responder makes.
@Suite struct ResponseTests {
    private func status(
        _ drafts: ResponseDraft..., about leaf: Draft = .leaf(), issuer: Draft = .middle(),
        at seconds: Int64 = PathCase.now.seconds,
        change: (inout CheckSettings) -> Void = { _ in }
    ) -> CertificateStatus? {
        var settings = CheckSettings(time: Timestamp(seconds: seconds))
        change(&settings)
        settings.responses = ResponseIndex(drafts.map(\.response))
        let (leaf, issuer) = (
            CertificateFacts(leaf.certificate), CertificateFacts(issuer.certificate)
        )
        return leavingNoErrors { ResponseCheck.status(of: leaf, issuer: issuer, settings) }
    }

    /// - Parameter fault: what follows "the response".
    private func unknown(_ fault: String) -> CertificateStatus {
        .unknown(.fail("the response \(fault)", remedy: .response))
    }

    private static let doesNotKnow = "says that the responder does not know the certificate"
    private static let notSigned = "is not signed by its responder's key"
    private static let noResponder = "is signed neither by the issuer nor by a certificate that it contains"
    private static let notByIssuer = "is signed by CN=Responder, which the issuer did not issue"

    @Test func theThreeAnswers() {
        #expect(status(ResponseDraft()) == .good)
        #expect(status(ResponseDraft(answers: [.revoked])) == .revoked(at: 1_747_310_400, reason: 1))
        let unspecified = AnswerDraft(status: .revoked(reason: 0))
        #expect(
            status(ResponseDraft(answers: [unspecified])) == .revoked(at: 1_747_310_400, reason: 0))
        let plain = AnswerDraft(status: .revoked(reason: nil))
        #expect(status(ResponseDraft(answers: [plain])) == .revoked(at: 1_747_310_400, reason: nil))
        #expect(status(ResponseDraft(answers: [AnswerDraft(status: .unknown)])) == unknown(Self.doesNotKnow))
    }

    // MARK: CertID

    @Test func anyDigestOfTheCertificate() {
        let answer = AnswerDraft().with { $0.digest = DER.oid("2.16.840.1.101.3.4.2.1") }
        #expect(status(ResponseDraft(answers: [answer])) == .good)
        // One that does not exist, MD2 and MD4. libcrypto knows their names, and does not compute them.
        for oid in ["1.2.3", "1.2.840.113549.2.2", "1.2.840.113549.2.4"] {
            #expect(status(ResponseDraft(answers: [answer.with { $0.digest = DER.oid(oid) }])) == nil)
        }
    }

    @Test func anotherCertificate() {
        let others = [
            AnswerDraft(issuer: DER.name("Other")), AnswerDraft(key: .other),
            AnswerDraft(serial: DER.integer(1)),
        ]
        for other in others { #expect(status(ResponseDraft(answers: [other])) == nil) }
        #expect(status() == nil)
        #expect(status(ResponseDraft(answers: [])) == nil)
    }

    @Test func theWorstAnswerOfAResponseCounts() {
        let unsure = AnswerDraft(status: .unknown)
        let revoked = CertificateStatus.revoked(at: 1_747_310_400, reason: 1)
        #expect(status(ResponseDraft(answers: [AnswerDraft(), unsure])) == unknown(Self.doesNotKnow))
        #expect(status(ResponseDraft(answers: [AnswerDraft(), unsure, .revoked])) == revoked)
        let old = AnswerDraft(nextUpdate: DER.generalizedTime("20250531120000Z"))
        #expect(
            status(ResponseDraft(answers: [AnswerDraft(), old])) == unknown("expired on 2025-05-31T12:00:00Z")
        )
    }

    @Test func onlySoManyAnswersOfAResponseAreConsidered() {
        let answers = [AnswerDraft](repeating: AnswerDraft(), count: Limits.answers)
        #expect(status(ResponseDraft(answers: answers)) == .good)
        #expect(
            status(ResponseDraft(answers: answers + [AnswerDraft()]))
                == unknown("answers more than 100 times about the certificate"))
    }

    @Test func onlySoManyCertificatesOfAResponseAreConsidered() {
        let certificates = [Draft](repeating: .leaf(), count: Limits.responseCertificates)
        #expect(status(ResponseDraft(certificates: certificates)) == .good)
        #expect(
            status(ResponseDraft(certificates: certificates + [.leaf()]))
                == unknown("contains more than 100 certificates"))
    }

    @Test func theBestAnswerOfSeveralResponsesCountsUnlessItIsRevoked() {
        let unsure = ResponseDraft(answers: [AnswerDraft(status: .unknown)])
        let revoked = CertificateStatus.revoked(at: 1_747_310_400, reason: 1)
        #expect(status(unsure, ResponseDraft()) == .good)
        #expect(status(ResponseDraft(), ResponseDraft(answers: [.revoked])) == revoked)
        #expect(status(ResponseDraft(), ResponseDraft(answers: [.revoked], isDamaged: true)) == .good)
        #expect(status(unsure, ResponseDraft(isDamaged: true)) == unknown(Self.doesNotKnow))
    }

    @Test func answersAboutSeveralIssuers() {
        let other = AnswerDraft(issuer: DER.name("Other"), key: .other, serial: DER.integer(5))
        #expect(
            status(ResponseDraft(answers: [AnswerDraft(), other]))
                == unknown("is signed by CN=Middle, which may not give all of its answers"))
        let second = AnswerDraft(serial: DER.integer(5))
        #expect(status(ResponseDraft(answers: [second, AnswerDraft()])) == .good)
    }

    // MARK: signatures and responders

    @Test func theSignature() {
        #expect(status(ResponseDraft(isDamaged: true)) == unknown(Self.notSigned))
        #expect(status(ResponseDraft(signer: .other)) == unknown(Self.notSigned))
        #expect(
            status(ResponseDraft(algorithm: Draft.ecdsaWithSHA1))
                == unknown("is signed with SHA1, which is not collision-resistant"))
        // RSASSA-PSS without parameters: SHA-1 (RFC 4055 §3.1).
        let pss = DER.sequence(DER.oid("1.2.840.113549.1.1.10"), DER.sequence())
        #expect(
            status(ResponseDraft(algorithm: pss))
                == unknown("is signed with SHA-1, which is not collision-resistant"))
        let sha256 = DER.sequence(DER.oid("2.16.840.1.101.3.4.2.1"))
        let better = DER.sequence(DER.oid("1.2.840.113549.1.1.10"), DER.sequence(DER.tagged(0xA0, sha256)))
        #expect(
            status(ResponseDraft(algorithm: better))
                == unknown("is signed with SHA-1 (MGF1), which is not collision-resistant"))
    }

    /// The key of the certificate in question may be stolen.
    @Test func theKeyOfTheCertificateItself() {
        for own in [Draft.delegate().with { $0.key = .leaf }, .leaf()] {
            let response = ResponseDraft(signer: .leaf, responder: nil, certificates: [own])
            #expect(status(response) == unknown("is signed with the key of the certificate itself"))
        }
    }

    @Test func theKeyOfTheIssuerInTheCertificate() {
        #expect(status(ResponseDraft(), about: .leaf(key: .middle)) == .good)
    }

    @Test func anIssuerThatHasExpired() {
        let issuer = Draft.middle().with { $0.notAfter = DER.utcTime("250531235959Z") }
        let fault = "is signed by CN=Middle: validity ended 1s ago, on 2025-05-31T23:59:59Z"
        #expect(status(ResponseDraft(), issuer: issuer) == unknown(fault))
    }

    @Test func theResponderByTheHashOfItsKey() {
        #expect(status(ResponseDraft(responder: nil)) == .good)
        #expect(status(ResponseDraft(responder: DER.name("Other"))) == unknown(Self.noResponder))
        #expect(status(ResponseDraft(signer: .other, responder: nil)) == unknown(Self.noResponder))
    }

    @Test func aDelegateOfTheIssuer() {
        #expect(status(.delegated()) == .good)
        #expect(status(.delegated().with { $0.responder = DER.name("Responder") }) == .good)
        let revoked = ResponseDraft.delegated().with { $0.answers = [.revoked] }
        #expect(status(revoked) == .revoked(at: 1_747_310_400, reason: 1))
        // Another certificate of the issuer's name and key has the same rights.
        #expect(status(.delegated(), issuer: .middle(by: "Other", .other)) == .good)
    }

    @Test(arguments: [
        (Draft.delegate(by: "Root", .root), notByIssuer),
        (.delegate(by: "Middle", .lower), notByIssuer),
        (.delegate(by: "Root", .middle), notByIssuer),
        (.delegate().with { $0.isDamaged = true }, notByIssuer),
        (
            .delegate().replacing("2.5.29.37", Ext.extended(Ext.any)),
            "is signed by CN=Responder: extKeyUsage lacks OCSPSigning"
        ),
        (
            .delegate().replacing("2.5.29.37", nil),
            "is signed by CN=Responder: extKeyUsage lacks OCSPSigning"
        ),
        (
            .delegate().replacing("2.5.29.15", Ext.usage(0x20)),
            "is signed by CN=Responder: keyUsage (keyEncipherment) does not allow sign"
        ),
        (
            .delegate().with { $0.notAfter = DER.utcTime("250531235959Z") },
            "is signed by CN=Responder: validity ended 1s ago, on 2025-05-31T23:59:59Z"
        ),
        (
            .delegate().with { $0.notBefore = DER.utcTime("250601000001Z") },
            "is signed by CN=Responder: validity begins in 1s, on 2025-06-01T00:00:01Z"
        ),
        (
            .delegate().adding(Ext.make("1.2.3.4", critical: true, DER.utf8("x"))),
            "is signed by CN=Responder: unknown critical extension 1.2.3.4"
        ),
    ])
    func aDelegateThatMayNotAnswer(_ delegate: Draft, _ fault: String) {
        #expect(status(.delegated(delegate)) == unknown(fault))
    }

    @Test func aDelegateWhoseKeyCannotBeRead() {
        let spki = DER.sequence(DER.sequence(DER.oid("1.2.3.4")), DER.bits([1, 2, 3]))
        let response = ResponseDraft.delegated(.delegate(key: TestKey(.other, spki: spki))).with {
            $0.responder = DER.name("Responder")
        }
        #expect(status(response) == unknown(Self.notSigned))
    }

    @Test func aDelegateWhoseKeyNobodyMayRelyOn() {
        let p256 = DER.sequence(DER.oid("1.2.840.10045.2.1"), DER.oid("1.2.840.10045.3.1.7"))
        let infinity = TestKey(.other, spki: DER.sequence(p256, DER.bits([0])))
        let response = ResponseDraft.delegated(.delegate(key: infinity)).with {
            $0.responder = DER.name("Responder")
        }
        let fault = "the public key is the point at infinity, so anyone can forge its signatures"
        #expect(status(response) == unknown("is signed by CN=Responder: \(fault) (SEC 1 §3.2.2.1)"))
    }

    /// The delegate's own certificates lead to the issuer, but not directly.
    @Test func aDelegateOfADelegate() {
        let between = Draft.middle("Lower", .lower, by: "Middle", .middle)
        let response = ResponseDraft.delegated(.delegate(by: "Lower", .lower)).with {
            $0.certificates.append(between)
        }
        #expect(status(response) == unknown(Self.notByIssuer))
    }

    @Test func aWeakKeyOfADelegate() {
        let delegate = Draft.delegate(key: .weak)
        let response = ResponseDraft.delegated(delegate).with {
            $0.signer = .weak
            $0.responder = DER.name("Responder")
        }
        #expect(
            status(response)
                == unknown("is signed by CN=Responder: the RSA key has 1024 bits; at least 2048 are required")
        )
        #expect(status(response) { $0.minimumRSABits = 1024 } == .good)
        #expect(
            status(response) { $0.minimumRSABits = 1536 }
                == unknown("is signed by CN=Responder: the RSA key has 1024 bits; at least 1536 are required")
        )
    }

    /// A rule for CAs counts for responders as it does for all others.
    @Test func aDelegateThatBreaksARuleForCAs() {
        let response = ResponseDraft.delegated(.delegate().with { $0.serial = DER.integer(0) })
        #expect(status(response) == .good)
        let fault = "is signed by CN=Responder: the serial number is zero"
        #expect(status(response) { $0.isStrictRequested = true } == unknown(fault))
        #expect(status(response) { $0.policy = .webpki } == unknown(fault))
    }

    /// RFC 6960 does not require the usage of an issuer.
    @Test func anIssuerWithoutDigitalSignature() {
        #expect(status(ResponseDraft()) { $0.policy = .webpki } == .good)
        #expect(status(.delegated()) { $0.policy = .webpki } == .good)
    }

    // MARK: times

    @Test func theTimes() {
        let start: Int64 = 1_748_649_600
        let end: Int64 = 1_749_254_400
        #expect(status(ResponseDraft(), at: start) == .good)
        #expect(status(ResponseDraft(), at: start - 1) == unknown("is not valid before 2025-05-31T00:00:00Z"))
        #expect(status(ResponseDraft(), at: end) == .good)
        #expect(status(ResponseDraft(), at: end + 1) == unknown("expired on 2025-06-07T00:00:00Z"))
        let leeway = TimeSpan.seconds(60)
        #expect(status(ResponseDraft(), at: start - 60) { $0.leeway = leeway } == .good)
        #expect(
            status(ResponseDraft(), at: start - 61) { $0.leeway = leeway }
                == unknown("is not valid before 2025-05-31T00:00:00Z"))
        #expect(status(ResponseDraft(), at: end + 60) { $0.leeway = leeway } == .good)
        #expect(
            status(ResponseDraft(), at: end + 61) { $0.leeway = leeway }
                == unknown("expired on 2025-06-07T00:00:00Z"))
    }

    @Test("What is revoked stays so when the response is no longer current, except on hold")
    func whatIsRevokedStaysSo() {
        let end: Int64 = 1_749_254_400
        let revoked = ResponseDraft(answers: [.revoked])
        #expect(status(revoked, at: end + 1) == status(revoked, at: end))
        #expect(status(revoked, at: end) != .good)
        let hold = ResponseDraft(answers: [AnswerDraft(status: .revoked(reason: 6))])
        #expect(status(hold, at: end + 1) == unknown("expired on 2025-06-07T00:00:00Z"))
    }

    @Test func withoutNextUpdate() {
        let draft = ResponseDraft(answers: [AnswerDraft(nextUpdate: nil)])
        let start: Int64 = 1_748_649_600
        #expect(status(draft, at: start + 86_400) == .good)
        #expect(
            status(draft, at: start + 86_401)
                == unknown("has no nextUpdate and is older than a day, from 2025-05-31T00:00:00Z"))
        #expect(status(draft, at: start + 86_401) { $0.leeway = .seconds(1) } == .good)
    }

    @Test func timesThatAreNone() {
        let times: [(inout AnswerDraft) -> Void] = [
            { $0.thisUpdate = DER.generalizedTime("20251301000000Z") },
            { $0.nextUpdate = DER.generalizedTime("20251301000000Z") },
            { $0.nextUpdate = DER.generalizedTime("20250530000000Z") },
        ]
        let faults = [
            "has a malformed thisUpdate", "has a malformed nextUpdate",
            "has a nextUpdate before its thisUpdate",
        ]
        for (change, fault) in zip(times, faults) {
            #expect(status(ResponseDraft(answers: [AnswerDraft().with(change)])) == unknown(fault))
        }
    }

    // MARK: extensions

    @Test func criticalExtensions() {
        let nonce = Ext.make("1.3.6.1.5.5.7.48.1.2", DER.octets([1, 2]))
        let critical = Ext.make("1.2.3.4", critical: true, DER.utf8("x"))
        #expect(status(ResponseDraft(extensions: [nonce])) == .good)
        let fault = unknown("has the unknown critical extension 1.2.3.4")
        #expect(status(ResponseDraft(extensions: [nonce, critical])) == fault)
        #expect(status(ResponseDraft(answers: [AnswerDraft(extensions: [nonce])])) == .good)
        #expect(status(ResponseDraft(answers: [AnswerDraft(extensions: [nonce, critical])])) == fault)
    }

    // MARK: with lists, and along a path

    private func revocation(
        _ responses: [ResponseDraft]?, lists: [ListDraft]? = nil, roots: [Draft]? = [.root()]
    ) -> Judgement? {
        var settings = CheckSettings(time: PathCase.now)
        settings.roots = roots?.map(\.certificate)
        settings.untrusted = [Draft.middle().certificate]
        settings.responses = responses.map { ResponseIndex($0.map(\.response)) }
        settings.revocationLists = lists?.map(\.list)
        let report = CertificateChecker(settings).reports(of: [Draft.leaf().certificate])[0]
        return report.findings.first { $0.check == .revocation }?.judgement
    }

    private static let ofMiddle = ResponseDraft(
        signer: .root, responder: nil,
        answers: [AnswerDraft(issuer: DER.name("Root"), key: .root, serial: Draft.middle().serial)])

    @Test func onlyTheLeafNeedsAResponse() {
        let message = "no response covers this certificate"
        #expect(revocation([]) == .fail(message, remedy: .response))
        #expect(revocation([ResponseDraft()]) == .warn("CN=Middle: \(message)", remedy: .response))
        #expect(revocation([ResponseDraft(), Self.ofMiddle]) == .pass())
        #expect(revocation([Self.ofMiddle]) == .fail(message, remedy: .response))
        #expect(revocation([ResponseDraft()], roots: nil) == .pass())
        #expect(revocation(nil) == nil)
    }

    @Test func aRevokedIntermediate() {
        let revoked = Self.ofMiddle.with { $0.answers[0].status = .revoked(reason: 2) }
        let message = "CN=Middle: revoked on 2025-05-15, cACompromise"
        #expect(revocation([ResponseDraft(), revoked])?.message == message)
    }

    @Test func aListAndAResponse() {
        let good = [ResponseDraft(), Self.ofMiddle]
        let bad = ListDraft(revoked: [(Draft.leaf().serial, 1)])
        let message = "revoked on 2025-05-15, keyCompromise"
        #expect(revocation(good, lists: [bad])?.message == message)
        #expect(
            revocation([ResponseDraft(answers: [.revoked]), Self.ofMiddle], lists: [ListDraft()])?.message
                == message)
        #expect(revocation([Self.ofMiddle], lists: [ListDraft()]) == .pass())
        #expect(revocation(good, lists: []) == .pass())
        #expect(revocation(good, lists: [ListDraft(isDamaged: true)]) == .pass())
        #expect(revocation([Self.ofMiddle], lists: [ListDraft(isDamaged: true)])?.verdict == .fail)
        #expect(
            revocation([ResponseDraft(answers: [AnswerDraft(status: .unknown)])], lists: [])?.verdict == .fail
        )
    }
}
