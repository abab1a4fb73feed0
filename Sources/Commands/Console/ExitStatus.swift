/// The exit status of a command. The numbers never change, because scripts depend on them.
package enum ExitStatus: Int32, Sendable {
    /// Success, or the answer is yes.
    case success = 0
    /// The answer is no: the token is not valid, a check failed.
    case no = 1
    /// The command line is invalid.
    case usage = 2
    /// The input is invalid: a malformed key, a wrong passphrase, a claim that the profile forbids.
    case badInput = 3
    /// A file or a stream failed: it is missing, unreadable, full, or already exists.
    case file = 4
    /// A bug in signet.
    case bug = 70
}
