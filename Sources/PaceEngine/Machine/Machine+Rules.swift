import PaceLanguage

/// Trying rules, and what they say.
extension Machine {
  /// Tries a rule now, for the event that is being taken or for the instant as a whole, and lets it speak if
  /// it may.
  mutating func attempt(_ rule: Int, event: Bool) {
    if output.wantsReasons { return attemptWithReasons(rule, event: event) }
    let traits = state.code.rules[rule].traits
    guard traits.contains(.emits) else { return }
    if event {
      let cooldown = Int(state.code.rules[rule].cooldown)
      if cooldown >= 0, state.cooldown(rule, Slot(cooldown)).value == 1 { return }
      state.wantsUntil = state.watch.rules[rule >> 6] & State.bit(rule) != 0
    } else if traits.contains(.hasTicks), !state.isTick(rule) {
      return
    }
    let standing = state.standing(rule)
    if standing.isOn {
      if isFree(rule) { fire(rule, event: event) }
    } else if standing.condition == unknown, traits.contains(.canOverflow), state.now > subject.lastGiven {
      noteOverflow(rule)
    }
    state.wantsUntil = true
  }

  /// Whether a rule whose state is on may speak now.
  private mutating func isFree(_ rule: Int) -> Bool {
    guard state.now > subject.lastGiven, state.spoken(rule).value == 0 else { return false }
    var check = Int(state.code.rules[rule].firstCheck)
    let end = Int(state.code.rules[rule].endOfChecks)
    while check < end {
      if state.gate(state.code.checks[check], of: rule).value == 1 { return false }
      check += 1
    }
    return true
  }

  /// Lets a rule speak if it may, and else tells why it doesn't.
  @inline(never)
  private mutating func attemptWithReasons(_ rule: Int, event: Bool) {
    guard state.code.rules[rule].traits.contains(.emits) || output.accountsWanted else { return }
    guard event || state.isTick(rule) else { return }
    let standing = state.standing(rule)
    guard standing.isOn || standing.condition == unknown || output.accountsWanted else { return }
    let verdict = verdict(rule, standing)
    let ordinal = event ? EventOrdinal(Int(state.ordinal)) : nil
    if output.accountsWanted { keepAccount(of: rule, verdict, event: ordinal) }
    guard state.code.rules[rule].traits.contains(.emits), state.now > subject.lastGiven else { return }
    switch verdict.outcome {
    case .fired: fire(rule, event: event)
    case .held: hold(rule, verdict.gate, event: ordinal)
    case .unknown: noteOverflow(rule)
    default: break
    }
  }

  /// What a rule whose trigger is met comes to, and the gate that holds it; -1 for none.
  mutating func verdict(_ rule: Int, _ standing: Standing) -> (outcome: Outcome, gate: Int) {
    guard standing.isOn else {
      if standing.condition == unknown { return (.unknown, -1) }
      let isOver = state.code.planned[rule].until.map { state.look($0).value == 1 } ?? false
      return (standing.condition == 1 && !isOver ? .waiting : .idle, -1)
    }
    guard state.code.rules[rule].traits.contains(.emits), state.spoken(rule).value == 0 else {
      return (.alreadyFired, -1)
    }
    let gate = state.holdingGate(rule).gate
    return gate < 0 ? (.fired, -1) : (.held, gate)
  }

  private mutating func fire(_ rule: Int, event: Bool) {
    state.rules[rule].firings &+= 1
    if !options.countsOnly { tellFiring(of: rule, event: event) }
    if event { state.rules[rule].firedFor = state.ordinal }
    count(firingOf: rule, at: state.now)
  }

  private mutating func tellFiring(of rule: Int, event: Bool) {
    let ordinal = event ? EventOrdinal(Int(state.ordinal)) : nil
    let first = output.values.count
    if options.fillsMessages {
      fillValues(of: rule)
      if first < output.values.count { noteOverflow(inMessageOf: rule, from: first) }
    }
    output.fired.append(
      .fired(state.code.rules[rule].id, at: Instant(state.now), event: ordinal, values: first))
  }

  /// Enters a firing in the columns that count it, and remembers that the rule has spoken.
  mutating func count(firingOf rule: Int, at t: Int64) {
    state.rules[rule].hasSpoken = true
    state.rules[rule].spokeAt = t
    state.rules[rule].lastFiring = t
    state.rules[rule].toldGate = -1
    // The firing decides when it may speak again, not what its condition says.
    state.blocks[rule >> 6].marked |= State.bit(rule)
    let code = state.code.rules[rule]
    if code.traits.contains(.raisesWhenFired), isOpen || t < subject.end,
      let raise = state.code.planned[rule].raise
    {
      state.rules[rule].raisedIn = state.interval
      state.hasRaised = true
      output.mayChangeLevels = true
      state.mark(state.watch.readersOfScale, raise.scale.index)
    }
    if code.ownFirings >= 0 { state.enter(Int(code.ownFirings), at: t) }
    if code.kindFirings >= 0 { state.enter(Int(code.kindFirings), at: t) }
  }

  /// Notes a held firing: each lost one, or for a rule without a trigger each change of gate in an episode.
  private mutating func hold(_ rule: Int, _ gate: Int, event: EventOrdinal?) {
    guard options.tellsHeld else { return }
    if case .none = state.code.planned[rule].trigger {
      guard state.rules[rule].toldGate != Int32(gate) else { return }
      state.rules[rule].toldGate = Int32(gate)
    }
    output.held.append(
      .held(
        state.code.rules[rule].id, at: Instant(state.now), event: event, state.code.gates[gate].reference))
  }

  /// Tells what the instant brought.
  mutating func tell() {
    let hasFired = !output.fired.isEmpty
    output.tellFirings()
    if options.tellsLevels, output.mayChangeLevels { tellLevels() }
    if output.accountsWanted { tellAccount(hasFired: hasFired) }
  }

  private mutating func tellLevels() {
    output.mayChangeLevels = false
    for scale in state.toldLevels.indices {
      let level = Int(state.level(ScaleID(scale)).value)
      guard level != state.toldLevels[scale] else { continue }
      state.countLevel(scale, upTo: state.now)
      state.toldLevels[scale] = level
      state.levelChanges[state.code.firstLevels[scale] + level] += 1
      if !options.countsOnly { output.told.append(.level(ScaleID(scale), level, at: Instant(state.now))) }
    }
  }
}
