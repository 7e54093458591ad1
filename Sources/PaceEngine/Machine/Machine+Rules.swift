public import PaceLanguage

/// Trying rules, and what they say.
extension Machine {
  /// Tries a rule now, for the event that is being taken or for the instant as a whole, and lets it speak if
  /// it may.
  @inline(__always)
  mutating func attempt(_ rule: Int, event: Bool) {
    if state.meter.isMeasuring {
      attemptMeasured(rule, event: event)
    } else {
      attemptUnmeasured(rule, event: event)
    }
  }

  @inline(__always)
  private mutating func attemptUnmeasured(_ rule: Int, event: Bool) {
    if output.wantsReasons {
      attemptWithReasons(rule, event: event)
    } else if event {
      attemptForEvent(rule)
    } else {
      attemptForInstant(rule)
    }
  }

  @inline(never)
  private mutating func attemptMeasured(_ rule: Int, event: Bool) {
    let before = state.meter.enter(rule: rule)
    let firings = state.rules[rule].firings
    attemptUnmeasured(rule, event: event)
    state.meter.countFirings(state.rules[rule].firings - firings, of: rule)
    state.meter.leave(to: before)
  }

  /// Tries a rule for the event that is being taken, without finding until when its condition holds.
  @inline(__always)
  private mutating func attemptForEvent(_ rule: Int) {
    let traits = state.code.rules[rule].traits
    guard traits.contains(.emits), !state.isCooling(rule) else { return }
    if traits.contains(.mayHideOverflow) { noteHiddenOverflow(of: rule) }
    if state.isWatched(rule) { return attemptWatched(rule) }
    if state.sliding.isNow { slideTry(of: rule) }
    speak(rule, state.standing(rule, isWatched: false), event: true)
  }

  /// Tries a watched rule for the event; its condition is kept, with the instant until which it holds.
  @inline(never)
  private mutating func attemptWatched(_ rule: Int) {
    state.wantsUntil = true
    if state.sliding.isNow { slideTry(of: rule) }
    let standing = state.standing(rule, isWatched: true)
    // An end one millisecond ahead may have been cut short.
    if standing.until > state.now &+ 1, state.code.rules[rule].traits.isMomentary, closesAtOnce,
      !state.sliding.isFollowed
    {
      carry(rule, standing)
    }
    speak(rule, standing, event: true)
    state.wantsUntil = false
  }

  /// Tries a watched rule that no event triggers.
  @inline(never)
  private mutating func attemptForInstant(_ rule: Int) {
    guard state.code.rules[rule].traits.contains(.emits), state.isTick(rule) else { return }
    attemptForInstant(rule, state.standing(rule, isWatched: true))
  }

  /// Tries a watched rule that emits something and whose time has come, given how it stands.
  @inline(__always)
  mutating func attemptForInstant(_ rule: Int, _ standing: Standing) {
    let traits = state.code.rules[rule].traits
    if traits.contains(.mayHideOverflow) { noteHiddenOverflow(of: rule) }
    if state.sliding.isNow { slideTry(of: rule) }
    if standing.isOn, state.isCooling(rule) { return }
    speak(rule, standing, event: false)
    state.wantsUntil = true
  }

  /// Lets a rule whose trigger is met speak if it may.
  @inline(__always)
  private mutating func speak(_ rule: Int, _ standing: Standing, event: Bool) {
    if standing.isOn {
      guard state.now > subject.silentThrough, event || state.awaitsRepeat(rule).value == 0 else { return }
      if isFree(rule) { fire(rule, event: event) }
    } else if standing.condition == unknown, state.code.rules[rule].traits.contains(.canOverflow) {
      noteOverflow(rule)
    }
  }

