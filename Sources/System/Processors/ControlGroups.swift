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
