import OpenSSL
import System
import Testing
import Words

@testable import PKI

/// What nobody's CA issues, and somebody sends.
@Suite struct HostileTests {
    private var settings: CheckSettings {
        var settings = CheckSettings(time: PathCase.now)
        settings.roots = [Draft.root().certificate]
        return settings
    }

    @Test func derCutAtEveryLength() {
        let whole = Draft.leaf().der
        for count in 0..<whole.count {
            let cut = Array(whole.prefix(count))
            #expect(throws: (any Error).self) { try Certificate.all(in: cut.span) }
        }
    }

    /// libcrypto reads a time that is too short, and leaves it to the checks; since 3.4 it does not read it.
    @Test(arguments: [("2501010000Z", "time-encoding"), ("260101000000", "not-yet-valid")])
    func aTimeThatIsTooShort(_ text: String, reason: String) throws {
        let der = Draft.leaf().with { $0.notBefore = DER.utcTime(text) }.der
        do {
            let certificate = try Certificate.decode(der.span)
            let report = CertificateChecker(settings).reports(of: [certificate])[0]
            #expect(report.deciding?.check.name == reason)
        } catch {
            #expect(error as? InputError == InputError("malformed certificate (utctime is too short)"))
        }
    }

    @Test func aListCutAtEveryLength() {
        let whole = ListDraft(revoked: [(DER.integer(5), 1)]).der
        for count in 0..<whole.count {
            let cut = Array(whole.prefix(count))
            #expect(throws: (any Error).self) { try RevocationList.all(in: cut.span) }
        }
    }

