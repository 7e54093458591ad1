import PaceLanguage

/// How long a log has to be for a rule to show all it does: its longest window, wait or pause.
struct RuleSpan {
  private static let day: Int64 = 86_400_000

  private let program: Program
  /// In milliseconds.
  private(set) var longest: Int64 = 0

  init(_ rule: Rule, in program: Program) {
    self.program = program
    for root in [rule.condition, rule.until] { add(root) }
    add(rule.hold)
    switch rule.repetition {
    case .never: break
    case .after(let pause): add(pause)
    case .daily: longest = max(longest, Self.day)
    }
    let policy = rule.emission.map { program.noticeKinds[$0.kind.index].policy } ?? []
    for gate in rule.gates + policy {
      switch gate.kind {
      case .unless(let condition): add(condition)
      case .cooldown(let pause): add(pause)
      case .limit(_, let window): add(window)
      case .quiet: break
      }
    }
  }

  private mutating func add(_ root: ExpressionID?) {
    guard let root else { return }
    var nodes: [ExpressionID] = []
    program.walk(root) { nodes.append($0) }
    for id in nodes {
      switch program[id].operation {
      case .aggregate(_, _, _, let window): add(window)
      case .constant(.value(let value)) where program[id].type == .duration: add(.constant(value))
      case .param(let param) where program[id].type == .duration: add(.param(param))
      case .attribute(let attribute) where program[id].type == .duration: add(.attribute(attribute))
      case .comparison(_, let left, let right): addDays(left, right)
      default: break
      }
    }
  }

  /// A streak of so many days takes so many days.
  private mutating func addDays(_ left: ExpressionID, _ right: ExpressionID) {
    guard case .streak = program[program.resolved(left)].operation,
      case .constant(.value(let days)) = program[program.resolved(right)].operation
    else { return }
    longest = max(longest, min(days.bits / 1_000_000, 10_000) * Self.day)
  }

  private mutating func add(_ window: Window) {
    switch window {
    case .whole, .after: break
    case .last(let span): add(span)
    case .today: longest = max(longest, Self.day)
    case .thisWeek: longest = max(longest, 7 * Self.day)
    case .thisMonth: longest = max(longest, 28 * Self.day)
    }
  }

  private mutating func add(_ operand: Operand?) {
    var values: [Constant?] = []
    switch operand {
    case nil: break
    case .constant(let value): values = [.value(value)]
    case .param(let param):
      values = program.presets.map { $0.values[param.index] } + [program.params[param.index].initial]
    case .attribute(let attribute): values = [program.subject.attributes[attribute.index].initial]
    }
    for case .value(let value)? in values where !value.isUnknown { longest = max(longest, value.bits) }
  }
}
