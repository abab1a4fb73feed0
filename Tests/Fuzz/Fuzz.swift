import Commands
import Glibc
import OpenSSL
import System

/// The fuzzer calls this with each input. The environment variable `FUZZ_TARGET` names the target.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    chosen.test(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}

#if FUZZING
    @_silgen_name("LLVMFuzzerMutate")
    private func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int) -> Int

    /// Half of the changes of a DER input keep it DER; the fuzzer makes all others.
    @_cdecl("LLVMFuzzerCustomMutator")
    func customMutator(
        _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: UInt32
    ) -> Int {
        guard chosen.isDER, seed & 1 == 0 else { return mutate(bytes, count, limit) }
        var mutator = DERMutator(seed: seed >> 1) { contents in
            var room = contents + [UInt8](repeating: 0, count: 64)
            let count = room.withUnsafeMutableBufferPointer {
                mutate($0.baseAddress!, contents.count, $0.count)
            }
            return Array(room.prefix(count))
        }
        let input = Array(UnsafeBufferPointer(start: bytes, count: count))
        guard let result = mutator.mutated(input), result.count <= limit else {
            return mutate(bytes, count, limit)
        }
        for (index, byte) in result.enumerated() { bytes[index] = byte }
        return result.count
    }
#endif

private let chosen: FuzzTarget = {
    Library.prepare()
    let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
        stop("FUZZ_TARGET must be one of: \(FuzzTarget.all.map(\.name).joined(separator: " "))")
    }
    return target
}()

#if !FUZZING
    /// Runs targets on files, and writes what the fuzzer begins with.
    @main
    enum Fuzz {
        static func main() throws {
            Library.prepare()
            let words = CommandLine.arguments.dropFirst()
            switch words.first {
            case "--list": for target in FuzzTarget.all where target.isSupported { print(target.name) }
            case "--skipped": for target in FuzzTarget.all where !target.isSupported { print(target.name) }
            case "--seeds" where words.count == 2: try Seeds.write(to: words.last!)
            case let name?:
                guard let target = FuzzTarget.all.first(where: { $0.name == name }) else { fallthrough }
                for path in words.dropFirst() { target.test(try Seeds.read(path)) }
            case nil: stop("usage: fuzz --list | --skipped | --seeds FOLDER | TARGET FILE…")
            }
        }
    }
#endif

func stop(_ message: String) -> Never {
    try? StandardStreams.error.write(Array("fuzz: \(message)\n".utf8).span)
    exit(2)
}