    @Test func asManyListsAsTheLimit() throws {
        let one = Array(PeerVerdicts.block("X509 CRL", ListDraft().der).utf8)
        let allowed = Array(repeating: one, count: Limits.certificates).flatMap { $0 }
        #expect(try RevocationList.all(in: allowed.span).count == Limits.certificates)
        let more = allowed + one
        #expect(throws: InputError.self) {
            try RevocationList.all(in: more.span)
        }
    }

    /// Every octet changed once: whatever can be read can be judged.
    @Test func everyOctetChanged() {
        let whole = Draft.leaf().der
        var settings = settings
        settings.untrusted = [Draft.middle().certificate]
        let checker = CertificateChecker(settings)
        for index in whole.indices {
            var changed = whole
            changed[index] ^= 0x21
            guard let certificate = try? Certificate.decode(changed.span) else { continue }
            #expect(checker.reports(of: [certificate])[0].verdict == .fail)
        }
    }

    @Test func thousandsOfNames() {
        let names = (0..<10_000).flatMap { Ext.dns("a\($0).example.com") }
        let leaf = Draft.leaf().replacing("2.5.29.17", Ext.make("2.5.29.17", DER.sequence(names)))
        let subtrees = (0..<1_000).map { Ext.dns("b\($0).example.com") }
        var settings = settings
        settings.untrusted = [Draft.middle().adding(Ext.constraints(exclude: subtrees)).certificate]
        let report = CertificateChecker(settings).reports(of: [leaf.certificate])[0]
        #expect(report.deciding?.check.name == "name-constraints")
    }

    /// The limit is what may be spent, and one comparison more is refused.
    @Test(arguments: [(3_936, Verdict.pass), (3_937, .fail)])
    func asManyComparisonsAsAreAllowed(_ count: Int, _ verdict: Verdict) throws {
        // Each name counts once more for itself. So does the subject, which is compared with nothing.
        let names = (0..<127).flatMap { Ext.dns("a\($0).x") }
        let subtrees = (0..<count).map { Ext.dns("b\($0).x") }
        try #require(Limits.nameComparisons == 127 * 3_937 + 1)
        let leaf = Draft.leaf().replacing("2.5.29.17", Ext.make("2.5.29.17", DER.sequence(names)))
        var settings = settings
        settings.untrusted = [Draft.middle().adding(Ext.constraints(exclude: subtrees)).certificate]
        let report = CertificateChecker(settings).reports(of: [leaf.certificate])[0]
        #expect(report.findings.first { $0.check.name == "name-constraints" }?.verdict == verdict)
    }

    /// What another leaf of the file has paid for counts for this one too.
    @Test func comparisonsThatAnotherLeafHasPaid() throws {
        func names(_ count: Int) -> [UInt8] {
            Ext.make("2.5.29.17", DER.sequence((0..<count).flatMap { Ext.dns("a\($0).x") }))
        }
        let subtrees = (0..<3_000).map { Ext.dns("b\($0).x") }
        let sub = Draft.middle("Sub", .other, by: "Middle", .middle).adding(names(100))
        let leaves = [1, 70].map { Draft.leaf(by: "Sub", .other).replacing("2.5.29.17", names($0)) }
        var settings = settings
        settings.untrusted = [
            Draft.middle().adding(Ext.constraints(exclude: subtrees)).certificate, sub.certificate,
        ]
        let reports = CertificateChecker(settings).reports(of: leaves.map(\.certificate))
        let verdicts = reports.map { $0.findings.first { $0.check.name == "name-constraints" }?.verdict }
        #expect(verdicts == [.pass, .fail])
    }

    /// A name counts for its length, so long ones reach the limit sooner.
    @Test func comparisonsOfLongNames() {
        let deep = DER.sequence((0..<3_000).flatMap { _ in DER.name("a").dropFirst(2) })
        let names = (0..<16).flatMap { _ in Ext.directory(deep) }
        let leaf = Draft.leaf().replacing("2.5.29.17", Ext.make("2.5.29.17", DER.sequence(names)))
        let subtrees = (0..<16).map { _ in Ext.directory(deep) }
        var settings = settings
        settings.untrusted = [Draft.middle().adding(Ext.constraints(exclude: subtrees)).certificate]
        let report = CertificateChecker(settings).reports(of: [leaf.certificate])[0]
        let message = report.findings.first { $0.check.name == "name-constraints" }?.judgement.message
        #expect(message == "more than 500000 comparisons of names with constraints are required")
    }

    /// Issuers that fail by themselves are tried last, however many they are.
    @Test(arguments: ["expired", "without keyCertSign"])
    func aGoodIssuerBehindBadOnes(_ fault: String) {
        let twins = (0..<UInt8(Limits.paths + 10)).map { number in
            let twin = Draft.middle().with { $0.serial = DER.integer(1, number) }
            return fault == "expired"
                ? twin.with { $0.notAfter = DER.utcTime("250531235959Z") }
                : twin.replacing("2.5.29.15", Ext.usage(0x80))
        }
        var settings = settings
        settings.untrusted = (twins + [.middle()]).map(\.certificate)
        let report = CertificateChecker(settings).reports(of: [Draft.leaf().certificate])[0]
        #expect(report.verdict == .pass)
    }

    @Test func aGoodRootBehindExpiredOnes() {
        let twins = (0..<UInt8(Limits.paths + 10)).map { number in
            Draft.root().with {
                $0.serial = DER.integer(1, number)
                $0.notAfter = DER.utcTime("250531235959Z")
            }
        }
        var settings = settings
        settings.roots = (twins + [.root()]).map(\.certificate)
        settings.untrusted = [Draft.middle().certificate]
        let report = CertificateChecker(settings).reports(of: [Draft.leaf().certificate])[0]
        #expect(report.verdict == .pass)
    }

    /// If no other leads to a trust anchor, the report names what is wrong with one that does.
    @Test func expiredIssuersAlone() {
        var settings = settings
        settings.untrusted = [
            Draft.middle().with { $0.notAfter = DER.utcTime("250531235959Z") }.certificate
        ]
        let report = CertificateChecker(settings).reports(of: [Draft.leaf().certificate])[0]
        #expect(report.deciding?.check.name == "expired")
        #expect(report.path.count == 3)
    }

    /// libcrypto looks at each list for each certificate.
    @Test(arguments: [(50, Verdict.pass), (51, .fail)])
    func asManyListsAsAreConsidered(_ count: Int, _ verdict: Verdict) throws {
        try #require(Limits.fileListComparisons == 300_000)
        // Of other places, so that none supersedes another. The root's list is considered, too.
        let lists = (0..<2_998).map { number in
            ListDraft().adding(
                Ext.make(
                    "2.5.29.28", critical: true,
                    DER.sequence(DER.tagged(0xA0, DER.tagged(0xA0, Ext.uri("http://a/\(number)"))))))
        }
        var settings = settings
        settings.untrusted = [Draft.middle().certificate]
        settings.revocationLists = try ([ListDraft(), .root] + lists).map {
            try RevocationList.decode($0.der.span)
        }
        let leaves = (0..<count).map { number in
            Draft.leaf().with { $0.serial = DER.integer(1, UInt8(number)) }.certificate
        }
        let reports = CertificateChecker(settings).reports(of: leaves)
        #expect(reports.map(\.verdict).max() == verdict)
    }

    /// libcrypto compares each place of a list with each distribution point of a certificate.
    @Test(arguments: [(300, Verdict.pass), (30_000, .fail)])
    func asManyPlacesAsAreCompared(_ points: Int, _ verdict: Verdict) throws {
        func uris(_ count: Int, _ host: String) -> [UInt8] {
            let uris = (0..<count).flatMap { Ext.uri("http://\(host)/\($0)") }
            return DER.tagged(0xA0, DER.tagged(0xA0, uris))
        }
        // The last one is the same, so that the list is for the certificate.
        let list = ListDraft().adding(
            Ext.make("2.5.29.28", critical: true, DER.sequence(uris(10_001, "a"))))
        let point = DER.sequence(uris(points, "b"))
        let same = DER.sequence(DER.tagged(0xA0, DER.tagged(0xA0, Ext.uri("http://a/10000"))))
        let leaf = Draft.leaf().adding(Ext.make("2.5.29.31", DER.sequence(point, same)))
        var settings = settings
        settings.untrusted = [Draft.middle().certificate]
        settings.revocationLists = try [list, .root].map { try RevocationList.decode($0.der.span) }
        let report = CertificateChecker(settings).reports(of: [leaf.certificate])[0]
        #expect(report.verdict == verdict)
    }

    @Test func asManyExtensionsAsAListMayHave() throws {
        for count in [Limits.listExtensions, Limits.listExtensions + 1] {
            var list = ListDraft()
            list.extensions += (list.extensions.count..<count).map {
                Ext.make("1.2.3.\($0)", DER.integer(1))
            }
            let decoded = try? RevocationList.decode(list.der.span)
            #expect((decoded != nil) == (count == Limits.listExtensions))
        }
    }

    /// A report quotes the names of others, once for each of thousands of certificates.
    @Test func longNamesAreCut() {
        let name = DER.name(String(repeating: "x", count: 100_000))
        let report = CertificateChecker(settings).reports(of: [
            Draft.leaf().with { $0.issuer = name }.certificate
        ])[0]
        #expect(report.findings.allSatisfy { $0.judgement.message.utf8.count < 3_000 })
        #expect(report.findings.contains { $0.judgement.message.hasSuffix("…") })
    }

    /// certificatePolicies of this size.
    private func policies(_ count: Int) -> [UInt8] {
        func value(_ letters: Int) -> [UInt8] {
            let place = DER.tagged(0x16, [UInt8](repeating: 0x78, count: letters))
            let qualifier = DER.sequence(DER.oid("1.3.6.1.5.5.7.2.1"), place)
            return DER.sequence(DER.sequence(DER.oid("1.2.3.4"), DER.sequence(qualifier)))
        }
        return value(count - value(1_000).count + 1_000)
    }

    @Test func asManyPoliciesAsAreAllowed() throws {
        for (count, message) in [
            (Limits.policyBytes, "valid for 1.2.3.4"),
            (
                Limits.policyBytes + 1,
                "the certificates of the path have more than 16 KiB of policies and mappings"
            ),
        ] {
            let (own, above) = (policies(count - 2_000), policies(2_000))
            try #require(own.count + above.count == count)
            var settings = settings
            settings.untrusted = [Draft.middle().adding(Ext.make("2.5.29.32", above)).certificate]
            let leaf = Draft.leaf().adding(Ext.make("2.5.29.32", own)).certificate
            let report = CertificateChecker(settings).reports(of: [leaf])[0]
            #expect(
                report.findings.first { $0.check.name == "certificate-policies" }?.judgement.message
                    == message)
        }
    }

    /// A list whose signer is not among the certificates that have its name.
    @Test func asManySignersOfAListAsAreAllowed() {
        for (count, isTooMany) in [(Limits.listSigners, false), (Limits.listSigners + 1, true)] {
            let strangers = (0..<count).map { number in
                Draft.middle("Lists", .lower).with { $0.serial = DER.integer(4, UInt8(number)) }
            }
            let point = Ext.make("2.5.29.28", critical: true, DER.sequence(DER.tagged(0x84, [0xFF])))
            let list = ListDraft(
                issuer: DER.name("Lists"), signer: .other,
                extensions: [Ext.authorityKey(.other), Ext.make("2.5.29.20", DER.integer(7)), point])
            var settings = settings
            settings.untrusted = ([.middle()] + strangers).map(\.certificate)
            settings.revocationLists = [list, .root].map(\.list)
            let place = DER.sequence(DER.tagged(0xA2, Ext.directory(DER.name("Lists"))))
            let leaf = Draft.leaf().adding(Ext.make("2.5.29.31", DER.sequence(place))).certificate
            let judgement = CertificateChecker(settings).reports(of: [leaf])[0].findings.first {
                $0.check == .revocation
            }?.judgement
            #expect(judgement?.verdict == .fail)
            #expect((judgement?.message.contains("may be signed by more than") == true) == isTooMany)
        }
    }

    /// The limit is what may be spent, and one signature more is refused.
    @Test(arguments: [(2, Verdict.pass), (1, .fail)])
    func asManySignaturesAsAreAllowed(_ left: Int, _ verdict: Verdict) {
        // The same key identifier, and another key. What is left is for the issuer and for the root.
        let twins = (0..<Limits.pathSignatures - left).map { number in
            Draft.middle("Middle", .other).replacing("2.5.29.14", Ext.subjectKey(.middle)).with {
                $0.serial = DER.integer(3, UInt8(number >> 8), UInt8(number & 0xFF))
            }
        }
        var settings = settings
        settings.untrusted = (twins + [.middle()]).map(\.certificate)
        let report = CertificateChecker(settings).reports(of: [Draft.leaf().certificate])[0]
        #expect(report.verdict == verdict)
        if verdict == .fail {
            #expect(report.deciding?.judgement == PathLimit.signatures.judgement)
        }
    }

    /// A hundred intermediates of one name that all signed each other, and no way to a root.
    @Test func manyIntermediatesOfOneName() {
        var settings = settings
        settings.untrusted = (0..<100).map { number in
            Draft.middle("Middle", .middle, by: "Middle", .middle).with {
                $0.serial = DER.integer(1, UInt8(number))
            }.certificate
        }
        let report = CertificateChecker(settings).reports(of: [Draft.leaf().certificate])[0]
        #expect(report.deciding?.check.name == "chain")
        #expect(report.deciding?.judgement == PathLimit.signatures.judgement)
    }

    @Test func manyIntermediatesThatSignedNothing() {
        var settings = settings
        settings.untrusted = (0..<1_200).map { number in
            var draft = Draft.middle("Middle", .other)
            draft.serial = DER.integer(1, UInt8(number >> 8), UInt8(number & 0xFF))
            return draft
        }.map(\.certificate)
        let report = CertificateChecker(settings).reports(of: [Draft.leaf().certificate])[0]
        #expect(report.deciding?.judgement == PathLimit.signatures.judgement)
    }

    /// Each could be the issuer of every other, so all of them together exceed what a file may cost.
    private func strangers(_ name: String) -> [Certificate] {
        (0..<250).map { number in
            Draft.middle(name, .other, by: name, .middle).with { $0.serial = DER.integer(1, UInt8(number)) }
                .certificate
        }
    }

    @Test func everyNameThatIsComparedIsCounted() {
        let facts = strangers("Middle").map { CertificateFacts($0) }
        let index = IssuerIndex(facts)
        #expect(index.candidates(for: facts[0]).compared == 250)
        // Only the names of those with the same hash are compared.
        #expect(index.candidates(for: CertificateFacts(Draft.root().certificate)).compared == 0)
    }

    @Test func whatIsNotVerifiedInOneFileIsVerifiedInTheNext() throws {
        let pool = CertificatePool()
        _ = Leaves.indices(of: strangers("Middle").map(pool.facts), pool)
        let root = Draft.root().certificate
        #expect(!pool.facts(of: root).isSelfSigned)
        pool.beginFile()
        #expect(pool.facts(of: root).isSelfSigned)
    }

    @Test func manyCertificatesOfOneNameInOneFile() {
        let strangers = strangers("Middle")
        for settings in [settings, CheckSettings(time: PathCase.now)] {
            let reports = CertificateChecker(settings).reports(of: strangers)
            #expect(reports.last?.deciding?.judgement == PathLimit.signaturesOfFile.judgement)
        }
        #expect(throws: PathLimit.signaturesOfFile) { try Leaves.indices(of: strangers) }
    }

    /// A digest of many bytes takes longer than a signature.
    @Test func largeCertificatesCostMore() {
        let contents = [UInt8](repeating: 1, count: 1 << 20)
        let large = CertificateFacts(
            Draft.leaf().adding(Ext.make("1.3.6.1.4.1.1", contents)).certificate)
        let issuer = CertificateFacts(Draft.middle().certificate)
        #expect(issuer.signatureCost(by: issuer) == 1)
        #expect(large.signatureCost(by: issuer) == 33)
    }

    /// What one file spends is not missing in the next one.
    @Test func aFileAfterAHostileOne() throws {
        var settings = settings
        settings.untrusted = [Draft.middle().certificate]
        let checker = CertificateChecker(settings)
        _ = checker.reports(of: strangers("Others"))
        let chain = try #require(
            checker.reports(of: [Draft.leaf().certificate])[0].findings.first { $0.check.name == "chain" })
        #expect(chain.verdict == .pass)
    }

    private func leaves(_ count: Int) -> [Certificate] {
        (0..<count).map { number in
            Draft.leaf().with { $0.serial = DER.integer(1, UInt8(number >> 8), UInt8(number & 0xFF)) }
                .certificate
        }
    }

    /// More than the limits of a leaf, in any order, with and without lists.
    @Test func manyLeavesOfOneIntermediate() {
        var settings = settings
        settings.revocationLists = [ListDraft(), .root].map(\.list)
        let checker = CertificateChecker(settings)
        let (leaves, middle) = (leaves(1_100), Draft.middle().certificate)
        for file in [leaves + [middle], [middle] + leaves] {
            #expect(checker.reports(of: file).allSatisfy { $0.verdict == .pass })
        }
    }

    /// What is proven about a list for one certificate does not hold for all others of its issuer.
    @Test func aListForOneLeafIsNotOneForAll() {
        let place = DER.tagged(0xA0, DER.tagged(0xA0, Ext.uri("http://example.com/delta")))
        let announcing = Draft.leaf().adding(Ext.make("2.5.29.46", DER.sequence(DER.sequence(place))))
        let delta = ListDraft(
            thisUpdate: DER.utcTime("250515000000Z"),
            extensions: [
                Ext.authorityKey(.middle), Ext.make("2.5.29.20", DER.integer(8)),
                Ext.make("2.5.29.27", critical: true, DER.integer(7)),
            ])
        var settings = settings
        settings.untrusted = [Draft.middle().certificate]
        settings.revocationLists = [
            ListDraft(nextUpdate: DER.utcTime("250531000000Z")), delta, .root,
        ].map(\.list)
        let checker = CertificateChecker(settings)
        // The delta makes the old list good enough for the certificate that announces deltas, and for no other.
        #expect(checker.reports(of: [announcing.certificate])[0].verdict == .pass)
        let other = checker.reports(of: [Draft.leaf().certificate])[0]
        #expect(other.deciding?.judgement.message == "the list expired on 2025-05-31T00:00:00Z")
    }

    /// A list of end entities says nothing about CAs, whatever it was proven for before.
    @Test func aListOfEndEntitiesIsNotOneOfCAs() {
        let entities = Ext.make("2.5.29.28", critical: true, DER.sequence(DER.tagged(0x81, [0xFF])))
        var settings = settings
        settings.untrusted = [Draft.middle().certificate]
        settings.revocationLists = [ListDraft().adding(entities), .root].map(\.list)
        let checker = CertificateChecker(settings)
        let leaf = Draft.leaf().certificate
        let authority = Draft.middle("Lower", .lower, by: "Middle", .middle).certificate
        func judgement(_ certificate: Certificate) -> Judgement? {
            checker.reports(of: [certificate])[0].findings.first { $0.check == .revocation }?.judgement
        }
        #expect(
            [leaf, authority, leaf].map(judgement) == [.pass(), .fail(ListFault.otherScope.message), .pass()])
    }

    /// Whoever adds certificates to a file, or a file to a folder, changes nothing for the others.
    @Test func hostileNeighbours() {
        let checker = CertificateChecker(settings)
        let forged = (0..<300).map { number in
            Draft.leaf().with {
                $0.serial = DER.integer(2, UInt8(number >> 8), UInt8(number & 0xFF))
                $0.isDamaged = true
            }.certificate
        }
        let decoys = (0..<300).map { number in
            Draft.middle("Middle", .other).with {
                $0.serial = DER.integer(1, UInt8(number >> 8), UInt8(number & 0xFF))
            }
            .certificate
        }
        let honest = [Draft.leaf().certificate, Draft.middle().certificate]
        // The same key identifier, and another key: only the signature tells them from the issuer.
        let twins = (0..<300).map { number in
            Draft.middle("Middle", .other).replacing("2.5.29.14", Ext.subjectKey(.middle)).with {
                $0.serial = DER.integer(3, UInt8(number >> 8), UInt8(number & 0xFF))
            }.certificate
        }
        for file in [forged + honest, decoys + honest, twins + honest, honest] {
            #expect(checker.reports(of: file).suffix(2).map(\.verdict) == [.pass, .pass])
        }
    }

    /// The report says which limit a path meets.
    @Test func aPathThatIsTooLong() {
        var names = ["Root"] + (0..<45).map { "CA \($0)" }
        var settings = settings
        settings.untrusted = zip(names, names.dropFirst()).map { issuer, name in
            Draft.middle(name, .middle, by: issuer, issuer == "Root" ? .root : .middle).certificate
        }
        let report = CertificateChecker(settings).reports(of: [Draft.leaf(by: names.removeLast()).certificate]
        )[0]
        #expect(report.deciding?.judgement == PathLimit.certificates.judgement)
    }
}
