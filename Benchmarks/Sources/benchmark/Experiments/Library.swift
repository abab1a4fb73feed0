/// Another maker of tokens, which measures itself when asked to.
enum Library: String, CaseIterable {
    case pyJWT = "PyJWT"
    case joserfc
    case jwtKit = "jwt-kit"

    /// A process that takes requests, or `nil` where the library is not installed. What it says first is its
    /// name, with its version where it knows that.
    func start() throws -> Coprocess? {
        switch self {
        case .pyJWT: try Library.startPython(importing: "jwt", argument: "pyjwt")
        case .joserfc: try Library.startPython(importing: "joserfc", argument: "joserfc")
        case .jwtKit: try Coprocess([siblingProgram("jwt-kit-loop")])
        }
    }

    private static func startPython(importing module: String, argument: String) throws -> Coprocess? {
        // PyJWT signs with HMAC only, unless cryptography is there too.
        guard Command("python3", "-c", "import cryptography, \(module)").works else { return nil }
        let program = String(decoding: PackageResources.token_loop_py, as: UTF8.self)
        return try Coprocess(["python3", "-c", program, argument])
    }
}
