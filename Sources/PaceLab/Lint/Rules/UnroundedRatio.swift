import PaceLanguage

extension LintRule {
  static let unroundedRatio = LintRule(
    code: "unrounded-ratio", severity: .warning,
    summary: "a message that shows a ratio as it comes, with up to six decimals",
    rationale: """
      One third is shown as `0.333333`. Round a ratio to what people are to read, as in
      `{round(a / b, 0.1)}`. Division by a number such as 4 or 1000 comes to an end and is not reported,
      nor are ratios of what moves between events, such as `since(entry) / 7 h`, which can't be rounded.
      """,
    reported: """
      rule half {
        on entry
        when count(entry) >= 3
        emit note "{100 * count(small) / count(entry)} % are small."
      }
      """,
    mended: [
      #"  emit note "{100 * count(small) / count(entry)} % are small.""#:
        #"  emit note "{round(100 * count(small) / count(entry), 1)} % are small.""#
    ]
  ) { rule, context in
    let program = context.program
    return program.rules.flatMap { candidate -> [Diagnostic] in
      guard let parts = candidate.emission?.message.parts else { return [] }
      return parts.compactMap { part in
        // What moves between events can't be rounded.
        guard case .value(let value) = part, program[value].motion == .constant,
          let ratio = program.ratio(in: value)
        else { return nil }
        let (shown, divided) = (program[value].span, program[ratio].span)
        return rule.finding(
          shown, "this may be shown with up to six decimals, such as 0.333333",
          notes: shown.holds(divided) ? [] : [DiagnosticNote(divided, "it is divided here")],
          help: "round it to the step that people are to read: "
            + "`{round(\(program.line(of: shown)), 0.1)}`")
      }
    }
  }
}

extension Program {
  /// The division that may give an endless decimal.
  fileprivate func ratio(in id: ExpressionID) -> ExpressionID? {
    let id = resolved(id)
    guard self[id].type == .number else { return nil }
    switch self[id].operation.decimals {
    case .own: return nil
    case .ofQuotient(let divisor) where !dividesEvenly(divisor): return id
    case .ofParts, .ofQuotient:
      return self[id].operation.children.lazy.compactMap { self.ratio(in: $0) }.first
    }
  }

  /// Whether quotients by a divisor end: it is a constant with no prime factors but 2 and 5.
  private func dividesEvenly(_ divisor: ExpressionID) -> Bool {
    guard let bits = self[resolved(divisor)].operation.constant?.bits, bits != 0 else { return false }
    var rest = bits.magnitude
    for factor in [2, 5] as [UInt64] {
      while rest % factor == 0 { rest /= factor }
    }
    return rest == 1
  }
}
