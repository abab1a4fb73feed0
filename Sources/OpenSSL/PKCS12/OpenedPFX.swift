/// The contents of a PKCS#12 file.
package struct OpenedPFX: Sendable {
    /// The bags of each part.
    package let parts: [[SafeBag]]
    /// Whether the MAC matches the contents; nil for a file without one. If it does not match, the passphrase is
    /// right nevertheless, because it opened an encrypted part.
    package let isIntact: Bool?
    /// The possible encodings of the passphrase; several if nothing has shown yet which one is right.
    private let encodings: [PassphraseEncoding]
    private let limit: Int

    init(parts: [[SafeBag]], isIntact: Bool?, encodings: [PassphraseEncoding], limit: Int) {
        self.parts = parts
        self.isIntact = isIntact
        self.encodings = encodings
        self.limit = limit
    }

    /// All bags, including nested ones, in the order of the file.
    package var bags: [SafeBag] { parts.flatMap { $0.flatMap(\.flattened) } }

    /// In the order of the file.
    package var certificates: [Certificate] {
        bags.compactMap { if case .certificate(let certificate) = $0.contents { certificate } else { nil } }
    }

    /// - Throws: ``PKCS12Error/wrongPassphrase``; ``PKCS12Error/damaged(part:)`` if the passphrase is right but the
    ///   key does not open; ``PKCS12Error/key(_:)`` for an unsupported key.
    package func privateKey(_ key: BaggedKey) throws(PKCS12Error) -> PrivateKey {
        switch key {
        case .plain(let der):
            let decoded = try mappingErrors(PKCS12Error.key) { () throws(KeyError) in
                try der.withBytes { (bytes) throws(KeyError) in try EncodedKey(recognizing: bytes) }
                    .decode(passphrase: nil)
            }
            guard case .privateKey(let key) = decoded else {
                throw .malformed("a keyBag without a private key")
            }
            return key
        case .shrouded(let der, let encryption):
            _ = try encryption.available(limit: limit)
            for encoding in encodings {
                for text in encryption.passphrases(encoding) {
                    do {
                        return try EncryptedPrivateKeyInfo.decrypt(der, text, limit: limit)
                    } catch KeyError.wrongPassphrase {
                        continue
                    } catch {
                        throw .key(error)
                    }
                }
            }
            throw encodings.count == 1 ? .damaged(part: "the key") : .wrongPassphrase
        }
    }
}

extension PartEncryption {
    /// Whether a passphrase opens a key.
    func opens(_ der: Secret, _ encoding: PassphraseEncoding, limit: Int) -> Bool {
        guard (try? available(limit: limit)) != nil else { return false }
        return passphrases(encoding).contains { text in
            do {
                _ = try EncryptedPrivateKeyInfo.decrypt(der, text, limit: limit)
                return true
            } catch KeyError.unsupportedType, KeyError.unsupportedCurve, KeyError.unavailable,
                KeyError.inconsistent, KeyError.rsaTooLarge
            {
                return true
            } catch {
                return false
            }
        }
    }
}

extension PFX {
    /// Whether the contents cannot be read, or not reliably, without a passphrase.
    package var needsPassphrase: Bool { mac != nil || parts.contains { !$0.encryptions.isEmpty } }

    /// Verifies the MAC and decrypts the encrypted parts. Keys are decrypted only when they are requested.
    ///
    /// - Parameters:
    ///   - passphrase: as it was typed. Every known encoding of it is tried. If it is empty, no passphrase at all is
    ///     tried too.
    ///   - limit: the largest allowed cost of all derivations together, in iterations.
    package func open(
        _ passphrase: Secret?, maximumIterations limit: Int = Limits.iterations
    ) throws(PKCS12Error) -> OpenedPFX {
        var budget = try budget(limit)
        guard let passphrase else {
            if needsPassphrase { throw .passphraseMissing }
            return try opened(nil, [], &budget)
        }
        let encodings = PassphraseEncoding.candidates(for: passphrase)
        guard let mac else { return try openedWithoutMAC(encodings, &budget) }
        let attempts = encodings.flatMap { encoding in mac.passphrases(encoding).map { (encoding, $0) } }
        for (index, (encoding, passphrase)) in attempts.enumerated() {
            // The budget contains one attempt.
            if index > 0 { try budget.spend(mac.cost) }
            if try mac.verify(authenticated, passphrase) { return try opened(true, [encoding], &budget) }
        }
        // A passphrase that opens a part is right, so the file must be damaged.
        if let encoding = try firstThatOpensSomething(encodings, &budget) {
            return try opened(false, [encoding], &budget)
        }
        throw .wrongPassphrase
    }

