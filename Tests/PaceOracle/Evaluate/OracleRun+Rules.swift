/// The inputs of an expression besides the subject's log.
struct OracleContext {
  /// The row for which a stream's condition is decided.
  var row: OracleRun.Row?
  /// How many firings there were before rules were tried for the newest row; nil for any other try.
  var firingsBefore: Int?
}

struct OracleState {
  var memory: OracleRun.Memory
  /// Nil if unknown.
  var condition: Bool?
  var isEnded: Bool
}

extension OracleRun {
  /// A rule's state, from its memory and what is known so far.
  func state(of index: Int, at now: Int64, _ context: OracleContext) -> OracleState {
    let rule = program.rules[index]
    var memory = memory[index]
    let condition = rule.condition.map { truth(evaluate($0, at: now, context)) } ?? true
    let isEnded = rule.until.map { truth(evaluate($0, at: now, context)) == true } ?? false
    memory.trueSince = condition == true ? memory.trueSince ?? now : nil
    if memory.isOn {
      memory.isOn = rule.until == nil ? condition == true : !isEnded
    } else if let since = memory.trueSince, !isEnded {
      let hold = rule.hold.map { value($0) } ?? .duration(0)
      if case .duration(let length)? = hold { memory.isOn = now - since >= length }
    }
    if !memory.isOn { memory.spokenAt = nil }
    return OracleState(memory: memory, condition: condition, isEnded: isEnded)
  }

  /// The index of the highest level to which a rule now raises a scale.
  func level(of scale: OracleScale, at now: Int64) -> Int {
    var highest = 0
    for (index, rule) in program.rules.enumerated() {
      guard let raise = rule.raise, raise.scale == scale.name,
        let level = scale.levels.firstIndex(of: raise.level)
      else { continue }
      let stands =
        raise.whenFired
        ? !atRest && firings.last { $0.rule == index }?.rows == rows.count
        : state(of: index, at: now, OracleContext()).memory.isOn
      if stands { highest = max(highest, level) }
    }
    return highest
  }

  func isTriggered(_ index: Int, _ now: Int64) -> Bool {
    switch program.rules[index].trigger {
    case .none: return true
    case .on: return false
    case .at(let operand):
      guard case .time(let clock)? = value(operand) else { return false }
      return zone.previous(clock, before: now) == now
    case .every(let step, let from, let to):
      guard case .duration(let length)? = value(step), case .time(let first)? = value(from),
        case .time(let last)? = value(to), length > 0, zone.isWithin(first, last, at: now),
        let start = zone.previous(first, before: now)
      else { return false }
      return (now - start) % length == 0
    }
  }

  /// Tries a rule; of several outcomes at one instant `fired` stays, else the last.
  mutating func attempt(_ index: Int, _ now: Int64, _ context: OracleContext) {
    let outcome = outcome(of: index, now, context)
    if outcomes[index] != .fired { outcomes[index] = outcome }
  }

  private mutating func outcome(of index: Int, _ now: Int64, _ context: OracleContext) -> OracleOutcome {
    let rule = program.rules[index]
    let state = state(of: index, at: now, context)
    if case .on = rule.trigger {
      trail?.tries[OracleTrail.Try(row: rows.count - 1, rule: index)] = state.memory.isOn
    }
    guard state.memory.isOn else {
      guard let condition = state.condition else { return .unknown }
      return condition && !state.isEnded ? .waiting : .idle
    }
    guard let kind = rule.kind else { return .alreadyFired }
    if rule.trigger == .none, let spoken = state.memory.spokenAt, !isDueAgain(rule, spoken, now) {
      return .alreadyFired
    }
    let own = rule.gates.enumerated().map { ($0.element, rule.name, false, $0.offset) }
    let policy = program.policies.first { $0.kind == kind }?.gates ?? []
    let shared = policy.enumerated().map { ($0.element, kind, true, $0.offset) }
    for (gate, counted, isPolicy, place) in own + shared where holds(gate, counted, now, context) {
      if rule.trigger != .none {
        result.held.append(
          OracleHeld(at: now, rule: rule.name, gate: gate.name, isPolicy: isPolicy, index: place))
      }
      return .held
    }
    let message = rule.message.map { part in
      switch part {
      case .text(let text): text
      case .value(let expression): evaluate(expression, at: now, context)?.spoken ?? "unknown"
      }
    }
    fire(index, now, message: message.joined())
    return .fired
  }

