/// One or more rows of the table, measured together.
protocol Experiment: Sendable {
    /// What `--only` calls it.
    var name: String { get }

    func measure(_ bench: Workbench) throws -> [Row]
}

let experiments: [any Experiment] = [
    AsymmetricSigning(name: "rs256", algorithm: .rs256, key: .rsa2048, reach: .atLeast(0.97)),
    AsymmetricSigning(name: "rs256-3072", algorithm: .rs256, key: .rsa3072, reach: .atLeast(0.97)),
    AsymmetricSigning(name: "rs256-4096", algorithm: .rs256, key: .rsa4096, reach: .atLeast(0.97)),
    AsymmetricSigning(
        name: "rs256-multibuffer", algorithm: .rs256, key: .rsa2048, engine: .multiBuffer,
        reach: .atLeast(2.8)),
    AsymmetricSigning(
        name: "rs256-3072-multibuffer", algorithm: .rs256, key: .rsa3072, engine: .multiBuffer,
        reach: .atLeast(3.0)),
    AsymmetricSigning(
        name: "rs256-4096-multibuffer", algorithm: .rs256, key: .rsa4096, engine: .multiBuffer,
        reach: .atLeast(4.2)),
    AsymmetricSigning(name: "es256", algorithm: .es256, key: .p256, reach: .atLeast(0.90)),
    AsymmetricSigning(name: "eddsa", algorithm: .edDSA, key: .ed25519, reach: .atLeast(0.93)),
    AsymmetricSigning(
        name: "es256-multibuffer", algorithm: .es256, key: .p256, engine: .multiBuffer, reach: .atLeast(2.5)),
    AsymmetricSigning(
        name: "es384-multibuffer", algorithm: .es384, key: .p384, engine: .multiBuffer, reach: .atLeast(20)),
    AsymmetricSigning(
        name: "es512-multibuffer", algorithm: .es512, key: .p521, engine: .multiBuffer, reach: .atLeast(5)),
    AsymmetricSigning(
        name: "eddsa-multibuffer", algorithm: .edDSA, key: .ed25519, engine: .multiBuffer,
        reach: .atLeast(2.0)),
    HMACSigning(),
    Verification(name: "rs256-verify", algorithm: .rs256, engine: .openSSL, reach: .atLeast(0.85)),
    Verification(
        name: "rs256-verify-multibuffer", algorithm: .rs256, engine: .multiBuffer, reach: .atLeast(2.0)),
    Verification(
        name: "es256-verify-multibuffer", algorithm: .es256, engine: .multiBuffer, reach: .atLeast(2.5)),
    Verification(
        name: "es384-verify-multibuffer", algorithm: .es384, engine: .multiBuffer, reach: .atLeast(8)),
    Verification(
        name: "es512-verify-multibuffer", algorithm: .es512, engine: .multiBuffer, reach: .atLeast(5)),
    Verification(
        name: "eddsa-verify-multibuffer", algorithm: .edDSA, engine: .multiBuffer, reach: .atLeast(2.0)),
    Libraries(),
    SigningOnce(),
    ShowingVersion(),
    Scaling(),
    PeakMemory(),
    Instructions(),
]
