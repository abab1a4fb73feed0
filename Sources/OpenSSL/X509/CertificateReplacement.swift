extension Certificate {
    /// The contents of a file with another certificate in the place of this one. Everything else in the file stays as
    /// it is, keys and text included.
    ///
    /// - Parameter file: DER, or PEM whose block is a `CERTIFICATE`.
    /// - Returns: nil if this certificate is not in the file in one of these forms.
    package func replaced(by new: Certificate, in file: Span<UInt8>) throws(OpenSSLError) -> Secret? {
        let (old, new) = (try der, (der: try new.der, pem: try new.pem()))
        if hasBytes(file, old) { return Secret(copying: new.der.span) }
        return PEMBlock.replaced(in: file, KeyForm.certificate.pemLabel, by: new.pem.span) { block in
            block.data.withBytes { hasBytes($0, old) }
        }
    }
}

extension PublicKey {
    /// The keys whose private keys a PEM file has.
    ///
    /// - Returns: those that can be read, and whether there may be others.
    package static func ofPrivateKeys(in file: Span<UInt8>) throws -> (keys: [PublicKey], others: Bool) {
        var keys: [PublicKey] = []
        for form in replaceableForms {
            for place in PEMBlock.ranges(of: form.pemLabel, in: file) {
                keys += PEMBlock.all(at: place, in: file).compactMap { $0.privateKey(form)?.publicKey }
            }
        }
        return (keys, try hasHiddenKey(file))
    }

    /// Whether a PEM file has a private key that is encrypted, or of OpenSSH.
    private static func hasHiddenKey(_ file: Span<UInt8>) throws -> Bool {
        try PEMBlock.all(in: file).contains {
            $0.encryptionHeader != nil || ["ENCRYPTED PRIVATE KEY", "OPENSSH PRIVATE KEY"].contains($0.label)
        }
    }

    private static let replaceableForms = [KeyForm.pkcs8, .pkcs1, .sec1]

    /// The contents of a PEM file with another private key in the place of the one of this key, in each form in which the
    /// file has it.
    ///
    /// - Parameter new: a key of the same type.
    /// - Returns: nil if the file does not have the private key, or has one that may be the same and is encrypted.
    package func privateKeyReplaced(by new: PrivateKey, in file: Span<UInt8>) throws -> Secret? {
        if try Self.hasHiddenKey(file) { return nil }
        var changed: Secret?
        for form in Self.replaceableForms where PEMBlock.isPresent(in: file, label: form.pemLabel) {
            let text: Secret
            do {
                text = try new.pem(form)
            } catch KeyError.formMismatch {
                continue
            }
            func replaced(in file: Span<UInt8>) -> Secret? {
                text.withBytes { text in
                    PEMBlock.replaced(in: file, form.pemLabel, by: text) { $0.isPrivateKey(of: self, form) }
                }
            }
            let next = changed.map { $0.withBytes { replaced(in: $0) } } ?? replaced(in: file)
            changed = next ?? changed
        }
        return changed
    }
}

extension PEMBlock {
    /// The blocks at a place. What is not PEM after all was not read before either.
    fileprivate static func all(at place: Range<Int>, in file: Span<UInt8>) -> [PEMBlock] {
        (try? all(in: file.extracting(place))) ?? []
    }

    /// The contents of a PEM text with `new` in the place of every block that is meant.
    ///
    /// - Parameter new: one block, with a line break at its end.
    /// - Returns: nil if there is no such block.
    fileprivate static func replaced(
        in file: Span<UInt8>, _ label: String, by new: Span<UInt8>, where isMeant: (PEMBlock) -> Bool
    ) -> Secret? {
        var places: [Range<Int>] = []
        for place in ranges(of: label, in: file) where all(at: place, in: file).contains(where: isMeant) {
            places.append(place)
        }
        if places.isEmpty { return nil }
        var output = SecretBuffer(capacity: file.count)
        var next = 0
        for place in places {
            output.append(file.extracting(next..<place.lowerBound))
            // The line break after a block is that of the file.
            output.append(new.extracting(droppingLast: 1))
            next = place.upperBound
        }
        output.append(file.extracting(next..<file.count))
        return Secret(output)
    }

    /// Where the blocks with a label are in a PEM text.
    fileprivate static func ranges(of label: String, in file: Span<UInt8>) -> [Range<Int>] {
        let (begin, end) = (Array("-----BEGIN \(label)-----".utf8), Array("-----END \(label)-----".utf8))
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

    fileprivate func isPrivateKey(of key: PublicKey, _ form: KeyForm) -> Bool {
        privateKey(form)?.publicKey == key
    }

    /// An encrypted or malformed key is not known to be any.
    fileprivate func privateKey(_ form: KeyForm) -> PrivateKey? {
        guard encryptionHeader == nil, let found = try? EncodedKey(form, data).decode(passphrase: nil),
            case .privateKey(let key) = found
        else { return nil }
        return key
    }
}

private func hasBytes(_ bytes: Span<UInt8>, _ others: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBufferPointer { unsafe $0.elementsEqual(others) }
}
