import Testing
import Words

@testable import Platforms

/// "Specifies the value of the appLinkUri attribute in the enroll response sent by the server."
@Suite struct EnrollmentLinkTests {
    private func failure(_ link: String) -> String? {
        do {
            _ = try EnrollmentLink(parsing: link)
            return nil
        } catch {
            return error.message
        }
    }

    @Test(
        "The URL has the following format",
        arguments: [
            (
                "https://acme.mauth.nevis.cloud/open?dispatchTokenResponse=e30", EnrollmentLink.Form.web,
                "acme"
            ),
            ("https://acme-app.mauth.nevis.cloud/open?dispatchTokenResponse=e30", .app, "acme"),
            ("HTTPS://ACME-APP.MAUTH.NEVIS.CLOUD/open?dispatchTokenResponse=e30", .app, "acme"),
            ("https://a-b-1.mauth.nevis.cloud/open?dispatchTokenResponse=e30", .web, "a-b-1"),
            ("https://acme.mauth.nevis.cloud/%6Fpen?%64ispatchTokenResponse=%65%330", .web, "acme"),
            ("nevisaccess://x-callback-url/authenticate?dispatchTokenResponse=e30", .nevisaccess, ""),
            ("NevisAccess:?dispatchTokenResponse=e30", .nevisaccess, ""),
        ])
    func form(link: String, form: EnrollmentLink.Form, instance: String) throws {
        let parsed = try EnrollmentLink(parsing: link)
        #expect(parsed.form == form && parsed.instance ?? "" == instance && parsed.dispatchToken == "e30")
        #expect(parsed.uri == link && (parsed.host == nil) == (form == .nevisaccess))
        #expect(parsed.host == parsed.host?.lowercased())
    }

