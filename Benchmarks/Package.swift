// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

// A package of its own, so that building signet resolves nothing of this.
let package = Package(
    name: "signet-benchmarks",
    dependencies: [
        .package(url: "https://github.com/vapor/jwt-kit.git", from: "5.7.1")
    ],
    targets: [
        .systemLibrary(name: "CLibcrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .target(name: "Affinity"),
        .target(name: "MACLoop", dependencies: ["CLibcrypto"]),
        .executableTarget(
            name: "benchmark", dependencies: ["Affinity", "MACLoop"],
            resources: [.embedInCode("Python/token_loop.py")],
            swiftSettings: settings),

        // What benchmark starts, from the folder that it is in itself.
        .executableTarget(name: "peak-memory"),

        // The multi-buffer engine by itself, from signet's sources: how fast it is, and how it runs.
        .target(
            name: "CMultiBuffer", exclude: ["README.md"], cSettings: [.unsafeFlags(["-O2"])]),
        .target(name: "MultiBufferKeys", dependencies: ["CMultiBuffer", "CLibcrypto"]),
        .executableTarget(
            name: "multibuffer-speed", dependencies: ["CMultiBuffer", "MultiBufferKeys", "CLibcrypto"],
            cSettings: [.unsafeFlags(["-Wno-deprecated-declarations"])]),
        .executableTarget(
            name: "multibuffer-trace", dependencies: ["CMultiBuffer", "MultiBufferKeys", "CLibcrypto"]),
        // It includes the engine's source, with other instructions.
        .executableTarget(
            name: "multibuffer-faults", dependencies: ["CLibcrypto"],
            cSettings: [
                .headerSearchPath("../CMultiBuffer/include"), .unsafeFlags(["-Wno-deprecated-declarations"]),
            ]),
        .executableTarget(
            name: "jwt-kit-loop", dependencies: [.product(name: "JWTKit", package: "jwt-kit")],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
