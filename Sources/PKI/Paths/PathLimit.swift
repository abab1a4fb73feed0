import OpenSSL

/// A limit of the search for a path (``Limits``) that is exceeded.
package struct PathLimit: Error, Equatable, Sendable {
    /// What the search would cost: a clause.
    package let message: String
    private let remedy: Remedy

    private init(_ message: String, _ remedy: Remedy = "remove unrelated certificates") {
        self.message = message
        self.remedy = remedy
    }

    /// Of the check named chain.
    var judgement: Judgement { .fail("path search stopped: \(message)", remedy: remedy) }

    static let signatures = PathLimit("it would cost more than \(Limits.pathSignatures) P-256 signatures")
    static let steps = PathLimit("it would try more than \(Limits.pathSteps) steps")
    static let paths = PathLimit("it would check more than \(Limits.paths) complete paths")
    static let certificates = PathLimit(
        "a path would have more than \(Limits.pathCertificates) certificates",
        "use a certificate with a shorter path")
    static let signaturesOfFile = PathLimit(
        "the whole file would cost more than \(Limits.fileSignatures) P-256 signatures", "divide the file")
    static let comparisonsOfFile = PathLimit(
        "the whole file would cost more than \(Limits.fileComparisons) comparisons of names",
        "divide the file")
}
