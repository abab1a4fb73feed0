import Arguments
import JOSE
import OpenSSL
import System
import Words

/// The value of `--trust`, or a line of `--trust-file`: an issuer, and the file of its keys.
struct TrustedIssuer: Sendable {
    let issuer: String
    let path: String

    /// Whether the path is the URI of a key in a token.
    let isURI: Bool

    /// - Throws: if the word has no `=`, or nothing on one side of it, or a NUL, which would cut off the path, or if it
    ///   has a PIN and no such URI.
    init(typed word: String) throws {
        let bytes = Array(word.utf8)
        let text = bytes.map(\.inLowerCase)
        // Issuers may contain `=`, because they are URLs, and so do URIs of keys, whose PINs are never shown.
        let places = text.indices.filter { text[$0] == UInt8(ascii: "=") }
        let start = places.first { place in
            ["pkcs11:", "handle:"].contains { text[(place + 1)...].starts(with: $0.utf8) }
        }
        let hasPIN = places.contains { place in
            ["pin-value", "pin-source", "?pin", "&pin"].contains {
                text[..<place].suffix($0.utf8.count).elementsEqual($0.utf8)
            }
        }
        guard let place = start ?? places.last, place > 0, place + 1 < bytes.count, !bytes.contains(0),
            start != nil || !hasPIN
        else { throw InvalidValue.mustBe("ISS=FILE") }
        isURI = start != nil
        issuer = String(decoding: bytes[..<place], as: UTF8.self)
        path = String(decoding: bytes[(place + 1)...], as: UTF8.self)
    }
}

extension ValueFormat where Result == TrustedIssuer {
    static var trustedIssuer: Self {
        Self("ISS=FILE", .assignedFile) { word in try TrustedIssuer(typed: word) }
    }
}

/// What `--trust` and `--trust-file` say.
struct TrustRequest: Sendable {
    let issuers: [TrustedIssuer]
    let file: String?

    /// Nil if neither is given.
    init?(_ arguments: ParsedArguments) {
        issuers = arguments[JWTVerify.trust]
        file = arguments[JWTVerify.trustFile]
        if issuers.isEmpty, file == nil { return nil }
    }

    /// The keys of all of them, those of flags first.
    ///
    /// - Parameter keys: reads the keys of an issuer from the file at a path. Its errors name the line that names the
    ///   file.
    /// - Throws: if an issuer occurs twice, or if there is none.
    func all(
        _ inputs: InputFiles, _ keys: (_ issuer: String, _ path: String) throws -> KeySource
    ) throws -> [(issuer: String, keys: KeySource)] {
        var all: [(issuer: String, keys: KeySource)] = []
        // Compares bytes, because String's equality treats different encodings of a text as equal.
        var seen: Set<[UInt8]> = []
        func add(_ issuer: String, _ path: String) throws {
            if !seen.insert(Array(issuer.utf8)).inserted {
                throw CommandError(.badInput, "the issuer \(issuer.quoted) is given twice")
            }
            all.append((issuer, try keys(issuer, path)))
        }
        for issuer in issuers { try add(issuer.issuer, issuer.path) }
        guard let file else { return all }
        try inputs.forEachLine(of: file, upTo: Limits.allowListBytes) { line in
            // The only reason is a missing part. The line is not shown: in a file that is given by mistake, it may be a key.
            guard let issuer = try? TrustedIssuer(typed: line), !issuer.issuer.hasPrefix("#") else {
                throw CommandError(.badInput, "expected ISS=FILE, found something else, perhaps a comment")
            }
            try add(issuer.issuer, issuer.isURI ? issuer.path : Self.path(issuer.path, in: file))
        }
        if all.isEmpty { throw CommandError(.badInput, "\(sourceName(file).printable) names no issuer") }
        return all
    }

    /// The path of a file that a line names relative to the folder of its own file.
    private static func path(_ path: String, in file: String) -> String {
        guard !path.hasPrefix("/"), !StandardStreams.isInput(file),
            let slash = file.utf8.lastIndex(of: UInt8(ascii: "/"))
        else { return path }
        return file[...slash] + path
    }
}
