/// Something that a part of a program names directly, with its role.
public struct Part: Sendable {
  public enum Target: Hashable, Sendable {
    case expression(ExpressionID)
    case operand(Operand)
    case stream(StreamID)
    case field(FieldNameID)
    case scale(ScaleID)
    case define(DefineID)
  }

  public var target: Target
  public var role: Role

  public init(_ target: Target, _ role: Role) {
    self.target = target
    self.role = role
  }

  public var expression: ExpressionID? { if case .expression(let id) = target { id } else { nil } }
  public var stream: StreamID? { if case .stream(let stream) = target { stream } else { nil } }
  public var operand: Operand? { if case .operand(let operand) = target { operand } else { nil } }
}

/// The purpose for which a part is named.
public enum Role: Sendable {
  case triggerStream, triggerTime, tickStep, tickStart, tickEnd
  case condition, hold, until, repeatDelay, message
  case unless, cooldown, quietStart, quietEnd, limitCount, limitLength, limitAnchor
  /// An operand of an operator.
  case side
  /// The name or constant that an expression consists of.
  case value
  case counted, newest, fires, windowLength, windowAnchor, clockStart, clockEnd, schedule
  case streakDays, skippedDays
  case member, membership
  case endDelay, endStream

  /// The type of an operand in this role; nil if its expression says it.
  public var type: ValueType? {
    switch self {
    case .triggerTime, .tickStart, .tickEnd, .quietStart, .quietEnd, .clockStart, .clockEnd: .time
    case .tickStep, .hold, .repeatDelay, .cooldown, .limitLength, .windowLength, .endDelay: .duration
    case .limitCount: .number
    case .triggerStream, .condition, .until, .message, .unless, .limitAnchor, .side, .value, .counted,
      .newest, .fires, .windowAnchor, .schedule, .streakDays, .skippedDays, .member, .membership, .endStream:
      nil
    }
  }

  /// What the parts of a rule or stream decide.
  public enum Clause: Sendable {
    case trigger, condition, gate, message
    /// A part inside the expression of any of these.
    case operand
  }

  public var clause: Clause {
    switch self {
    case .triggerStream, .triggerTime, .tickStep, .tickStart, .tickEnd: .trigger
    case .condition, .hold, .until, .repeatDelay, .membership: .condition
    case .unless, .cooldown, .quietStart, .quietEnd, .limitCount, .limitLength, .limitAnchor: .gate
    case .message: .message
    case .side, .value, .counted, .newest, .fires, .windowLength, .windowAnchor, .clockStart, .clockEnd,
      .schedule, .streakDays, .skippedDays, .member, .endDelay, .endStream:
      .operand
    }
  }

  /// The clause or word that the part follows; empty inside expressions.
  public var word: String {
    switch self {
    case .triggerStream: "on"
    case .triggerTime: "at"
    case .tickStep, .tickStart, .tickEnd: "every"
    case .condition: "when"
    case .hold: "for"
    case .until: "until"
    case .repeatDelay: "repeat"
    case .message: "says"
    case .unless: "unless"
    case .cooldown: "cooldown"
    case .quietStart, .quietEnd: "quiet"
    case .limitCount, .limitLength: "limit"
    case .limitAnchor: "limit after"
    case .fires: "fires"
    case .windowAnchor: "after"
    case .membership: "where"
    case .endDelay: "ends after"
    case .endStream: "without"
    case .side, .value, .counted, .newest, .windowLength, .clockStart, .clockEnd, .schedule, .streakDays,
      .skippedDays, .member:
      ""
    }
  }
}

