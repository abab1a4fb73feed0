import OpenSSL
import Words

/// A distinguished name, prepared to be compared with subtrees (RFC 5280 §7.1).
///
/// Of the preparation that RFC 4518 specifies, it folds the case of ASCII, and spaces. Other values may stand for the
/// same although they differ: in case, composition, width, or characters without meaning. Whether they do is not known.
struct PreparedDirectoryName {
    private let relativeNames: [[Attribute]]
    /// What comparing a name with this one as base costs (``Limits/nameComparisons``).
    let comparisonCost: Int

    private struct Attribute: Equatable {
        let oid: String
        /// Folded UTF-8 of text, or the DER of another value.
        let value: [UInt8]
        let kind: Kind

        enum Kind {
            /// Characters of ASCII, none of which is a control character.
            case plain
            /// Preparation may leave plain text of it.
            case foldable
            /// Preparation keeps a letter beyond ASCII.
            case foreign
            /// A string that cannot be decoded.
            case malformed
            case notText
        }

        init(_ attribute: NameAttribute) {
            oid = attribute.oid
            if let text = attribute.text {
                value = Self.folded(text)
                let isPlain = value.allSatisfy { (0x20..<0x7F).contains($0) }
                kind =
                    isPlain
                    ? .plain : text.unicodeScalars.contains(where: \.staysForeign) ? .foreign : .foldable
            } else {
                value = attribute.der
                kind = attribute.stringType == nil ? .notText : .malformed
            }
        }

        /// Lower case, without spaces at both ends, and with one space for several.
        private static func folded(_ text: String) -> [UInt8] {
            let words = text.utf8.split { $0 == 0x20 || (0x09...0x0D).contains($0) }
            return Array(words.joined(separator: [0x20])).map(\.inLowerCase)
        }

        /// Whether two unequal values may stand for the same.
        func maybe(_ other: Attribute) -> Bool {
            guard oid == other.oid else { return false }
            switch (kind, other.kind) {
            case (.malformed, _), (_, .malformed): return true
            case (.plain, .plain), (.plain, .foreign), (.foreign, .plain), (.notText, _), (_, .notText):
                return false
            case (.plain, .foldable): return other.mayFold(to: self)
            case (.foldable, .plain): return mayFold(to: other)
            case (.foldable, .foldable), (.foldable, .foreign), (.foreign, .foldable), (.foreign, .foreign):
                return true
            }
        }

        /// Whether the preparation may make a plain value of this one. Its letters and digits of ASCII are then found
        /// there, in their order: a letter that is composed with a mark would not be ASCII.
        private func mayFold(to plain: Attribute) -> Bool {
            var rest = plain.value[...]
            return value.allSatisfy { byte in
                guard byte.isLetter || byte.isDigit else { return true }
                rest = rest.drop { $0 != byte }
                return rest.popFirst() != nil
            }
        }
    }

    init(_ name: DistinguishedName) {
        relativeNames = name.relativeNames.map { $0.map(Attribute.init) }
        // Those of one relative name are compared in pairs.
        comparisonCost =
            1 + name.der.count >> 4 + relativeNames.reduce(0) { $0 + $1.count * $1.count }
    }

    /// Whether it begins with the relative names of `base`.
    func compared(with base: PreparedDirectoryName) -> PreparedName.Answer {
        guard relativeNames.count >= base.relativeNames.count else { return .outside }
        var isKnown = true
        for (own, wanted) in zip(relativeNames, base.relativeNames) {
            guard own.count == wanted.count else { return .outside }
            for attribute in wanted where !own.contains(attribute) {
                guard own.contains(where: attribute.maybe) else { return .outside }
                isKnown = false
            }
        }
        return isKnown ? .within : .unknown
    }
}

extension Unicode.Scalar {
    /// Whether it is a letter that stays beyond ASCII when case is folded and compatible characters are replaced.
    fileprivate var staysForeign: Bool {
        !isASCII
            && properties.lowercaseMapping.unicodeScalars.contains {
                !$0.isASCII && $0.properties.isAlphabetic && !$0.properties.changesWhenNFKCCaseFolded
            }
    }
}
