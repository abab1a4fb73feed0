/// How many bags a file may have, and how deep.
struct BagAllowance {
    private var left = Limits.bags

    mutating func take() throws(PKCS12Error) {
        if left == 0 { throw .tooManyBags(limit: Limits.bags) }
        left -= 1
    }
}
