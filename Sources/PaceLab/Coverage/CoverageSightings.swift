import PaceEngine
import PaceLanguage

/// What was seen of a program while scenarios ran.
struct CoverageSightings: Sendable {
  private let program: Program
  private(set) var aims: Set<CoverageGoal.Aim> = []
  /// For each comparison's end in a rule, whether it was true at the last instant of the current run.
  private var lastTruths: [End: Bool] = [:]
  private var steps: [End: Int64] = [:]

  /// One limit of a comparison; `in` has several.
  private struct End: Hashable {
    var expression: ExpressionID
    var index: Int
  }

  init(_ program: Program) { self.program = program }

  mutating func note(_ aim: CoverageGoal.Aim) { aims.insert(aim) }

  /// Starts another run, whose instants don't follow those noted before.
  mutating func beginRun() { lastTruths.removeAll(keepingCapacity: true) }

  /// When values were seen.
  private enum Moment {
    case event
    /// No event comes then, so that only time can have changed anything.
    case undisturbed
    /// For the condition of a stream or a streak, which is not followed from instant to instant.
    case apart
  }

  /// Notes the verdict of a rule at an instant; `isUndisturbed` says that no event comes then.
  mutating func note(_ verdict: RuleAccount, isUndisturbed: Bool) {
    let moment: Moment = isUndisturbed ? .undisturbed : .event
    let rule = program[verdict.rule]
    if verdict.isOn { note(.turnsOn(verdict.rule)) }
    // The condition of an `on` rule is asked only at its event, unless the rule raises a level.
    if rule.trigger.stream != nil, verdict.outcome == .notTriggered, rule.raise == nil { return }
    for node in [verdict.condition, verdict.until] { note(node, moment) }
    guard verdict.outcome == .held || verdict.outcome == .fired else { return }
    if verdict.outcome == .fired { note(.fires(verdict.rule)) }
    for gate in verdict.gates {
      note(gate.condition, moment)
      guard let place = GatePlace(gate.gate, of: rule, verdict.rule) else { continue }
      note(gate.isHolding ? .holds(place) : .letsPass(place))
    }
  }

  private mutating func note(_ node: ConditionNode?, _ moment: Moment) {
    guard let node else { return }
    note(node.expression, node.value, node.children.map { $0.value }, moment)
    for child in node.children { note(child, moment) }
  }

  /// Notes a condition that is not in a rule, with the value of every node in it.
  mutating func note(_ root: ExpressionID, values: [ExpressionID: Value]) {
    program.walk(root) { id in
      let parts = program[id].operation.children.map { values[$0] ?? .unknown }
      note(id, values[id] ?? .unknown, parts, .apart)
    }
  }

  private mutating func note(_ id: ExpressionID, _ value: Value, _ parts: [Value], _ moment: Moment) {
    guard program[id].type == .bool else { return }
    if !value.isUnknown { note(value.isTrue ? .isTrue(id) : .isFalse(id)) }
    let limits = program[id].operation.comparisons
    guard parts.count == limits.count + 1 else { return }
    for (index, limit) in limits.enumerated() {
      let end = End(expression: id, index: index)
      noteEnd(end, limit, parts[0], parts[index + 1], moment)
    }
  }

  /// Notes how near the sides of a comparison are to each other, and on which side of the limit.
  private mutating func noteEnd(
    _ end: End, _ limit: Limit, _ left: Value, _ right: Value, _ moment: Moment
  ) {
    guard !left.isUnknown, !right.isUnknown else {
      if moment != .apart { lastTruths[end] = nil }
      return
    }
    let isTrue = limit.relation.holds(left.bits, right.bits)
    let moves = program[limit.value].motion != .constant || program[limit.limit].motion != .constant
    if moment == .undisturbed, moves, let last = lastTruths[end], last != isTrue {
      // Time carried it over the limit, and the engine evaluated the exact instant.
      note(.meets(end.expression, end: end.index))
      note(.misses(end.expression, end: end.index))
    }
    if moment != .apart { lastTruths[end] = isTrue }
    let (distance, overflow) = left.bits.subtractingReportingOverflow(right.bits)
    if overflow { return }
    if distance == 0 {
      note(.meets(end.expression, end: end.index))
    } else if distance.magnitude <= step(of: end, limit).magnitude, isTrue != limit.relation.holds(0, 0) {
      note(.misses(end.expression, end: end.index))
    }
  }

  private mutating func step(of end: End, _ limit: Limit) -> Int64 {
    if let known = steps[end] { return known }
    let step = GridStep.between([limit.value, limit.limit], in: program)
    steps[end] = step
    return step
  }
}

extension GatePlace {
  init?(_ reference: GateReference, of rule: Rule, _ id: RuleID) {
    if reference.isPolicy {
      guard let kind = rule.emission?.kind else { return nil }
      self.init(owner: .policy(kind), index: reference.index)
    } else {
      self.init(owner: .rule(id), index: reference.index)
    }
  }
}
