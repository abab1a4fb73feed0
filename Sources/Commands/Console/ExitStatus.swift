/// How a command ends. The numbers never change: scripts depend on them.
package enum ExitStatus: Int32, Sendable {
    /// Done; the answer is yes.
    case success = 0
    /// The answer is no: the token is not valid, a check failed.
    case no = 1
    /// The command line is not understood.
    case usage = 2
    /// The input is bad: a malformed key, a wrong passphrase, a claim that the profile forbids.
    case badInput = 3
    /// A file or stream failed: missing, unreadable, in the way, full.
    case file = 4
    /// A bug in signet.
    case bug = 70
}
