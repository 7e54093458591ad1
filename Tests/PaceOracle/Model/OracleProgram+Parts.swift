extension OracleProgram {
  /// Every expression of definitions, rules and policies, but not of streams.
  public var expressions: [OracleExpression] {
    var result = defines.map(\.value)
    for rule in rules { result += rule.expressions }
    for gate in policies.flatMap(\.gates) { result += gate.expressions }
    return result
  }

  /// The type of a field of the events in a logged stream.
  func type(of field: String, in stream: String) -> OracleType? {
    if let derived = streams.first(where: { $0.name == stream }) {
      return derived.members.first.flatMap { type(of: field, in: $0) }
    }
    let event = events.first { event in
      event.name == stream || event.kinds.contains { $0.name == stream }
    }
    return event?.fields.first { $0.name == field }?.type
  }

  /// Whether the program declares everything that a log names.
  public func knows(_ log: OracleLog) -> Bool {
    let rowsAreKnown = log.rows.allSatisfy { row in
      events.contains { event in
        event.name == row.event && (row.kind == nil || event.kinds.contains { $0.name == row.kind })
          && row.values.allSatisfy { value in event.fields.contains { $0.name == value.name } }
      }
    }
    return rowsAreKnown && log.given.allSatisfy { notice in rules.contains { $0.name == notice.rule } }
      && log.attributes.allSatisfy { said in subject.attributes.contains { $0.name == said.name } }
      && log.settings.allSatisfy { said in params.contains { $0.name == said.name } }
      && (log.preset == nil || presets.contains { $0.name == log.preset })
  }

  /// Whether the language defines the result: it defines no verdicts up to the last given notice or the floor.
  public func isSettled(on log: OracleLog) -> Bool {
    guard let last = log.silentThrough else { return true }
    return log.lookedAt ?? .max > last
  }

  /// Every literal of the program, in expressions and operands.
  var literals: [OracleValue] {
    var operands: [OracleOperand] = subject.endsAfter.map { [$0] } ?? []
    for rule in rules { operands += rule.operands }
    for gate in policies.flatMap(\.gates) { operands += gate.operands }
    var result: [OracleValue] = []
    for expression in expressions + streams.compactMap(\.condition) {
      expression.walk { node in
        if case .literal(let value) = node { result.append(value) }
        operands += node.operands
      }
    }
    for operand in operands {
      if case .literal(let value) = operand { result.append(value) }
    }
    return result
  }

  /// The rules to evaluate before this one; its own notices and those of its kind make no dependency.
  func dependencies(of rule: OracleRule) -> Set<Int> {
    var result: Set<Int> = []
    func read(stream: String, of isRead: (OracleRule) -> Bool = { _ in true }) {
      guard stream != rule.name, stream != rule.kind else { return }
      for (index, other) in rules.enumerated()
      where (other.name == stream || other.kind == stream) && isRead(other) {
        result.insert(index)
      }
    }
    func read(_ expression: OracleExpression) {
      expression.walk { node in
        node.streams.forEach { read(stream: $0) }
        switch node {
        // Only `on` rules fire for an event.
        case .fires(let name):
          read(stream: name) { if case .on = $0.trigger { true } else { false } }
        case .level(let scale):
          for (index, other) in rules.enumerated() where other.raise?.scale == scale {
            result.insert(index)
          }
        case .value(let name):
          if let define = defines.first(where: { $0.name == name }) { read(define.value) }
        default: break
        }
      }
    }
    rule.expressions.forEach { read($0) }
    let shared = policies.filter { $0.kind == rule.kind }.flatMap(\.gates)
    for gate in rule.gates + shared {
      gate.expressions.forEach { read($0) }
      if case .limit(_, .after(let stream)) = gate { read(stream: stream) }
    }
    return result
  }
}

extension OracleRule {
  /// The expressions of `when`, `until`, the gates and the message.
  var expressions: [OracleExpression] {
    var result = [condition, until].compactMap { $0 }
    for gate in gates { result += gate.expressions }
    for part in message {
      if case .value(let expression) = part { result.append(expression) }
    }
    return result
  }

  var operands: [OracleOperand] {
    var result = hold.map { [$0] } ?? []
    switch trigger {
    case .none, .on: break
    case .at(let clock): result.append(clock)
    case .every(let step, let from, let to): result += [step, from, to]
    }
    if case .after(let operand) = repetition { result.append(operand) }
    return result + gates.flatMap(\.operands)
  }
}

extension OracleGate {
  var expressions: [OracleExpression] {
    if case .unless(let expression) = self { return [expression] }
    return []
  }

  var operands: [OracleOperand] {
    switch self {
    case .unless: []
    case .cooldown(let operand): [operand]
    case .quiet(let from, let to): [from, to]
    case .limit(let operand, .last(let length)): [operand, length]
    case .limit(let operand, _): [operand]
    }
  }
}

extension OracleExpression {
  /// The streams that this expression itself reads, except by `fires`.
  var streams: [String] {
    switch self {
    case .count(let stream, let window), .aggregate(_, let stream, _, let window):
      if case .after(let other) = window { [stream, other] } else { [stream] }
    case .latest(let stream, _), .since(let stream), .gap(let stream): [stream]
    default: []
    }
  }

  var operands: [OracleOperand] {
    switch self {
    case .count(_, .last(let operand)), .aggregate(_, _, _, .last(let operand)): [operand]
    case .elapsed(let from, let to), .clockWithin(let from, let to): [from, to]
    default: []
    }
  }

  /// Whether the expression reads a time that grows with nothing logged.
  func moves(in program: OracleProgram) -> Bool {
    switch self {
    case .since, .elapsed: return true
    case .streak: return false
    case .value(let name):
      return program.defines.first { $0.name == name }?.value.moves(in: program) ?? false
    default: return children.contains { $0.moves(in: program) }
    }
  }
}
