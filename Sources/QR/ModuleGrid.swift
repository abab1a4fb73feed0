/// A square of modules, dark (true) or light.
struct ModuleGrid: Sendable {
    let side: Int
    private var modules: [Bool]

    init(side: Int) {
        self.side = side
        modules = [Bool](repeating: false, count: side * side)
    }

    subscript(row: Int, column: Int) -> Bool {
        get { modules[row * side + column] }
        set { modules[row * side + column] = newValue }
    }
}