    @Test(
        "What begins like a URI is one, and what a file may be called is not",
        arguments: [
            ("https://acme.mauth.nevis.cloud/", true), ("nevisaccess:?x", true), ("a:b", true),
            ("a1+-.:", true), ("link.txt", false), ("./a:b", false), ("/a:b", false), (":b", false),
            ("1a:b", false), ("ü:b", false), ("", false),
        ])
    func isURI(text: String, isURI: Bool) { #expect(EnrollmentLink.isURI(text) == isURI) }

    @Test("Only the query member dispatchTokenResponse counts") func otherMembers() throws {
        let link =
            "https://acme.mauth.nevis.cloud/open?a=%zz&dispatchTokenResponse=e30&b&&dispatchtokenresponse=x"
        let parsed = try EnrollmentLink(parsing: link)
        #expect(parsed.dispatchToken == "e30")
        #expect(parsed.otherMembers == ["a=%zz", "b", "dispatchtokenresponse=x"])
    }

    @Test(
        "Other hosts, and those that look alike",
        arguments: [
            "mauth.nevis.cloud.evil.example", "evilmauth.nevis.cloud", "mauth.nevis.cloud",
            "acme.mauth.nevis.cloud.evil.example", "acme.evil.mauth.nevis.cloud", "acme.mauth.nevis.cloud.",
            ".mauth.nevis.cloud", "-app.mauth.nevis.cloud", "-.mauth.nevis.cloud", "acme-.mauth.nevis.cloud",
            "ac%6De.mauth.nevis.cloud", "acme_.mauth.nevis.cloud", "evil.example", "[::1]x", "127.0.0.1",
            "acme.mauth.nevis.cloud%2eevil.example", "*.mauth.nevis.cloud",
            String(repeating: "a", count: 64) + ".mauth.nevis.cloud",
        ])
    func otherHosts(_ host: String) {
        let found = failure("https://\(host)/open?dispatchTokenResponse=e30")
        #expect(found?.hasSuffix(" is not an instance of mauth.nevis.cloud") == true)
    }

    @Test(
        "Internationalised hosts",
        arguments: [
            "аcme.mauth.nevis.cloud", "acme.mauth.nevıs.cloud", "xn--cme-6cd.mauth.nevis.cloud",
            "acme.mauth.nevis.cloud。evil.example", "acme．mauth.nevis.cloud", "acme.XN--mauth-.nevis.cloud",
        ])
    func internationalHosts(_ host: String) {
        #expect(failure("https://\(host)/open?dispatchTokenResponse=e30") == .internationalHost)
    }

    @Test(
        "What a link may not have",
        arguments: [
            (
                "https://acme.mauth.nevis.cloud@evil.example/open?dispatchTokenResponse=e30",
                String.userInfo
            ),
            ("https://jo:x@acme.mauth.nevis.cloud/open?dispatchTokenResponse=e30", .userInfo),
            ("https://acme.mauth.nevis.cloud:443/open?dispatchTokenResponse=e30", .port),
            ("https://acme.mauth.nevis.cloud:/open?dispatchTokenResponse=e30", .port),
            ("https://acme.mauth.nevis.cloud/open?dispatchTokenResponse=e30#", .fragment),
            ("https://acme.mauth.nevis.cloud/open#?dispatchTokenResponse=e30", .fragment),
            ("https://acme.mauth.nevis.cloud/?dispatchTokenResponse=e30", .path),
            ("https://acme.mauth.nevis.cloud/open/?dispatchTokenResponse=e30", .path),
            ("https://acme.mauth.nevis.cloud/a/../open?dispatchTokenResponse=e30", .path),
            ("https://acme.mauth.nevis.cloud?dispatchTokenResponse=e30", .path),
            ("https:///open?dispatchTokenResponse=e30", .noHost),
            ("https:open?dispatchTokenResponse=e30", .noHost),
            ("nevisaccess://jo@x?dispatchTokenResponse=e30", .userInfo),
            ("nevisaccess://x:1?dispatchTokenResponse=e30", .port),
            ("http://acme.mauth.nevis.cloud/open?dispatchTokenResponse=e30", .scheme("http")),
            ("javascript:alert(1)", .scheme("javascript")),
            ("JavaScript://%0aalert(1)", .scheme("javascript")),
            ("data:text/html;base64,PGI+", .scheme("data")), ("file:///etc/passwd", .scheme("file")),
            ("acme.mauth.nevis.cloud/open?dispatchTokenResponse=e30", .noScheme), ("", .noScheme),
            ("://x", .noScheme), ("1https://x", .noScheme), ("ht tps://x", .noScheme),
            (#"https://evil.example\@acme.mauth.nevis.cloud/open"#, .character(offset: 20)),
            ("https://acme.mauth.nevis.cloud/open?dispatchTokenResponse=e30 ", .character(offset: 61)),
            ("https://acme.mauth.nevis.cloud/open?dispatchTokenResponse=e3\u{0}", .character(offset: 60)),
            ("https://acme.mauth.nevis.cloud/open?dispatchTokenResponse=ä", .character(offset: 58)),
        ])
    func refused(link: String, reason: String) {
        #expect(failure(link) == reason)
    }

    @Test(
        "dispatchTokenResponse is there, once",
        arguments: [
            ("", String.noDispatchToken), ("?", .noDispatchToken),
            ("?dispatchTokenResponse", .noDispatchToken),
            ("?dispatchTokenResponse=", .noDispatchToken), ("?x=1", .noDispatchToken),
            ("?dispatchTokenResponse=a&dispatchTokenResponse=a", .repeatedDispatchToken),
            ("?dispatchTokenResponse=a&dispatchToken%52esponse=b", .repeatedDispatchToken),
            ("?dispatchTokenResponse=%", .percentEncoding), ("?dispatchTokenResponse=%4", .percentEncoding),
            ("?dispatchTokenResponse=%g0", .percentEncoding),
            ("?dispatchTokenResponse=%ff", .percentEncoding),
        ])
    func theToken(query: String, reason: String) {
        #expect(failure("https://acme.mauth.nevis.cloud/open\(query)") == reason)
    }

    @Test("A link has its limit") func limit() {
        let start = "https://acme.mauth.nevis.cloud/open?dispatchTokenResponse="
        let room = Nevis.maximumLinkBytes - start.utf8.count
        #expect(failure(start + String(repeating: "A", count: room)) == nil)
        #expect(
            failure(start + String(repeating: "A", count: room + 1))
                == "it is longer than \(Nevis.maximumLinkBytes) bytes")
    }
}

extension String {
    fileprivate static let userInfo = "a user-info part (@) is not allowed, because it disguises the host"
    fileprivate static let port = "a port is not allowed"
    fileprivate static let fragment = "a fragment (#) is not allowed"
    fileprivate static let path = "the path must be /open"
    fileprivate static let noHost = "the host is missing"
    fileprivate static let internationalHost = "an internationalised host name is not allowed"
    fileprivate static let noScheme = "the scheme is missing; expected https or nevisaccess"
    fileprivate static let noDispatchToken = "the query has no dispatchTokenResponse"
    fileprivate static let repeatedDispatchToken = "the query has more than one dispatchTokenResponse"
    fileprivate static let percentEncoding = "dispatchTokenResponse has invalid percent-encoding"

    fileprivate static func scheme(_ scheme: String) -> String {
        "the scheme must be https or nevisaccess, not '\(scheme)'"
    }

    fileprivate static func character(offset: Int) -> String { "byte \(offset + 1) is not allowed in a URI" }
}
