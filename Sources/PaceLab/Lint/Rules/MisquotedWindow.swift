import PaceLanguage

extension LintRule {
  static let misquotedWindow = LintRule(
    code: "misquoted-window", severity: .warning,
    summary:
      "a message that speaks of the last so many minutes, hours or days, which its rule doesn't look at",
    rationale: """
      Most often the rule was tuned and the words stayed behind. A value in braces, such as `{window}`,
      can't go stale.
      """,
    reported: """
      rule busy {
        on entry
        when count(entry, last 90 min) >= 3
        emit warning "That is a lot for the last 60 minutes."
      }
      """,
    accepted: """
      rule busy {
        on entry
        when count(entry, last 90 min) >= 3
        emit warning "That is a lot for the last 90 minutes."
      }
      """
  ) { rule, context in
    let program = context.program
    return program.rules.compactMap { candidate in
      guard let emission = candidate.emission, let used = context.lengths(in: candidate) else { return nil }
      for case .text(let text) in emission.message.parts {
        guard let quoted = QuotedLength(in: text), !used.contains(quoted.milliseconds) else { continue }
        return rule.finding(
          emission.message.span,
          "this speaks of `\(quoted.text)`, and `\(candidate.name.text)` doesn't look at that")
      }
      return nil
    }
  }
}

extension LintContext {
  /// The durations that a rule uses; nil where one of them differs from subject to subject, or it has none.
  fileprivate func lengths(in rule: Rule) -> Set<Int64>? {
    var operands: [Operand] = []
    for root in [rule.condition, rule.until].compactMap({ $0 }) {
      program.walk(root) { id in
        operands += program[id].operation.operands
        if program[id].type == .duration, case .constant(.value(let value)) = program[id].operation {
          operands.append(.constant(value))
        }
      }
    }
    for gate in program.gates(of: rule) {
      if case .cooldown(let length) = gate.kind { operands.append(length) }
      if case .limit(_, .last(let length)) = gate.kind { operands.append(length) }
    }
    var lengths: Set<Int64> = []
    for operand in operands {
      guard case .constant(let value) = operand else { return nil }
      lengths.insert(value.bits)
    }
    return lengths.isEmpty ? nil : lengths
  }
}

/// `last N minutes` in a message, or `past`.
private struct QuotedLength {
  var milliseconds: Int64
  var text: String

  init?(in text: String) {
    let words = text.lowercased().split { !($0.isLetter || $0.isNumber) }.map { String($0) }
    for (index, word) in words.enumerated() where word == "last" || word == "past" {
      guard index + 2 < words.count, let count = Int64(words[index + 1]), count > 0, count < 10_000,
        let unit = QuotedLength.units.first(where: { $0.names.contains(words[index + 2]) })
      else { continue }
      milliseconds = count * unit.length
      self.text = "\(word) \(count) \(words[index + 2])"
      return
    }
    return nil
  }

  private static let units: [(names: [String], length: Int64)] = [
    (["s", "sec", "second", "seconds"], 1_000), (["min", "mins", "minute", "minutes"], 60_000),
    (["h", "hour", "hours"], 3_600_000), (["d", "day", "days"], 86_400_000),
  ]
}
