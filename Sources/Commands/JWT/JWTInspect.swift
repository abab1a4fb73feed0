import Arguments
import JOSE
import System

enum JWTInspect: SignetCommand {
    static let declaration = Command(
        name: "inspect",
        synonyms: [
            "decode", "inspect", "jwt decode", "jwt parse", "jwt print", "jwt show", "jwt view", "jwt debug",
        ],
        summary: "decode a token without verifying it",
        discussion: [
            """
            Shows the header and the payload of a token or of an unsigned prototype. Nothing is verified: anybody could \
            have written them. Use `signet jwt verify` to find out whether a token can be trusted.
            """
        ],
        operands: [TokenFlags.token],
        flags: [TokenFlags.input, SharedFlags.json, SharedFlags.timeUnit, SharedFlags.at, SharedFlags.help],
        rules: [.excludesOperands(TokenFlags.input)],
        examples: [
            Example("Show a token", "signet jwt inspect --in token.txt"),
            Example("Print one claim", "signet jwt inspect --json --in token.txt | jq -r .payload.sub"),
        ],
        exitStatuses: SharedExitStatuses.standard(badInput: "the input is not a token"),
        sections: [
            Section(
                "JSON",
                [
                    .definitions([
                        ("verified", "always `false`"),
                        ("signed", "whether there is a signature; a prototype has none"),
                        ("header", "the header, verbatim"),
                        ("payload", "the payload, if it is JSON"),
                        ("payloadBase64url", "the payload in base64url, if it is not JSON"),
                        (
                            "lifetimeSeconds",
                            "whole seconds from `iat` (or `nbf`, if there is no `iat`) to `exp`; left out if unknown"
                        ),
                        ("signature", "the signature in base64url"),
                    ])
                ]),
            Section(
                "Times",
                [
                    """
                    The text ends with `iat`, `nbf` and `exp` as dates, their distance from now, and the lifetime of the \
                    token: an ID token is often valid for an hour, a refresh token for a month. Numbers that would be \
                    times after the year 5138 are probably milliseconds; use `--time-unit ms` to read them.
                    """
                ]),
        ],
        seeAlso: ["signet-jwt-verify(1)", "signet-jwt-sign(1)"])
}

struct JWTInspectRequest: CommandRequest {
    let input: TokenLocation
    let clock: Clock
    let timeUnit: TimeUnit
    let isJSON: Bool

    init(_ arguments: ParsedArguments) throws {
        input = try TokenFlags.location(arguments, TokenFlags.token, of: .tokenOrPrototype)
        clock = try arguments[SharedFlags.at]?.clock ?? .system
        timeUnit = arguments[SharedFlags.timeUnit] ?? .seconds
        isJSON = arguments[SharedFlags.json]
    }
}
