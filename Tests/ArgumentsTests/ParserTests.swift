import Arguments
import Testing

/// Parses the words of a line; no word here holds a space.
private func parse(_ line: String) throws -> Parser.Outcome {
    try parse(line.split(separator: " ").map(String.init))
}

private func parse(_ words: [String]) throws -> Parser.Outcome {
    try Parser(root: SampleCommands.root).parse(words)
}

private func arguments(_ words: [String]) throws -> ParsedArguments {
    guard case .run(_, let arguments) = try parse(words) else {
        throw TestFailure(reason: "\(words) runs no command")
    }
    return arguments
}

private func arguments(_ line: String) throws -> ParsedArguments {
    try arguments(line.split(separator: " ").map(String.init))
}

struct TestFailure: Error {
    let reason: String
}

@Suite struct `What the parser reads` {
    @Test func `a command's path leads to it`() throws {
        guard case .run(let info, _) = try parse("jwt sign --key k.pem") else {
            throw TestFailure(reason: "")
        }
        #expect(info.fullName == "signet jwt sign")
        #expect(info.pageName == "signet-jwt-sign")
    }

    @Test(arguments: ["--out value", "--out=value", "-o value", "-ovalue", "-o=value"])
    func `a value is attached or follows`(spelling: String) throws {
        #expect(try arguments("jwt sign --key k \(spelling)")[SampleCommands.out] == "value")
    }

    @Test func `only the first equals sign divides`() throws {
        #expect(try arguments("jwt sign --key k --aud=a=b=")[SampleCommands.aud] == ["a=b="])
    }

    @Test func `an attached value may look like a flag`() throws {
        let parsed = try arguments("jwt sign --key=-k --exp -1h --aud=--help --aud=-h --aud -x --out -")
        #expect(parsed[SampleCommands.key] == "-k")
        #expect(parsed[SampleCommands.exp] == "-1h")
        #expect(parsed[SampleCommands.aud] == ["--help", "-h", "-x"])
        #expect(parsed[SampleCommands.out] == "-")
    }

