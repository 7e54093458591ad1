import PaceLanguage

/// Everything that can have a say in one rule's verdict: what it reads, and what the rules it listens to
/// read.
struct Influences {
  private(set) var rules: Set<RuleID> = []
  private(set) var references: References
  let program: Program

  init(on rule: RuleID, in program: Program) {
    self.program = program
    references = References(program)
    if let ends = program.subject.ends {
      references.add(ends.delay)
      references.add(ends.stream)
    }
    var waiting = [rule]
    while let next = waiting.popLast() {
      guard rules.insert(next).inserted else { continue }
      add(next)
      waiting += listenedTo.filter { !rules.contains($0) }
    }
  }

  /// What the rule says changes nothing about whether it does.
  private mutating func add(_ id: RuleID) {
    var rule = program[id]
    let kind = rule.emission?.kind
    rule.emission = nil
    references.add(rule)
    guard let kind else { return }
    for gate in program.noticeKinds[kind.index].policy {
      references.add(gate)
      if gate.kind.countsFirings { references.add(program.noticeKinds[kind.index].firings) }
    }
  }

  private var listenedTo: [RuleID] {
    var result = references.scales.flatMap { program.scales[$0.index].rules }
    for stream in references.streams {
      switch program[stream].kind {
      case .firings(let rule): result.append(rule)
      case .notices(let kind): result += program.noticeKinds[kind.index].rules
      case .event, .kind, .derived: break
      }
    }
    return result
  }

  /// Whether each event is in the same streams whatever else was logged and however parameters stand.
  var hasFixedStreams: Bool {
    if program.events.contains(where: { $0.debounce != nil || $0.kinds.contains { $0.debounce != nil } }) {
      return false
    }
    var conditions = References(program)
    for stream in references.streams {
      if case .derived(_, let condition?) = program[stream].kind { conditions.add(condition) }
    }
    return conditions.params.isEmpty && conditions.streams.isEmpty
  }

  /// The parameters, in the order of the program.
  var params: [ParamID] { program.params.indices.map { ParamID($0) }.filter(references.params.contains) }
}

extension Gate.Kind {
  fileprivate var countsFirings: Bool {
    switch self {
    case .cooldown, .limit: true
    case .unless, .quiet: false
    }
  }
}
