/// A line with `*` (any text) and `?` (one character); a backslash takes their meaning away.
struct Glob: Equatable, Sendable {
    private enum Part: Equatable {
        case scalar(Unicode.Scalar)
        case anyScalar
        case anyText
    }

    private let parts: [Part]

    init(_ text: Substring) {
        var parts: [Part] = []
        var scalars = text.unicodeScalars
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "*": parts.append(.anyText)
            case "?": parts.append(.anyScalar)
            case "\\": parts.append(.scalar(scalars.popFirst() ?? scalar))
            default: parts.append(.scalar(scalar))
            }
        }
        self.parts = parts
    }

    func matches(_ bytes: [UInt8]) -> Bool {
        let text = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        var part = 0
        var position = 0
        // Where to go on when the text after the last `*` does not fit: one character further.
        var retry: (part: Int, position: Int)?
        while position < text.count {
            if part < parts.count, parts[part] == .anyText {
                retry = (part + 1, position)
                part += 1
            } else if part < parts.count, parts[part] == .anyScalar || parts[part] == .scalar(text[position])
            {
                part += 1
                position += 1
            } else if let last = retry {
                retry = (last.part, last.position + 1)
                part = last.part
                position = last.position + 1
            } else {
                return false
            }
        }
        return parts[part...].allSatisfy { $0 == .anyText }
    }
}
