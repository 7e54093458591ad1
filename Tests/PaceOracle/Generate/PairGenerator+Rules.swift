extension PairGenerator {
  /// The parts of a rule on which other rules can depend.
  struct Sketch {
    var name: String
    var trigger: OracleTrigger
    var kind: String?
    var raise: OracleRaise?
    var isOn: Bool
  }

  /// Makes rules that read only rules made before them; in half of the programs it then shuffles their declarations.
  mutating func makeRules() {
    let count = 1 + random.below(options.mostRules)
    var sketches: [Sketch] = []
    for index in 0..<count { sketches.append(sketch("r\(index)")) }
    for place in sketches.indices {
      program.rules.append(rule(at: place, of: sketches))
    }
    makePolicies(sketches)
    if chance(1, 2) {
      for index in program.rules.indices.reversed() {
        program.rules.swapAt(index, random.below(index + 1))
      }
    }
  }

  private mutating func sketch(_ name: String) -> Sketch {
    var trigger = OracleTrigger.none
    switch random.below(options.usesClock ? 10 : 8) {
    case 0..<5: trigger = .on(random.pick(loggedStreams) ?? "a")
    case 8: trigger = .at(clock())
    case 9:
      let steps: [Int64] = [900_000, 1_800_000, 3_600_000, 5_400_000, 86_400_000]
      trigger = .every(.literal(.duration(random.pick(steps) ?? 1)), from: clock(), to: clock())
    default: break
    }
    var raise: OracleRaise?
    if let scale = random.pick(program.scales), chance(1, 2) {
      raise = OracleRaise(scale.name, to: scale.levels[1 + random.below(2)], whenFired: chance(1, 3))
    }
    var kind = random.pick(["note", "note", "nag", "alarm"])
    if raise != nil, trigger == .none, chance(1, 3) {
      kind = nil
      raise?.whenFired = false
    }
    var isOn = false
    if case .on = trigger { isOn = true }
    return Sketch(name: name, trigger: trigger, kind: kind, raise: raise, isOn: isOn)
  }

  /// The names that a rule at a place may read without making a cycle.
  private func scope(at place: Int, of sketches: [Sketch]) -> Scope {
    var scope = Scope()
    scope.streams = loggedStreams
    scope.defines = program.defines
    let done = sketches[..<place]
    let rest = sketches[place...]
    scope.firings = done.filter { $0.kind != nil }.map(\.name)
    let kinds = Set(done.compactMap(\.kind)).subtracting(rest.compactMap(\.kind))
    scope.firings += kinds.sorted()
    scope.scales = program.scales.filter { scale in !rest.contains { $0.raise?.scale == scale.name } }
    return scope
  }

  private mutating func rule(at place: Int, of sketches: [Sketch]) -> OracleRule {
    let sketch = sketches[place]
    var rule = OracleRule(sketch.name)
    var scope = scope(at: place, of: sketches)
    rule.trigger = sketch.trigger
    rule.kind = sketch.kind
    rule.raise = sketch.raise
    let remembers = options.usesMemory && chance(1, 3)
    if sketch.isOn, sketch.raise == nil, !remembers {
      let done = sketches[..<place].filter { $0.isOn && $0.kind != nil && $0.kind != sketch.kind }
      scope.fires = done.map(\.name)
      scope.fires += Set(done.compactMap(\.kind)).filter { scope.firings.contains($0) }.sorted()
      if let kind = sketch.kind, chance(1, 2) { scope.firings += [sketch.name, kind] }
    }
    if !sketch.isOn, let kind = sketch.kind, chance(1, 4) { scope.firings += [sketch.name, kind] }
    if sketch.trigger == .none || chance(5, 6) {
      rule.condition = bool(2, scope)
      if remembers {
        if chance(2, 3) { rule.hold = operand(ofDuration: lengths) }
        if chance(1, 2) { rule.until = bool(1, scope) }
      }
    }
    guard let kind = sketch.kind else { return rule }
    rule.message = message(scope, sketch.name)
    if chance(1, 3) { rule.severity = 1 + random.below(5) }
    if options.usesMemory, sketch.trigger == .none, chance(1, 3) {
      let pool: [Int64] = [600_000, 1_800_000, 3_600_000]
      let isDaily = options.usesCalendar && chance(1, 3)
      rule.repetition = isDaily ? .daily : .after(.literal(.duration(random.pick(pool) ?? 1)))
    }
    for _ in 0..<random.below(3) {
      rule.gates.append(gate(scope, own: [sketch.name, kind]))
    }
    return rule
  }

  private mutating func message(_ scope: Scope, _ name: String) -> [OracleMessagePart] {
    var parts: [OracleMessagePart] = [.text("says \(name)")]
    for _ in 0..<random.below(3) where chance(1, 2) {
      parts.append(.text(" "))
      if chance(1, 4), let read = textRead(scope) {
        parts.append(.value(read))
      } else if options.usesSpokenDurations, chance(1, 4), let name = random.pick(constants(.duration)) {
        parts.append(.value(.value(name)))
      } else if options.usesSpokenDurations, let read = readLength(scope) {
        parts.append(.value(read))
      } else {
        parts.append(.value(number(1, scope)))
      }
    }
    return parts
  }

  /// - Parameter own: the streams of the gate's own firings, which only a limit may read.
  private mutating func gate(_ scope: Scope, own: [String]) -> OracleGate {
    switch random.below(options.usesClock ? 5 : 4) {
    case 0: return .unless(bool(1, scope))
    case 1, 2: return .cooldown(operand(ofDuration: lengths))
    case 3:
      let most: OracleOperand =
        chance(1, 4) && !counts.isEmpty
        ? .name(random.pick(counts) ?? "") : .literal(.whole(Int64(1 + random.below(3))))
      var inner = scope
      inner.firings += own
      return .limit(most, window(inner))
    default: return .quiet(clock(), clock())
    }
  }

  /// The parameters and attributes for a limit's count: every value that the program gives them is whole, at least 0.
  private var counts: [String] {
    constants(.number).filter { name in
      var values: [OracleValue?] = program.params.filter { $0.name == name }.map(\.initial)
      values += program.subject.attributes.filter { $0.name == name }.map(\.initial)
      values += program.presets.flatMap(\.values).filter { $0.name == name }.map(\.value)
      return values.allSatisfy { value in
        guard case .number(let bits)? = value else { return value == nil }
        return bits >= 0 && bits % 1_000_000 == 0
      }
    }
  }

  private mutating func makePolicies(_ sketches: [Sketch]) {
    for kind in Set(sketches.compactMap(\.kind)).sorted() where chance(1, 3) {
      guard let first = sketches.firstIndex(where: { $0.kind == kind }) else { continue }
      var policy = OraclePolicy(kind, [])
      let scope = scope(at: first, of: sketches)
      for _ in 0..<(1 + random.below(2)) { policy.gates.append(gate(scope, own: [kind])) }
      program.policies.append(policy)
    }
  }
}
