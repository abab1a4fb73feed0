extension Certificate {
    /// The contents of a file with another certificate in the place of this one. Everything else in the file stays as
    /// it is, keys and text included.
    ///
    /// - Parameter file: DER, or PEM whose block is a `CERTIFICATE`.
    /// - Returns: nil if this certificate is not in the file in one of these forms.
    package func replaced(by new: Certificate, in file: Span<UInt8>) throws(OpenSSLError) -> Secret? {
        let (old, new) = (try der, (der: try new.der, pem: try new.pem()))
        if Self.hasBytes(file, old) { return Secret(copying: new.der.span) }
        var places: [Range<Int>] = []
        for place in Self.blocks(in: file) where Self.isBlock(file.extracting(place), of: old) {
            places.append(place)
        }
        // The line break after a block is that of the file.
        return places.isEmpty ? nil : Self.text(file, Array(new.pem.dropLast()), at: places)
    }

    /// Where the blocks of certificates are in a PEM text.
    private static func blocks(in file: Span<UInt8>) -> [Range<Int>] {
        let (begin, end) = (
            Array("-----BEGIN CERTIFICATE-----".utf8), Array("-----END CERTIFICATE-----".utf8)
        )
        return unsafe file.withUnsafeBufferPointer { bytes in
            var found: [Range<Int>] = []
            var start: Int?
            for index in bytes.indices where unsafe bytes[index] == begin[0] {
                if unsafe bytes[index...].starts(with: begin) { start = index }
                if let first = start, unsafe bytes[index...].starts(with: end) {
                    found.append(first..<index + end.count)
                    start = nil
                }
            }
            return found
        }
    }

    /// What is not PEM after all was not read as a certificate either.
    private static func isBlock(_ text: Span<UInt8>, of der: [UInt8]) -> Bool {
        let blocks = (try? PEMBlock.all(in: text)) ?? []
        return blocks.contains { block in block.data.withBytes { hasBytes($0, der) } }
    }

    private static func hasBytes(_ bytes: Span<UInt8>, _ others: [UInt8]) -> Bool {
        unsafe bytes.withUnsafeBufferPointer { unsafe $0.elementsEqual(others) }
    }

    /// The bytes of a file with `block` in some places.
    private static func text(_ file: Span<UInt8>, _ block: [UInt8], at places: [Range<Int>]) -> Secret {
        var output = SecretBuffer(capacity: file.count)
        var next = 0
        for place in places {
            output.append(file.extracting(next..<place.lowerBound))
            output.append(block.span)
            next = place.upperBound
        }
        output.append(file.extracting(next..<file.count))
        return Secret(output)
    }
}
