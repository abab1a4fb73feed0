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
    HMACSigning(),
    Verification(name: "rs256-verify", engine: .openSSL, reach: .atLeast(0.85)),
    Verification(name: "rs256-verify-multibuffer", engine: .multiBuffer, reach: .atLeast(2.0)),
    Libraries(),
    SigningOnce(),
    ShowingVersion(),
    Scaling(),
    PeakMemory(),
    Instructions(),
]
