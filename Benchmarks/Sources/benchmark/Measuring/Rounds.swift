/// Measures several things in turn, the order turned around each time, so that whatever else the machine does
/// meets all of them.
///
/// - Returns: for each thing its figures, one a round.
func interleaved(_ rounds: Int, _ things: [() throws -> Double]) throws -> [[Double]] {
    var figures = [[Double]](repeating: [], count: things.count)
    for round in 0..<rounds {
        let order = round % 2 == 0 ? Array(things.indices) : things.indices.reversed()
        for index in order { figures[index].append(try things[index]()) }
    }
    return figures
}

/// The ratio of one thing to another in each round.
func ratios(_ rounds: Int, of ours: () throws -> Double, to theirs: () throws -> Double) throws -> [Double] {
    try withoutActuallyEscaping(ours) { ours in
        try withoutActuallyEscaping(theirs) { theirs in
            let figures = try interleaved(rounds, [ours, theirs])
            return zip(figures[0], figures[1]).map { $0 / $1 }
        }
    }
}
