extension Growth {
    /// Lists have at most 64 MiB, responses 1 MiB.
    static var revocation: [Growth] {
        [
            Growth("entries of a revocation list", 80_000, status: 1) { inputs, count in
                try inputs.judged("--crl", inputs.list { Self.entry($0) }(count))
            },
            Growth("entries of a revocation list, all for one serial number", 80_000, status: 1) {
                inputs, count in
                try inputs.judged("--crl", inputs.list { _ in Self.entry(9_999_999) }(count))
            },
            Growth("certificates judged by one revocation list", 200) { inputs, count in
                let list = try inputs.list { Self.entry($0 + 1_000_000) }(20_000)
                let leaves = try (0..<count).map {
                    try X509.certificate(
                        X509.name("leaf \($0)"), by: X509.name("CA"), inputs.signer, serial: $0)
                }
                return try inputs.judged("--crl", list, leaves)
            },
            Growth("revocation lists", 100, status: 1) { inputs, count in
                let list = X509.pem("X509 CRL", try inputs.list { Self.entry($0) }(10))
                return try inputs.judged(
                    "--crl", DER(bytes: Array(repeating: list, count: count).flatMap { $0 }))
            },
            Growth("answers of a response", 1_500, status: 1) { inputs, count in
                try inputs.judged("--ocsp", inputs.response((0..<count).map { inputs.answer($0) }))
            },
            Growth("answers of a response, all for one serial number", 1_500, status: 1) { inputs, count in
                try inputs.judged("--ocsp", inputs.response((0..<count).map { _ in inputs.answer(1) }))
            },
            Growth("certificates of a response", 300, status: 1) { inputs, count in
                let certificates = try (0..<count).map {
                    try X509.certificate(X509.name("CA"), inputs.signer, serial: $0, X509.ca)
                }
                return try inputs.judged("--ocsp", inputs.response([inputs.answer(1)], certificates))
            },
            Growth("certificates judged by one response", 100, status: 1) { inputs, count in
                let leaves = try (0..<count).map {
                    try X509.certificate(
                        X509.name("leaf \($0)"), by: X509.name("CA"), inputs.signer, serial: $0)
                }
                return try inputs.judged(
                    "--ocsp", inputs.response((0..<5_000).map { inputs.answer($0) }), leaves)
            },
        ]
    }

    private static func entry(_ serial: Int) -> DER { .sequence(.integer(serial), .time("250101000000Z")) }
}

extension CostInputs {
    /// A list of the CA.
    fileprivate func list(_ entry: @escaping @Sendable (Int) -> DER) -> (Int) throws -> DER {
        { count in
            try signer.sign(
                .sequence(
                    .small(1), CostKey.algorithm, X509.name("CA"), .time("250101000000Z"),
                    .time("491231235959Z"),
                    .sequence((0..<count).map(entry)),
                    .context(0, .sequence(X509.fileExtension("2.5.29.20", .small(1))))))
        }
    }

    /// A response about certificates of the CA, signed by itself.
    fileprivate func response(_ answers: [DER], _ certificates: [DER] = []) throws -> DER {
        let data = DER.sequence(
            .context(1, X509.name("CA")), .generalizedTime("20250101000000Z"), .sequence(answers))
        let basic = try signer.sign(
            data, with: certificates.isEmpty ? [] : [.context(0, .sequence(certificates))])
        return .sequence(
            DER(0x0A, [0]), .context(0, .sequence(.oid("1.3.6.1.5.5.7.48.1.1"), .octets(basic))))
    }

    /// That the certificate of a serial number is good. The hashes are those of no CA.
    fileprivate func answer(_ serial: Int) -> DER {
        let hash = DER(0x04, [UInt8](repeating: 7, count: 20))
        return .sequence(
            .sequence(.sequence(.oid("1.3.14.3.2.26"), .null), hash, hash, .integer(serial)),
            .context(0, ""), .generalizedTime("20250101000000Z"))
    }

    fileprivate func judged(_ flag: String, _ facts: DER, _ leaves: [DER]? = nil) throws -> [String] {
        let root = try file("root", X509.certificate(X509.name("CA"), signer, X509.ca).bytes)
        let leaf = try X509.certificate(X509.name("leaf"), by: X509.name("CA"), signer, serial: 1)
        let path = try file("leaf", X509.bundle(leaves ?? [leaf]))
        return ["cert", "check", path, "--roots", root, flag, try file("facts", facts.bytes)]
    }
}
