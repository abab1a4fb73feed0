/// How many bags a file may have, and how deep.
struct BagAllowance {
    /// A bundle of all public roots has 150.
    static let maximumCount = 10_000
    static let maximumDepth = 4

    private var left = maximumCount

    mutating func take() throws(PKCS12Error) {
        if left == 0 { throw .tooManyBags(limit: Self.maximumCount) }
        left -= 1
    }
}
