import Words

/// The contents of a PKCS#12 file.
package struct OpenedPFX: Sendable {
    /// The bags of each part.
    package let parts: [[SafeBag]]
    /// Whether the MAC matches the contents; nil for a file without one. If it does not match, the passphrase is
    /// right nevertheless, because it opened an encrypted part.
    package let isIntact: Bool?
    /// The possible encodings of the passphrase; several if nothing has shown yet which one is right.
    fileprivate let encodings: [PassphraseEncoding]
    fileprivate let limit: Int

    /// All bags, including nested ones, in the order of the file.
    package var bags: [SafeBag] { parts.flatMap { $0.flatMap(\.flattened) } }

    /// In the order of the file.
    package var certificates: [Certificate] {
        bags.compactMap { if case .certificate(let certificate) = $0.contents { certificate } else { nil } }
    }

    package func privateKey(_ key: BaggedKey) throws -> PrivateKey {
        switch key {
        case .plain(let der):
            let decoded = try der.withBytes { try EncodedKey(recognizing: $0, .der) }.decode(passphrase: nil)
            guard case .privateKey(let key) = decoded else {
                throw malformedPKCS12("a keyBag without a private key")
            }
            return key
        case .shrouded(let der, let encryption):
            for encoding in encodings {
                for text in encryption.passphrases(encoding) {
                    do {
                        return try EncryptedPrivateKeyInfo.decrypt(der, text, limit: limit)
                    } catch KeyError.wrongPassphrase {
                        continue
                    }
                }
            }
            throw encodings.count == 1 ? PFX.damaged("the key") : PFX.wrongPassphrase
        }
    }
}

extension PartEncryption {
    /// Whether a passphrase opens a key.
    func opens(_ der: Secret, _ encoding: PassphraseEncoding, limit: Int) -> Bool {
        guard (try? requireUsable(limit: limit)) != nil else { return false }
        return passphrases(encoding).contains { text in
            do {
                _ = try EncryptedPrivateKeyInfo.decrypt(der, text, limit: limit)
                return true
            } catch KeyError.unsupported, KeyError.unusable {
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
    ) throws -> OpenedPFX {
        var budget = try budget(limit)
        guard let passphrase else {
            if needsPassphrase { throw PKCS12Error.passphraseMissing }
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
        throw PFX.wrongPassphrase
    }

    /// Rejects a file that would cost too much, as far as its outer structure shows.
    package func checkCost(_ limit: Int) throws { _ = try budget(limit) }

    private func budget(_ limit: Int) throws -> IterationBudget {
        var budget = IterationBudget(limit: limit)
        try budget.spend(mac?.cost ?? 0)
        for part in parts { try budget.spend(on: part) }
        return budget
    }

    private func openedWithoutMAC(
        _ encodings: [PassphraseEncoding], _ budget: inout IterationBudget
    ) throws -> OpenedPFX {
        guard needsPassphrase else { return try opened(nil, encodings, &budget) }
        if let encoding = try firstThatOpensSomething(encodings, &budget) {
            return try opened(nil, [encoding], &budget)
        }
        // Nothing shows whether the passphrase is right if libcrypto lacks what it would be tried with.
        for encryption in parts.flatMap(\.encryptions) { try encryption.requireUsable(limit: budget.limit) }
        throw PFX.wrongPassphrase
    }

    /// Each encoding after the first costs as much again.
    private func firstThatOpensSomething(
        _ encodings: [PassphraseEncoding], _ budget: inout IterationBudget
    ) throws -> PassphraseEncoding? {
        for (index, encoding) in encodings.enumerated() {
            if index > 0 { for part in parts { try budget.spend(on: part) } }
            if try opensSomething(encoding, budget.limit) { return encoding }
        }
        return nil
    }

    private func opensSomething(_ encoding: PassphraseEncoding, _ limit: Int) throws -> Bool {
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
    ) throws -> OpenedPFX {
        var opened: [[SafeBag]] = []
        var allowance = BagAllowance()
        for (index, part) in parts.enumerated() {
            switch part {
            case .plain(let bags): opened.append(bags)
            case .unsupported(let type):
                throw InputError("signet does not support parts of type \(type.printable)")
            case .encrypted(let contents):
                guard let encoding = encodings.first,
                    let bags = try contents.open(encoding, limit: budget.limit, &allowance)
                else { throw PFX.damaged("part \(index + 1)") }
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

    mutating func spend(on part: SafeContents) throws {
        for encryption in part.encryptions { try spend(on: encryption) }
    }

    private mutating func spend(on encryption: PartEncryption) throws {
        // No key is ever derived for an unsupported scheme.
        guard let scheme = encryption.scheme else { return }
        try scheme.checkCost(limit: limit)
        try spend(scheme.cost)
    }

    mutating func spend(_ iterations: Int) throws {
        spent = saturatingSum(spent, iterations)
        if spent > limit { throw KeyError.derivationTooCostly(iterations: spent, limit: limit) }
    }
}
