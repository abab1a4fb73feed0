import OpenSSL
import Testing
import Words

@testable import PKI

@Suite struct RevocationDraftTests {
    private func entry(_ serial: UInt8, _ reason: RevocationReason? = nil, date: Int64 = 1) throws
        -> RevokedCertificate
    {
        RevokedCertificate(
            serialNumber: [serial], date: date,
            extensions: try reason.map { [try .reasonCode($0.rawValue)] } ?? [])
    }

    @Test func anEntryKeepsWhatIsNotGiven() throws {
        var draft = RevocationDraft([try entry(1, .superseded), try entry(2)])
        try draft.revoke([1], nil, at: nil, now: 9)
        try draft.revoke([2], .keyCompromise, at: nil, now: 9)
        try draft.revoke([3], .unspecified, at: nil, now: 9)
        try draft.revoke([4], nil, at: 5, now: 9)
        #expect(
            draft.entries == [
                try entry(1, .superseded), try entry(2, .keyCompromise), try entry(3, date: 9),
                try entry(4, date: 5),
            ])
        try draft.revoke([1], .unspecified, at: 7, now: 9)
        #expect(draft.entries[0] == (try entry(1, date: 7)))
    }

    @Test func aHoldIsTakenBackOnce() throws {
        var draft = RevocationDraft([try entry(1, .certificateHold), try entry(2)])
        try draft.revoke([1], .removeFromCRL, at: nil, now: 9)
        #expect(draft.entries == [try entry(2)])
        for serial: UInt8 in 1...3 {
            #expect(throws: InputError.self) {
                try draft.revoke([serial], .removeFromCRL, at: nil, now: 9)
            }
        }
        try draft.revoke([1], .keyCompromise, at: nil, now: 9)
        #expect(draft.entries == [try entry(1, .keyCompromise, date: 9), try entry(2)])
    }

    @Test func aDeltaSaysThatAHoldIsTakenBack() throws {
        var draft = RevocationDraft([], changing: [try entry(1, .certificateHold), try entry(2)])
        try draft.revoke([1], .removeFromCRL, at: nil, now: 9)
        #expect(draft.entries == [try entry(1, .removeFromCRL)])
        #expect(throws: InputError.self) {
            try draft.revoke([2], .removeFromCRL, at: nil, now: 9)
        }
    }

    /// It is only about a hold.
    @Test func theInstructionForAHoldEndsWithIt() throws {
        let instruction = CertificateExtension("2.5.29.23", isCritical: false, [5, 0])
        var held = try entry(1, .certificateHold)
        held.extensions.append(instruction)
        var draft = RevocationDraft([held])
        try draft.revoke([1], .certificateHold, at: nil, now: 9)
        #expect(draft.entries[0].extensions.contains(instruction))
        try draft.revoke([1], .keyCompromise, at: nil, now: 9)
        #expect(draft.entries == [try entry(1, .keyCompromise)])
    }

    /// The hold could be taken back, and the certificate would be valid again.
    @Test func aRevocationForGoodDoesNotBecomeAHold() throws {
        for reason in [RevocationReason.keyCompromise, nil] {
            var complete = RevocationDraft([try entry(1, reason)])
            var delta = RevocationDraft([], changing: [try entry(1, reason)])
            #expect(throws: InputError.self) {
                try complete.revoke([1], .certificateHold, at: nil, now: 9)
            }
            #expect(throws: InputError.self) { try delta.revoke([1], .certificateHold, at: nil, now: 9) }
        }
        var draft = RevocationDraft([try entry(1, .certificateHold)])
        try draft.revoke([1], .certificateHold, at: nil, now: 9)
        #expect(draft.entries == [try entry(1, .certificateHold)])
    }

    @Test func afterAHoldWasTakenBackADeltaRevokesAnew() throws {
        let base = [try entry(1, .certificateHold)]
        for reason in [nil, RevocationReason.certificateHold, .keyCompromise] {
            var draft = RevocationDraft([try entry(1, .removeFromCRL)], changing: base)
            try draft.revoke([1], reason, at: nil, now: 9)
            #expect(draft.entries == [try entry(1, reason, date: 9)])
        }
    }

    /// Serial numbers are written as they were read, be they negative, long or zero.
    @Test(
        arguments: [
            [0x00], [0x7F], [0x00, 0x80], [0x80], [0xFF], [0xFF, 0x7F], [0x80, 0x00],
            [UInt8](repeating: 0x55, count: 40),
        ] as [[UInt8]]) func aSerialNumberIsUnchanged(_ contents: [UInt8]) throws
    {
        let key = try IssuanceTests.key.get()
        let revoked = RevokedCertificate(serialNumber: contents, date: 5, extensions: [])
        let list = try RevocationList.make(
            issuer: try DistinguishedName(parsing: "CN=CA"), thisUpdate: 10, nextUpdate: 20,
            entries: [revoked], extensions: [try .crlNumber(.max)],
            by: key, digest: .sha256)
        #expect(list.entries == [revoked])
        #expect(list.encodedVersion == 1)
        #expect(list.thisUpdate == 10 && list.nextUpdate == 20)
        #expect(list.extensions.first?.number == .max)
        #expect(try list.signatureFacts().isNamedTwiceAlike)
    }

    @Test func reasonsAreNamed() {
        #expect(RevocationReason(named: "KEYcompromise") == .keyCompromise)
        #expect(RevocationReason(named: "stolen") == nil)
        #expect(RevocationReason(rawValue: 7) == nil)
        #expect(RevocationReason.aACompromise.name == "aACompromise")
    }
}
