extension Growth {
    /// One certificate with much in it. Files of certificates have at most 16 MiB, an extension 1 MiB.
    static var certificates: [Growth] {
        [
            inspected("alternative names", 5_000) { X509.alternativeNames(X509.hosts($0)) },
            checked("alternative names that are checked", 5_000) { X509.alternativeNames(X509.hosts($0)) },
            checked("alternative names, for a host", 5_000, ["--host", "host-0.example"]) {
                X509.alternativeNames(X509.hosts($0))
            },
            checked("mailboxes that are checked", 5_000, ["--email", "x@example"], status: 1) { count in
                X509.alternativeNames((0..<count).map { .context(1, "m\($0)@host.example") })
            },
            checked("URIs that are checked", 4_000) { count in
                X509.alternativeNames((0..<count).map { .context(6, "https://host.example/\($0)") })
            },
            checked("directory names that are checked", 2_000) { count in
                X509.alternativeNames((0..<count).map { .context(4, X509.name("name \($0)")) })
            },
            checked("characters of an alternative name", 100_000, status: 1) { count in
                X509.alternativeNames([.context(2, String(repeating: "a.", count: count / 2) + "a")])
            },
            named("attributes of a name", 5_000) { count in
                .sequence((0..<count).map { .set(X509.attribute("\($0)", "2.5.4.11")) })
            },
            named("attributes of one RDN", 5_000) { count in
                .sequence(.set((0..<count).map { X509.attribute("\(10_000_000 + $0)", "2.5.4.11") }))
            },
            named("characters of a name", 50_000) {
                .sequence(.set(X509.attribute(String(repeating: "ü", count: $0))))
            },
            inspected("permitted names", 4_000, isOfCA: true) { count in
                X509.constraints((0..<count).map { .context(2, "host-\($0).example") })
            },
            checked("permitted names that are checked", 4_000, isOfCA: true) { count in
                X509.constraints((0..<count).map { .context(2, "host-\($0).example") })
            },
            inspected("policies", 5_000) { count in
                X509.fileExtension(
                    "2.5.29.32", .sequence((0..<count).map { .sequence(.oid("1.3.6.1.4.1.\($0)")) }))
            },
            checked("policies that are checked", 5_000) { count in
                X509.fileExtension(
                    "2.5.29.32", .sequence((0..<count).map { .sequence(.oid("1.3.6.1.4.1.\($0)")) }))
            },
            inspected("mappings", 3_000, isOfCA: true) { count in
                let mappings = (0..<count).map {
                    DER.sequence(.oid("1.3.6.1.4.1.\($0)"), .oid("1.3.6.1.4.2.\($0)"))
                }
                return X509.fileExtension("2.5.29.33", .sequence(mappings))
            },
            inspected("extended key usages", 8_000) { count in
                X509.fileExtension("2.5.29.37", .sequence((0..<count).map { .oid("1.3.6.1.4.1.\($0)") }))
            },
            checked("places of revocation lists", 2_000) { count in
                let points = (0..<count).map { number in
                    DER.sequence(.context(0, .context(0, .context(6, "http://crl.example/\(number)"))))
                }
                return X509.fileExtension("2.5.29.31", .sequence(points))
            },
            inspected("places of information", 3_000) { count in
                let places = (0..<count).map {
                    DER.sequence(.oid("1.3.6.1.5.5.7.48.1"), .context(6, "http://ocsp.example/\($0)"))
                }
                return X509.fileExtension("1.3.6.1.5.5.7.1.1", .sequence(places))
            },
            Growth("extensions", 8_000) { inputs, count in
                let extensions = (0..<count).map { X509.fileExtension("1.3.6.1.4.1.\($0)", .null) }
                return ["cert", "inspect", try inputs.certificate(extensions)]
            },
            Growth("extensions that are checked", 8_000) { inputs, count in
                let extensions = (0..<count).map { X509.fileExtension("1.3.6.1.4.1.\($0)", .null) }
                return ["cert", "check", try inputs.certificate(extensions)]
            },
            inspected("bytes of an extension", 100_000) { count in
                X509.fileExtension("1.3.6.1.4.1.1", DER(0x04, [UInt8](repeating: 1, count: count)))
            },
            Growth("extensions of a request", 8_000) { inputs, count in
                let list = DER.sequence((0..<count).map { X509.fileExtension("1.3.6.1.4.1.\($0)", .null) })
                return [
                    "csr", "inspect",
                    try inputs.request([.sequence(.oid("1.2.840.113549.1.9.14"), .set(list))]),
                ]
            },
            Growth("alternative names of a request", 5_000) { inputs, count in
                let list = DER.sequence(X509.alternativeNames(X509.hosts(count)))
                return [
                    "csr", "inspect",
                    try inputs.request([.sequence(.oid("1.2.840.113549.1.9.14"), .set(list))]),
                ]
            },
            Growth("attributes of a request", 8_000) { inputs, count in
                let attributes = (0..<count).map { DER.sequence(.oid("1.3.6.1.4.1.\($0)"), .set(.null)) }
                return ["csr", "inspect", try inputs.request(attributes)]
            },
        ]
    }

    private static func inspected(
        _ name: String, _ base: Int, isOfCA: Bool = false, _ extensions: @escaping @Sendable (Int) -> DER
    ) -> Growth {
        Growth(name, base) { inputs, count in
            ["cert", "inspect", try inputs.certificate((isOfCA ? X509.ca : []) + [extensions(count)])]
        }
    }

    /// The certificate is its own trust anchor.
    private static func checked(
        _ name: String, _ base: Int, isOfCA: Bool = false, _ flags: [String] = [],
        status: Int = 0, _ extensions: @escaping @Sendable (Int) -> DER
    ) -> Growth {
        Growth(name, base, status: status) { inputs, count in
            let path = try inputs.certificate((isOfCA ? X509.ca : []) + [extensions(count)])
            return ["cert", "check", path, "--roots", path] + flags
        }
    }

    private static func named(_ name: String, _ base: Int, _ subject: @escaping @Sendable (Int) -> DER)
        -> Growth
    {
        Growth(name, base) { inputs, count in
            let certificate = try X509.certificate(subject(count), inputs.signer)
            return ["cert", "inspect", try inputs.file(certificate.bytes)]
        }
    }
}

extension X509 {
    static func constraints(_ permitted: [DER]) -> DER {
        let trees = permitted.map { DER.sequence($0) }
        return fileExtension("2.5.29.30", isCritical: true, .sequence(.context(0, trees)))
    }
}

extension CostInputs {
    fileprivate func certificate(_ extensions: [DER]) throws -> String {
        try file(X509.certificate(X509.name("cost"), signer, extensions).bytes)
    }

    fileprivate func request(_ attributes: [DER]) throws -> String {
        let request = try signer.sign(
            .sequence(DER(0x02, [0]), X509.name("cost"), signer.publicKey, .context(0, attributes)))
        return try file(request.bytes)
    }
}
