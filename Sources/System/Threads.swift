import Glibc

/// Runs `body` on `count` threads, including the calling one, and waits for all of them.
///
/// - Parameter body: receives the thread's number, from 0. The calling thread is number 0.
package func withThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    withThreads(count - 1, { body($0 + 1) }, meanwhile: { body(0) })
}

/// Runs `body` on `count` additional threads and `own` on the calling one, and waits for all of them.
///
/// If the system cannot create that many threads, there are fewer. `own` must then still get all of the work done.
///
/// - Parameter body: receives the thread's number, from 0.
package func withThreads(
    _ count: Int, _ body: @escaping @Sendable (Int) -> Void, meanwhile own: () -> Void
) {
    final class Start: Sendable {
        let number: Int
        let body: @Sendable (Int) -> Void
        init(_ number: Int, _ body: @escaping @Sendable (Int) -> Void) {
            self.number = number
            self.body = body
        }
    }
    var threads: [pthread_t] = []
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    // By default it is the limit of the main thread's (ulimit -s), which may be too little for libcrypto.
    var stackBytes = 0
    pthread_attr_getstacksize(&attributes, &stackBytes)
    pthread_attr_setstacksize(&attributes, max(stackBytes, 1 << 20))
    for number in 0..<max(count, 0) {
        let start = Unmanaged.passRetained(Start(number, body))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, &attributes,
            { argument in
                let start = Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue()
                ProcessSetup.withCrashStack { start.body(start.number) }
                // The system keeps the stack for another thread.
                ProcessSetup.wipeStack()
                return nil
            }, start.toOpaque())
        if status == 0 {
            threads.append(thread)
        } else {
            start.release()
        }
    }
    own()
    for thread in threads { pthread_join(thread, nil) }
}
