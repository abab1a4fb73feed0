import Words

/// Why a file cannot be used as a PKCS#12, where callers say what to do.
package enum PKCS12Error: DescribedError {
    case notPKCS12
    case passphraseMissing

    package var message: String {
        switch self {
        case .notPKCS12: "expected a PKCS#12, found something else"
        case .passphraseMissing: "a passphrase is required"
        }
    }
}

func malformedPKCS12(_ reason: String) -> InputError { .malformed("PKCS#12", reason) }

/// Runs `body`, whose errors are about the encryption of a part, not of a key.
func inPKCS12<Result>(_ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch KeyError.malformed(_, let reason) {
        throw malformedPKCS12(reason)
    }
}
