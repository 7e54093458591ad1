import PaceLanguage

/// What may change when a rule speaks: the names of every declaration it rests on, however far away.
struct RuleDependencies {
  private let program: Program
  private(set) var keys: Set<String> = ["subject", "calendar"]
  private var seen: Set<RuleID> = []

  init(of rule: RuleID, in program: Program) {
    self.program = program
    var references = References(program)
    references.add(program.subject.ends?.parts ?? [])
    add(references)
    add(rule)
  }

  /// What may change where a scale stands.
  init(of scale: ScaleID, in program: Program) {
    self.program = program
    keys.insert("scale \(program.scales[scale.index].name.text)")
    for rule in program.scales[scale.index].rules { add(rule) }
  }

  private mutating func add(_ rule: RuleID) {
    guard seen.insert(rule).inserted else { return }
    keys.insert("rule \(program[rule].name.text)")
    if let kind = program[rule].emission?.kind {
      keys.insert("policy \(program.noticeKinds[kind.index].name)")
    }
    add(References.of(rule, in: program))
  }

  private mutating func add(_ references: References) {
    for param in references.params { keys.insert("param \(program.params[param.index].name.text)") }
    for define in references.defines { keys.insert("define \(program.defines[define.index].name.text)") }
    for scale in references.scales {
      keys.insert("scale \(program.scales[scale.index].name.text)")
      for rule in program.scales[scale.index].rules { add(rule) }
    }
    for stream in references.streams { add(stream) }
  }

  private mutating func add(_ stream: StreamID) {
    switch program[stream].kind {
    case .event(let event), .kind(let event, _): keys.insert("event \(program.events[event.index].name.text)")
    case .derived: keys.insert("stream \(program[stream].name)")
    case .firings(let rule): add(rule)
    case .notices(let kind): for rule in program.noticeKinds[kind.index].rules { add(rule) }
    }
  }
}
