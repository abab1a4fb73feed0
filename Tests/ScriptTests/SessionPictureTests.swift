import Foundation
import Testing

@Suite struct SessionPictureTests {
    @Test func `The picture in README shows its session`() throws {
        let file = ScriptFile(name: "program/first-minutes.session")
        let picture = SessionPicture(try file.read())
        let url = file.url.deletingPathExtension().appendingPathExtension("svg")
        if ProcessInfo.processInfo.environment["SIGNET_UPDATE_SCRIPTS"] == "1" {
            try Data(picture.svg.utf8).write(to: url)
        }
        #expect(try String(contentsOf: url, encoding: .utf8) == picture.svg)
        #expect(!picture.isTooWide)
    }
}
