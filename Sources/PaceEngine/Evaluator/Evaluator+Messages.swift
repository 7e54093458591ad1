public import PaceLanguage

extension Evaluator {
  /// A template with its values filled in, as they stand now.
  mutating func text(of template: Template) -> String {
    var text = ""
    for part in template.parts {
      switch part {
      case .text(let literal): text += literal
      case .value(let expression):
        let value = Value(value(plan.nodeOfExpression[expression.index], at: now))
        text += describe(value, type: plan.program[expression].type)
      }
    }
    return text
  }

  /// A value as a person reads it, and as a program would write it.
  public func describe(_ value: Value, type: ValueType) -> String {
    switch type {
    case .text, .schedule: value.isUnknown ? "unknown" : texts[value]
    default: plan.program.text(of: value, type: type)
    }
  }

  /// Whether a filled-in message says what a guard forbids.
  func isForbidden(_ message: String, _ template: Template) -> Bool {
    template.maySayForbidden && plan.program.guardMatcher.occurs(in: PhraseMatcher.Text(message))
  }
}
