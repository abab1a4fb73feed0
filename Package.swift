// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    // Nothing here uses Regex, and its implicit import would link it into the binary.
    .unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"]),
]

let package = Package(
    name: "signet",
    products: [
        .executable(name: "signet", targets: ["signet"]),
        // Tests load it into signet.
        .library(name: "test-preload", type: .dynamic, targets: ["Preload"]),
    ],
    targets: [
        // The system's libcrypto. libssl is not needed.
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),

        // base64url with vector registers.
        .target(name: "CBase64URL"),
        // RSA and elliptic curves on AVX-512. It is always optimised, so that tests run the machine code that is
        // shipped.
        .target(
            name: "CMultiBuffer", exclude: ["README.md"],
            cSettings: [.unsafeFlags(["-O2", "-Wall", "-Wextra", "-Wno-unused-parameter"])]),

        // What System needs from the C library and the importer does not see.
        .target(name: "CSystem"),

        // The layers. Each depends only on layers above it in this list.
        .target(name: "Words", swiftSettings: settings),
        .target(name: "System", dependencies: ["CSystem", "Words"], swiftSettings: settings),
        .target(name: "OpenSSL", dependencies: ["COpenSSL", "Words"], swiftSettings: settings),
        .target(name: "MultiBuffer", dependencies: ["CMultiBuffer", "OpenSSL"], swiftSettings: settings),
        .target(name: "JSON", dependencies: ["Words"], swiftSettings: settings),
        .target(
            name: "JOSE", dependencies: ["CBase64URL", "System", "OpenSSL", "MultiBuffer", "JSON", "Words"],
            swiftSettings: settings),
        .target(
            name: "PKI", dependencies: ["System", "OpenSSL", "JSON", "Words"], swiftSettings: settings),
        .target(
            name: "Platforms", dependencies: ["JOSE", "PKI", "JSON", "OpenSSL", "System", "Words"],
            swiftSettings: settings),
        // QR codes, as text for a terminal.
        .target(name: "QR", swiftSettings: settings),
        .target(name: "Arguments", dependencies: ["Words"], swiftSettings: settings),
        .target(
            name: "Commands",
            dependencies: [
                "Arguments", "Platforms", "PKI", "JOSE", "JSON", "MultiBuffer", "OpenSSL", "QR", "System",
                "Words",
            ],
            swiftSettings: settings),

        .executableTarget(
            name: "signet", dependencies: ["Commands"], exclude: ["link-order"], swiftSettings: settings),
        .executableTarget(
            name: "generate-pages", dependencies: ["Arguments", "Commands"], exclude: ["Site"],
            swiftSettings: settings),

        .testTarget(
            name: "SystemTests", dependencies: ["System", "CSystem", "Words"], swiftSettings: settings),
        .testTarget(
            name: "MultiBufferTests", dependencies: ["MultiBuffer", "OpenSSL", "CMultiBuffer", "COpenSSL"],
            swiftSettings: settings),
        .testTarget(
            name: "OpenSSLTests", dependencies: ["OpenSSL", "COpenSSL", "Words"], swiftSettings: settings),
        .testTarget(name: "JSONTests", dependencies: ["JSON", "Words"], swiftSettings: settings),
        .testTarget(
            name: "JOSETests", dependencies: ["JOSE", "JSON", "MultiBuffer", "OpenSSL", "System", "Words"],
            swiftSettings: settings),
        .testTarget(
            name: "PKITests", dependencies: ["PKI", "JSON", "OpenSSL", "System", "COpenSSL", "Words"],
            swiftSettings: settings),
        .testTarget(
            name: "PlatformsTests",
            dependencies: ["Platforms", "JOSE", "PKI", "JSON", "OpenSSL", "System", "Words"],
            swiftSettings: settings),
        .testTarget(name: "QRTests", dependencies: ["QR"], swiftSettings: settings),
        .testTarget(name: "ArgumentsTests", dependencies: ["Arguments", "Words"], swiftSettings: settings),
        .testTarget(
            name: "CommandsTests",
            dependencies: ["Commands", "Arguments", "JOSE", "JSON", "OpenSSL", "System", "Words"],
            swiftSettings: settings),
        .testTarget(name: "ScriptTests", dependencies: ["Spawning"], swiftSettings: settings),
        .testTarget(name: "FaultTests", dependencies: ["Spawning"], swiftSettings: settings),
        // How both start programs.
        .target(name: "Spawning", path: "Tests/Spawning", swiftSettings: settings),
        // The sessions type at a terminal with this program.
        .executableTarget(name: "at-terminal", path: "Tests/Terminal", swiftSettings: settings),
        // Makes system calls fail, and looks for secrets in memory.
        .target(
            name: "Preload", path: "Tests/Preload", publicHeadersPath: ".",
            cSettings: [.unsafeFlags(["-O2", "-Wall", "-Wextra"])]),
        // What `make fuzz` runs, and a program that runs the same tests on single files.
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "Commands", "Arguments", "Platforms", "PKI", "JOSE", "JSON", "MultiBuffer", "OpenSSL",
                "System", "COpenSSL", "Words",
            ], path: "Tests/Fuzz", exclude: ["run.sh"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
