import PaceEngine
import PaceLanguage

extension LintRule {
  static let misquotedWindow = LintRule(
    code: "misquoted-window", severity: .warning,
    summary: "a message that speaks of a stretch of time or a count that its rule doesn't look at",
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
    mended: [
      #"  emit warning "That is a lot for the last 60 minutes.""#:
        #"  emit warning "That is a lot for the last 90 minutes.""#
    ]
  ) { rule, context in
    let program = context.program
    let nouns = Quotes.nouns(of: program)
    return program.rules.compactMap { candidate in
      guard let emission = candidate.emission else { return nil }
      let used = UsedValues(of: candidate, in: program)
      var followsValue = false
      for part in emission.message.parts {
        guard case .text(let text) = part else {
          followsValue = true
          continue
        }
        let quotes = Quotes(text, followsValue: followsValue, nouns: nouns)
        followsValue = false
        guard let quoted = quotes.all.first(where: { !used.contains($0) }) else { continue }
        return rule.finding(
          emission.message.span,
          "this speaks of `\(quoted.text)`, and `\(candidate.name.text)` doesn't look at that")
      }
      return nil
    }
  }
}

/// The lengths and numbers that a rule uses.
///
/// If one of them differs between subjects, all of its sort count as unknown.
private struct UsedValues {
  private var lengths: Set<Int64> = []
  private var numbers: Set<Int64> = []
  private var knowsLengths = true
  private var knowsNumbers = true

  init(of rule: Rule, in program: Program) {
    let constants = program.constants(of: rule) { $0 != .tickStep && $0 != .unless && $0 != .message }
    for constant in constants { add(constant.operand, constant.type) }
    // A message may name the windows of its own values.
    for constant in program.constants(of: rule, in: { $0 == .message }) where constant.type == .duration {
      add(constant.operand, .duration)
    }
  }

  private mutating func add(_ operand: Operand, _ type: ValueType) {
    let value: Int64? = if case .constant(let value) = operand { value.bits } else { nil }
    switch type {
    case .duration:
      if let value { lengths.insert(value) } else { knowsLengths = false }
    case .number:
      if let value { numbers.insert(value) } else { knowsNumbers = false }
    default: break
    }
  }

  /// Whether the rule uses a quoted value, as far as is known.
  func contains(_ quote: Quotes.Quote) -> Bool {
    switch quote.value {
    case .length(let length): !knowsLengths || lengths.isEmpty || lengths.contains(length)
    case .count(let count):
      // `more than 2` means 3 or more, so neighbouring numbers match too.
      !knowsNumbers || numbers.isEmpty
        || (count - 1...count + 1).contains { numbers.contains($0 * Arithmetic.unit) }
    }
  }
}
