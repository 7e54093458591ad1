import PaceLanguage

extension LintRule {
  static let remainderForPercent = LintRule(
    code: "remainder-for-percent", severity: .warning,
    summary: "a number before `%` and something that varies after it, as in `40 % most`",
    rationale: """
      There are no percentages: `40 % most` is what is left of 40 when it is divided by `most`. 40 percent
      of it are `0.4 * most`. A remainder has what varies before the sign, as in `count(entry) % 3`.
      """,
    reported: """
      param most: number = 30 in 10 .. 50

      \(busy(when: "sum(entry.amount, last 60 min) >= 40 % most"))
      """,
    mended: [
      "  when sum(entry.amount, last 60 min) >= 40 % most":
        "  when sum(entry.amount, last 60 min) >= 0.4 * most"
    ]
  ) { rule, context in
    let program = context.program
    return program.expressions.compactMap { node in
      guard node.operation.isRemainder, let number = node.operation.children.first,
        let other = node.operation.divisor,
        case .value(let value)? = program[number].operation.constant, program[number].type == .number,
        program[other].operation.constant == nil
      else { return nil }
      let text = program.line(of: program[other].span)
      let meant = "\(ValueText.number(value.bits / 100)) * \(text)"
      let front = node.span.before.joined(program[other].span.before)
      return rule.finding(
        node.span, "this is what is left of \(ValueText.number(value.bits)) when it is divided by `\(text)`",
        help: "\(ValueText.number(value.bits)) percent of it are `\(meant)`",
        fix: [TextEdit(front, "\(ValueText.number(value.bits / 100)) * ")], isGuess: true)
    }
  }
}