  /// Whether no gate holds a rule back. Until when one does is found when the instant closes.
  @inline(never)
  private mutating func isFree(_ rule: Int) -> Bool {
    state.wantsUntil = false
    var check = Int(state.code.rules[rule].firstCheck)
    let end = Int(state.code.rules[rule].endOfChecks)
    while check < end {
      if state.gate(state.code.checks[check], of: rule).value == 1 { return false }
      check &+= 1
    }
    // A tracked cooldown is asked last, so that it narrows no range where something else decides.
    let cooldown = Int(state.code.rules[rule].cooldown)
    return cooldown < 0 || !state.tracks(Slot(cooldown)) || state.cooldown(rule, Slot(cooldown)).value == 0
  }

  /// Narrows the tracked range to the values with which a try at a sliding instant comes out the same.
  @inline(never)
  private mutating func slideTry(of rule: Int) {
    let end = state.sliding.end
    let standing = state.standing(rule)
    state.slide(before: standing.until)
    if standing.isOn {
      for gate in state.code.planned[rule].gates { state.slide(before: state.gate(gate, of: rule).until) }
    }
    state.sliding.end = end
  }

  /// Lets a rule speak if it may, or tells why it doesn't.
  @inline(never)
  private mutating func attemptWithReasons(_ rule: Int, event: Bool) {
    guard state.code.rules[rule].traits.contains(.emits) || output.accountsWanted else { return }
    guard event || state.isTick(rule) else { return }
    if state.code.rules[rule].traits.contains(.mayHideOverflow) { noteHiddenOverflow(of: rule) }
    let standing = state.standing(rule)
    guard standing.isOn || standing.condition == unknown || output.accountsWanted else { return }
    let verdict = verdict(rule, standing)
    if output.accountsWanted {
      keepAccount(of: rule, verdict, event: event ? EventOrdinal(Int(state.ordinal)) : nil)
    }
    guard state.code.rules[rule].traits.contains(.emits), state.now > subject.silentThrough else { return }
    if let gate = verdict.gate { return hold(rule, gate) }
    switch verdict.outcome {
    case .fired: fire(rule, event: event)
    case .unknown: noteOverflow(rule)
    default: break
    }
  }

  /// The result of a try of a rule.
  struct Verdict {
    var outcome: Outcome
    /// The gate that holds the rule back.
    var gate: Int?
  }

  /// The verdict of a rule whose trigger is met.
  mutating func verdict(_ rule: Int, _ standing: Standing) -> Verdict {
    guard standing.isOn else {
      if standing.condition == unknown { return Verdict(outcome: .unknown) }
      let isOver = state.code.planned[rule].until.map { state.look($0).value == 1 } ?? false
      return Verdict(outcome: standing.condition == 1 && !isOver ? .waiting : .idle)
    }
    guard state.code.rules[rule].traits.contains(.emits), state.awaitsRepeat(rule).value == 0 else {
      return Verdict(outcome: .alreadyFired)
    }
    let gate = state.holdingGate(rule).gate
    return gate < 0 ? Verdict(outcome: .fired) : Verdict(outcome: .held, gate: gate)
  }

  @inline(never)
  private mutating func fire(_ rule: Int, event: Bool) {
    state.rules[rule].firings &+= 1
    if !options.countsOnly { tellFiring(of: rule) }
    if event { state.rules[rule].firedFor = state.ordinal }
    count(firingOf: rule, at: state.now)
  }

  private mutating func tellFiring(of rule: Int) {
    let first = output.values.count
    if options.messages != .none {
      fillValues(of: rule)
      if first < output.values.count { noteOverflow(inMessageOf: rule, from: first) }
    }
    output.fired.append(.fired(state.code.rules[rule].id, at: Instant(state.now), values: first))
  }

