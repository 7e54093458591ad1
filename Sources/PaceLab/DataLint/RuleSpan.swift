import PaceEngine
import PaceLanguage

/// How long a log has to be for a rule to show all it does: its longest window, wait or pause.
struct RuleSpan {
  private let program: Program
  /// In milliseconds.
  private(set) var longest: Int64 = 0

  init(_ rule: Rule, in program: Program) {
    self.program = program
    let constants = program.constants(of: rule) { $0 != .tickStep && $0 != .message }
    for constant in constants where constant.type == .duration {
      for value in program.bits(of: constant) where !Value(value).isUnknown { longest = max(longest, value) }
    }
    if rule.repetition.isDaily { addDays(1) }
    for gate in program.gates(of: rule) { addDays(gate.kind.limit?.window.days?.lowerBound ?? 0) }
    for part in program.allParts(of: rule) where part.role != .message {
      if let root = part.expression { program.walk(root) { add(program[$0].operation) } }
    }
  }

  private mutating func add(_ operation: ExpressionNode.Operation) {
    addDays(operation.reading?.window.days?.lowerBound ?? 0)
    // A streak of n days takes n days.
    for comparison in operation.comparisons
    where program[program.resolved(comparison.value)].operation.isStreak {
      let limit = program[program.resolved(comparison.limit)].operation.constant?.bits
      addDays(min((limit ?? 0) / Arithmetic.unit, 10_000))
    }
  }

  private mutating func addDays(_ count: Int64) { longest = max(longest, count * ClockSpan.day) }
}
