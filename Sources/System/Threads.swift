import Glibc

/// Runs `body` on `count` threads of its own and waits for all of them.
///
/// - Parameter body: receives the thread's number, from 0.
package func withThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    final class Start: Sendable {
        let number: Int
        let body: @Sendable (Int) -> Void
        init(_ number: Int, _ body: @escaping @Sendable (Int) -> Void) {
            self.number = number
            self.body = body
        }
    }
    var threads: [pthread_t] = []
    for number in 1..<max(count, 1) {
        let start = Unmanaged.passRetained(Start(number, body))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            { argument in
                let start = Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue()
                start.body(start.number)
                return nil
            }, start.toOpaque())
        if status == 0 {
            threads.append(thread)
        } else {
            start.release()
        }
    }
    // The calling thread is one of them, so the work is done even where no thread could be had.
    body(0)
    for thread in threads { pthread_join(thread, nil) }
}
