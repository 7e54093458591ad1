import PaceEngine
import PaceLanguage

/// Whether the condition of a rule that no event triggers may be true at the instant asked about, if
/// something that is long past or a parameter were otherwise.
///
/// What other rules say or raise counts as open, so that the answer is never wrongly no.
struct Prospect {
  private let evaluator: Evaluator
  private let at: Instant
  private let program: Program
  private let condition: ExpressionID

  /// Nil where nothing can be said.
  init?(_ rehearsal: Rehearsal) {
    let rule = rehearsal.situation.program[rehearsal.rule]
    if case .on = rule.trigger { return nil }
    guard let condition = rule.condition, rule.until == nil, rehearsal.influences.hasFixedStreams else {
      return nil
    }
    var evaluator = rehearsal.present
    evaluator.advance(to: rehearsal.situation.at)
    guard evaluator.hasBegun else { return nil }
    evaluator.records.removeAll()
    at = min(rehearsal.situation.at, evaluator.end ?? rehearsal.situation.at)
    program = rehearsal.situation.program
    self.evaluator = evaluator
    self.condition = condition
  }

  /// Whether the condition may be true where a parameter stands at a value.
  func mayHold(_ param: ParamID, at value: Value) -> Bool {
    var other = self.evaluator
    other.suppose(param, value)
    return floor(of: condition, other) == nil
  }

  /// No row before this instant keeps the condition from being true; the least instant if any may.
  func floor() -> Instant {
    floor(of: condition, evaluator).map { Instant($0) } ?? Instant(.min)
  }

  /// Nil where an expression may be true; else since when rows have a part in its not being so.
  private func floor(of id: ExpressionID, _ evaluator: Evaluator) -> Int64? {
    switch program[id].operation {
    case .define(let define): return floor(of: program.defines[define.index].value, evaluator)
    case .binary(.and, let a, let b):
      let floors = [floor(of: a, evaluator), floor(of: b, evaluator)].compactMap { $0 }
      return floors.max()
    case .binary(.or, let a, let b):
      guard let one = floor(of: a, evaluator), let other = floor(of: b, evaluator) else { return nil }
      return min(one, other)
    default:
      if isOpen(id) || evaluator.values(of: [id], at: at).first?.isTrue ?? true { return nil }
      return reach(of: id, evaluator)
    }
  }

  /// Whether an expression rests on what rules have said, or on memory.
  private func isOpen(_ id: ExpressionID) -> Bool {
    var references = References(program)
    references.add(id)
    if !references.scales.isEmpty { return true }
    let isSaid = references.streams.contains { stream in
      switch program[stream].kind {
      case .firings, .notices: true
      case .event, .kind, .derived: false
      }
    }
    var remembers = false
    program.walk(id) { part in
      switch program[part].operation {
      case .streak, .field, .firesRule, .firesKind: remembers = true
      default: break
      }
    }
    return isSaid || remembers
  }

  /// The earliest instant of which rows have a part in a value.
  private func reach(of id: ExpressionID, _ evaluator: Evaluator) -> Int64 {
    var reach = Int64.max
    program.walk(id) { part in
      switch program[part].operation {
      case .aggregate(_, _, _, .last(let length)):
        let span = value(of: length, evaluator)
        reach = min(reach, span.isUnknown ? .min : at.milliseconds - max(0, span.bits))
      case .aggregate, .latest: reach = .min
      case .since:
        let passed = evaluator.values(of: [part], at: at).first ?? .unknown
        reach = min(reach, passed.isUnknown ? .min : at.milliseconds - passed.bits)
      default: break
      }
    }
    return reach
  }

  private func value(of operand: Operand, _ evaluator: Evaluator) -> Value {
    switch operand {
    case .constant(let value): value
    case .param(let param): evaluator.value(of: param)
    case .attribute: .unknown
    }
  }
}
