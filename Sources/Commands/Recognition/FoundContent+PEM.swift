import OpenSSL

extension FoundContent {
    /// A PEM, with what keeps it from being read.
    static func pem(_ text: String, _ wanted: Wanted) -> FoundContent? {
        let bytes = Array(text.utf8)
        guard text.has("-----BEGIN "), let object = StoredObject(recognizing: bytes.span) else { return nil }
        var content = FoundContent(Thing(object))
        // Many files have a certificate beside its key.
        if object == .privateKey, !wanted.isKind(.privateKey), wanted.isKind(.certificate),
            ["", "TRUSTED ", "X509 "].contains(where: { text.has("-----BEGIN \($0)CERTIFICATE-----") })
        {
            content = FoundContent(.certificate)
            content.isBesideSecrets = true
        }
        let flaws: [PEMFlaw] = PEMFlaw.allCases.reversed().filter { $0.isIn(text) }
        // A log, a file of variables or YAML, whose other lines stay.
        if flaws.contains(where: { [.prefixes, .assignment, .indentation].contains($0) }) {
            content.isBesideSecrets = true
        }
        return flaws.reduce(content) { $1.around($0, text) }
    }
}

/// What happens to a PEM on its way through variables, forms and documents, in the order in which it is mended.
private enum PEMFlaw: CaseIterable {
    case prefixes, assignment, quotes, escapedLineEnds, carriageReturns, singleLine, indentation

    func isIn(_ text: String) -> Bool {
        let lines = text.split(whereSeparator: \.isNewline)
        switch self {
        case .prefixes: return Self.prefixLength(text) != nil
        case .assignment:
            return !Self.prefixes.isIn(text)
                && lines.contains { line in
                    line.place(of: "-----BEGIN ").map { line[..<$0].contains { "=:,;\t".contains($0) } }
                        ?? false
                }
        case .quotes: return ["\"-----BEGIN ", "'-----BEGIN "].contains { text.has($0) }
        case .escapedLineEnds: return text.has("-----\\n") || text.has("-----\\r\\n")
        // The shell makes spaces of the line feeds of a text from Windows.
        case .carriageReturns: return text.contains("\r") && !text.utf8.contains(0)
        case .singleLine:
            return !Self.escapedLineEnds.isIn(text)
                && lines.contains { line in
                    guard let begin = line.place(of: "-----BEGIN ") else { return false }
                    let label = line[begin...].dropFirst(11)
                    return label.place(of: "-----").map { label[$0...].dropFirst(5).contains { $0 != " " } }
                        ?? false
                }
        case .indentation:
            return lines.contains { line in
                line.hasPrefix(" ") || line.hasPrefix("\t")
                    ? line.drop { $0 == " " || $0 == "\t" }.hasPrefix("-----") : false
            }
        }
    }

    /// The length of the prefix of each line, as in a log, in bytes; nil if the lines have none.
    private static func prefixLength(_ text: String) -> Int? {
        let places = ["-----BEGIN ", "-----END "].compactMap { mark in
            text.split(whereSeparator: \.isNewline).lazy.compactMap { line in
                line.place(of: mark).map { line[..<$0] }
            }.first
        }
        guard places.count == 2, places[0].utf8.count == places[1].utf8.count,
            places[0].contains(where: { $0.isLetter || $0.isNumber })
        else { return nil }
        return places[0].utf8.count
    }

    func around(_ found: FoundContent, _ text: String) -> FoundContent {
        switch self {
        case .prefixes:
            found.wrapped(
                "after a prefix on each line", "cut -b \((Self.prefixLength(text) ?? 0) + 1)-",
                typed: "leave out the prefix")
        case .assignment:
            found.wrapped(
                "after other text on its line", "sed 's/-----BEGIN /\\n&/; s/^.*\\n//'",
                typed: "leave out what stands before it")
        case .quotes: found.wrapped("in quotes", "tr -d \"\\\"'\"", typed: "leave out the quotes")
        case .escapedLineEnds:
            found.wrapped(
                "with '\\n' in place of line ends", "sed 's/\\\\r//g; s/\\\\$//; s/\\\\n$//; s/\\\\n/\\n/g'",
                typed: "replace '\\n' by line ends")
        case .carriageReturns:
            found.wrapped(
                "with carriage returns", "tr '\\r' '\\n'", typed: "replace the carriage returns by line ends")
        case .singleLine:
            found.wrapped(
                "on one line", "sed -E 's/ *(-----(BEGIN|END) [^-]+-----) */\\n\\1\\n/g'",
                "sed -E '/-----/!{s/([^: ]) +/\\1\\n/g; s/DEK-Info[^\\n]*/&\\n/}; /^$/d'", "fold -w 64",
                typed: "restore the line ends")
        case .indentation:
            found.wrapped(
                "with indented lines", "sed 's/^[[:blank:]]*//'",
                typed: "leave out the spaces before the lines")
        }
    }
}

extension StringProtocol {
    func has(_ text: String) -> Bool { place(of: text) != nil }

    /// Where a text occurs first.
    func place(of text: String) -> Index? {
        var rest = utf8[...]
        while let start = rest.firstIndex(of: text.utf8.first ?? 0) {
            if rest[start...].starts(with: text.utf8) { return start }
            rest = rest[rest.index(after: start)...]
        }
        return nil
    }
}
