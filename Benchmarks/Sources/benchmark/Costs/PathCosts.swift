import Foundation

extension Growth {
    /// Many certificates.
    static var paths: [Growth] {
        [
            Growth("certificates of a bundle", 200) { inputs, count in
                ["cert", "check", try inputs.file(X509.bundle(inputs.leaves(count)))]
            },
            Growth("certificates of a bundle that are inspected", 500) { inputs, count in
                ["cert", "inspect", try inputs.file(X509.bundle(inputs.leaves(count)))]
            },
            Growth("certificates of PKCS#7", 500) { inputs, count in
                ["cert", "inspect", try inputs.file(X509.pkcs7(inputs.leaves(count)).bytes)]
            },
            Growth("certificates with one root", 200) { inputs, count in
                let root = try inputs.root()
                let files = [
                    try inputs.file(X509.bundle(inputs.leaves(count))), try inputs.file("root", root.bytes),
                ]
                return ["cert", "check", files[0], "--roots", files[1]]
            },
            roots("roots") { "root \($0)" },
            roots("roots with one name and key") { _ in "root" },
            Growth("intermediates", 500) { inputs, count in
                let root = try inputs.root()
                let others = try (0..<count).map {
                    try X509.certificate(
                        X509.name("CA \($0)"), by: X509.name("root"), inputs.signer, serial: $0, X509.ca)
                }
                let leaf = try X509.certificate(X509.name("leaf"), by: X509.name("CA 0"), inputs.signer)
                let files = [
                    try inputs.file(leaf.bytes), try inputs.file("root", root.bytes),
                    try inputs.file("others", X509.bundle(others)),
                ]
                return ["cert", "check", files[0], "--roots", files[1], "--untrusted", files[2]]
            },
            Growth("certificates of one name that sign nothing", 300, status: 1) { inputs, count in
                let same = try inputs.strangers(count)
                return ["cert", "check", try inputs.file(X509.bundle(same))]
            },
            Growth("certificates of one name that sign nothing, under a root", 300, status: 1) {
                inputs, count in
                let files = [
                    try inputs.file(X509.bundle(inputs.strangers(count))),
                    try inputs.file("root", inputs.root().bytes),
                ]
                return ["cert", "check", files[0], "--roots", files[1]]
            },
            Growth("certificates of one name and key", 200) { inputs, count in
                let same = try (0..<count).map {
                    try X509.certificate(X509.name("same"), inputs.signer, serial: $0, X509.ca)
                }
                return ["cert", "check", try inputs.file(X509.bundle(same))]
            },
            Growth("a chain of certificates", 200) { inputs, count in
                let chain = try (0..<count).map {
                    try X509.certificate(
                        X509.name("CA \($0)"), by: X509.name("CA \($0 + 1)"), inputs.signer, serial: $0,
                        X509.ca)
                }
                return ["cert", "check", try inputs.file(X509.bundle(chain))]
            },
            Growth("a chain of certificates that is packed", 200) { inputs, count in
                let chain = try (0..<count).map {
                    try X509.certificate(
                        X509.name("CA \($0)"), by: X509.name("CA \($0 + 1)"), inputs.signer, serial: $0,
                        X509.ca)
                }
                return try inputs.pack(X509.bundle(chain))
            },
            Growth("certificates of one name that are packed", 300) { inputs, count in
                try inputs.pack(X509.bundle(inputs.strangers(count)))
            },
            Growth("names under constraints", 200) { inputs, count in
                let ca = try X509.certificate(
                    X509.name("root"), inputs.signer,
                    X509.ca + [
                        X509.constraints((0..<30).map { .context(2, "host-\($0).example") })
                    ])
                let leaf = try X509.certificate(
                    X509.name("leaf"), by: X509.name("root"), inputs.signer,
                    [X509.alternativeNames((0..<count).map { .context(2, "a\($0).host-29.example") })])
                let files = [try inputs.file(leaf.bytes), try inputs.file("root", ca.bytes)]
                return ["cert", "check", files[0], "--roots", files[1]]
            },
            Growth("attributes of directory names under constraints", 100, status: 1) { inputs, count in
                func name(_ last: Int) -> DER {
                    .sequence(
                        (0..<count).map { .set(X509.attribute("\($0 == count - 1 ? last : $0)", "2.5.4.11")) }
                    )
                }
                let ca = try X509.certificate(
                    X509.name("root"), inputs.signer,
                    X509.ca + [
                        X509.constraints((0..<200).map { .context(4, name(-$0)) })
                    ])
                let leaf = try X509.certificate(
                    X509.name("leaf"), by: X509.name("root"), inputs.signer,
                    [X509.alternativeNames((0..<200).map { .context(4, name($0 + 1_000_000)) })])
                let files = [try inputs.file(leaf.bytes), try inputs.file("root", ca.bytes)]
                return ["cert", "check", files[0], "--roots", files[1]]
            },
            Growth("policies of a path", 150, status: 1) { inputs, count in
                let policies = X509.fileExtension(
                    "2.5.29.32", .sequence((0..<count).map { .sequence(.oid("1.3.6.1.4.1.\($0)")) }))
                let mappings = X509.fileExtension(
                    "2.5.29.33", isCritical: true,
                    .sequence(
                        (0..<count / 2).map {
                            .sequence(.oid("1.3.6.1.4.1.\($0)"), .oid("1.3.6.1.4.1.\($0 + 1)"))
                        }))
                let chain = try (0..<8).map { number in
                    try X509.certificate(
                        X509.name("CA \(number)"), by: X509.name("CA \(number + 1)"), inputs.signer,
                        serial: number,
                        (number == 0 ? [policies] : X509.ca + [policies, mappings]))
                }
                let root = try X509.certificate(X509.name("CA 8"), inputs.signer, X509.ca)
                let files = [try inputs.file(X509.bundle(chain)), try inputs.file("root", root.bytes)]
                return ["cert", "check", files[0], "--roots", files[1], "--explicit-policy"]
            },
            Growth("files of a folder", 200) { inputs, count in
                let folder = inputs.path("folder")
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
                let certificate = try inputs.root()
                for number in 0..<count { _ = try inputs.file("folder/\(number).crt", certificate.bytes) }
                return ["cert", "check", folder]
            },
            Growth("other files of a folder", 1_000) { inputs, count in
                let folder = inputs.path("folder")
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
                _ = try inputs.file("folder/root.crt", inputs.root().bytes)
                for number in 0..<count { _ = try inputs.file("folder/\(number).txt", "text\n") }
                return ["cert", "check", folder]
            },
            Growth("text around certificates", 1_000_000) { inputs, count in
                let text = Array(String(repeating: "text\n", count: count / 5).utf8)
                return ["cert", "inspect", try inputs.file(text + X509.bundle([inputs.root()]))]
            },
            Growth("blocks around certificates", 50_000) { inputs, count in
                let block = "-----BEGIN X-----\nAAAA\n-----END X-----\n"
                let text = Array(String(repeating: block, count: count).utf8)
                return ["cert", "inspect", try inputs.file(text + X509.bundle([inputs.root()]))]
            },
            Growth("white space in base64", 1_000_000) { inputs, count in
                let text = Data(try X509.pkcs7([inputs.root()]).bytes).base64EncodedString()
                let lines = text.map { "\($0)" }.joined(
                    separator: String(repeating: "\n", count: count / text.count))
                return ["cert", "inspect", try inputs.file(lines)]
            },
        ]
    }

