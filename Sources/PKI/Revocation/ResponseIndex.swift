package import OpenSSL
import Synchronization

/// OCSP responses by the certificates that they are about. Each is verified once for each issuer.
package final class ResponseIndex: Sendable {
    private let bySerialNumber: [[UInt8]: [(response: OCSPResponse, answers: [OCSPResponse.Answer])]]
    private let faults = Mutex<[Question: String?]>([:])

    /// All that the fault of a response depends on.
    private struct Question: Hashable {
        let response: Swift.ObjectIdentifier
        let issuer: Certificate
        let second: Int64
        let minimumRSABits: Int
        let isStrict: Bool
    }

    package init(_ responses: [OCSPResponse]) {
        var index: [[UInt8]: [(OCSPResponse, [OCSPResponse.Answer])]] = [:]
        for response in responses {
            for (serial, answers) in Dictionary(grouping: response.answers, by: \.serialNumber) {
                index[serial, default: []].append((response, answers))
            }
        }
        bySerialNumber = index
    }

    /// The responses about a certificate, with those of their answers that are about it, in the order of the responses.
    func about(
        _ certificate: Certificate, of issuer: Certificate
    ) -> [(response: OCSPResponse, answers: [OCSPResponse.Answer])] {
        (bySerialNumber[certificate.serialNumber] ?? []).compactMap { response, answers in
            let own = answers.filter { response.isAnswer($0, about: certificate, of: issuer) }
            return own.isEmpty ? nil : (response, own)
        }
    }

    /// Why nothing in a response can be used for certificates of an issuer: a clause about "the response".
    func fault(
        of response: OCSPResponse, _ issuer: CertificateFacts, _ settings: CheckSettings
    ) -> String? {
        let question = Question(
            response: Swift.ObjectIdentifier(response), issuer: issuer.certificate, second: settings.second,
            minimumRSABits: settings.minimumRSABits, isStrict: settings.isStrict)
        return faults.withLock { known in
            if let fault = known[question] { return fault }
            let fault = ResponseCheck.fault(of: response, issuer, settings)
            known[question] = .some(fault)
            return fault
        }
    }
}
