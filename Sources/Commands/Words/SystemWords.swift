import System

extension Failure {
    init(system error: SystemError) {
        let place = error.path.map { $0.isEmpty ? "'': " : "\($0.printable): " } ?? ""
        let hint: String? =
            switch error.reason {
            case .exists: "--force replaces it"
            case .errno, .isInput, .tooLarge: nil
            }
        if case .tooLarge = error.reason {
            self.init(.badInput, place + error.words)
        } else {
            self.init(.file, place + error.words, hint: hint)
        }
    }

    init(preparation error: SystemError) {
        self.init(
            .file, "a standard stream is closed, and /dev/null cannot be opened in its place: \(error.words)")
    }
}
