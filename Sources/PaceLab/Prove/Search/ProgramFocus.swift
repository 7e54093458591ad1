import PaceLanguage

/// The part of a program that some of its rules rest on.
struct ProgramFocus {
  private(set) var rules: Set<RuleID> = []
  private(set) var references: References
  private(set) var expressions: Set<ExpressionID> = []
  private let program: Program

  /// `withEnd` also takes in what keeps the subject open.
  init(on rules: Set<RuleID>, of program: Program, withEnd: Bool = false) {
    self.program = program
    references = References(program)
    for rule in rules.sorted(by: { $0.index < $1.index }) { add(rule) }
    if let ends = program.subject.ends {
      references.add(ends.delay)
      if withEnd { references.add(ends.stream) }
    }
    for stream in references.streams {
      if case .derived(_, let condition?) = program[stream].kind { walk(condition) }
    }
  }

  /// Whether rows of an event, or of one of its kinds, are in a stream that is read.
  func reads(_ event: EventType, kind: Int?) -> Bool {
    if references.streams.contains(event.stream) { return true }
    if let kind { return references.streams.contains(event.kinds[kind].stream) }
    return false
  }

  private mutating func add(_ rule: RuleID) {
    guard rules.insert(rule).inserted else { return }
    references.add(program[rule])
    let policy = program[rule].emission.map { program.noticeKinds[$0.kind.index].policy } ?? []
    for gate in policy { references.add(gate) }
    for gate in program[rule].gates + policy {
      if case .unless(let condition) = gate.kind { walk(condition) }
    }
    // A limit of the policy counts what every rule of the kind says.
    let isShared = policy.contains { if case .limit = $0.kind { true } else { false } }
    if isShared, let kind = program[rule].emission?.kind {
      for other in program.noticeKinds[kind.index].rules { add(other) }
    }
    for root in [program[rule].condition, program[rule].until] { if let root { walk(root) } }
    for case .value(let value) in program[rule].emission?.message.parts ?? [] { walk(value) }
    for scale in references.scales { for raiser in program.scales[scale.index].rules { add(raiser) } }
    for stream in references.streams {
      switch program[stream].kind {
      case .firings(let source): add(source)
      case .notices(let kind): for source in program.noticeKinds[kind.index].rules { add(source) }
      case .event, .kind, .derived: break
      }
    }
  }

  private mutating func walk(_ root: ExpressionID) {
    var found: [ExpressionID] = []
    program.walk(root) { found.append($0) }
    expressions.formUnion(found)
  }
}
