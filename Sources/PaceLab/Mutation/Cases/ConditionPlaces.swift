import PaceLanguage

/// Where the conditions of a program stand, and when they are looked at.
struct ConditionPlaces {
  private let program: Program
  private var looks: [CaseProof.Look] = []
  /// Values that show as they are.
  private var shown: [ExpressionID] = []

  init(_ program: Program) {
    self.program = program
    for rule in program.rules { add(rule) }
    for kind in program.noticeKinds {
      for case .unless(let condition) in kind.policy.map(\.kind) {
        looks.append(CaseProof.Look(root: condition, isGate: true))
      }
    }
    for stream in program.streams {
      if case .derived(_, let condition?) = stream.kind {
        looks.append(CaseProof.Look(root: condition, isGate: true))
      }
    }
    shown += program.defines.filter { $0.label != nil }.map(\.value)
  }

  private mutating func add(_ rule: Rule) {
    // A rule that an event triggers is looked at then only, if nothing else has to know its state.
    var trigger: StreamID?
    let hasMemory = rule.hold != nil || rule.until != nil
    if case .on(let stream) = rule.trigger, rule.raise == nil, !hasMemory { trigger = stream }
    if let condition = rule.condition {
      looks.append(CaseProof.Look(root: condition, trigger: trigger, isGate: false))
    }
    if let until = rule.until { looks.append(CaseProof.Look(root: until, isGate: false)) }
    for case .unless(let condition) in rule.gates.map(\.kind) {
      looks.append(
        CaseProof.Look(
          root: condition, trigger: trigger, condition: hasMemory ? nil : rule.condition, isGate: true))
    }
    for case .value(let value) in rule.emission?.message.parts ?? [] { shown.append(value) }
  }

  /// The looks at what holds something of `changed`; nil where that shows as it is.
  func looks(holding changed: Set<ExpressionID>) -> [CaseProof.Look]? {
    if shown.contains(where: { holds($0, changed) }) { return nil }
    let looks = looks.filter { holds($0.root, changed) }
    // What is asked of a gate supposes that the condition before it is the same.
    guard looks.allSatisfy({ look in look.condition.map { !holds($0, changed) } ?? true }) else { return nil }
    // A streak takes its conditions at other instants.
    guard looks.allSatisfy({ !holdsInStreak($0.root, changed) }) else { return nil }
    return looks
  }

  /// The looks at one gate's condition.
  func looks(at condition: ExpressionID) -> [CaseProof.Look] { looks.filter { $0.root == condition } }

  private func holds(_ root: ExpressionID, _ changed: Set<ExpressionID>) -> Bool {
    var found = false
    program.walk(root) { found = found || changed.contains($0) }
    return found
  }

  private func holdsInStreak(_ root: ExpressionID, _ changed: Set<ExpressionID>) -> Bool {
    var found = false
    program.walk(root) { id in
      if case .streak(let condition, let skip) = program[id].operation {
        found = found || holds(condition, changed) || skip.map { holds($0, changed) } ?? false
      }
    }
    return found
  }
}