/// The one walk over a program: what each of its parts names directly.
extension Program {
  /// The parts that an expression's own node names, its operands first; a definition is named, not entered.
  public func parts(of id: ExpressionID) -> [Part] {
    let operation = self[id].operation
    switch operation {
    case .constant(.value(let value)): return [Part(.operand(.constant(value)), .value)]
    case .constant(.text), .weekday, .date: return []
    case .param(let param): return [Part(.operand(.param(param)), .value)]
    case .attribute(let attribute): return [Part(.operand(.attribute(attribute)), .value)]
    case .define(let define): return [Part(.define(define), .value)]
    case .level(let scale): return [Part(.scale(scale), .value)]
    case .field(let field): return [Part(.field(field), .value)]
    case .aggregate(_, let stream, let field, let window):
      let named = [Part(.stream(stream), .counted)] + (field.map { [Part(.field($0), .counted)] } ?? [])
      return named + window.parts(length: .windowLength, anchor: .windowAnchor)
    case .latest(let stream, let field):
      return [Part(.stream(stream), .newest), Part(.field(field), .newest)]
    case .since(let stream), .gap(let stream): return [Part(.stream(stream), .newest)]
    case .firesRule(let rule): return [Part(.stream(self[rule].firings), .fires)]
    case .firesKind(let kind): return [Part(.stream(noticeKinds[kind.index].firings), .fires)]
    case .due(let schedule): return [Part(.expression(schedule), .schedule)]
    case .elapsed(let start, let end), .clockWithin(let start, let end):
      return [Part(.operand(start), .clockStart), Part(.operand(end), .clockEnd)]
    case .streak(let condition, let skip):
      let skipped = skip.map { [Part(.expression($0), .skippedDays)] } ?? []
      return [Part(.expression(condition), .streakDays)] + skipped
    case .negate, .not, .binary, .comparison, .within, .among:
      return operation.children.map { Part(.expression($0), .side) }
    }
  }

  /// The members and the condition of a derived stream; none for other streams.
  public func parts(of stream: StreamID) -> [Part] {
    switch self[stream].kind {
    case .event, .kind, .firings, .notices: return []
    case .derived(let members, let condition):
      return members.map { Part(.stream($0), .member) }
        + (condition.map { [Part(.expression($0), .membership)] } ?? [])
    }
  }

  /// The parts that a rule's clauses name, from its trigger to its gates; its policy's gates are left out.
  public func parts(of rule: Rule) -> [Part] {
    var parts = rule.trigger.parts
    if let condition = rule.condition { parts.append(Part(.expression(condition), .condition)) }
    if let hold = rule.hold { parts.append(Part(.operand(hold), .hold)) }
    if let until = rule.until { parts.append(Part(.expression(until), .until)) }
    if let delay = rule.repetition.delay { parts.append(Part(.operand(delay), .repeatDelay)) }
    for gate in rule.gates { parts += gate.kind.parts }
    for case .value(let value) in rule.emission?.message.parts ?? [] {
      parts.append(Part(.expression(value), .message))
    }
    return parts
  }

  /// The gates that a rule's firings pass: its own, then its kind's.
  public func gates(of rule: Rule) -> [Gate] {
    rule.gates + policy(of: rule)
  }

  /// The kind of notice that a rule gives; nil for a rule that never fires.
  public func noticeKind(of rule: Rule) -> NoticeKind? { rule.emission.map { noticeKinds[$0.kind.index] } }

  /// The gates that a rule shares with all of its kind.
  public func policy(of rule: Rule) -> [Gate] { noticeKind(of: rule)?.policy ?? [] }

  /// The firings that one of a rule's gates counts: the rule's own, or its whole kind's; nil for none.
  public func firings(countedBy gate: Gate.Kind, isPolicy: Bool, of rule: Rule) -> StreamID? {
    switch gate {
    case .unless, .quiet: return nil
    case .cooldown, .limit:
      return isPolicy ? noticeKind(of: rule)?.firings : rule.firings
    }
  }

  /// The firings that all of a rule's gates count.
  public func firings(countedByGatesOf rule: Rule) -> Set<StreamID> {
    let own = rule.gates.compactMap { firings(countedBy: $0.kind, isPolicy: false, of: rule) }
    return Set(own + policy(of: rule).compactMap { firings(countedBy: $0.kind, isPolicy: true, of: rule) })
  }

  /// The parts that a rule's clauses and all its gates name, the policy's included.
  public func allParts(of rule: Rule) -> [Part] {
    parts(of: rule) + policy(of: rule).flatMap { $0.kind.parts }
  }

  /// Calls `visit` with each node of an expression, from the top down, through definitions.
  public func walk(_ root: ExpressionID, _ visit: (ExpressionID) -> Void) {
    visit(root)
    if let definition = definition(of: root) { walk(definition, visit) }
    for child in self[root].operation.children { walk(child, visit) }
  }