    /// Rejects a file that would cost too much, as far as its outer structure shows.
    ///
    /// - Throws: ``PKCS12Error/derivationTooCostly(iterations:limit:)``.
    package func checkCost(_ limit: Int) throws(PKCS12Error) { _ = try budget(limit) }

    private func budget(_ limit: Int) throws(PKCS12Error) -> IterationBudget {
        var budget = IterationBudget(limit: limit)
        try budget.spend(mac?.cost ?? 0)
        for part in parts { try budget.spend(on: part) }
        return budget
    }

    private func openedWithoutMAC(
        _ encodings: [PassphraseEncoding], _ budget: inout IterationBudget
    ) throws(PKCS12Error) -> OpenedPFX {
        guard needsPassphrase else { return try opened(nil, encodings, &budget) }
        if let encoding = try firstThatOpensSomething(encodings, &budget) {
            return try opened(nil, [encoding], &budget)
        }
        // Nothing shows whether the passphrase is right if libcrypto lacks what it would be tried with.
        for encryption in parts.flatMap(\.encryptions) { _ = try encryption.available(limit: budget.limit) }
        throw .wrongPassphrase
    }

    /// Each encoding after the first costs as much again.
    private func firstThatOpensSomething(
        _ encodings: [PassphraseEncoding], _ budget: inout IterationBudget
    ) throws(PKCS12Error) -> PassphraseEncoding? {
        for (index, encoding) in encodings.enumerated() {
            if index > 0 { for part in parts { try budget.spend(on: part) } }
            if try opensSomething(encoding, budget.limit) { return encoding }
        }
        return nil
    }

    private func opensSomething(_ encoding: PassphraseEncoding, _ limit: Int) throws(PKCS12Error) -> Bool {
        for part in parts {
            switch part {
            case .encrypted(let contents):
                // A part that cannot be read shows nothing; another one may open.
                var allowance = BagAllowance()
                if let bags = try? contents.open(encoding, limit: limit, &allowance) { return !bags.isEmpty }
            case .plain(let bags):
                for bag in bags.flatMap(\.flattened) {
                    if case .key(.shrouded(let der, let encryption)) = bag.contents,
                        encryption.opens(der, encoding, limit: limit)
                    {
                        return true
                    }
                }
            case .unsupported: continue
            }
        }
        return false
    }

    private func opened(
        _ isIntact: Bool?, _ encodings: [PassphraseEncoding], _ budget: inout IterationBudget
    ) throws(PKCS12Error) -> OpenedPFX {
        var opened: [[SafeBag]] = []
        var allowance = BagAllowance()
        for (index, part) in parts.enumerated() {
            switch part {
            case .plain(let bags): opened.append(bags)
            case .unsupported(let type): throw .unsupportedContents(type: type)
            case .encrypted(let contents):
                guard let encoding = encodings.first,
                    let bags = try contents.open(encoding, limit: budget.limit, &allowance)
                else { throw .damaged(part: "part \(index + 1)") }
                try budget.spend(on: .plain(bags))
                opened.append(bags)
            }
        }
        return OpenedPFX(parts: opened, isIntact: isIntact, encodings: encodings, limit: budget.limit)
    }
}

/// The cost that is left for all key derivations together, in iterations times derived blocks.
private struct IterationBudget {
    let limit: Int
    private var spent = 0

    init(limit: Int) { self.limit = limit }

    mutating func spend(on part: SafeContents) throws(PKCS12Error) {
        for encryption in part.encryptions { try spend(on: encryption) }
    }

    private mutating func spend(on encryption: PartEncryption) throws(PKCS12Error) {
        // No key is ever derived for an unsupported scheme.
        guard let scheme = encryption.scheme else { return }
        try mappingErrors(PKCS12Error.init(scheme:)) { () throws(KeyError) in
            try scheme.checkCost(limit: limit)
        }
        try spend(scheme.cost)
    }

    mutating func spend(_ iterations: Int) throws(PKCS12Error) {
        spent = saturatingSum(spent, iterations)
        if spent > limit { throw .derivationTooCostly(iterations: spent, limit: limit) }
    }
}
