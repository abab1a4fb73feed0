extension Growth {
    /// PKCS#12 files have at most 16 MiB and 5,000 bags.
    static var containers: [Growth] {
        [
            packed("bags", 600) { inputs, count in
                (0..<count).map { PKCS12.certificate(inputs.signed, name: "\($0)") }
            },
            Growth("bags that are unpacked", 600) { inputs, count in
                let bags = (0..<count).map { PKCS12.certificate(inputs.signed, name: "\($0)") }
                let path = try inputs.file(PKCS12.file([bags]).bytes)
                return ["pkcs12", "unpack", path, "--no-passphrase", "--chain-out", "-"]
            },
            Growth("bags that are checked", 600) { inputs, count in
                let bags = (0..<count).map { PKCS12.certificate(inputs.signed, name: "\($0)") }
                return ["cert", "check", try inputs.file(PKCS12.file([bags]).bytes), "--no-passphrase"]
            },
            packed("bags in bags", 200) { inputs, count in
                (0..<count).map { _ in
                    PKCS12.nested(PKCS12.nested(PKCS12.certificate(inputs.signed, name: "a")))
                }
            },
            packed("attributes of a bag", 8_000) { inputs, count in
                let attributes = (0..<count).map { DER.sequence(.oid("1.3.6.1.4.1.\($0)"), .set(.null)) }
                return [PKCS12.certificate(inputs.signed, attributes)]
            },
            packed("characters of a name of a bag", 100_000) { inputs, count in
                [PKCS12.certificate(inputs.signed, name: String(repeating: "n", count: count))]
            },
            Growth("parts of a PKCS#12", 300) { inputs, count in
                let parts = (0..<count).map { [PKCS12.certificate(inputs.signed, name: "\($0)")] }
                return ["pkcs12", "inspect", try inputs.file(PKCS12.file(parts).bytes), "--no-passphrase"]
            },
            Growth("keys of a PKCS#12", 500, status: 3) { inputs, count in
                let bags = (0..<count).map { _ in PKCS12.certificate(inputs.signed, name: "a") }
                return ["key", "inspect", try inputs.file(PKCS12.file([bags]).bytes)]
            },
        ]
    }

    private static func packed(
        _ name: String, _ base: Int, _ bags: @escaping @Sendable (CostInputs, Int) -> [DER]
    ) -> Growth {
        Growth(name, base) { inputs, count in
            let path = try inputs.file(PKCS12.file([bags(inputs, count)]).bytes)
            return ["pkcs12", "inspect", path, "--no-passphrase"]
        }
    }
}

/// PKCS#12 without encryption and MAC (RFC 7292).
enum PKCS12 {
    static func file(_ parts: [[DER]]) -> DER {
        .sequence(.small(3), data(.sequence(parts.map { data(.sequence($0)) })))
    }

    private static func data(_ contents: DER) -> DER {
        .sequence(.oid("1.2.840.113549.1.7.1"), .context(0, .octets(contents)))
    }

    static func certificate(_ certificate: DER, _ attributes: [DER]) -> DER {
        let bag = DER.sequence(.oid("1.2.840.113549.1.9.22.1"), .context(0, .octets(certificate)))
        return .sequence(.oid("1.2.840.113549.1.12.10.1.3"), .context(0, bag), .set(attributes))
    }

    static func certificate(_ certificate: DER, name: String) -> DER {
        self.certificate(certificate, [.sequence(.oid("1.2.840.113549.1.9.20"), .set(.bmp(name)))])
    }

    static func nested(_ bag: DER) -> DER {
        .sequence(.oid("1.2.840.113549.1.12.10.1.6"), .context(0, .sequence(bag)))
    }
}
