package struct BatchOptions: Sendable {
    /// Threads that work, the calling one among them.
    package var jobs: Int
    /// Leaves an empty line where there is no result, instead of stopping there.
    package var keepsGoing = false
    /// Lines at the beginning that are passed over.
    package var skip = 0
    /// How much is read at once, in bytes: what one worker gets before another does.
    package var blockBytes = 64 << 10
    /// Lines of a block at most: they bound its output.
    package var linesPerBlock = 256
    /// A longer line ends the batch.
    package var maximumLineBytes = 1 << 20

    package init(jobs: Int) { self.jobs = jobs }
}
