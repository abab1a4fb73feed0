import JOSE
import JSON
import Platforms
import Words

/// What a profile says of a valid token.
struct ProfileFindings {
    /// The unit of its times.
    let unit: TimeUnit
    /// How it differs from the tokens that the platform's SDKs write.
    let departures: [ProfileError]
    /// The thumbprint of the key in a proof's header.
    let proofThumbprint: String?
}

/// The answer of `signet jwt verify`.
enum TokenVerdict {
    /// - Parameter profile: what the profile of the request found.
    case valid(Header, payload: [UInt8], claims: JSONObjectText?, profile: ProfileFindings?)
    case invalid(reason: String, message: String, hint: String?)

    /// What is not a token.
    init(malformed error: any DescribedError) {
        self = .invalid(reason: "malformed", message: error.message, hint: error.hint)
    }

    init(_ violation: ProfileError) {
        self = .invalid(reason: SigningReason(violation).rawValue, message: violation.message, hint: nil)
    }

    /// Appends the verdict as a JSON document in one line. Claims keep their order and their spelling, except that
    /// invisible characters are escaped.
    ///
    /// - Parameter line: the number of the token's line in a batch.
    func appendJSON(line: Int? = nil, to output: inout [UInt8]) {
        switch self {
        case .valid(let header, let payload, let claims, let profile):
            output.append(contentsOf: "{\"valid\":true,".utf8)
            output += header.reportMembers
            if let profile {
                output.append(contentsOf: ",\"timeUnit\":".utf8)
                JSONWriter.append(profile.unit.rawValue, to: &output)
                if let thumbprint = profile.proofThumbprint {
                    output.append(contentsOf: ",\"jkt\":".utf8)
                    JSONWriter.append(thumbprint, to: &output)
                }
                if !profile.departures.isEmpty {
                    output.append(contentsOf: ",\"notes\":".utf8)
                    JSONWriter.append(
                        .array(profile.departures.map { .string($0.message) }), to: &output)
                }
            }
            if let claims {
                output.append(contentsOf: ",\"claims\":".utf8)
                claims.appendLine(to: &output)
            } else {
                output.append(contentsOf: ",\"payload\":\"".utf8)
                Base64URL.append(payload.span, to: &output)
                output.append(UInt8(ascii: "\""))
            }
        case .invalid(let reason, let message, _):
            output += "{\"valid\":false,\"reason\":".utf8
            JSONWriter.append(reason, to: &output)
            output += ",\"message\":".utf8
            JSONWriter.append(message, to: &output)
        }
        if let line {
            output.append(contentsOf: ",\"line\":".utf8)
            output.append(contentsOf: String(line).utf8)
        }
        output.append(UInt8(ascii: "}"))
    }
}
