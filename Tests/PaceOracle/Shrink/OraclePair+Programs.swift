extension OraclePair {
  /// Programs with one part left out or made simpler; some of them are not valid.
  var smallerPrograms: [OracleProgram] {
    var result: [OracleProgram] = []
    func without<Element>(_ list: WritableKeyPath<OracleProgram, [Element]>) {
      for index in program[keyPath: list].indices {
        var copy = program
        copy[keyPath: list].remove(at: index)
        result.append(copy)
      }
    }
    without(\.rules)
    without(\.policies)
    without(\.defines)
    without(\.streams)
    without(\.params)
    without(\.presets)
    without(\.scales)
    without(\.events)
    without(\.subject.attributes)
    var plain = program
    plain.layout = 0
    plain.calendar = nil
    if plain != program { result.append(plain) }
    plain.calendar = program.calendar
    if plain != program { result.append(plain) }
    var endless = program
    endless.subject.endsAfter = nil
    if endless != program { result.append(endless) }
    for index in program.rules.indices {
      result += simpler(program.rules[index]).map { rule in
        var copy = program
        copy.rules[index] = rule
        return copy
      }
    }
    return result + smallerDeclarations
  }

  private var smallerDeclarations: [OracleProgram] {
    var result: [OracleProgram] = []
    func edit(_ change: (inout OracleProgram) -> Void) {
      var copy = program
      change(&copy)
      if copy != program { result.append(copy) }
    }
    for (index, event) in program.events.enumerated() {
      for place in event.kinds.indices {
        edit { $0.events[index].kinds.remove(at: place) }
        edit { $0.events[index].kinds[place].debounce = nil }
        edit { $0.events[index].kinds[place].values = [] }
      }
      for place in event.fields.indices {
        edit { $0.events[index].fields.remove(at: place) }
        edit {
          $0.events[index].fields[place].low = nil; $0.events[index].fields[place].high = nil
        }
      }
      edit { $0.events[index].debounce = nil }
    }
    for (index, stream) in program.streams.enumerated() {
      edit { $0.streams[index].condition = nil }
      for simpler in stream.condition?.simpler ?? [] { edit { $0.streams[index].condition = simpler } }
    }
    for (index, define) in program.defines.enumerated() {
      edit { $0.defines[index].label = nil }
      for simpler in define.value.simpler { edit { $0.defines[index].value = simpler } }
    }
    for (index, policy) in program.policies.enumerated() {
      for place in policy.gates.indices {
        edit { $0.policies[index].gates.remove(at: place) }
        for gate in simpler(policy.gates[place]) { edit { $0.policies[index].gates[place] = gate } }
      }
    }
    for index in program.presets.indices {
      edit { $0.presets[index].values = [] }
      edit { $0.presets[index].base = nil }
    }
    for index in program.params.indices {
      edit {
        $0.params[index].low = nil
        $0.params[index].high = nil
        $0.params[index].step = nil
      }
    }
    return result
  }

  private func simpler(_ rule: OracleRule) -> [OracleRule] {
    var result: [OracleRule] = []
    func edit(_ change: (inout OracleRule) -> Void) {
      var copy = rule
      change(&copy)
      if copy != rule { result.append(copy) }
    }
    edit { $0.gates = [] }
    for index in rule.gates.indices { edit { $0.gates.remove(at: index) } }
    edit { $0.raise = nil }
    edit { $0.raise?.whenFired = false }
    edit { $0.hold = nil }
    edit { $0.until = nil }
    edit { $0.repetition = .never }
    edit { $0.severity = nil }
    edit { if !$0.message.isEmpty { $0.message = [.text("said")] } }
    edit { $0.trigger = .none }
    edit {
      $0.condition = nil
      $0.hold = nil
      $0.until = nil
    }
    for condition in rule.condition?.simpler ?? [] { edit { $0.condition = condition } }
    for until in rule.until?.simpler ?? [] { edit { $0.until = until } }
    for index in rule.gates.indices {
      for gate in simpler(rule.gates[index]) { edit { $0.gates[index] = gate } }
    }
    for index in rule.message.indices {
      if case .value(let expression) = rule.message[index] {
        edit { $0.message = [.value(expression)] }
        for smaller in expression.simpler { edit { $0.message[index] = .value(smaller) } }
      }
    }
    return result
  }

  private func simpler(_ gate: OracleGate) -> [OracleGate] {
    switch gate {
    case .unless(let expression): expression.simpler.map { .unless($0) } + [.unless(.literal(.yes))]
    case .limit(let operand, let window) where window != .whole: [.limit(operand, .whole)]
    default: []
    }
  }

  /// Pairs in which one definition, parameter or attribute is replaced by its value.
  var inlined: [OraclePair] {
    var result: [OraclePair] = []
    for define in program.defines {
      result.append(replacing(define.name, by: define.value, operand: nil))
    }
    let constants = OracleRun.constants(of: program, log)
    // The language has no literals of schedules.
    let schedules = program.subject.attributes.filter { $0.type == .schedule }.map(\.name)
    for (name, value) in constants.sorted(by: { $0.key < $1.key }) where !schedules.contains(name) {
      result.append(replacing(name, by: .literal(value), operand: .literal(value)))
    }
    return result.filter { $0 != self }
  }

  private func replacing(
    _ name: String, by value: OracleExpression, operand: OracleOperand?
  ) -> OraclePair {
    var copy = self
    let edit = Replacement(name: name, value: value, operand: operand)
    copy.program.rules = program.rules.map { edit.apply($0) }
    for index in program.defines.indices where program.defines[index].name != name {
      copy.program.defines[index].value = edit.apply(program.defines[index].value)
    }
    for index in program.streams.indices {
      copy.program.streams[index].condition = program.streams[index].condition.map { edit.apply($0) }
    }
    for index in program.policies.indices {
      copy.program.policies[index].gates = program.policies[index].gates.map { edit.apply($0) }
    }
    copy.program.subject.endsAfter = program.subject.endsAfter.map { edit.apply($0) }
    return copy
  }
}

