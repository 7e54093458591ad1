import PaceLanguage

/// Going from instant to instant.
extension Machine {
  /// How far ahead changes are looked for: 400 days, in milliseconds.
  public static let foresight = 400 * CivilDate.dayLength

  /// Evaluates everything up to and including `instant`; later events must come after it.
  ///
  /// An instant before the newest one changes nothing.
  /// A subject that has not started by then stays as it is.
  public mutating func advance(to instant: Instant) {
    own()
    settle(through: instant.milliseconds)
    countLevels(upTo: min(instant.milliseconds, lastInstant, subject.end))
  }

  /// Evaluates the newest instant to its end, if the subject has started; later events must come after it.
  public mutating func advanceToNewest() {
    if let newest = newestInstant { advance(to: newest) }
  }

  /// Evaluates the next instant before `instant` at which something may change; false if there is none.
  ///
  /// A caller that takes the records after each call never holds those of all instants at once.
  public mutating func advanceOnce(before instant: Instant) -> Bool {
    own()
    return settle(through: instant.milliseconds - 1, isOnce: true)
  }

  /// Evaluates everything before `instant`, and hands over the records of each instant until `tell` returns false.
  public mutating func advance(before instant: Instant, handingTo tell: (Record) -> Bool) {
    while advanceOnce(before: instant) {
      for record in takeRecords() where !tell(record) { return }
    }
  }

  /// Evaluates everything up to the subject's horizon: its end, else `until`, else its last event.
  public mutating func finish() {
    own()
    let last = subject.hasBegun ? state.now : subject.startedAt ?? .min
    let horizon = subject.end < never ? subject.end : options.until?.milliseconds ?? last
    settle(through: horizon)
    countLevels(upTo: min(horizon, lastInstant))
    tellPassedAccount(before: never)
  }

  /// The next instant after the last evaluated one at which something may change if nothing is logged.
  ///
  /// Nil if there is none up to `horizon`.
  public func nextDeadline(upTo horizon: Instant = .last) -> Instant? {
    if subject.hasBegun, isCutOff { return nil }
    let next =
      !subject.hasBegun ? subject.startedAt ?? never : isInstantOpen ? state.now : nextInstant()
    return next > min(horizon.milliseconds, Instant.last.milliseconds, subject.end) ? nil : Instant(next)
  }

  /// Bounds a look ahead: after this many more rowless instants the subject's evaluation ends.
  public mutating func lookAhead(atMost instants: Int) {
    subject.instantsLeft = instants
  }

  /// How many more rowless instants may be evaluated; negative once the bound is passed.
  public var instantsLeft: Int { subject.instantsLeft }

  /// Whether the evaluation was cut off by the bound on rowless instants, in 24 hours or ahead.
  public var isCutOff: Bool { runaway != nil || subject.instantsLeft < 0 }

  /// The last evaluated instant of a subject whose evaluation a bound or `shouldStop` ended early; else nil.
  public var endedEarlyAt: Instant? { lastInstant < options.lastInstant ? Instant(lastInstant) : nil }

  /// Counts how long each scale has been at its present level; does nothing before the subject begins.
  mutating func countLevels(upTo t: Int64) {
    guard options.tellsLevels, subject.hasBegun else { return }
    for scale in state.scales.indices { state.countLevel(scale, upTo: t) }
  }

  /// Evaluates every instant up to a limit, or the next one; returns whether there was a next one.
  @discardableResult
  private mutating func settle(through instant: Int64, isOnce: Bool = false) -> Bool {
    subject.settledThrough = max(subject.settledThrough, instant)
    let limit = min(instant, lastInstant)
    if !subject.hasBegun {
      guard let start = subject.startedAt, start <= limit else { return false }
      self.start(at: start)
    }
    // With a tracked parameter nothing is searched for past the horizon.
    state.limit = options.tracked.isEmpty ? never : min(limit, subject.end)
    if limit < state.now { return false }
    if isOnce, isInstantOpen {
      closeInstant()
      return true
    }
    closeInstant()
    return run(through: min(limit, subject.end), isOnce: isOnce)
  }

