import PaceLanguage

/// Lists the coverage goals of a program; the layout of its text makes no difference.
struct GoalCollector {
  private let program: Program
  private let bounds: BoundsAnalysis
  private var goals: [CoverageGoal] = []
  private var seen: Set<ExpressionID> = []
  private var owner = ""

  static func goals(of program: Program) -> [CoverageGoal] {
    var collector = GoalCollector(program: program, bounds: BoundsAnalysis(program))
    collector.collect()
    return collector.goals
  }

  private mutating func collect() {
    let read = References.observed(in: program)
    for (index, stream) in program.streams.enumerated() where read.streams.contains(StreamID(index)) {
      guard let condition = stream.condition else { continue }
      owner = "stream \(stream.name)"
      addParts(of: condition)
    }
    for index in program.rules.indices { addRule(RuleID(index)) }
    for (index, kind) in program.noticeKinds.enumerated() {
      owner = "policy \(kind.name)"
      for (place, gate) in kind.policy.enumerated() {
        add(gate, at: GatePlace(owner: .policy(NoticeKindID(index)), index: place))
      }
    }
  }

  private mutating func addRule(_ id: RuleID) {
    let rule = program[id]
    owner = "rule \(rule.name.text)"
    if rule.emission != nil {
      add(.rules, .fires(id), rule.name.span, rule.name.text, "never fires")
    } else {
      add(.rules, .turnsOn(id), rule.name.span, rule.name.text, "never turns on")
    }
    if let condition = rule.condition { addParts(of: condition) }
    if let until = rule.until { addParts(of: until) }
    for (place, gate) in rule.gates.enumerated() { add(gate, at: GatePlace(owner: .rule(id), index: place)) }
  }

  private mutating func add(_ gate: Gate, at place: GatePlace) {
    let text = program.line(of: gate.span)
    add(.gates, .holds(place), gate.span, text, "never holds back")
    add(.gates, .letsPass(place), gate.span, text, "never lets pass")
    if let condition = gate.kind.condition { addParts(of: condition) }
  }

  /// The parts of a condition that are true or false by themselves; what several rules share counts once,
  /// where it is defined.
  private mutating func addParts(of id: ExpressionID) {
    guard seen.insert(id).inserted else { return }
    let node = program[id]
    if let define = node.operation.definition {
      let outer = owner
      owner = "define \(program.defines[define.index].name.text)"
      addParts(of: program.defines[define.index].value)
      owner = outer
      return
    }
    let limits = node.operation.comparisons
    if !limits.isEmpty || isOwnTruth(id) { addOutcomes(of: id) }
    // A comparison with one possible outcome has no boundary to reach. An `in` keeps its boundaries, since the
    // ranges rarely settle both of its ends.
    if limits.count > 1 || !bounds[id].isNeverTrue && !bounds[id].isNeverFalse {
      for (index, limit) in limits.enumerated() where isMeasured(limit.value) && mayBeMet(limit) {
        addBoundary(id, against: limit.limit, end: index)
      }
    }
    for child in node.operation.children { addParts(of: child) }
  }

  private mutating func addOutcomes(of id: ExpressionID) {
    let text = program.line(of: program[id].span)
    if !bounds[id].isNeverTrue { add(.outcomes, .isTrue(id), program[id].span, text, "never true") }
    if !bounds[id].isNeverFalse { add(.outcomes, .isFalse(id), program[id].span, text, "never false") }
  }

  private mutating func addBoundary(_ id: ExpressionID, against side: ExpressionID, end: Int) {
    let text = program.line(of: program[id].span)
    let limit = program.line(of: program[side].span)
    let span = program[id].span
    add(.boundaries, .meets(id, end: end), span, text, "never exactly at \(limit)")
    add(.boundaries, .misses(id, end: end), span, text, "never a step to the other side of \(limit)")
  }

  private mutating func add(
    _ sort: CoverageGoal.Sort, _ aim: CoverageGoal.Aim, _ span: SourceSpan, _ text: String, _ lack: String
  ) {
    goals.append(CoverageGoal(sort: sort, owner: owner, span: span, text: text, lack: lack, aim: aim))
  }

  /// Whether it is true or false by itself, not through parts or rows.
  private func isOwnTruth(_ id: ExpressionID) -> Bool {
    let operation = program[id].operation
    return program.isBareTruth(id) && operation.constant == nil && operation.reading == nil
  }

  /// Whether there is a distance between values of its type.
  private func isMeasured(_ id: ExpressionID) -> Bool {
    switch program[id].type {
    case .number, .duration, .time, .date: true
    case .bool, .text, .preset, .schedule, .weekday, .enumeration, .level: false
    }
  }

  /// Whether the declared ranges allow a value to be equal to its limit.
  private func mayBeMet(_ limit: Limit) -> Bool {
    bounds[limit.value].range.intersected(bounds[limit.limit].range) != nil
  }
}
