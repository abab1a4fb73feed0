import Glibc
import OpenSSL
import Testing

@testable import Commands
@testable import System

@Suite("Files whose certificates are renewed")
struct CertRenewTests {
    @Test("A file that somebody has changed meanwhile is not replaced")
    func changedMeanwhile() throws {
        var template = Array("/tmp/signet-tests-XXXXXX".utf8CString)
        let path = "\(String(cString: mkdtemp(&template)))/site.pem"
        defer {
            unlink(path)
            rmdir(String(path.dropLast("/site.pem".count)))
        }
        func secret(_ text: String) -> Secret { Secret(copying: Array(text.utf8).span) }
        func contents() throws -> String {
            let bytes = try InputFiles().read(path, upTo: 100).withBytes { Array($0) }
            return String(decoding: bytes, as: UTF8.self)
        }
        try Output(path: path, mayReplace: false).write(.ordinary(Array("theirs".utf8)), InputFiles())
        let error = #expect(throws: CommandError.self) {
            try CertRenew.replace(path, secret("before"), by: secret("after"), InputFiles())
        }
        #expect(error?.status == .file)
        #expect(try contents() == "theirs")
        // Somebody may also change it while its new contents are written.
        var late = Outputs(mayReplace: true)
        late.create = { (path, mode, mayReplace, inputs) throws(SystemError) in
            let file = try PendingFile.create(at: path, mode: mode, mayReplace: mayReplace, inputs: inputs)
            let other = try PendingFile.create(at: path, mode: mode, mayReplace: true, inputs: [])
            try other.write(Array("later".utf8).span)
            try other.publish()
            return file
        }
        #expect(throws: CommandError.self) {
            try CertRenew.replace(path, secret("theirs"), by: secret("after"), InputFiles(), late)
        }
        #expect(try contents() == "later")
        try CertRenew.replace(path, secret("later"), by: secret("after"), InputFiles())
        #expect(try contents() == "after")
        // The reason is kept if it cannot be read.
        unlink(path)
        let missing = #expect(throws: CommandError.self) {
            try CertRenew.replace(path, secret("after"), by: secret("new"), InputFiles())
        }
        #expect(missing?.message.hasSuffix("no such file or directory") == true)
    }
}