  /// Evaluates every deadline after `now` up to and including `limit`, or only the first, after which it returns true.
  ///
  /// A try in between that gets an account counts as a deadline.
  @discardableResult
  mutating func run(through limit: Int64, isOnce: Bool = false) -> Bool {
    while true {
      var next = nextInstant()
      if state.sliding.isFollowed { next = state.nextSliding(before: next, through: limit) }
      if output.givesAccounts, tellTry(before: min(next, Arithmetic.saturatingSum(limit, 1))) {
        if isOnce { return true }
        continue
      }
      guard next <= limit else { return false }
      guard next > state.now else {
        assertionFailure("a rule wakes later than now")
        return false
      }
      guard next == subject.nextGiven || admitRowless(next) else { return false }
      if state.meter.isMeasuring { measureRowless(at: next) }
      openInstant(next)
      closeInstant()
      state.sliding.isNow = false
      if isOnce { return true }
    }
  }

  /// The first instant after `now` at which something may change.
  private func nextInstant() -> Int64 {
    var first = never
    for block in state.blocks.indices { first = min(first, state.blocks[block].wake) }
    if let given = subject.nextGiven { first = min(first, max(given, state.now + 1)) }
    if subject.silentThrough != .min, subject.silentThrough >= state.now {
      first = min(first, subject.silentThrough + 1)
    }
    if state.interval.hasRaised, subject.end > state.now { first = min(first, subject.end) }
    return first
  }

  /// Counts a rowless instant for the first rule that is due at it.
  @inline(never)
  private mutating func measureRowless(at t: Int64) {
    state.meter.countInstant(ofRow: false)
    if let rule = plan.tables.rules.indices.first(where: { state.wakes[$0] == t }) {
      state.meter.countInstant(of: rule)
    }
  }

  mutating func openInstant(_ t: Int64) {
    if output.givesAccounts { openAccount(at: t) }
    // Once the last given notice is past, rules that are on and have not spoken may speak without any change.
    if subject.silentThrough != .min, state.now <= subject.silentThrough, t > subject.silentThrough {
      state.markAll()
    }
    moveClock(to: t)
    isInstantOpen = true
    if state.sliding.isFollowed { state.markSliding() }
    // Notices given at this very instant are taken after its events.
    if subject.nextGiven != nil { takeGiven(through: t - 1) }
  }

  @inline(never)
  private mutating func openAccount(at t: Int64) {
    tellPassedAccount(before: t)
    tries.forget()
    output.accountsWanted = wantsAccount(at: t)
    output.wantsReasons = output.accountsWanted || options.seesHeld
  }

  /// Ends the instant that is being evaluated: tries the rules that no event triggers, then carries memory on.
  mutating func closeInstant() {
    guard isInstantOpen else { return }
    isInstantOpen = false
    if subject.nextGiven != nil { takeGiven(through: state.now) }
    if state.now >= subject.end { lowerLevels() }
    for block in state.blocks.indices { closeRules(of: block) }
    if state.now >= subject.end { lowerLevels() }
    for block in state.blocks.indices { carryMemory(ofBlock: block) }
    if output.wantsReasons || !output.fired.isEmpty || (options.tellsLevels && output.mayChangeLevels) {
      tell()
    }
  }

  /// The rules of a block that are marked, or whose wake has come.
  ///
  /// A wake one millisecond ahead counts too: it may be where a search stopped because of this row.
  @inline(__always)
  private func dueRules(of block: Int) -> UInt64 {
    let woken = state.blocks[block].wake <= state.now &+ 1 ? state.blocks[block].woken : 0
    return (state.blocks[block].marked | woken) & state.watch.rules[block]
  }

