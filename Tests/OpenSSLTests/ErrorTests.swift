import COpenSSL
import Testing
import Words

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

    @Test("A part that does not exist has no encoding")
    func missingPart() { #expect(encoded { _ in 0 } == []) }

    @Test("Without memory, libcrypto's functions end the process instead of failing")
    func allocationWithoutMemory() async {
        #expect(signet_allocate(0, nil, 0) == nil)
        await #expect(processExitsWith: .failure) { print(signet_allocate(.max, nil, 0) as Any) }
    }

    @Test("An error without reasons is summed up by its function")
    func withoutReasons() {
        discardErrors()
        #expect(OpenSSLError.taken("EVP_Something").summary == "EVP_Something")
    }

    @Test(
        "Without a provider that has a store for it, a URI is refused", arguments: ["pkcs11", "handle", "x"])
    func storedKeyWithoutStore(scheme: String) {
        #expect(throws: NoStore(scheme: scheme)) {
            try StoredKey.open(uri: "\(scheme):none", scheme: scheme, provider: nil) { secret("1234") }
        }
        expectNoErrorsLeft()
    }

    @Test("A provider that is not installed is refused")
    func storedKeyWithoutProvider() {
        #expect(throws: InputError.self) {
            try StoredKey.open(uri: "pkcs11:none", scheme: "pkcs11", provider: "none") { secret("1234") }
        }
        expectNoErrorsLeft()
    }

    @Test(
        "What is not read leaves no error behind",
        arguments: [[], [0x1E], [0x0C, 1, 0x78, 0], [0x0C, 2, 0x78]])
    func refusedNames(value: [UInt8]) {
        discardErrors()
        #expect(NameAttribute(oid: "2.5.4.3", ber: value) == nil)
        expectNoErrorsLeft()
        #expect(CertificateExtension("2.5.29.17", isCritical: false, value).isEncodedProperly == false)
        expectNoErrorsLeft()
    }

    @Test("Asking what something is leaves no error behind")
    func questions() throws {
        discardErrors()
        #expect(!isObjectIdentifier("9.9"))
        expectNoErrorsLeft()
        let key = try PrivateKey.generate(.rsa(bits: 512))
        // It is too late for another generator.
        Library.chooseGenerator()
        expectNoErrorsLeft()
        #expect(KeyHandle.groupName(of: key.handle.pointer) == nil)
        expectNoErrorsLeft()
    }

    @Test(
        "Random bytes that the system did not give are not the input's fault",
        // PROV_R_ and RAND_R_ERROR_RETRIEVING_ENTROPY in ERR_LIB_PROV and ERR_LIB_RAND; then one in the other.
        arguments: [(189, 57, true), (110, 36, true), (110, 57, false), (189, 36, false)])
    func entropy(reason: UInt, library: UInt, isOfSystem: Bool) {
        let reason = OpenSSLError.Reason(library: "", text: "", code: library << 23 | reason)
        #expect(OpenSSLError(function: "f", reasons: [reason]).isOfSystem == isOfSystem)
    }

    @Test("Of errors, only those of foreign providers keep their details")
    func details() {
        #expect(OpenSSLError.unprovenSignature.isOfStore)
        #expect(!OpenSSLError(function: "EVP_Something", reasons: []).isOfStore)
    }
}
