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
    let ends = program.subject.ends?.parts ?? []
    references.add(ends.filter { withEnd || $0.role == .endDelay })
    for stream in references.streams { walk(program[stream].condition) }
  }

  /// Whether rows of an event, or of one of its kinds, are in a stream that is read.
  func reads(_ event: EventType, kind: Int?) -> Bool {
    if references.streams.contains(event.stream) { return true }
    if let kind { return references.streams.contains(event.kinds[kind].stream) }
    return false
  }

  private mutating func add(_ rule: RuleID) {
    guard rules.insert(rule).inserted else { return }
    let parts = program.allParts(of: program[rule])
    references.add(parts)
    for part in parts { walk(part.expression) }
    // A limit of the policy counts what every rule of the kind says.
    if let kind = program[rule].emission.map({ program.noticeKinds[$0.kind.index] }),
      kind.policy.contains(where: { $0.kind.limit != nil })
    {
      for other in kind.rules { add(other) }
    }
    for scale in references.scales { for raiser in program.scales[scale.index].rules { add(raiser) } }
    for stream in references.streams { for source in program.rules(firingInto: stream) { add(source) } }
  }

  private mutating func walk(_ root: ExpressionID?) {
    guard let root else { return }
    var found: [ExpressionID] = []
    program.walk(root) { found.append($0) }
    expressions.formUnion(found)
  }
}
