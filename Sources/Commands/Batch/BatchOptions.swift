import JOSE

package struct BatchOptions: Sendable {
    /// Threads that work, the calling one among them.
    package var jobs: Int
    /// Leaves an empty line where there is no result, instead of stopping there.
    package var keepsGoing = false
    /// Lines at the beginning that are ignored.
    package var skip = 0
    /// How much is read at once, in bytes: what one worker gets before another does.
    package var blockBytes = 64 << 10
    /// Lines of a block at most: they bound its output.
    package var linesPerBlock = 256
    /// A longer line is skipped and refused. The same as for an input that is read whole.
    package var maximumLineBytes = CompactToken.maximumBytes

    package init(jobs: Int) { self.jobs = jobs }
}
