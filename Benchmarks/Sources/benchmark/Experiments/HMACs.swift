import ArgumentParser
import CLibcrypto
import Foundation

/// Batches against the bare arithmetic: a loop over EVP_MAC over the same signing inputs.
struct HMACs: Experiment {
    let name = "hs256"

    /// As many as stay in the processor's cache, which is the best case for the loop.
    private let messageCount = 1000

    func measure(_ bench: Workbench) async throws -> [Row] {
        let key = try await bench.key(.secret)
        let messages = bench.file("messages")
        try writeLines(messageCount, to: messages) { Claims.prototype($0, .hs256) }
        var rows: [Row] = []
        for cores in bench.coreCounts {
            let batch = try await bench.signing(.hs256, on: cores)
            let loop = bench.command(
                Command.sibling("benchmark"), "mac-loop", key, messages, "\(cores.count)",
                "\(bench.plan.batchSeconds)", on: cores)
            let figures = try await ratios(bench.plan.rounds, of: batch.linesPerSecond) {
                try await loop.number()
            }
            rows.append(
                Row(
                    "\(name)-\(cores.count)", "HS256 batch, \(Claims.length)-byte claims",
                    against: "EVP_MAC in a loop, \(cores.count == 1 ? "1 thread" : "\(cores.count) threads")",
                    reach: .atLeast(0.5), rounds: figures))
        }
        return rows
    }
}

/// Prints how many HMAC-SHA-256 a second some threads make over the messages in turn, the way OpenSSL 3.0 does it
/// fastest through its interface: one EVP_MAC_CTX for each thread, initialised anew with a NULL key.
struct MACLoop: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "mac-loop", shouldDisplay: false)

    @Argument var key: String
    /// A file with one on each line.
    @Argument var messages: String
    @Argument var threads: Int
    @Argument var seconds: Double

    func run() async throws {
        let key = try [UInt8](Data(contentsOf: URL(filePath: key)))
        let messages = try Data(contentsOf: URL(filePath: messages))
            .split(separator: UInt8(ascii: "\n")).map { [UInt8]($0) }
        let start = ContinuousClock.now
        let end = start + .seconds(seconds)
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<threads { group.addTask { try MACLoop.count(key, messages, until: end) } }
            return try await group.reduce(0, +)
        }
        print(Double(count) / ((ContinuousClock.now - start) / .seconds(1)))
    }

    /// How many it has made when the time is over. What libcrypto gave is freed with the process.
    private static func count(
        _ key: [UInt8], _ messages: [[UInt8]], until end: ContinuousClock.Instant
    ) throws -> Int {
        let context = EVP_MAC_CTX_new(EVP_MAC_fetch(nil, "HMAC", nil))
        let digest = [
            OSSL_PARAM_construct_utf8_string(strdup("digest"), strdup("SHA256"), 0),
            OSSL_PARAM_construct_end(),
        ]
        guard EVP_MAC_init(context, key, key.count, digest) == 1 else {
            throw Failure("libcrypto makes no HMAC")
        }
        var mac = [UInt8](repeating: 0, count: 32)
        var size = 0
        var count = 0
        while ContinuousClock.now < end {
            for message in messages {
                guard EVP_MAC_init(context, nil, 0, nil) == 1,
                    EVP_MAC_update(context, message, message.count) == 1,
                    EVP_MAC_final(context, &mac, &size, mac.count) == 1
                else { throw Failure("libcrypto makes no HMAC") }
            }
            count += messages.count
        }
        return count
    }
}
