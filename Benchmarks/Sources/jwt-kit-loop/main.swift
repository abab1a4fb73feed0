import Glibc

// Says its name, then answers each line with one line: see LoopRequest.
print("jwt-kit")
fflush(nil)
while let line = readLine() {
    do {
        let request = try LoopRequest(line)
        if let rate = try await request.tokensPerSecond() {
            print(rate)
        } else {
            print("unknown")
        }
    } catch {
        print("error \(error)")
    }
    fflush(nil)
}