  /// Tries the due rules of a block in order; one that fires may make later ones due.
  ///
  /// Each carries its memory to the end of the instant. One whose state may still change stays marked instead.
  ///
  /// If the instant gets an account, the other rules' accounts are made in turn, each before a later rule fires.
  private mutating func closeRules(of block: Int) {
    let due = dueRules(of: block)
    var left = output.accountsWanted ? state.watch.rules[block] : due
    guard left != 0 || state.blocks[block].isWakeOutdated else { return }
    let closesAtOnce = closesAtOnce
    while left != 0 {
      let place = left.trailingZeroBitCount
      let rule = block << 6 | place
      left &= left - 1
      let traits = state.code.rules[rule].traits
      let isMarked = state.blocks[block].marked & State.bit(rule) != 0
      let isTried = !traits.contains(.isOn) && (isMarked || state.wakes[rule] <= state.now)
      if closesAtOnce, !traits.contains(.closesLate) {
        state.sliding.end = never
        let standing = state.standing(rule, isWatched: true)
        if isTried, traits.contains(.emits), state.isTick(rule) { attemptForInstant(rule, standing) }
        carry(rule, standing)
      } else {
        if isTried {
          attempt(rule, event: false)
        } else if output.accountsWanted, !traits.contains(.isOn) {
          keepAccount(of: rule, untriedVerdict(rule), event: nil)
        }
        state.blocks[block].marked |= due & State.bit(rule)
      }
      let later = (UInt64.max << UInt64(place)) << 1
      left |= state.blocks[block].marked & state.watch.rules[block] & later
    }
    if state.blocks[block].isWakeOutdated { findWake(of: block) }
  }

  /// Whether a rule may carry its memory right after its try. If reasons are told or rules are measured, all rules are
  /// tried first.
  @inline(__always)
  var closesAtOnce: Bool { !output.wantsReasons && !state.meter.isMeasuring }

  /// Carries the memory of every watched rule to the end of the instant.
  mutating func carryAllMemory() {
    state.markAll()
    for block in state.blocks.indices { carryMemory(ofBlock: block) }
  }

  /// Finds each watched rule's wake again, unless an instant is open.
  mutating func findWakes() {
    if isInstantOpen { return }
    for block in state.blocks.indices {
      var left = state.watch.rules[block]
      while left != 0 {
        let rule = block << 6 | left.trailingZeroBitCount
        left &= left - 1
        state.sliding.end = never
        state.wakes[rule] = wake(rule, state.standing(rule))
        state.noteSliding(of: rule)
      }
      findWake(of: block)
    }
  }

  /// Carries the memory of a block's marked rules to the end of the instant, and finds when each is due again.
  private mutating func carryMemory(ofBlock block: Int) {
    var left = state.blocks[block].marked & state.watch.rules[block]
    guard left != 0 else { return }
    if left & state.watch.overflowingUntried[block] != 0 { noteOverflow(ofUntried: left, in: block) }
    state.sliding.end = never
    while left != 0 {
      let rule = block << 6 | left.trailingZeroBitCount
      left &= left - 1
      let before = state.meter.isMeasuring ? state.meter.enter(rule: rule) : nil
      carry(rule, state.standing(rule, isWatched: true))
      if let before { state.meter.leave(to: before) }
    }
    if state.blocks[block].isWakeOutdated { findWake(of: block) }
  }

  /// Carries a rule's memory to the end of the instant, given how it stands, and finds when it is due again.
  @inline(__always)
  mutating func carry(_ rule: Int, _ standing: Standing) {
    if state.rules[rule].isOn != standing.isOn, state.code.rules[rule].traits.contains(.raises) {
      noteRaise(of: rule, standing.isOn)
    }
    state.remember(rule, standing)
    let wake = wake(rule, standing)
    if wake != state.wakes[rule] {
      state.wakes[rule] = wake
      state.blocks[rule >> 6].isWakeOutdated = true
    }
    state.blocks[rule >> 6].marked &= ~State.bit(rule)
    if state.sliding.isFollowed { state.noteSliding(of: rule) }
  }

  /// Notes that a rule has begun or ceased to raise a level, which changes nothing while a higher level stands.
  @inline(never)
  private mutating func noteRaise(of rule: Int, _ isOn: Bool) {
    guard let raise = state.code.planned[rule].raise else { return }
    let told = state.scales[raise.scale.index].told
    if isOn ? raise.level > told : raise.level >= told { output.mayChangeLevels = true }
  }

  /// Finds the earliest wake of a block's rules, and which of them it wakes.
  @inline(__always)
  private mutating func findWake(of block: Int) {
    var (least, bound) = (never, never)
    var woken: UInt64 = 0
    var left = state.watch.rules[block]
    while left != 0 {
      let wake = state.wakes[block << 6 | left.trailingZeroBitCount]
      if wake < bound {
        if wake < least {
          if wake &+ 1 < least { woken = 0 }
          (least, bound) = (wake, wake &+ 2)
        }
        woken |= left & (0 &- left)
      }
      left &= left - 1
    }
    state.blocks[block].wake = least
    state.blocks[block].woken = woken
    state.blocks[block].isWakeOutdated = false
  }

