import Glibc

/// The number of processors that this process may use, at least 1: those in its affinity mask, limited by the
/// bandwidth of its control groups.
package func availableProcessors() -> Int {
    let allowed =
        AffinityMask(of: "/proc/self/status")?.processorCount ?? sysconf(Int32(_SC_NPROCESSORS_ONLN))
    let groups = ControlGroups(mountedAt: "/sys/fs/cgroup", membership: "/proc/self/cgroup")
    return max(1, min(allowed, groups.processorLimit ?? .max))
}

/// The processors that a process may run on (sched_setaffinity(2), cpusets), in the format of proc(5).
struct AffinityMask {
    let processorCount: Int

    /// - Parameter status: the contents of `/proc/self/status` or a similar file.
    /// - Returns: nil if the mask is missing.
    init?(of status: String) {
        guard let text = smallFile(status),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("Cpus_allowed:") })
        else { return nil }
        // Groups of eight hexadecimal digits, separated by commas.
        let digits = line.dropFirst("Cpus_allowed:".count).compactMap(\.hexDigitValue)
        guard !digits.isEmpty else { return nil }
        processorCount = digits.reduce(0) { $0 + $1.nonzeroBitCount }
    }
}

/// The text of a kernel file, at most 64 KiB of it; nil if the file cannot be read.
func smallFile(_ path: String) -> String? {
    guard let file = try? FileDescriptor.open(forReading: path) else { return nil }
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    guard let count = try? bytes.withUnsafeMutableBytes({ try file.read(into: $0) }) else { return nil }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
}
