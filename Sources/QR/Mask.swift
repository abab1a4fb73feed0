/// The mask patterns (§7.8.2). They break up large areas and patterns that resemble a finder pattern.
enum Mask {
    static let count = 8

    static func inverts(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
        switch mask {
        case 0: (row + column) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (row + column) % 3 == 0
        case 4: (row / 2 + column / 3) % 2 == 0
        case 5: row * column % 2 + row * column % 3 == 0
        case 6: (row * column % 2 + row * column % 3) % 2 == 0
        default: ((row + column) % 2 + row * column % 3) % 2 == 0
        }
    }
}

/// How hard a symbol is to read (§7.8.3). The mask with the lowest penalty is used.
enum Penalty {
    static func score(_ grid: ModuleGrid) -> Int {
        var score = blocks(grid) + balance(grid)
        for index in 0..<grid.side {
            score += line(grid.side) { grid[index, $0] }
            score += line(grid.side) { grid[$0, index] }
        }
        return score
    }

    /// The penalty of a row or a column. Runs of five or more modules of one colour count. So do patterns that
    /// resemble a finder pattern: dark and light as 1 : 1 : 3 : 1 : 1, with four light modules on a side.
    private static func line(_ count: Int, _ isDark: (Int) -> Bool) -> Int {
        var score = 0
        var run = 0
        var recent = 0
        for index in 0..<count {
            let module = isDark(index)
            run = index > 0 && (recent & 1 == 1) == module ? run + 1 : 1
            if run == 5 { score += 3 }
            if run > 5 { score += 1 }
            recent = (recent << 1 | (module ? 1 : 0)) & 0x7FF
            if index >= 10, recent == 0b1011101_0000 || recent == 0b0000_1011101 { score += 40 }
        }
        return score
    }

    /// The penalty of two-by-two squares of one colour.
    private static func blocks(_ grid: ModuleGrid) -> Int {
        var score = 0
        for row in 0..<grid.side - 1 {
            for column in 0..<grid.side - 1 {
                let module = grid[row, column]
                if module == grid[row, column + 1], module == grid[row + 1, column],
                    module == grid[row + 1, column + 1]
                {
                    score += 3
                }
            }
        }
        return score
    }

    /// The penalty for every five per cent by which the share of dark modules differs from half.
    private static func balance(_ grid: ModuleGrid) -> Int {
        var dark = 0
        for row in 0..<grid.side {
            for column in 0..<grid.side where grid[row, column] { dark += 1 }
        }
        let total = grid.side * grid.side
        return abs(dark * 20 - total * 10) / total * 10
    }
}
