import OpenSSL

/// Rules for a public key on an Edwards curve (RFC 8032 §5.1.3, §5.2.3).
enum EdwardsKeyRules {
    static func judge(_ type: KeyType, _ publicKey: [UInt8]) throws(KeyRefusal) {
        let defect: EdwardsPoint.Defect?
        do {
            defect = try EdwardsPoint.defect(of: type, publicKey)
        } catch {
            throw .library(error)
        }
        switch defect {
        case nil: return
        case .notCanonical, .notOnCurve: throw .notAPoint
        case .smallOrder: throw .smallOrder
        }
    }
}