extension OracleExpression {
  /// Expressions one step simpler: a part in place of the whole, or the whole with one part made simpler.
  var simpler: [OracleExpression] {
    var result: [OracleExpression] = []
    if children.count > 0 || self != .literal(.yes) {
      result += [.literal(.yes), .literal(.no), .whole(0), .whole(1)]
    }
    result += children
    for (index, child) in children.enumerated() {
      for smaller in child.simpler {
        var parts = children
        parts[index] = smaller
        result.append(with(children: parts))
      }
    }
    switch self {
    case .literal: return []
    case .count(let stream, let window) where window != .whole: result.append(.count(stream, .whole))
    case .aggregate(let aggregate, let stream, let field, let window) where window != .whole:
      result.append(.aggregate(aggregate, stream, field: field, .whole))
    case .streak(let condition, .some): result.append(.streak(condition, skip: nil))
    default: break
    }
    return result
  }
}

/// Replaces a name by its value.
private struct Replacement {
  let name: String
  let value: OracleExpression
  let operand: OracleOperand?

  func apply(_ expression: OracleExpression) -> OracleExpression {
    switch expression {
    case .value(name): value
    case .count(let stream, let window): .count(stream, apply(window))
    case .aggregate(let aggregate, let stream, let field, let window):
      .aggregate(aggregate, stream, field: field, apply(window))
    case .elapsed(let from, let to): .elapsed(apply(from), apply(to))
    case .clockWithin(let from, let to): .clockWithin(apply(from), apply(to))
    default: expression.with(children: expression.children.map { apply($0) })
    }
  }

  func apply(_ original: OracleOperand) -> OracleOperand {
    if case .name(name) = original, let operand { return operand }
    return original
  }

  func apply(_ window: OracleWindow) -> OracleWindow {
    if case .last(let operand) = window { return .last(apply(operand)) }
    return window
  }

  func apply(_ gate: OracleGate) -> OracleGate {
    switch gate {
    case .unless(let expression): .unless(apply(expression))
    case .cooldown(let length): .cooldown(apply(length))
    case .quiet(let from, let to): .quiet(apply(from), apply(to))
    case .limit(let most, let window): .limit(apply(most), apply(window))
    }
  }

  func apply(_ rule: OracleRule) -> OracleRule {
    var copy = rule
    copy.condition = rule.condition.map { apply($0) }
    copy.until = rule.until.map { apply($0) }
    copy.hold = rule.hold.map { apply($0) }
    copy.gates = rule.gates.map { apply($0) }
    switch rule.trigger {
    case .none, .on: break
    case .at(let clock): copy.trigger = .at(apply(clock))
    case .every(let step, let from, let to):
      copy.trigger = .every(apply(step), from: apply(from), to: apply(to))
    }
    if case .after(let length) = rule.repetition { copy.repetition = .after(apply(length)) }
    copy.message = rule.message.map { part in
      if case .value(let expression) = part { return .value(apply(expression)) }
      return part
    }
    return copy
  }
}
