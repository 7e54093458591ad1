import PaceLanguage

/// Everything that can have a say in the verdicts of rules: what they read, and what the rules read that
/// they listen to.
struct Influences {
  private(set) var rules: Set<RuleID> = []
  private(set) var references: References
  let program: Program

  init(on rule: RuleID, in program: Program) { self.init(on: [rule], in: program) }

  init(on rules: [RuleID], in program: Program) {
    self.program = program
    references = References(program)
    references.add(program.subject.ends?.parts ?? [])
    var waiting = rules
    while let next = waiting.popLast() {
      guard self.rules.insert(next).inserted else { continue }
      add(next)
      waiting += listenedTo.filter { !self.rules.contains($0) }
    }
  }

  /// What the rule says changes nothing about whether it does.
  private mutating func add(_ id: RuleID) {
    var rule = program[id]
    let kind = rule.emission?.kind
    rule.emission = nil
    references.add(program.parts(of: rule))
    guard let kind else { return }
    for gate in program.noticeKinds[kind.index].policy {
      references.add(gate.kind.parts)
      if gate.kind.countsFirings { references.add(program.noticeKinds[kind.index].firings) }
    }
  }

  private var listenedTo: [RuleID] {
    references.scales.flatMap { program.scales[$0.index].rules }
      + references.streams.flatMap { program.rules(firingInto: $0) }
  }

  /// Whether each event is in the same streams whatever else was logged and however parameters stand.
  var hasFixedStreams: Bool {
    if program.events.contains(where: { $0.debounce != nil || $0.kinds.contains { $0.debounce != nil } }) {
      return false
    }
    var conditions = References(program)
    for stream in references.streams {
      if let condition = program[stream].condition { conditions.add(condition) }
    }
    return conditions.params.isEmpty && conditions.streams.isEmpty
  }

  /// The parameters, in the order of the program.
  var params: [ParamID] { program.params.indices.map { ParamID($0) }.filter(references.params.contains) }
}
