import Arguments
import JSON
import OpenSSL
import Platforms
import System

extension Enrollment {
    private enum Kind: String {
        case auto, nevis
        case nevisLink = "nevis-link"
        case sls

        var mayBeLink: Bool { self == .auto || self == .nevisLink }
        var mayBeJSON: Bool { self != .nevisLink }
    }

    /// The operand: a link or a token itself, else a file. One that may be a credential in the wrong place is never
    /// taken for a file's name, which an error would repeat.
    static func read(_ arguments: ParsedArguments, _ inputs: InputFiles) throws -> Enrollment {
        let kind: Kind = arguments.choice("kind") ?? .auto
        let operand = arguments.operands.first ?? "-"
        if operand.hasPrefix("{") {
            throw Failure(
                .usage, "the operand is JSON itself, and a file, a link or - was expected",
                hint: "standard input takes it: signet enroll parse < FILE")
        }
        let isURI = EnrollmentLink.isURI(operand)
        if isURI || DispatchToken.isLikely(operand) {
            guard kind.mayBeLink else {
                throw Failure(
                    .usage,
                    "--kind \(kind.rawValue) reads a file, and the operand is a \(isURI ? "URI" : "token")",
                    hint: isURI ? "./NAME is a file of that name" : nil)
            }
            return try isURI ? link(operand, "the link") : token(operand, "the token")
        }
        if operand.mayBeSecret, !fileExists(operand) {
            throw Failure(
                .file, "the operand is not a file, a link or a dispatch token",
                hint: "begin a link with https: or \(Nevis.appScheme):, without a quote or a space before it")
        }
        let text = try inputs.read(operand, upTo: Nevis.maximumResponseBytes).withBytes { Array($0) }
        return try read(trimmed(text), kind, sourceName(operand).printable)
    }

    private static func read(
        _ text: ArraySlice<UInt8>, _ kind: Kind, _ source: String
    ) throws -> Enrollment {
        if kind.mayBeLink, text.first != UInt8(ascii: "{"),
            let line = String(validating: text, as: UTF8.self)
        {
            if DispatchToken.isLikely(line) { return try token(line, source) }
            if EnrollmentLink.isURI(line) || kind == .nevisLink { return try link(line, source) }
        }
        if !kind.mayBeJSON {
            throw Failure(
                .badInput, "\(source): not a link", hint: "--kind nevis reads a response")
        }
        let object = try saying({ (error: EnrollmentError) in Failure(enrollment: error).about(source) }) {
            () throws(EnrollmentError) in try self.object(Array(text))
        }
        if kind == .nevis || kind == .auto && EnrollmentResponse.isLikely(object) {
            return try response(object, source)
        }
        if kind == .sls || CertificateParameters.isLikely(object) { return try logIn(object, text, source) }
        throw Failure(
            .badInput, "\(source): JSON of no kind that is known",
            hint: "--kind nevis or --kind sls says what of it is missing")
    }

    private static func object(_ text: [UInt8]) throws(EnrollmentError) -> JSONObject {
        let document: JSONDocument
        do {
            document = try JSONDocument(parsing: text, limits: Nevis.limits)
        } catch {
            throw .json(error)
        }
        guard let object = document.root.objectValue else { throw .notAnObject }
        return object
    }

    private static func response(_ object: JSONObject, _ source: String) throws -> Enrollment {
        let response = try saying({ (error: EnrollmentError) in Failure(enrollment: error).about(source) }) {
            () throws(EnrollmentError) in try EnrollmentResponse(object)
        }
        return Enrollment(content: .response(response), source: source)
    }

    private static func link(_ text: String, _ source: String) throws -> Enrollment {
        let (link, token) = try saying({ (error: EnrollmentError) in Failure(enrollment: error).about(source)
            }) {
                () throws(EnrollmentError) in try EnrollmentLink.read(text)
            }
        return Enrollment(content: .link(link, token), source: source)
    }

    private static func token(_ text: String, _ source: String) throws -> Enrollment {
        let token = try saying({ (error: EnrollmentError) in Failure(enrollment: error).about(source) }) {
            () throws(EnrollmentError) in try DispatchToken(parsing: text)
        }
        return Enrollment(content: .token(text, token), source: source)
    }

    private static func logIn(
        _ object: JSONObject, _ text: ArraySlice<UInt8>, _ source: String
    ) throws -> Enrollment {
        let parameters = try saying({ (error: CertificateParametersError) in
            Failure(parameters: error).about(source)
        }) { () throws(CertificateParametersError) in
            try CertificateParameters(parsing: Array(text), ignoringUnknown: true)
        }
        return Enrollment(content: .logIn(object, parameters), source: source)
    }

    /// Without the white space around it: files and `echo` end in a newline.
    private static func trimmed(_ text: [UInt8]) -> ArraySlice<UInt8> {
        let isSpace = { (byte: UInt8) in [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
        let start = text.drop(while: isSpace)
        return start.dropLast(start.reversed().prefix(while: isSpace).count)
    }
}
