/// Runs `body`; its error becomes the one that `transform` makes of it: how a typed error of one layer becomes a
/// typed error of the next.
package func mappingErrors<Result: ~Copyable, From: Error, To: Error>(
    _ transform: (From) -> To, _ body: () throws(From) -> Result
) throws(To) -> Result {
    do {
        return try body()
    } catch {
        throw transform(error)
    }
}
