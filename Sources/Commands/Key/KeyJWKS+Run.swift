import JOSE
import OpenSSL
import PKI

extension KeyJWKS {
    static func run(_ request: KeyJWKSRequest) throws -> ExitStatus {
        let inputs = InputFiles()
        var set = PublishedSet(removing: request.removed)
        for location in request.keys {
            try withoutRawKeys { try add(location, to: &set, inputs) }
        }
        let text = try JWKWriter.set(try set.keys(request.restriction))
        if text.count > Limits.keyFileBytes {
            throw Failure(
                .badInput, "the set has \(text.count) bytes; signet reads at most \(Limits.keyFileBytes)")
        }
        var outputs = Outputs(mayReplace: request.mayReplace)
        outputs.add(text.withBytes { Outputs.Content(line: Array($0)) }, to: request.out)
        try outputs.write(inputs: inputs)
        return .success
    }

    private static func add(
        _ location: KeyLocation, to set: inout PublishedSet, _ inputs: InputFiles
    ) throws {
        let source = location.source
        if StoreURI(location.path) != nil {
            return try set.add(try inputs.oneKey(at: location), source)
        }
        let (file, text, items) = try inputs.decodeKey(at: location) { text -> (PFX?, Secret, [KeyText]) in
            if let file = try text.withBytes({ try PFX.decodeIfRecognized($0) }) { return (file, text, []) }
            let items = try KeyText.all(in: text)
            try EncodedKey.checkCost(of: items.compactMap(\.encoded), limit: location.maximumIterations)
            return (nil, text, items)
        }
        if let file { return try set.add(try inputs.key(of: file, at: location), source) }
        var hasCertificates = false
        var ignored: [String] = []
        var seen: Set<String> = []
        /// - Returns: why the key is not added if it is of an unknown type.
        func add(_ jwk: JWK) throws -> JWKError? {
            switch try set.add(jwk, source) {
            case .added: ignored += jwk.ignoredMembers.filter { seen.insert($0).inserted }
            case .removed: break
            case .unknown(let error): return error
            }
            return nil
        }
        for item in items {
            switch item {
            case .jwk(let jwk):
                if let error = try add(jwk) { throw Failure(error).about(source) }
            case .set(let keys):
                if let warning = keys.poolWarning("verifiers accept a token of one that another signed") {
                    Console.warn("\(source.printable): \(warning)")
                }
                let unknown = try keys.keys.compactMap(add)
                if let first = unknown.first {
                    let count = unknown.count == 1 ? "1 key is" : "\(unknown.count) keys are"
                    Console.warn("\(source.printable): \(count) left out: \(Failure(first).message)")
                }
            case .encoded(let encoded) where encoded.form == .certificate: hasCertificates = true
            case .encoded:
                try set.add(try inputs.open(.text(item), at: location).key(id: nil, source), source)
            }
        }
        if hasCertificates {
            for key in try about(source, { try leafKeys(of: text) }) { try set.add(key, source) }
        }
        if !ignored.isEmpty {
            Console.warn(
                "\(source.printable): the set is written without \(ignored.prefix(10).joined(separator: ", "))"
            )
        }
    }

    /// The keys of the certificates that issued no other one of the file.
    private static func leafKeys(of text: Secret) throws -> [Key] {
        let certificates = try text.withBytes { try Certificate.all(in: $0) }
        return try Leaves.indices(of: certificates).sorted().map {
            Key(.publicKey(try certificates[$0].publicKey()))
        }
    }
}