  /// When a rule has to be looked at again if nothing is logged and nothing fires.
  @inline(__always)
  private mutating func wake(_ rule: Int, _ standing: Standing) -> Int64 {
    let traits = state.code.rules[rule].traits
    guard standing.isOn, traits.contains(.emits), !traits.contains(.isOn) else { return standing.until }
    return wakeOfSpeaker(rule, standing.until)
  }

  /// The same for a rule that is on and may speak without an event; `wake` is when its look expires.
  @inline(never)
  private mutating func wakeOfSpeaker(_ rule: Int, _ wake: Int64) -> Int64 {
    if state.code.rules[rule].traits.contains(.hasTicks) { return min(wake, state.nextTick(rule)) }
    let pause = state.awaitsRepeat(rule)
    if pause.value == 1 { return min(wake, pause.until) }
    let holding = state.holdingGate(rule)
    // After the rule's try, a firing opened the last gate that held it: it speaks a millisecond later.
    if holding.gate < 0, state.now > subject.silentThrough { return state.now &+ 1 }
    return min(wake, holding.until)
  }

  /// Ends the levels that stand from a firing until the next event.
  mutating func lowerLevels() {
    guard state.interval.hasRaised else { return }
    state.interval = Interval(number: state.interval.number + 1)
    output.mayChangeLevels = true
    for scale in state.scales.indices { state.mark(state.watch.readersOfScale, scale) }
  }
}

/// The bound on rowless instants.
extension Machine {
  /// Counts a rowless instant; if there are too many, ends the evaluation and returns false.
  mutating func admitRowless(_ t: Int64) -> Bool {
    let column = state.code.rowlessColumn
    if state.sliding.isNow, !isCalm { state.pin() }
    if state.columns[column].isFull || state.rowlessCount >= options.mostRowless {
      state.forgetRowless(at: t)
    }
    subject.instantsLeft -= 1
    guard state.rowlessCount < options.mostRowless, subject.instantsLeft >= 0 else {
      stop(at: t)
      return false
    }
    if subject.instantsLeft & 0x3FF == 0, options.shouldStop?() ?? false {
      lastInstant = state.now
      return false
    }
    state.columns[column].append(t)
    return true
  }

  /// Ends the evaluation before an instant beyond the bound; earlier decisions stand.
  private mutating func stop(at t: Int64) {
    lastInstant = state.now
    guard state.rowlessCount >= options.mostRowless, let (rule, step) = culprit(at: t) else { return }
    let runaway = Runaway(rule: plan.tables.rules[rule].id, step: step, at: Instant(state.now))
    self.runaway = runaway
    output.told.append(.runaway(runaway))
  }

  /// The rule to blame: the one with the shortest `every` or `repeat`, where rules that are due at `t` go first.
  ///
  /// Periods too long to bring so many instants don't count. If none is left, it is the first rule that is due.
  private func culprit(at t: Int64) -> (rule: Int, step: Runaway.Step?)? {
    let rules = plan.tables.rules
    let longest = Runaway.period / Int64(max(options.mostRowless, 1)) * Int64(rules.count)
    var found: (rule: Int, step: Runaway.Step, isDue: Bool)?
    for rule in rules.indices {
      guard let operand = plan.program[rules[rule].id].step,
        let slot = plan.tables.slots.firstIndex(of: operand.origin)
      else { continue }
      let step = Runaway.Step(operand: operand, milliseconds: state.slots[slot])
      if step.milliseconds == unknown || step.milliseconds > longest { continue }
      let isDue = state.wakes[rule] <= t
      if let known = found, known.isDue != isDue ? known.isDue : known.step.milliseconds <= step.milliseconds
      {
        continue
      }
      found = (rule, step, isDue)
    }
    if let found { return (found.rule, found.step) }
    return rules.indices.first { state.wakes[$0] <= t }.map { ($0, nil) }
  }
}
