import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Finds the mutants of a file. Each is a wrapper around source that stays where it is, so that lines keep their
/// numbers, and the compiler's errors tell which mutants it refuses.
final class Finder: SyntaxVisitor {
    private let file: String
    private let source: [UInt8]
    private let lines: SourceLocationConverter
    private let sourceLines: [String]
    private var found: [Mutant] = []

    static func mutants(of text: String, file: String) -> [Mutant] {
        let tree = OperatorTable.standardOperators.foldAll(Parser.parse(source: text)) { _ in }
        let finder = Finder(file: file, source: Array(text.utf8), tree: tree)
        finder.walk(tree)
        return finder.found
    }

    private init(file: String, source: [UInt8], tree: Syntax) {
        self.file = file
        self.source = source
        lines = SourceLocationConverter(fileName: file, tree: tree)
        sourceLines = lines.sourceLines.map { String($0.drop { $0 == " " }.prefix { !$0.isNewline }) }
        super.init(viewMode: .sourceAccurate)
    }

    // MARK: What is left as it is

    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    /// The condition of an #if. Its elements are visited.
    override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
        if let elements = node.elements { walk(elements) }
        return .skipChildren
    }
    /// They are evaluated by callers, who may not see `mutated`.
    override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    /// What can only be false if signet has a bug, no test can see.
    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        Self.name(of: node).hasSuffix("recondition") || Self.name(of: node) == "assert"
            ? .skipChildren : .visitChildren
    }

    // MARK: Conditions

    override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
        guard case .expression(let condition) = node.condition else { return .visitChildren }
        if node.parent?.parent?.is(GuardStmtSyntax.self) == true {
            add(
                .unchecked, condition, "(", " ? true : (", "))", before: "guard " + text(condition),
                after: "unchecked")
        } else if let statement = node.parent?.parent?.as(IfExprSyntax.self), Self.refuses(statement.body) {
            add(
                .unchecked, condition, "(", " ? false : (", "))", before: "if " + text(condition),
                after: "unchecked")
        }
        negate(condition)
        return .visitChildren
    }

    override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
        negate(node.condition)
        return .visitChildren
    }

    override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
        negate(node.condition)
        return .visitChildren
    }

    private func negate(_ condition: ExprSyntax) {
        // A comparison is negated below.
        guard
            condition.as(InfixOperatorExprSyntax.self).map({ Self.opposites[operatorText($0)] == nil })
                ?? true
        else { return }
        add(.negated, condition, "(", " != (", "))", before: text(condition), after: "!(\(text(condition)))")
    }

    private static func refuses(_ body: CodeBlockSyntax) -> Bool {
        guard let last = body.statements.last?.item else { return false }
        return last.is(ThrowStmtSyntax.self) || last.is(ReturnStmtSyntax.self)
    }

    // MARK: Operators

    private static let opposites = ["==": "!=", "!=": "==", "===": "!==", "!==": "==="]
    private static let neighbours = ["<": "<=", "<=": "<", ">": ">=", ">=": ">"]
    private static let connectives = ["&&": "||", "||": "&&"]

    private func operatorText(_ node: InfixOperatorExprSyntax) -> String { node.operator.trimmedDescription }

    override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        let name = operatorText(node)
        let (left, right) = (text(node.leftOperand), text(node.rightOperand))
        if let opposite = Self.opposites[name] {
            add(.negated, node, "(", " != (", "))", before: text(node), after: "\(left) \(opposite) \(right)")
        } else if let other = Self.neighbours[name] ?? Self.connectives[name] {
            let changed = "\(left) \(other) \(right)"
            if !changed.contains("//") {
                add(
                    Self.neighbours[name] == nil ? .connective : .bound, node, "(", " ? (\(changed)) : (",
                    "))",
                    before: text(node), after: changed)
            }
        } else if name == "..<" || name == "...", !right.isEmpty {
            let sign = name == "..<" ? "+" : "-"
            add(
                .bound, node.rightOperand, "((", ") \(sign) (", " ? 1 : 0))", markLast: true,
                before: text(node), after: "\(text(node)) \(sign) 1")
        } else if ["+", "-", "&+", "&-", "+=", "-="].contains(name), right == "1" {
            add(
                .bound, node.rightOperand, "(", " ? 0 : ", ")", before: text(node), after: "\(left) \(name) 0"
            )
        }
        return .visitChildren
    }

    // MARK: Flags and calls

    override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        let literal = text(node)
        let opposite = literal == "true" ? "false" : "true"
        // With what makes it more than a word.
        var context = Syntax(node).parent
        while let parent = context, parent.is(ExprListSyntax.self) { context = parent.parent }
        guard let context, text(context).count < 100 else { return .skipChildren }
        add(.flag, node, "(", " != ", ")", before: text(context), after: opposite)
        return .skipChildren
    }

    /// Memory that is not freed is `make sanitize`'s to find, and these stop the program.
    private static let kept = [
        "free", "deallocate", "recondition", "preconditionFailure", "fatalError", "exit", "abort", "init",
    ]

    override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
        guard case .expr(var expression) = node.item else { return .visitChildren }
        if let tried = expression.as(TryExprSyntax.self) { expression = tried.expression }
        if let infix = expression.as(InfixOperatorExprSyntax.self),
            infix.leftOperand.is(DiscardAssignmentExprSyntax.self)
        {
            expression = infix.rightOperand
        }
        if let call = expression.as(FunctionCallExprSyntax.self), call.trailingClosure == nil,
            !Self.isResult(node),
            !Self.kept.contains(where: Self.name(of: call).hasSuffix)
        {
            add(.dropped, node, "if !", " { ", " }", before: text(node), after: "nothing")
        }
        return .visitChildren
    }

    /// Whether it is the only statement of a body with a result, or may be.
    private static func isResult(_ node: CodeBlockItemSyntax) -> Bool {
        guard let list = node.parent?.as(CodeBlockItemListSyntax.self), list.count == 1,
            let body = list.parent
        else { return false }
        return body.is(ClosureExprSyntax.self) || body.is(AccessorBlockSyntax.self)
            || body.parent?.as(FunctionDeclSyntax.self)?.signature.returnClause != nil
            || body.parent?.as(AccessorDeclSyntax.self)?.accessorSpecifier.text == "get"
    }

    private static func name(of call: FunctionCallExprSyntax) -> String {
        call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
            ?? call.calledExpression.trimmedDescription
    }

    // MARK: Adding

    /// The source on one line.
    private func text(_ node: some SyntaxProtocol) -> String {
        node.trimmedDescription.split(whereSeparator: { $0 == "\n" || $0 == " " }).joined(separator: " ")
    }

    /// `before`, mutated(N), `between`, the source of `node`, `end`; with `markLast`, mutated(N) follows the source.
    private func add(
        _ kind: Mutant.Kind, _ node: some SyntaxProtocol, _ start: String, _ between: String, _ end: String,
        markLast: Bool = false, before: String, after: String
    ) {
        let range =
            node.positionAfterSkippingLeadingTrivia
            .utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
        let original = String(decoding: source[range], as: UTF8.self)
        let first = lines.location(for: node.positionAfterSkippingLeadingTrivia).line
        let last = lines.location(for: node.endPositionBeforeTrailingTrivia).line
        found.append(
            Mutant(
                file: file, lines: first...last, kind: kind, sourceLine: sourceLines[first - 1],
                before: before, after: after, range: range,
                replacement: markLast
                    ? [start + original + between, end] : [start, between + original + end]))
    }
}
