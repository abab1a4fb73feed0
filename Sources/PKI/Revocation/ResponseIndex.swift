package import OpenSSL
import Synchronization

/// OCSP responses by the certificates that they are about. Each is verified once for each issuer.
package final class ResponseIndex: Sendable {
    private let responses: [OCSPResponse]
    private let bySubject: [OCSPResponse.CertificateID: [Entry]]
    /// Those of the subjects.
    private let digests: Set<Int32>
    /// Those of one second.
    private let faults = Mutex<(second: Int64, known: [Question: String?])>((0, [:]))

    /// What a response says about one certificate.
    private struct Entry {
        /// The place of the response.
        let response: Int
        let answers: [OCSPResponse.Answer]
    }

    /// All that the fault of a response depends on.
    private struct Question: Hashable {
        let response: ObjectIdentifier
        let issuer: Certificate
        let minimumRSABits: Int
        let isStrict: Bool
    }

    package init(_ responses: [OCSPResponse]) {
        self.responses = responses
        var index: [OCSPResponse.CertificateID: [Entry]] = [:]
        for (number, response) in responses.enumerated() {
            for (subject, answers) in Dictionary(grouping: response.answers, by: \.subject) {
                // One more than the limit shows that it is exceeded.
                let answers = Array(answers.prefix(Limits.answers + 1))
                index[subject, default: []].append(Entry(response: number, answers: answers))
            }
        }
        bySubject = index
        digests = Set(index.keys.map(\.digest))
    }

    /// The responses about a certificate, with those of their answers that are about it, in the order of the responses.
    func about(
        _ certificate: Certificate, of issuer: Certificate
    ) -> [(response: OCSPResponse, answers: [OCSPResponse.Answer])] {
        var found: [Int: [OCSPResponse.Answer]] = [:]
        for digest in digests {
            let subject = OCSPResponse.CertificateID(certificate, of: issuer, digest: digest)
            for entry in subject.flatMap({ bySubject[$0] }) ?? [] {
                found[entry.response, default: []] += entry.answers
            }
        }
        return found.sorted { $0.key < $1.key }.map { (responses[$0.key], $0.value) }
    }

    /// Why nothing in a response can be used for certificates of an issuer: a clause about "the response".
    func fault(
        of response: OCSPResponse, _ issuer: CertificateFacts, _ settings: CheckSettings
    ) -> String? {
        let question = Question(
            response: ObjectIdentifier(response), issuer: issuer.certificate,
            minimumRSABits: settings.minimumRSABits, isStrict: settings.isStrict)
        return faults.withLock { faults in
            if faults.second != settings.second { faults = (settings.second, [:]) }
            if let fault = faults.known[question] { return fault }
            let fault = ResponseCheck.fault(of: response, issuer, settings)
            faults.known[question] = .some(fault)
            return fault
        }
    }
}
