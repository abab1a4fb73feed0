/// What the command line asks for.
struct Options {
    var signet = "signet"
    var plan = Plan.usual
    /// Experiments to run; all where there are none.
    var only: [String] = []
    var json: String?
    var svg: String?

    static let usage = """
        usage: benchmark [--signet FILE] [--quick | --long] [--only NAME]… [--json FILE] [--svg FILE]
        names: \(experiments.map(\.name).joined(separator: " "))
        """

    init(_ arguments: some Sequence<String>) throws {
        var rest = arguments.makeIterator()
        while let flag = rest.next() {
            func value() throws -> String {
                guard let value = rest.next() else {
                    throw Failure("\(flag) needs a value\n\(Options.usage)")
                }
                return value
            }
            switch flag {
            case "--signet": signet = try value()
            case "--quick": plan = .quick
            case "--long": plan = .long
            case "--only": only.append(try value())
            case "--json": json = try value()
            case "--svg": svg = try value()
            default: throw Failure("what is \(flag)?\n\(Options.usage)")
            }
        }
        if let name = only.first(where: { name in !experiments.contains { $0.name == name } }) {
            throw Failure("what is \(name)?\n\(Options.usage)")
        }
    }

    var selected: [any Experiment] {
        only.isEmpty ? experiments : experiments.filter { only.contains($0.name) }
    }
}
