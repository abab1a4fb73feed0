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

/// The control groups that this process is in (cgroups(7)), which limit its use of the processors.
struct ControlGroups {
    private let mountPoint: String
    private let membership: String

    /// - Parameters:
    ///   - mountPoint: `/sys/fs/cgroup`.
    ///   - membership: `/proc/self/cgroup`, or a file like it.
    init(mountedAt mountPoint: String, membership: String) {
        self.mountPoint = mountPoint
        self.membership = membership
    }

    /// The smallest bandwidth of its groups and their ancestors, in processors, rounded up; nil if there is no limit.
    var processorLimit: Int? {
        guard let text = smallFile(membership) else { return nil }
        return text.split(separator: "\n").compactMap { limit(of: String($0)) }.min()
    }

    /// - Parameter line: `ID:CONTROLLERS:PATH`. Version 2 has ID 0 and no controllers.
    private func limit(of line: String) -> Int? {
        let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        let folders = Self.folders(from: String(parts[2]))
        if parts[1].isEmpty {
            // Version 2 is mounted on its own, or beside version 1.
            return ["", "/unified"].flatMap { mount in
                folders.compactMap { bandwidth("\(mountPoint)\(mount)\($0)/cpu.max") }
            }.min()
        }
        guard parts[1].split(separator: ",").contains("cpu") else { return nil }
        return [String(parts[1]), "cpu"].flatMap { mount in
            folders.compactMap { bandwidthOfVersion1("\(mountPoint)/\(mount)\($0)") }
        }.min()
    }

    /// The path of a group and of its ancestors. In a container the path may be one of the host's, of which only the
    /// root is visible.
    private static func folders(from path: String) -> [String] {
        var folders = [""]
        for name in path.split(separator: "/") where name != ".." {
            folders.append("\(folders.last!)/\(name)")
        }
        return folders
    }

    /// `QUOTA PERIOD` in microseconds, or `max PERIOD`.
    private func bandwidth(_ path: String) -> Int? {
        guard let words = smallFile(path)?.split(whereSeparator: \.isWhitespace), words.count == 2 else {
            return nil
        }
        return Self.processors(Int(words[0]), Int(words[1]))
    }

    /// A quota of -1 means no limit.
    private func bandwidthOfVersion1(_ folder: String) -> Int? {
        func number(_ name: String) -> Int? {
            smallFile("\(folder)/\(name)")?.split(whereSeparator: \.isWhitespace).first.flatMap { Int($0) }
        }
        return Self.processors(number("cpu.cfs_quota_us"), number("cpu.cfs_period_us"))
    }

    private static func processors(_ quota: Int?, _ period: Int?) -> Int? {
        guard let quota, let period, quota > 0, period > 0 else { return nil }
        return (quota - 1) / period + 1
    }
}
