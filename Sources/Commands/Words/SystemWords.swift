import System

extension Failure {
    init(system error: SystemError) {
        let place = error.path.map { $0.isEmpty ? "'': " : "\($0.printable): " } ?? ""
        let hint: String? =
            switch error.reason {
            case .exists: "--force replaces it"
            case .errno, .isInput, .isOutput, .foreignPipe, .tooLarge: nil
            }
        if case .tooLarge = error.reason {
            self.init(.badInput, place + error.words)
        } else {
            self.init(.file, place + error.words, hint: hint)
        }
    }
}
