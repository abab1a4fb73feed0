import Foundation

/// Tokens per second on one processor, as a picture: signet is 1, the others are bars beside it.
struct SpeedChart {
    struct Group {
        let algorithm: String
        let bars: [Bar]
        /// The bare signatures: `openssl speed`, or EVP_MAC in a loop.
        let signatures: Double
    }

    struct Bar {
        let name: String
        let value: Double
    }

    let groups: [Group]

    /// What is shown, and the experiments that may have its signatures: the first engine that runs counts.
    private static let shown = [
        ("RS256", ["rs256-multibuffer", "rs256"]), ("ES256", ["es256-multibuffer", "es256"]),
        ("EdDSA", ["eddsa-multibuffer", "eddsa"]), ("HS256", ["hs256"]),
    ]

    /// Throws if a figure is missing.
    init(_ results: Results) throws {
        guard !results.libraries.isEmpty else { throw Failure("the picture needs the experiment libraries") }
        groups = try SpeedChart.shown.map { algorithm, experiments in
            let figures = experiments.compactMap { name in results.rows.first { $0.id == "\(name)-1" }?.figure
            }
            guard let signet = figures.first else {
                throw Failure("the picture needs the experiment \(experiments.joined(separator: " or "))")
            }
            let bars = results.libraries.compactMap { library in
                library.parts.first { $0.name == algorithm }.map {
                    Bar(name: library.name, value: 1 / $0.figure)
                }
            }
            return Group(
                algorithm: algorithm, bars: [Bar(name: "signet", value: 1)] + bars, signatures: 1 / signet)
        }
    }

    func write(to path: String) throws {
        try Data(svg.utf8).write(to: URL(filePath: path))
    }

    private enum Size {
        static let width = 720.0
        static let margin = 24.0
        /// Where the bars start, right of their names.
        static let left = 140.0
        static let heading = 62.0
        static let title = 26.0
        static let bar = 16.0
        static let step = 20.0
        /// The width of a bar's number.
        static let number = 26.0
        static let gap = 16.0
        static let legend = 34.0
    }

    /// The chart has a background of its own, so that it can be read on pages of any colour.
    private static let style = """
        .page { fill: #ffffff } text { fill: #1f2328; font: 13px system-ui, "DejaVu Sans", sans-serif }
        .heading { font-size: 17px; font-weight: 600 } .title { font-weight: 600 }
        .name, .note, .mark { fill: #59636e } .name { text-anchor: end } .mark, .note { font-size: 12px }
        .signet { fill: #0b7285 } .other { fill: #b6c2cd } .on-signet { fill: #ffffff }
        .value { font-size: 12px } .end { text-anchor: end } .middle { text-anchor: middle }
        .signatures { stroke: #e8590c; stroke-width: 2 } .arrow { fill: #e8590c }
        @media (prefers-color-scheme: dark) {
        .page { fill: #0d1117 } text { fill: #e6edf3 } .name, .note, .mark { fill: #9198a1 }
        .signet { fill: #22b8cf } .other { fill: #48535f } .on-signet { fill: #04262b }
        .signatures { stroke: #ff922b } .arrow { fill: #ff922b } }
        """

    private var svg: String {
        var top = Size.heading
        var body = ""
        for group in groups {
            body += draw(group, from: top)
            top += height(group) + Size.gap
        }
        body += legend(top)
        let height = top + Size.legend
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Size.width.fixed(0)) \(height.fixed(0))" \
            role="img" aria-label="\(summary)">
            <style>\(SpeedChart.style)</style>
            <rect class="page" width="100%" height="100%" rx="8"/>
            \(text("Tokens per second on one core", Size.margin, 34, "heading"))\
            \(text("signet = 1, higher is better", Size.width - Size.margin, 34, "note end"))\
            \(body)</svg>

            """
    }

    /// For those who cannot see it.
    private var summary: String {
        "Tokens per second on one core, signet is 1. "
            + groups.map { group in
                let bars = group.bars.map { "\($0.name) \($0.value.fixed(2))" }
                return "\(group.algorithm): \(bars.joined(separator: ", "))."
            }.joined(separator: " ")
    }

    /// The value at the right edge. A mark beyond it becomes an arrow, so that bars are not squeezed for it.
    private var edge: Double {
        max(1.2, (groups.flatMap(\.bars).map(\.value).max() ?? 1) * 1.05)
    }

    private func x(_ value: Double) -> Double {
        Size.left + value / edge * (Size.width - Size.margin - Size.left)
    }

    private func height(_ group: Group) -> Double {
        Size.title + Double(group.bars.count) * Size.step
    }

    private func draw(_ group: Group, from top: Double) -> String {
        var drawing = text(group.algorithm, Size.margin, top + 15, "title")
        for (index, bar) in group.bars.enumerated() {
            drawing += draw(
                bar, isSignet: index == 0, of: group, from: top + Size.title + Double(index) * Size.step)
        }
        return drawing + mark(group, from: top)
    }

    private func draw(_ bar: Bar, isSignet: Bool, of group: Group, from top: Double) -> String {
        let (end, mark, base) = (x(bar.value), x(group.signatures), top + 12.5)
        let kind = isSignet ? "signet" : "other"
        // A short bar has no room for its number, which comes after it, and after the mark if that is in its place.
        let isCrossed = end < mark && mark < end + Size.number + 8
        let value =
            end - Size.left > Size.number + 18
            ? text(bar.value.fixed(2), end - 6, base, isSignet ? "value end on-signet" : "value end")
            : text(bar.value.fixed(2), (isCrossed ? mark : end) + 6, base, "value")
        return """
            \(text(bar.name, Size.left - 8, base, "name"))\
            <rect class="\(kind)" x="\(Size.left.fixed(0))" y="\(top.fixed(1))" \
            width="\((end - Size.left).fixed(1))" height="\(Size.bar.fixed(0))" rx="2"/>
            \(value)
            """
    }

    private func mark(_ group: Group, from top: Double) -> String {
        let (words, right) = (group.signatures.fixed(2), Size.width - Size.margin)
        guard group.signatures <= edge else {
            let middle = top + 11
            return text(words, right - 14, top + 15, "mark end")
                + "<path class=\"arrow\" d=\"M\((right - 9).fixed(1)) \((middle - 5).fixed(1))"
                + "l9 5l-9 5z\"/>\n"
        }
        let place = x(group.signatures).fixed(1)
        return text(words, x(group.signatures), top + 15, "mark middle")
            + "<path class=\"signatures\" d=\"M\(place) \((top + Size.title - 5).fixed(1))"
            + "V\((top + height(group)).fixed(1))\"/>\n"
    }

    private func legend(_ top: Double) -> String {
        let place = Size.left + 1
        return "<path class=\"signatures\" d=\"M\(place.fixed(1)) \((top - 4).fixed(1))v16\"/>\n"
            + text(
                "signatures alone: openssl speed; for HS256, EVP_MAC in a loop", place + 10, top + 8, "note")
    }

    private func text(_ words: String, _ x: Double, _ y: Double, _ kind: String) -> String {
        "<text class=\"\(kind)\" x=\"\(x.fixed(1))\" y=\"\(y.fixed(1))\">\(words)</text>\n"
    }
}
