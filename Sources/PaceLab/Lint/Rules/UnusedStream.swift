import PaceLanguage

extension LintRule {
  static let unusedStream = LintRule(
    code: "unused-stream", severity: .warning,
    summary: "a declared stream that nothing reads",
    rationale: """
      No rule is on it and nothing counts it, so it has no effect. Often a rule was meant to be on it and
      is on the wider stream instead.
      """,
    reported: """
      stream big = entry where amount > 1

      \(busy(when: "count(entry) >= 3"))
      """,
    mended: [
      "  on entry": "  on big",
      "  when count(entry) >= 3": "  when count(big) >= 3",
    ], isOfUnused: true
  ) { rule, context in
    context.program.streams.enumerated().compactMap { index, stream in
      guard case .derived = stream.kind, !context.observed.streams.contains(StreamID(index)) else {
        return nil
      }
      return rule.finding(stream.span, "stream `\(stream.name)` is not used")
    }
  }
}
