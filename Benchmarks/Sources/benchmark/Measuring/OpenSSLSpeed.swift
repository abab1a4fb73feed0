/// `openssl speed` for one kind of key.
struct OpenSSLSpeed {
    let signaturesPerSecond: Double
    let verificationsPerSecond: Double

    /// Runs as many processes as there are processors, a second for each of the two figures, by the clock on
    /// the wall: signet is measured so.
    static func measure(_ key: KeyKind, on cores: Cores) throws -> OpenSSLSpeed {
        var command = Command(
            "openssl", "speed", "-mr", "-elapsed", "-seconds", "1", "-multi", "\(cores.count)", key.rawValue)
        command.isQuiet = true
        let report = try cores.run { try command.output() }
        guard let speed = OpenSSLSpeed(machineReadable: report) else {
            throw Failure("openssl speed \(key.rawValue) wrote something unexpected")
        }
        return speed
    }

    /// The last line that starts with `+F`: kind of work, number, bits, (a curve's name,) signatures,
    /// verifications.
    private init?(machineReadable report: String) {
        guard let line = report.split(separator: "\n").last(where: { $0.hasPrefix("+F") }) else { return nil }
        let fields = line.split(separator: ":").suffix(2).compactMap { Double($0) }
        guard fields.count == 2, fields.allSatisfy({ $0 > 0 }) else { return nil }
        signaturesPerSecond = fields[0]
        verificationsPerSecond = fields[1]
    }
}
