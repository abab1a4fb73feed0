import Testing

@testable import OpenSSL

@Suite("Errors of libcrypto")
struct ErrorTests {
    @Test("An error takes the whole queue, the cause first")
    func takesQueue() throws {
        discardErrors()
        let number = try BigNumber.zero()
        var arithmetic = try Arithmetic()
        do {
            _ = try arithmetic.quotient(number, number)
            Issue.record("nothing was thrown")
        } catch {
            expectNoErrorsLeft()
            #expect(error.function == "BN_div")
            #expect(error.summary == "div by zero")
            #expect(error.reasons.first?.library == "bignum routines")
        }
    }

    @Test("An error without reasons is summed up by its function")
    func withoutReasons() {
        discardErrors()
        #expect(OpenSSLError.taken("EVP_Something").summary == "EVP_Something")
    }

    /// The reason differs between versions: an unregistered scheme, or a file that is not there.
    @Test("Without a provider for pkcs11: a stored key is refused, with a reason")
    func storedKeyWithoutProvider() {
        let error = refusal { () throws(KeyError) in
            try StoredKey.open(uri: "pkcs11:token=none;object=none", pin: nil)
        }
        guard case .library(let reasons) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!reasons.reasons.isEmpty && !reasons.summary.isEmpty)
    }

    @Test(
        "A stored key of no scheme at all is refused",
        arguments: ["", "nothing", "nothing:else", "file:/dev/null"])
    func storedKeyWithoutScheme(uri: String) {
        #expect(refusal { () throws(KeyError) in try StoredKey.open(uri: uri, pin: secret("1234")) } != nil)
    }
}
