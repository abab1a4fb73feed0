import Glibc
import Testing

@testable import System

@Suite("How many processors there are to use")
struct ProcessorTests {
    @Test(
        "The affinity mask counts",
        arguments: [
            ("Name:\tx\nCpus_allowed:\t3\nCpus_allowed_list:\t0-1\n", 2),
            ("Cpus_allowed:\tffffffff,00000001\n", 33),
            ("Cpus_allowed:\t\n", nil), ("Name:\tx\n", nil),
        ])
    func affinity(status: String, expected: Int?) {
        let folder = Folder()
        folder.make("status", status)
        #expect(AffinityMask(of: folder["status"])?.processorCount == expected)
    }

    @Test("Without a file there is no mask") func noFile() {
        #expect(AffinityMask(of: Folder()["none"]) == nil)
    }

    /// A tree as the kernel mounts it.
    private func limit(_ membership: String, _ files: [(path: String, text: String)]) -> Int? {
        let folder = Folder()
        var made: [String] = []
        defer { for path in made.reversed() { remove(folder[path]) } }
        folder.make("membership", membership)
        for (path, text) in files {
            let names = path.split(separator: "/")
            for count in 1..<names.count {
                let parent = names.prefix(count).joined(separator: "/")
                if mkdir(folder[parent], 0o700) == 0 { made.append(parent) }
            }
            folder.make(path, text)
            made.append(path)
        }
        return ControlGroups(mountedAt: folder["mount"], membership: folder["membership"]).processorLimit
    }

    @Test("The tightest group above it limits a process, in version 2")
    func version2() {
        #expect(limit("0::/\n", []) == nil)
        #expect(limit("0::/a/b\n", [("mount/a/b/cpu.max", "max 100000\n")]) == nil)
        #expect(limit("0::/a/b\n", [("mount/a/b/cpu.max", "300000 100000\n")]) == 3)
        #expect(limit("0::/a\n", [("mount/a/cpu.max", "150000 100000\n")]) == 2)
        #expect(limit("0::/a\n", [("mount/a/cpu.max", "10000 100000\n")]) == 1)
        #expect(
            limit(
                "0::/a/b\n",
                [("mount/a/b/cpu.max", "max 100000\n"), ("mount/a/cpu.max", "200000 100000\n")]) == 2)
        // Of the host's path only the root is there.
        #expect(limit("0::/../docker/1\n", [("mount/cpu.max", "400000 100000\n")]) == 4)
        #expect(limit("0::/a\n", [("mount/unified/a/cpu.max", "200000 100000\n")]) == 2)
        #expect(limit("0::/a\n", [("mount/a/cpu.max", "many 0\n")]) == nil)
        #expect(limit("0::/a\n", [("mount/a/cpu.max", "100000 0\n")]) == nil)
        #expect(limit("0::/a\n", [("mount/a/cpu.max", "0 100000\n")]) == nil)
        #expect(limit("nonsense\n", [("mount/cpu.max", "100000 100000\n")]) == nil)
    }

    @Test("And in version 1, where its controllers may share a mount")
    func version1() {
        let quota = { (text: String) in
            [
                ("mount/cpu,cpuacct/a/cpu.cfs_quota_us", text),
                ("mount/cpu,cpuacct/a/cpu.cfs_period_us", "100000\n"),
            ]
        }
        #expect(limit("3:cpu,cpuacct:/a\n", quota("250000\n")) == 3)
        #expect(limit("3:cpu,cpuacct:/a\n", quota("-1\n")) == nil)
        #expect(limit("3:memory:/a\n", quota("250000\n")) == nil)
        #expect(
            limit(
                "2:cpu:/a\n0::/\n",
                [("mount/cpu/cpu.cfs_quota_us", "100000\n"), ("mount/cpu/cpu.cfs_period_us", "100000\n")])
                == 1)
    }
}