  /// Enters a firing in the columns that count it, and remembers that the rule has spoken.
  mutating func count(firingOf rule: Int, at t: Int64) {
    if state.sliding.isNow { state.pinFiring(of: rule) }
    state.rules[rule].firedInEpisodeAt = t
    state.rules[rule].lastFiring = t
    state.rules[rule].toldGate = -1
    let code = state.code.rules[rule]
    if !code.traits.isMomentary {
      state.rules[rule].hasFiredInEpisode = true
      // A firing changes when the rule may speak again, but not its condition: the rule is marked, not stale.
      state.blocks[rule >> 6].marked |= State.bit(rule)
    }
    if code.traits.contains(.raisesWhenFired), isInstantOpen || t < subject.end,
      let raise = state.code.planned[rule].raise
    {
      state.rules[rule].raisedIn = state.interval.number
      state.interval.hasRaised = true
      output.mayChangeLevels = true
      state.mark(state.watch.readersOfScale, raise.scale.index)
    }
    if code.ownFirings >= 0 { state.enter(Int(code.ownFirings), at: t) }
    if code.kindFirings >= 0 { state.enter(Int(code.kindFirings), at: t) }
  }

  /// Notes a held firing: each one of a rule with a trigger, else each change of gate in an episode.
  private mutating func hold(_ rule: Int, _ gate: Int) {
    guard options.seesHeld else { return }
    if case .none = state.code.planned[rule].trigger {
      guard state.rules[rule].toldGate != Int32(gate) else { return }
      state.rules[rule].toldGate = Int32(gate)
    }
    if let span = options.countsHeld {
      if span.contains(Instant(state.now)) { output.count(heldRule: rule, gate: gate) }
      return
    }
    output.held.append(
      .held(state.code.rules[rule].id, at: Instant(state.now), state.code.gates[gate].reference))
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
    for scale in state.scales.indices {
      let level = state.carriedLevel(ScaleID(scale))
      guard level != state.scales[scale].told else { continue }
      state.countLevel(scale, upTo: state.now)
      state.scales[scale].told = level
      state.levels[state.code.firstLevels[scale] + level].changes += 1
      if !options.countsOnly { output.told.append(.level(ScaleID(scale), level, at: Instant(state.now))) }
    }
  }
}

/// What overflows, noted once per subject and rule.
extension Machine {
  /// Notes, once per subject, that a rule's condition is unknown because of an overflow.
  @inline(never)
  mutating func noteOverflow(_ rule: Int) {
    guard state.now > subject.silentThrough,
      let condition = plan.program[plan.tables.rules[rule].id].condition
    else { return }
    noteOverflow(rule, in: condition)
  }

  /// Notes what overflows in those of a block's rules that emit nothing.
  @inline(never)
  mutating func noteOverflow(ofUntried rules: UInt64, in block: Int) {
    var left = rules & state.watch.overflowingUntried[block]
    while left != 0 {
      let rule = block << 6 | left.trailingZeroBitCount
      left &= left - 1
      noteHiddenOverflow(of: rule)
      if state.standing(rule).condition == unknown { noteOverflow(rule) }
    }
  }

  /// Notes an overflow that the condition's value doesn't show.
  @inline(never)
  mutating func noteHiddenOverflow(of rule: Int) {
    guard state.now > subject.silentThrough else { return }
    let asksUntil = state.wantsUntil
    state.wantsUntil = false
    for index in state.code.planned[rule].suspects {
      let suspect = state.code.suspects[index]
      if state.look(suspect.node).value == unknown { noteOverflow(rule, in: suspect.expression) }
    }
    state.wantsUntil = asksUntil
  }

  /// Notes an overflow that made a stream's condition unknown, for the first rule that reads the stream.
  @inline(never)
  mutating func noteOverflow(ofDerivation index: Int) {
    let derivation = state.code.derivations[index]
    guard state.now > subject.silentThrough,
      let node = derivation.condition, plan.tables.overflows[node.index],
      let condition = plan.program[derivation.stream].condition,
      let rule = plan.tables.reader(of: derivation.stream)
    else { return }
    noteOverflow(rule, in: condition)
  }

  /// Notes an overflow in the values of a rule's message, which begin at `first` in `output.values`.
  mutating func noteOverflow(inMessageOf rule: Int, from first: Int) {
    guard output.values[first...].contains(where: { $0.isUnknown }),
      let emission = plan.program[plan.tables.rules[rule].id].emission
    else { return }
    var next = first
    for case .value(let expression) in emission.message.parts {
      if output.values[next].isUnknown { noteOverflow(rule, in: expression) }
      next += 1
    }
  }

