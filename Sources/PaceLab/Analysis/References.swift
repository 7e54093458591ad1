import PaceLanguage

/// What a part of a program reads, directly or through definitions and the conditions of streams.
struct References: Sendable {
  private(set) var params: Set<ParamID> = []
  private(set) var attributes: Set<AttributeID> = []
  private(set) var defines: Set<DefineID> = []
  private(set) var streams: Set<StreamID> = []
  private(set) var scales: Set<ScaleID> = []
  private(set) var fields: Set<FieldNameID> = []
  private let program: Program

  init(_ program: Program) { self.program = program }

  /// What a rule reads: its clauses, its own gates and those of its kind's policy.
  static func of(_ rule: RuleID, in program: Program) -> References {
    var references = References(program)
    references.add(program[rule])
    if let kind = program[rule].emission?.kind {
      for gate in program.noticeKinds[kind.index].policy { references.add(gate) }
    }
    return references
  }

  mutating func add(_ rule: Rule) {
    switch rule.trigger {
    case .none: break
    case .on(let stream): add(stream)
    case .at(let time): add(time)
    case .every(let step, let start, let end):
      for operand in [step, start, end] { add(operand) }
    }
    if let condition = rule.condition { add(condition) }
    if let hold = rule.hold { add(hold) }
    if let until = rule.until { add(until) }
    if case .after(let delay) = rule.repetition { add(delay) }
    for gate in rule.gates { add(gate) }
    for case .value(let value) in rule.emission?.message.parts ?? [] { add(value) }
  }

  mutating func add(_ gate: Gate) {
    switch gate.kind {
    case .unless(let condition): add(condition)
    case .cooldown(let length): add(length)
    case .quiet(let start, let end):
      add(start)
      add(end)
    case .limit(let count, let window):
      add(count)
      add(window)
    }
  }

  mutating func add(_ expression: ExpressionID) {
    let operation = program[expression].operation
    for operand in operation.operands { add(operand) }
    switch operation {
    case .define(let define):
      if defines.insert(define).inserted { add(program.defines[define.index].value) }
    case .level(let scale): scales.insert(scale)
    case .field(let field): fields.insert(field)
    case .aggregate(_, let stream, let field, let window):
      add(stream)
      if let field { fields.insert(field) }
      add(window)
    case .latest(let stream, let field):
      add(stream)
      fields.insert(field)
    case .since(let stream): add(stream)
    case .firesRule(let rule): add(program[rule].firings)
    case .firesKind(let kind): add(program.noticeKinds[kind.index].firings)
    default: break
    }
    for child in operation.children { add(child) }
  }

  mutating func add(_ stream: StreamID) {
    guard streams.insert(stream).inserted else { return }
    guard case .derived(let members, let condition) = program[stream].kind else { return }
    for member in members { add(member) }
    if let condition { add(condition) }
  }

  mutating func add(_ operand: Operand) {
    switch operand {
    case .constant: break
    case .param(let param): params.insert(param)
    case .attribute(let attribute): attributes.insert(attribute)
    }
  }

  private mutating func add(_ window: Window) {
    switch window {
    case .last(let length): add(length)
    case .after(let stream): add(stream)
    case .whole, .today, .thisWeek, .thisMonth: break
    }
  }
}

extension References {
  /// What the whole program reads that shows: rules, policies, figures, and the subject's end.
  ///
  /// A definition without a label and a stream that nothing names are not shown by themselves.
  static func observed(in program: Program) -> References {
    var references = References(program)
    for rule in program.rules { references.add(rule) }
    for kind in program.noticeKinds {
      for gate in kind.policy { references.add(gate) }
    }
    for (index, define) in program.defines.enumerated() where define.label != nil {
      references.add(define: DefineID(index))
    }
    if let ends = program.subject.ends {
      references.add(ends.delay)
      references.add(ends.stream)
    }
    return references
  }

  private mutating func add(define: DefineID) {
    if defines.insert(define).inserted { add(program.defines[define.index].value) }
  }
}
