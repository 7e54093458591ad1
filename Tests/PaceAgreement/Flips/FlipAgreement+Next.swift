import PaceEngine
import PaceLab
import PaceLanguage
import PaceOracle

/// Checks next steps: the oracle has to change at the told instant and not before.
extension FlipAgreement {
  mutating func next(_ found: FlipCase) -> String? {
    let steps = Outlook(found.situation).steps(of: [found.rule])
    for step in steps {
      let failure: String?
      switch step {
      case .clears(_, let at):
        note("next clears")
        failure = found.staysOn(found.stateProbe, until: at.milliseconds)
      case .opens(_, let gate, let at):
        note(gate.isPolicy ? "next opens policy" : "next opens \(gate.name.text)")
        // A gate that was open when the rule was tried may hold by the end of the instant.
        let told = found.verdict.gates.first { $0.gate == gate && $0.isHolding }
        let isOther = told.map { $0.opensAt != at } ?? false
        failure =
          isOther
          ? "the rule's account says \(String(describing: told?.opensAt))"
          : found.staysOn(found.probe(of: gate), until: at.milliseconds, orSpeaks: true)
      case .level(let scale, let level, let at):
        note("next level")
        failure = found.change(of: scale, to: level, at: at.milliseconds)
      case .raises(let scale, let level, let count, let events):
        note("next raises")
        if events.contains(where: found.comesBeforeOthers) { note("next raises before others") }
        failure = found.raise(of: scale, to: level, count, events)
      case .free(let logged, let at, let end):
        if let end, end >= at { return "\(step) is not past the end" }
        note(at == found.situation.at ? "next free now" : "next free later")
        failure = found.freedom(logged, at: at.milliseconds)
      }
      if let failure { return "\(step): \(failure)" }
    }
    return untold(steps, found)
  }

  /// A next step within a week that is not told, in words.
  private func untold(_ steps: [NextStep], _ found: FlipCase) -> String? {
    let hasCleared = steps.contains { if case .clears = $0 { true } else { false } }
    if !hasCleared, let over = found.staysOn(found.stateProbe, until: nil), over != FlipCase.neverOn {
      return "its state is \(over), which is not told"
    }
    for gate in found.verdict.gates where gate.isHolding {
      let isTold = steps.contains { if case .opens(_, gate.gate, _) = $0 { true } else { false } }
      let over = isTold ? nil : found.staysOn(found.probe(of: gate.gate), until: nil, orSpeaks: true)
      if let over, over != FlipCase.neverOn { return "\(gate.gate) is \(over), which is not told" }
    }
    for scale in found.program.scales.indices {
      let isChangeTold = steps.contains { if case .level(ScaleID(scale), _, _) = $0 { true } else { false } }
      if !isChangeTold, let change = found.change(of: ScaleID(scale)) { return "\(change), not told" }
      let isRaiseTold = steps.contains {
        if case .raises(ScaleID(scale), _, _, _) = $0 { true } else { false }
      }
      if !isRaiseTold, let raise = found.raise(of: ScaleID(scale)) { return "\(raise), not told" }
    }
    guard !steps.contains(where: { if case .free = $0 { true } else { false } }),
      let newest = found.situation.log.newest(at: found.situation.at)
    else { return nil }
    return found.freedom(newest, at: nil)
  }
}

extension SubjectLog {
  fileprivate func newest(at instant: Instant) -> LoggedKind? {
    events.last { $0.at <= instant }.map { LoggedKind(event: $0.event, kind: $0.kind) }
  }
}

/// Probes: rules without `emit`, added to a program to see when a state is on or a gate holds.
extension FlipCase {
  private static let probeName = "zz_probe"
  fileprivate static let neverOn = "off from the start"

  /// A probe that is on while the rule is.
  fileprivate var stateProbe: OracleRule {
    var probe = OracleRule(Self.probeName)
    probe.condition = oracleRule.condition
    probe.hold = oracleRule.hold
    probe.until = oracleRule.until
    return probe
  }

  /// A probe that is on while a gate holds.
  fileprivate func probe(of gate: GateReference) -> OracleRule {
    let shared = pair.program.policies.filter { $0.kind == oracleRule.kind }.flatMap(\.gates)
    let written = gate.isPolicy ? shared[gate.index] : oracleRule.gates[gate.index]
    let stream = gate.isPolicy ? oracleRule.kind ?? "" : oracleRule.name
    var probe = OracleRule(Self.probeName)
    switch written {
    case .unless(let condition): probe.condition = condition
    case .cooldown(let length):
      probe.condition = .comparison(.atLeast, .count(stream, .last(length)), .whole(1))
    case .limit(.literal(let most), let window):
      probe.condition = .comparison(.atLeast, .count(stream, window), .literal(most))
    case .limit(.name(let most), let window):
      probe.condition = .comparison(.atLeast, .count(stream, window), .value(most))
    case .quiet(let from, let to): probe.condition = .clockWithin(from, to)
    }
    return probe
  }

