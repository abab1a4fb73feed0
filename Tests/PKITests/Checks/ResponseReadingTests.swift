import OpenSSL
import Testing
import Words

@testable import PKI

/// What files that should contain an OCSP response contain.
@Suite struct ResponseReadingTests {
    private func fault(_ bytes: [UInt8]) -> String? {
        leavingNoErrors {
            do {
                _ = try OCSPResponse.read(bytes.span)
                return nil
            } catch {
                return (error as? InputError)?.message
            }
        }
    }

    private func found(_ content: String) -> String { "expected an OCSP response, found \(content)" }

    @Test func base64WithAnyLineBreaks() throws {
        let der = ResponseDraft().der
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: der.count, by: 3) {
            let group = Array(der[start..<min(start + 3, der.count)])
            let bits = (group + [0, 0]).prefix(3).reduce(0) { $0 << 8 | Int($1) }
            for place in 0..<4 {
                text.append(
                    place <= group.count ? alphabet[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
            if start % 48 == 45 { text += Array(" \r\n".utf8) }
        }
        #expect(fault(text) == nil)
        #expect(fault([0x0A] + text + [0x0A]) == nil)
        #expect(fault(der) == nil)
        #expect(fault(Array(text.dropLast(8))) != nil)
    }

    @Test func whatIsNoResponse() {
        #expect(fault(Draft.leaf().der) == found("a certificate"))
        #expect(fault(ListDraft().der) == found("a revocation list"))
        let id = DER.sequence(
            DER.sequence(DER.oid("1.3.14.3.2.26")), DER.octets([1]), DER.octets([2]), DER.integer(3))
        #expect(fault(DER.sequence(DER.sequence(DER.sequence(DER.sequence(id))))) == found("an OCSP request"))
        #expect(fault(TestKey.leaf.spki) == found("something else"))
        for (text, content) in [
            ("-----BEGIN CERTIFICATE-----", "PEM"), ("\n <!DOCTYPE html>", "HTML or XML"),
            ("HTTP/1.1 200 OK", "something else"), ("Forbidden!!!", "something else"),
            ("Gateways", "something else"), (" ", "something else"),
        ] {
            #expect(fault(Array(text.utf8)) == found(content), "\(text)")
        }
    }

    @Test func errorResponses() {
        let names = [
            1: "malformedRequest", 2: "internalError", 3: "tryLater", 4: "status 4", 5: "sigRequired",
            6: "unauthorized", 7: "status 7",
        ]
        for (number, name) in names {
            #expect(
                fault(ResponseDraft(outcome: UInt8(number)).der)
                    == "expected an answer, found the OCSP error response \(name)")
        }
        // Successful, and without an answer.
        #expect(fault(DER.sequence(DER.tagged(0x0A, [0]))) == "malformed OCSP response (no response data)")
    }

    @Test func malformedResponses() {
        #expect(fault(ResponseDraft().der + [0]) == "malformed OCSP response: more bytes follow its end")
        #expect(
            fault(ResponseDraft(type: "1.3.6.1.5.5.7.48.1.3").der)
                == "expected an OCSP response of the type id-pkix-ocsp-basic, found another type")
        #expect(fault(ResponseDraft(version: DER.integer(0)).der) == nil)
        #expect(
            fault(ResponseDraft(version: DER.integer(1)).der)
                == "malformed OCSP response (its version is not 1)")
        let whole = ResponseDraft.delegated().der
        // The SEQUENCE is whole, and its first member is not.
        guard fault(DER.sequence([0x0A, 5]))?.hasPrefix("malformed OCSP response") == true else {
            Issue.record("a member that is cut off")
            return
        }
        #expect(fault([]) == found("something else"))
        for count in 1..<whole.count {
            #expect(
                fault(Array(whole.prefix(count))) == "malformed OCSP response (DER: it is truncated)",
                "\(count)")
        }
    }

    /// Every bit of a response changed once, and in longer ones a bit of every octet.
    @Test func noChangeMakesACertificateGood() {
        noChange(of: ResponseDraft(answers: [.revoked]).der, bits: 0..<8)
        noChange(of: ResponseDraft(answers: [AnswerDraft(status: .unknown)]).der, bits: 2..<3)
        noChange(of: ResponseDraft.delegated().with { $0.answers = [.revoked] }.der, bits: 0..<1)
    }

    private func noChange(of whole: [UInt8], bits: Range<Int>) {
        let leaf = CertificateFacts(Draft.leaf().certificate)
        let issuer = CertificateFacts(Draft.middle().certificate)
        var settings = CheckSettings(time: PathCase.now)
        for index in whole.indices {
            for bit in bits {
                var changed = whole
                changed[index] ^= 1 << bit
                guard let response = try? OCSPResponse.read(changed.span) else { continue }
                settings.responses = ResponseIndex([response])
                #expect(
                    ResponseCheck.status(of: leaf, issuer: issuer, settings) != .good,
                    "octet \(index), bit \(bit)")
            }
        }
    }
}