    @Test func `a value may begin with a combining mark`() throws {
        #expect(
            try arguments(["jwt", "sign", "--key", "k", "--out=\u{301}x"])[SampleCommands.out] == "\u{301}x")
        #expect(try arguments(["jwt", "sign", "--key", "k", "-o\u{301}x"])[SampleCommands.out] == "\u{301}x")
    }

    @Test func `flags and operands stand in any order`() throws {
        let parsed = try arguments("jwt sign {} --key k --batch")
        #expect(parsed.operands == ["{}"])
        #expect(parsed[SampleCommands.batch])
        #expect(parsed[SampleCommands.jobs] == nil)
    }

    @Test func `a dash is an operand`() throws {
        #expect(try arguments("jwt sign --key k -").operands == ["-"])
    }

    @Test func `two dashes end the flags`() throws {
        #expect(try arguments("jwt sign --key k -- --batch").operands == ["--batch"])
        #expect(try arguments("jwt sign --key k -- --").operands == ["--"])
    }

    @Test func `a repeatable flag keeps its order`() throws {
        let parsed = try arguments("jwt sign --aud b --key k --aud a")
        #expect(parsed[SampleCommands.aud] == ["b", "a"])
        #expect(parsed.occurrences.map(\.flag) == ["aud", "key", "aud"])
    }

    @Test func `a choice becomes a value of its type`() throws {
        #expect(try arguments("jwt sign --key k --alg ES256")[SampleCommands.alg] == .es256)
        #expect(try arguments("jwt sign --key k")[SampleCommands.alg] == nil)
    }

    @Test func `a choice that differs in case alone is meant`() throws {
        let parsed = try arguments("jwt sign --key k --alg es256")
        #expect(parsed[SampleCommands.alg] == .es256)
        #expect(parsed.occurrences.last?.value == "ES256")
        #expect(try arguments("pack JAVA8 a")[SampleCommands.kind] == "java8")
        let unit = Flag("unit", .choice("UNIT", ["m", "M"]) { $0 }, "one of two that differ by case")
        let kind = Flag("kind", .choice("KIND", ["Ab", "aB"]) { $0 }, "one of two that differ by case")
        let parser = Parser(root: Command(name: "x", summary: "", flags: [unit, kind]))
        guard case .run(_, let exact) = try parser.parse(["--unit", "M", "--kind", "aB"]) else {
            throw TestFailure(reason: "")
        }
        #expect(exact[unit] == "M")
        #expect(exact[kind] == "aB")
        #expect(throws: Parser.ParsingError.self) { try parser.parse(["--kind", "ab"]) }
    }

    @Test func `rules see the choice that is meant`() throws {
        let color = Flag("color", .choice("COLOR", ["red", "blue"]) { $0 }, "a color")
        let depth = Flag("depth", .text("N"), "how dark")
        let root = Command(
            name: "x", summary: "", flags: [color, depth], rules: [.requires(depth, color.isOne(of: "red"))])
        guard case .run = try Parser(root: root).parse(["--color", "RED", "--depth", "1"]) else {
            throw TestFailure(reason: "")
        }
    }

    @Test func `a word of another tool is answered with ours`() throws {
        let kind = Flag("kind", .choice("KIND", ["new", "old"]) { $0 }.proposing(["recent": "new"]), "")
        let parser = Parser(root: Command(name: "x", summary: "", flags: [kind]))
        for (word, hint) in [("recent", "use new"), ("Recent", "use new"), ("recently", nil)] {
            do {
                _ = try parser.parse(["--kind", word])
                Issue.record("\(word) is accepted")
            } catch {
                #expect(error.error.hint == hint)
            }
        }
    }

    @Test func `a default counts when its flag is left out, and is what help prints`() throws {
        let bits = Flag("bits", .number(1...9), default: 2, "the size")
        let parser = Parser(root: Command(name: "x", summary: "", flags: [bits]))
        for (words, expected) in [([], 2), (["--bits", "7"], 7)] {
            guard case .run(_, let parsed) = try parser.parse(words) else { throw TestFailure(reason: "") }
            #expect(parsed[bits] == expected)
            #expect(parsed.isGiven(bits) == !words.isEmpty)
        }
        #expect(bits.info.defaultText == "2")
    }

    @Test func `operands are read through their declaration`() throws {
        let parsed = try arguments("pack java8 a b c")
        #expect(parsed[SampleCommands.kind] == "java8")
        #expect(parsed[SampleCommands.certificates] == ["a", "b", "c"])
        #expect(try arguments("jwt sign --key k")[SampleCommands.claims] == nil)
    }

    @Test func `positions tell the order of two repeatable flags`() throws {
        let parsed = try arguments("jwt sign --aud b --key k --aud a")
        #expect(parsed.positions(of: SampleCommands.aud) == [0, 2])
    }

    @Test func `a suggestion is no limit`() throws {
        #expect(try arguments("jwt sign --key k --kid mine")[SampleCommands.kid] == "mine")
    }
}

@Suite struct `What stops the parser` {
    @Test(arguments: [
        ("--help", "signet"), ("jwt --help", "signet jwt"), ("jwt sign --help", "signet jwt sign"),
        ("jwt sign --batch --help --nonsense", "signet jwt sign"), ("pack modern --help", "signet pack"),
        ("jwt help", "signet jwt"), ("jwt help sign", "signet jwt sign"),
    ])
    func `the whole page, wherever it is asked for`(line: String, name: String) throws {
        guard case .longHelp(let info) = try parse(line) else { throw TestFailure(reason: line) }
        #expect(info.fullName == name)
    }

    @Test func `the short help`() throws {
        guard case .shortHelp(let info) = try parse("jwt sign {} -h") else { throw TestFailure(reason: "") }
        #expect(info.fullName == "signet jwt sign")
    }

    @Test func `the version`() throws {
        guard case .version = try parse("--version") else { throw TestFailure(reason: "") }
        guard case .version = try parse("version") else { throw TestFailure(reason: "") }
    }

    @Test func `no help after two dashes`() throws {
        #expect(try arguments("jwt sign --key k -- -h").operands == ["-h"])
    }
}