  /// Whether a rule without a trigger would fire at the next instant, because of firings after its own try.
  func mayStillSpeak(_ index: Int, _ now: Int64) -> Bool {
    let rule = program.rules[index]
    guard rule.trigger == .none, let kind = rule.kind, memory[index].isOn else { return false }
    if let spoken = memory[index].spokenAt, !isDueAgain(rule, spoken, now) { return false }
    let policy = program.policies.first { $0.kind == kind }?.gates ?? []
    return !rule.gates.contains { holds($0, rule.name, now, OracleContext()) }
      && !policy.contains { holds($0, kind, now, OracleContext()) }
  }

  private func isDueAgain(_ rule: OracleRule, _ spoken: Int64, _ now: Int64) -> Bool {
    switch rule.repetition {
    case .never: return false
    case .daily: return day(of: now)?.date != day(of: spoken)?.date
    case .after(let operand):
      guard case .duration(let length)? = value(operand) else { return false }
      return now >= spoken + length
    }
  }

  /// Whether a gate holds; `counted` is the stream of firings that it counts.
  private func holds(_ gate: OracleGate, _ counted: String, _ now: Int64, _ context: OracleContext) -> Bool {
    switch gate {
    case .unless(let expression):
      return truth(evaluate(expression, at: now, context)) == true
    case .cooldown(let length):
      return places(of: times(of: counted), in: .last(length), now)?.isEmpty == false
    case .quiet(let from, let to):
      guard case .time(let first)? = value(from), case .time(let last)? = value(to) else { return false }
      return zone.isWithin(first, last, at: now)
    case .limit(let operand, let window):
      guard case .number(let most)? = value(operand),
        let places = places(of: times(of: counted), in: window, now)
      else { return false }
      return Int64(places.count) * 1_000_000 >= most
    }
  }

  mutating func fire(_ index: Int, _ now: Int64, message: String) {
    let rule = program.rules[index]
    firings.append(Firing(rule: index, at: now, rows: rows.count, message: message))
    firingsOfStream[rule.name, default: []].append(now)
    if let kind = rule.kind { firingsOfStream[kind, default: []].append(now) }
    spokenNow[index] = now
    for length in durations {
      candidates.insertSorted(now + length)
      candidates.insertSorted(now + length + 1)
    }
  }

  /// Adds a row, with its fields filled, to the streams that it belongs to.
  mutating func admit(_ row: OracleRow) {
    guard let event = program.events.first(where: { $0.name == row.event }) else { return }
    let kind = event.kinds.first { $0.name == row.kind }
    var fields: [String: OracleValue] = [:]
    for field in event.fields {
      fields[field.name] =
        row.values.first { $0.name == field.name }?.value
        ?? kind?.values.first { $0.name == field.name }?.value ?? field.initial
    }
    let taken = Row(at: row.at, event: row.event, kind: row.kind, fields: fields)
    var member: Set<String> = [row.event]
    if let kind = row.kind { member.insert(kind) }
    for stream in program.streams where !member.isDisjoint(with: stream.members) {
      if let condition = stream.condition,
        truth(evaluate(condition, at: row.at, OracleContext(row: taken))) != true
      {
        continue
      }
      member.insert(stream.name)
    }
    rows.append(taken)
    for name in member { rowsOfStream[name, default: []].append(rows.count - 1) }
  }
}