    /// Roots with these names, and a leaf below the first one's name.
    private static func roots(_ title: String, _ name: @escaping @Sendable (Int) -> String) -> Growth {
        Growth(title, 500) { inputs, count in
            let roots = try (0..<count).map {
                try X509.certificate(X509.name(name($0)), inputs.signer, serial: $0, X509.ca)
            }
            let leaf = try X509.certificate(X509.name("leaf"), by: X509.name(name(0)), inputs.signer)
            let files = [try inputs.file(leaf.bytes), try inputs.file("roots", X509.bundle(roots))]
            return ["cert", "check", files[0], "--roots", files[1]]
        }
    }
}

extension CostInputs {
    fileprivate func root() throws -> DER { try X509.certificate(X509.name("root"), signer, X509.ca) }

    /// Issued by the root.
    fileprivate func leaves(_ count: Int) throws -> [DER] {
        try (0..<count).map {
            try X509.certificate(X509.name("leaf \($0)"), by: X509.name("root"), signer, serial: $0)
        }
    }

    /// CAs that are their own issuers by name, and whose keys have signed none of them.
    fileprivate func strangers(_ count: Int) throws -> [DER] {
        try (0..<count).map {
            try X509.certificate(X509.name("same"), signer, serial: $0, key: slowKey, X509.ca)
        }
    }

    fileprivate func pack(_ bundle: [UInt8]) throws -> [String] {
        let chain = try file(bundle)
        let cert = try file("leaf", X509.certificate(X509.name("leaf"), by: X509.name("same"), signer).bytes)
        return [
            "pkcs12", "pack", "--key", key, "--cert", cert, "--chain", chain, "--no-passphrase", "--out", "-",
        ]
    }
}