  /// The expression that a definition's name stands for; nil for anything else.
  public func definition(of id: ExpressionID) -> ExpressionID? {
    self[id].operation.definition.map { defines[$0.index].value }
  }

  /// The node that a name stands for: definitions are followed, anything else is itself.
  public func resolved(_ id: ExpressionID) -> ExpressionID {
    var id = id
    while let next = definition(of: id) { id = next }
    return id
  }

  /// The parts of a condition that must all be true.
  public func conjuncts(of id: ExpressionID) -> [ExpressionID] { parts(of: id, joinedBy: .and) }

  /// The parts of a condition of which one must be true.
  public func disjuncts(of id: ExpressionID) -> [ExpressionID] { parts(of: id, joinedBy: .or) }

  private func parts(of id: ExpressionID, joinedBy sign: BinaryOperator) -> [ExpressionID] {
    let top = resolved(id)
    guard self[top].operation.shape == .junction(sign) else { return [top] }
    return self[top].operation.children.flatMap { parts(of: $0, joinedBy: sign) }
  }

  /// The rules whose firings a stream holds; none for logged events.
  public func rules(firingInto stream: StreamID) -> [RuleID] {
    switch self[stream].kind {
    case .firings(let rule): [rule]
    case .notices(let kind): noticeKinds[kind.index].rules
    case .event, .kind, .derived: []
    }
  }

  /// The rules that expectations name, directly or by their kind or scale.
  public func rules(namedBy expectations: [Scenario.Expectation]) -> Set<RuleID> {
    var named: Set<RuleID> = []
    for expectation in expectations {
      switch expectation.claim {
      case .nothing: break
      case .none(let stream), .fires(let stream): named.formUnion(rules(firingInto: stream))
      case .level(let scale, _, _): named.formUnion(scales[scale.index].rules)
      case .held(let rule, _, _), .outcome(let rule, _): named.insert(rule)
      }
    }
    return named
  }
}

extension Subject.Ends {
  /// The delay and the stream that puts the end off.
  public var parts: [Part] { [Part(.operand(delay), .endDelay), Part(.stream(stream), .endStream)] }
}

extension Gate.Kind {
  public var parts: [Part] {
    switch self {
    case .unless(let condition): [Part(.expression(condition), .unless)]
    case .cooldown(let length): [Part(.operand(length), .cooldown)]
    case .quiet(let start, let end): [Part(.operand(start), .quietStart), Part(.operand(end), .quietEnd)]
    case .limit(let count, let window):
      [Part(.operand(count), .limitCount)] + window.parts(length: .limitLength, anchor: .limitAnchor)
    }
  }
}

extension Rule.Trigger {
  public var parts: [Part] {
    switch self {
    case .none: []
    case .on(let stream): [Part(.stream(stream), .triggerStream)]
    case .at(let time): [Part(.operand(time), .triggerTime)]
    case .every(let step, let start, let end):
      [Part(.operand(step), .tickStep), Part(.operand(start), .tickStart), Part(.operand(end), .tickEnd)]
    }
  }
}

extension Window {
  public func parts(length: Role, anchor: Role) -> [Part] {
    switch self {
    case .last(let operand): [Part(.operand(operand), length)]
    case .after(let stream): [Part(.stream(stream), anchor)]
    case .whole, .newest, .today, .yesterday, .thisWeek, .thisMonth: []
    }
  }
}

/// A constant of the subject where the program names it.
public struct ConstantUse: Sendable {
  public var operand: Operand
  public var role: Role
  public var type: ValueType
}

extension Program {
  /// The constants among parts; `type` is the type of the expression that they are parts of.
  public func constants(of parts: [Part], in type: ValueType = .bool) -> [ConstantUse] {
    parts.compactMap { part in
      part.operand.map { ConstantUse(operand: $0, role: part.role, type: part.role.type ?? type) }
    }
  }

  /// The constants that an expression's own node names.
  public func constants(at id: ExpressionID) -> [ConstantUse] {
    constants(of: parts(of: id), in: self[id].type)
  }

  /// The constants that an expression names, through definitions.
  public func constants(in root: ExpressionID) -> [ConstantUse] {
    var found: [ConstantUse] = []
    walk(root) { found += constants(at: $0) }
    return found
  }
}
