import Glibc
import Testing
import Words

@testable import OpenSSL

/// The bytes of a file of `Tests/Vectors/keys`.
func fixture(_ name: String) throws -> [UInt8] { try vector("keys/\(name).pem") }

/// The path of a file of `Tests/Vectors`.
func vectorPath(_ name: String) -> String {
    let here = #filePath
    let tests = here.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(
        separator: "/")
    return "\(tests)/Vectors/\(name)"
}

/// The bytes of a file of `Tests/Vectors`.
func vector(_ name: String) throws -> [UInt8] {
    let path = vectorPath(name)
    let stream = try #require(fopen(path, "r"), "\(path) is missing")
    defer { fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, stream))
    return bytes
}

func secret(_ text: String) -> Secret { Secret(copying: Array(text.utf8).span) }

func secret(_ bytes: [UInt8]) -> Secret { Secret(copying: bytes.span) }

/// The passphrase of the fixtures whose names do not say another.
let passphrase = secret("correct horse")

/// What a fixture is encrypted with, by the end of its name.
func passphrase(of name: String) -> Secret {
    if name.hasSuffix(".empty") { return secret("") }
    return name.hasSuffix(".utf8") ? secret("grüße") : passphrase
}

extension Secret {
    var bytes: [UInt8] { withBytes { Array($0) } }
}

extension EncodedKey {
    init(_ bytes: [UInt8]) throws { try self.init(recognizing: bytes.span, StoredEncoding(bytes.span)) }

    /// Recognises and decodes.
    static func decode(_ bytes: [UInt8], passphrase: Secret? = nil) throws -> Decoded {
        try EncodedKey(bytes).decode(passphrase: passphrase)
    }
}

extension EncodedKey.Decoded {
    var privateKey: PrivateKey? {
        if case .privateKey(let key) = self { key } else { nil }
    }

    var publicKey: PublicKey {
        switch self {
        case .privateKey(let key): key.publicKey
        case .publicKey(let key): key
        }
    }
}

/// The private key of a fixture that is not encrypted.
func privateKey(_ name: String) throws -> PrivateKey {
    try #require(try EncodedKey.decode(fixture(name)).privateKey)
}

/// What `body` throws; nil when it does not. An error that is not of a key is given as its sentence. Also that nothing is left in libcrypto's error queue.
func refusal(_ body: () throws -> some Any, at location: SourceLocation = #_sourceLocation)
    -> KeyError?
{
    discardErrors()
    defer { expectNoErrorsLeft(at: location) }
    do {
        _ = try body()
        return nil
    } catch {
        return error as? KeyError ?? .unusable((error as? any DescribedError)?.message ?? "\(error)")
    }
}

func expectNoErrorsLeft(at location: SourceLocation = #_sourceLocation) {
    let left = OpenSSLError.taken("")
    #expect(left.reasons.isEmpty, "left in the error queue", sourceLocation: location)
}

/// Bytes written as hexadecimal digits, with white space anywhere.
func hex(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

extension Curve {
    /// The order of the group (SEC 2).
    var order: [UInt8] {
        switch self {
        case .p256: hex("FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551")
        case .p384:
            hex(
                "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFC7634D81F4372DDF581A0DB248B0A77AECEC196ACCC52973"
            )
        case .p521:
            hex(
                "01FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFA"
                    + "51868783BF2F966B7FCC0148F709A5D03BB5C9B8899C47AEBB6FB71E91386409")
        case .secp256k1: hex("FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141")
        default: fatalError("no order of \(rawValue)")
        }
    }
}

/// A PEM block's bytes, by a reader of our own.
func derInside(_ pem: [UInt8]) throws -> [UInt8] {
    try #require(try PEMBlock.all(in: pem.span).last).data.bytes
}

/// A PEM block with `label` around `der`.
func pem(_ label: String, _ der: [UInt8]) throws -> [UInt8] {
    try PEMBlock.text(label: label, secret(der)).bytes
}

// DER, as far as the tests build it.

func der(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
    switch contents.count {
    case 0..<0x80: [tag, UInt8(contents.count)] + contents
    case 0x80..<0x100: [tag, 0x81, UInt8(contents.count)] + contents
    default: [tag, 0x82, UInt8(contents.count >> 8), UInt8(contents.count & 0xFF)] + contents
    }
}

func derSequence(_ members: [UInt8]...) -> [UInt8] { der(0x30, Array(members.joined())) }

/// - Parameter bytes: not negative, most significant byte first.
func derInteger(_ bytes: [UInt8]) -> [UInt8] {
    der(0x02, (bytes.first ?? 0x80) >= 0x80 ? [0] + bytes : bytes)
}

/// - Parameter contents: the identifier's encoding without tag and length.
func derObject(_ contents: String) -> [UInt8] { der(0x06, hex(contents)) }
