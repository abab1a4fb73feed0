/// Reads the data types of SSH (RFC 4251 §5).
struct SSHReader {
    private let bytes: Secret
    /// The form of the key, for errors.
    let form: KeyForm
    private var position = 0

    init(_ bytes: Secret, of form: KeyForm) {
        self.bytes = bytes
        self.form = form
    }

    private var rest: Int { bytes.count - position }

    mutating func uint32() throws -> Int {
        try take(4).withBytes { bytes in bytes.indices.reduce(0) { $0 << 8 | Int(bytes[$1]) } }
    }

    mutating func string() throws -> Secret { try take(uint32()) }

    /// A name in ASCII, of at most 64 characters (§6).
    mutating func name() throws -> String {
        let name = try string().withBytes { Array($0) }
        guard name.count <= 64, name.allSatisfy({ 0x20 < $0 && $0 < 0x7F }) else {
            throw KeyError.malformed(form, reason: "name")
        }
        return String(decoding: name, as: UTF8.self)
    }

    /// An `mpint` greater than zero in its shortest form.
    ///
    /// - Returns: most significant byte first, without leading zeros.
    mutating func number() throws -> Secret {
        let number = try string()
        let magnitude = number.withBytes { bytes -> Secret? in
            guard bytes.count > 0, bytes[0] < 0x80 else { return nil }
            guard bytes[0] == 0 else { return number }
            guard bytes.count > 1, bytes[1] >= 0x80 else { return nil }
            return Secret(copying: bytes.extracting(droppingFirst: 1))
        }
        guard let magnitude else {
            throw KeyError.malformed(form, reason: "a number is not in its shortest form")
        }
        return magnitude
    }

    /// Everything up to the end.
    mutating func remainder() throws -> Secret { try take(rest) }

    func expectEnd() throws { if rest > 0 { throw KeyError.trailingBytes(form) } }

    func refusal(_ reason: String) -> KeyError { .malformed(form, reason: reason) }

    private mutating func take(_ count: Int) throws -> Secret {
        guard count <= rest else { throw KeyError.malformed(form, reason: "cut off") }
        defer { position += count }
        return bytes.withBytes { Secret(copying: $0.extracting(position..<position + count)) }
    }
}

/// Writes the data types of SSH (RFC 4251 §5) into memory that is wiped.
struct SSHWriter: ~Copyable {
    private var buffer = SecretBuffer()

    var count: Int { buffer.count }

    mutating func bytes(_ bytes: [UInt8]) { buffer.append(bytes.span) }

    mutating func uint32(_ number: Int) {
        for shift in [24, 16, 8, 0] { buffer.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    mutating func string(_ secret: Secret) {
        uint32(secret.count)
        buffer.append(secret)
    }

    mutating func string(_ bytes: [UInt8]) { string(Secret(copying: bytes.span)) }

    mutating func string(_ text: String) { string(Array(text.utf8)) }

    /// - Parameter magnitude: most significant byte first.
    mutating func number(_ magnitude: Secret) {
        magnitude.withBytes { bytes in
            let zeros = bytes.indices.first { bytes[$0] != 0 } ?? bytes.count
            let digits = bytes.extracting(droppingFirst: zeros)
            let isPadded = digits.count > 0 && digits[0] >= 0x80
            uint32(digits.count + (isPadded ? 1 : 0))
            if isPadded { buffer.append(0) }
            buffer.append(digits)
        }
    }

    mutating func number(_ magnitude: [UInt8]) { number(Secret(copying: magnitude.span)) }

    consuming func secret() -> Secret { Secret(buffer) }
}