  /// What is wrong if a probe is said to be on until an instant, or for a week.
  ///
  /// With `orSpeaks` a firing of the rule counts as off too: the gate was open, though the firing may have shut it.
  fileprivate func staysOn(_ probe: OracleRule, until end: Int64?, orSpeaks: Bool = false) -> String? {
    var program = pair.program
    program.rules.append(probe)
    let last = end ?? at + Self.week
    guard let (trail, result) = program.trail(on: Self.look(pair.log, at: last)) else { return nil }
    let spoken = orSpeaks ? Set(result.firings.filter { $0.rule == oracleRule.name }.map(\.at)) : []
    if trail.look(at: at)?.isOn.last != true { return Self.neverOn }
    for look in trail.looks where look.at > at {
      let isOver = look.isOn.last != true || spoken.contains(look.at)
      if isOver != (look.at == end) { return isOver ? "over at \(look.at)" : "not over" }
    }
    return nil
  }

  // MARK: Levels

  /// What is wrong if a scale is said to change first at an instant, to a level.
  fileprivate func change(of scale: ScaleID, to level: Int, at instant: Int64) -> String? {
    let oracle = pair.program.scales[scale.index]
    let result = pair.program.evaluate(Self.look(pair.log, at: instant))
    if result.isCut { return nil }
    let first = result.levels.first { $0.scale == oracle.name && $0.at > at }
    guard let first, first.at == instant, first.level == oracle.levels[level] else {
      return "the oracle has \(String(describing: first))"
    }
    return nil
  }

  /// The scale's first change within a week, in words.
  fileprivate func change(of scale: ScaleID) -> String? {
    let oracle = pair.program.scales[scale.index]
    let result = pair.program.evaluate(Self.look(pair.log, at: at + Self.week))
    if result.isCut { return nil }
    return result.levels.first { $0.scale == oracle.name && $0.at > at }.map { "\($0)" }
  }

  /// The index of the scale's level after `count` more events of a kind.
  private func level(of scale: ScaleID, with count: Int, _ logged: LoggedKind) -> Int? {
    var more = pair
    for _ in 0..<count { Self.insert(row(logged.event, logged.kind, at: at), in: &more) }
    let oracle = pair.program.scales[scale.index]
    guard let name = pair.program.evaluate(more.log).views.first?.levels[oracle.name] else { return nil }
    return oracle.levels.firstIndex(of: name)
  }

  /// What is wrong if `count` more events of each of these kinds, no fewer and no others, are said to raise a scale.
  fileprivate func raise(of scale: ScaleID, to level: Int, _ count: Int, _ events: [LoggedKind]) -> String? {
    let before = account.levels[scale.index]
    for logged in loggedKinds {
      for number in 1...count {
        let reached = self.level(of: scale, with: number, logged)
        let name = logged.name(in: program)
        if number < count, reached ?? 0 > before { return "\(number) \(name) do already" }
        if number == count, (reached == level) != events.contains(logged) {
          return "\(count) \(name) lead to \(reached ?? -1)"
        }
      }
    }
    return nil
  }

  /// A number of more events of one kind that raise a scale, in words.
  fileprivate func raise(of scale: ScaleID) -> String? {
    let before = account.levels[scale.index]
    for logged in loggedKinds {
      for number in [1, 2, 3, 5, 8, 50] where level(of: scale, with: number, logged) ?? 0 > before {
        return "\(number) \(logged.name(in: program)) raise \(pair.program.scales[scale.index].name)"
      }
    }
    return nil
  }

  // MARK: Notices

  /// What is wrong if one more event is said to be free first at an instant, or at none within a week.
  fileprivate func freedom(_ logged: LoggedKind, at instant: Int64?) -> String? {
    if let instant, isFree(logged, at: instant) == false { return "it is dropped or brings a notice" }
    let end = instant ?? horizon + 1
    let earlier = (end > at ? [at] : []) + candidates(pair, before: end)
    return earlier.first { isFree(logged, at: $0) == true }.map { "free at \($0)" }
  }

  /// Whether one more event counts and brings no notice within a week that would not come without it.
  ///
  /// Nil if the oracle gives up.
  private func isFree(_ logged: LoggedKind, at instant: Int64) -> Bool? {
    if isDropped(logged, at: instant) { return false }
    var with = pair
    with.log = Self.look(pair.log, at: instant + Self.week)
    Self.insert(row(logged.event, logged.kind, at: instant), in: &with)
    guard let more = firings(with.log, since: instant),
      let usual = firings(Self.look(pair.log, at: instant + Self.week), since: instant)
    else { return nil }
    return !more.contains { notice, count in count > usual[notice] ?? 0 }
  }

  /// Whether debouncing drops one more event.
  ///
  /// The event is the last of its type at its instant, so debouncing keeps the same rows before it.
  private func isDropped(_ logged: LoggedKind, at instant: Int64) -> Bool {
    var with = pair
    with.log = Self.look(pair.log, at: instant)
    with.log.rows.removeAll { $0.at > instant }
    let without = with.log
    Self.insert(row(logged.event, logged.kind, at: instant), in: &with)
    return pair.program.keptRows(of: with.log).count == pair.program.keptRows(of: without).count
  }

  private func firings(_ log: OracleLog, since instant: Int64) -> [Notice: Int]? {
    let result = pair.program.evaluate(log)
    if result.isCut { return nil }
    var counts: [Notice: Int] = [:]
    for firing in result.firings where firing.at >= instant {
      counts[Notice(rule: firing.rule, at: firing.at), default: 0] += 1
    }
    return counts
  }

  private struct Notice: Hashable {
    var rule: String
    var at: Int64
  }
}
