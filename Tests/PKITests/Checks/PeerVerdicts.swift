import Glibc
import OpenSSL

@testable import PKI

/// What `openssl verify` says of many cases, asked in one run of a shell.
enum PeerVerdicts {
    /// Whether it accepts, by the number of the case; nil where the run failed.
    static func ask(_ cases: [PathCase]) throws -> [Bool]? {
        var template = Array("/tmp/signet-paths-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { _ = system("rm -r '\(folder)'") }
        var script = "cd '\(folder)'\n"
        for (index, item) in cases.enumerated() {
            write(try item.roots.map(pem).joined(), "\(folder)/roots\(index)")
            write(try item.untrusted.map(pem).joined(), "\(folder)/untrusted\(index)")
            write(try pem(item.leaf), "\(folder)/leaf\(index)")
            var flags = item.opensslFlags
            if let lists = item.settings.revocationLists {
                write(try lists.map { block("X509 CRL", try $0.der) }.joined(), "\(folder)/crl\(index)")
                flags = flags.replacing(last: "crl", with: "crl\(index)")
            }
            let untrusted = item.untrusted.isEmpty ? "" : "-untrusted untrusted\(index)"
            script +=
                "if openssl verify \(flags) -no-CApath -no-CAstore -CAfile roots\(index) \(untrusted) leaf\(index) >>said 2>&1; then echo y; else echo n; fi >>verdicts\n"
        }
        write(script, "\(folder)/script")
        guard system("sh '\(folder)/script'") == 0 else { return nil }
        let lines = read("\(folder)/verdicts").split(separator: UInt8(ascii: "\n"))
        return lines.count == cases.count ? lines.map { $0.first == UInt8(ascii: "y") } : nil
    }

    private static func pem(_ certificate: Certificate) throws -> String {
        block("CERTIFICATE", try certificate.der)
    }

    static func block(_ label: String, _ der: [UInt8]) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: der.count, by: 3) {
            let group = Array(der[start..<min(start + 3, der.count)])
            let bits = (0..<3).reduce(0) { $0 << 8 | (group.indices.contains($1) ? Int(group[$1]) : 0) }
            for place in 0..<4 {
                text.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
            if start % 48 == 45, start + 3 < der.count { text.append(UInt8(ascii: "\n")) }
        }
        return "-----BEGIN \(label)-----\n\(String(decoding: text, as: UTF8.self))\n-----END \(label)-----\n"
    }

    private static func write(_ text: String, _ path: String) {
        guard let file = fopen(path, "w") else { return }
        fputs(text, file)
        fclose(file)
    }

    private static func read(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
        return bytes
    }
}

extension String {
    fileprivate func replacing(last suffix: String, with other: String) -> String {
        split(separator: " ").map { $0 == suffix ? other : String($0) }.joined(separator: " ")
    }
}
