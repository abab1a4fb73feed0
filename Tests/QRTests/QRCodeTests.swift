import Testing

@testable import QR

/// Values of ISO/IEC 18004. That whole symbols are read is for the script tests, which ask other programs.
@Suite struct QRCodeTests {
    /// Annex E, table E.1.
    @Test(arguments: [
        (1, []), (2, [6, 18]), (6, [6, 34]), (7, [6, 22, 38]), (14, [6, 26, 46, 66]),
        (32, [6, 34, 60, 86, 112, 138]), (36, [6, 24, 50, 76, 102, 128, 154]),
        (39, [6, 26, 54, 82, 110, 138, 166]), (40, [6, 30, 58, 86, 114, 142, 170]),
    ])
    func alignmentPatternsStandWhereTheTableSays(version: Int, centres: [Int]) {
        #expect(QRVersion(version).alignmentCentres == centres)
    }

    /// Table 1 and table 7.
    @Test(arguments: [
        (1, 21, 26, 17, 14), (2, 25, 44, 32, 26), (7, 45, 196, 154, 122), (9, 53, 292, 230, 180),
        (10, 57, 346, 271, 213), (20, 97, 1085, 858, 666), (27, 125, 1828, 1465, 1125),
        (40, 177, 3706, 2953, 2331),
    ])
    func capacityIsThatOfTheTable(number: Int, side: Int, codewords: Int, low: Int, medium: Int) {
        let version = QRVersion(number)
        #expect(version.side == side)
        #expect(version.codewordCount == codewords)
        #expect(version.holds(low, .low) && !version.holds(low + 1, .low))
        #expect(version.holds(medium, .medium) && !version.holds(medium + 1, .medium))
        #expect(!version.holds(.max, .low))
    }

    /// Blocks are the same for every division: what is left over goes to the last ones.
    @Test func dataAndCorrectionFillTheSymbol() {
        for version in QRVersion.all {
            for level in ErrorCorrectionLevel.allCases {
                let message = Codewords.message([1, 2, 3], version, level)
                #expect(message.count == version.codewordCount)
            }
        }
    }

    /// The example that teaches QR codes everywhere: "HELLO WORLD" in version 1-M.
    @Test func errorCorrectionOfAKnownMessage() {
        let data: [UInt8] = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17]
        let generator = ReedSolomon.generator(degree: 10)
        #expect(
            ReedSolomon.remainder(of: data[...], generator: generator)
                == [196, 35, 39, 119, 235, 215, 231, 226, 93, 23])
    }

    @Test(arguments: [0, 1, 14, 15, 17, 18, 271, 2953]) func theSmallestSymbolIsTaken(_ count: Int) throws {
        let code = try #require(QRCode(encoding: [UInt8](repeating: 0x41, count: count)))
        #expect(code.version.holds(count, code.level))
        if code.version.number > 1 { #expect(!QRVersion(code.version.number - 1).holds(count, .low)) }
        #expect((code.level == .medium) == code.version.holds(count, .medium))
    }

    @Test func whatNoSymbolHoldsIsRefused() {
        #expect(QRCode(encoding: [UInt8](repeating: 0x41, count: 2954)) == nil)
    }

    @Test func finderPatternsStandInThreeCorners() throws {
        let code = try #require(QRCode(encoding: Array("signet".utf8)))
        let pattern = [
            "#######.", "#.....#.", "#.###.#.", "#.###.#.", "#.###.#.", "#.....#.", "#######.", "........",
        ]
        for (row, line) in pattern.enumerated() {
            for (column, module) in line.enumerated() {
                let isDark = module == "#"
                #expect(code.isDark(row: row, column: column) == isDark)
                #expect(code.isDark(row: row, column: code.side - 1 - column) == isDark)
                #expect(code.isDark(row: code.side - 1 - row, column: column) == isDark)
            }
        }
    }

    /// §7.8.3: the points of symbols that can be counted by hand.
    @Test func penaltyOfSimpleGrids() {
        var light = ModuleGrid(side: 6)
        // 12 lines of 3 + 1, 25 squares of 3, and ten steps away from half.
        #expect(Penalty.score(light) == 12 * 4 + 25 * 3 + 100)
        for row in 0..<6 { for column in 0..<6 { light[row, column] = (row + column) % 2 == 0 } }
        #expect(Penalty.score(light) == 0)
    }

    @Test func aLineThatLooksLikeAFinderPatternCosts() {
        var grid = ModuleGrid(side: 11)
        for row in 0..<11 { for column in 0..<11 { grid[row, column] = (row + column) % 2 == 0 } }
        let before = Penalty.score(grid)
        for (column, module) in "#.###.#....".enumerated() { grid[0, column] = module == "#" }
        #expect(Penalty.score(grid) >= before + 40)
    }
}

@Suite struct HalfBlockTests {
    private let code = QRCode(encoding: Array("signet".utf8))!

    @Test func aQuietZoneOfFourModulesIsLight() {
        let blocks = HalfBlocks(code)
        let lines = blocks.text(colored: false).split(separator: "\n")
        #expect(lines.count == blocks.height && blocks.height == 15)
        #expect(lines.allSatisfy { $0.count == blocks.width } && blocks.width == 29)
        #expect(lines[0] == lines[1] && lines[0].allSatisfy { $0 == "█" })
        #expect(lines[2].hasPrefix("████ ▄▄▄▄▄ "))
        #expect(lines[14].allSatisfy { $0 == "▀" })
    }

    @Test func coloursAreSetAndPutBackOnEachLine() {
        let lines = HalfBlocks(code).text(colored: true).split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix("\u{1B}[38;5;231;48;5;16m") && $0.hasSuffix("\u{1B}[0m") })
    }
}
