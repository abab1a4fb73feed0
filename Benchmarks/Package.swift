// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

// One of the programs for the multi-buffer engine by itself: a file each, in one folder, over one header.
func multiBufferProgram(_ name: String, dependencies: [Target.Dependency] = ["CMultiBuffer"]) -> Target {
    .executableTarget(
        name: "multibuffer-\(name)", dependencies: dependencies + ["CLibcrypto"],
        path: "Sources/multibuffer", sources: ["\(name).c"],
        cSettings: [
            .headerSearchPath("../CMultiBuffer/include"), .unsafeFlags(["-Wno-deprecated-declarations"]),
        ])
}

// A package of its own, so that building signet resolves nothing of this.
let package = Package(
    name: "signet-benchmarks",
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
        .package(url: "https://github.com/swiftlang/swift-subprocess.git", from: "1.0.2"),
        .package(url: "https://github.com/vapor/jwt-kit.git", from: "5.7.1"),
    ],
    targets: [
        .systemLibrary(name: "CLibcrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .executableTarget(
            name: "benchmark",
            dependencies: [
                "CLibcrypto",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "Subprocess", package: "swift-subprocess"),
            ],
            resources: [.embedInCode("token_loop.py")],
            swiftSettings: settings),
        .executableTarget(name: "stopwatch"),

        // The multi-buffer engine, from signet's sources.
        .target(name: "CMultiBuffer", exclude: ["README.md"], cSettings: [.unsafeFlags(["-O2"])]),
        multiBufferProgram("speed"),
        multiBufferProgram("trace"),
        multiBufferProgram("vectors"),
        multiBufferProgram("check"),
        // It includes the engine's source, with other instructions.
        multiBufferProgram("faults", dependencies: []),
        multiBufferProgram("faults-portable", dependencies: []),
    ],
    swiftLanguageModes: [.v6]
)