  private mutating func noteOverflow(_ rule: Int, in expression: ExpressionID) {
    guard !output.overflowed.contains(rule), let culprit = firstOverflow(in: expression) else { return }
    output.overflowed.append(rule)
    output.told.append(.overflow(plan.tables.rules[rule].id, culprit, at: Instant(state.now)))
  }
}

/// What a machine has told.
extension Machine {
  /// What has been told and not yet taken or forgotten.
  public var told: [Told] { output.told }

  /// What has been told, as records with messages filled in.
  public var records: [Record] { output.told.map { record($0) } }

  /// Forgets what has been told.
  public mutating func forgetRecords() { output.clear() }

  /// Returns what has been told as records, and forgets it.
  public mutating func takeRecords() -> [Record] {
    if output.told.isEmpty { return [] }
    let records = records
    output.clear()
    return records
  }

  private func record(_ told: Told) -> Record {
    switch told {
    case .fired(let rule, let at, let values):
      let text = askedMessage(of: rule, from: values)
      let isWithheld = text.map { isForbidden($0, by: rule) } ?? false
      return .fired(Firing(rule: rule, at: at, message: isWithheld ? nil : text, isWithheld: isWithheld))
    case .held(let rule, let at, let gate): return .held(Holding(rule: rule, at: at, gate: gate))
    case .level(let scale, let level, let at):
      return .level(LevelChange(scale: scale, level: level, at: at))
    case .overflow(let rule, let expression, let at):
      return .overflow(rule: rule, expression: expression, at: at)
    case .runaway(let runaway): return .runaway(runaway)
    case .account(let index): return .account(output.accounts[index])
    }
  }

  // MARK: Messages

  /// The message of a firing whose values begin at an index; nil if it is not asked for.
  private func askedMessage(of rule: RuleID, from first: Int) -> String? {
    switch options.messages {
    case .none: nil
    case .withValues where state.code.messageValues[plan.tables.indexOfRule[rule.index]].isEmpty: nil
    case .withValues, .all: message(of: rule, from: first)
    }
  }

  private func message(of rule: RuleID, from first: Int) -> String? {
    guard let template = plan.tables.messages[rule.index] else { return nil }
    if template.parts.count == 1, case .text(let text) = template.parts[0] { return text }
    var text = ""
    text.reserveCapacity(32 * template.parts.count)
    var next = first
    for part in template.parts {
      switch part {
      case .text(let literal): text += literal
      case .value(let expression):
        text += describe(output.values[next], type: plan.program.type(of: expression))
        next += 1
      }
    }
    return text
  }

  /// The message that a rule would give now; nil if it emits nothing or a guard forbids the message.
  mutating func message(of rule: RuleID) -> String? {
    let first = output.values.count
    fillValues(of: plan.tables.indexOfRule[rule.index])
    let text = message(of: rule, from: first)
    output.values.removeSubrange(first...)
    return text.flatMap { isForbidden($0, by: rule) ? nil : $0 }
  }

  /// Looks at the values of a rule's message.
  mutating func fillValues(of rule: Int) {
    for position in state.code.messageValues[rule] {
      output.values.append(Value(state.look(state.code.messageValues.elements[position]).value))
    }
  }

  /// The text of a value: `unknown`, a text as it is, else as a program writes it.
  public func describe(_ value: Value, type: ValueType) -> String {
    switch type {
    case .text, .schedule: value.isUnknown ? "unknown" : texts[value]
    default: plan.program.text(of: value, type: type)
    }
  }

  /// Whether a filled-in message says what a guard forbids.
  private func isForbidden(_ message: String, by rule: RuleID) -> Bool {
    plan.tables.messages[rule.index]?.maySayForbidden == true
      && plan.program.guardMatcher.occurs(in: PhraseMatcher.Text(message))
  }
}
