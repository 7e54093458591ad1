import PaceLanguage

/// A rule of which nothing changes is looked at 64 times as far ahead, but no more than 64 of these, in
/// milliseconds: ten days.
private let nearForesight: Int64 = 10 * 86_400_000

extension Evaluator {
  /// Evaluates everything up to and including `instant`; later events must come after it.
  ///
  /// A subject that has not started by then stays as it is.
  public mutating func advance(to instant: Instant) {
    settle(through: instant.milliseconds)
  }

  /// Evaluates what is left up to the subject's horizon: its end, else `until`, else its last event.
  public mutating func finish() {
    let last = life.hasBegun ? now : life.startedAt ?? .min
    settle(through: life.end < never ? life.end : options.until?.milliseconds ?? last)
  }

  /// The next instant after the last evaluated one at which something changes if nothing is logged; nil
  /// where nothing will within 400 days, or up to `horizon`.
  public mutating func nextDeadline(upTo horizon: Instant = Instant(.max)) -> Instant? {
    guard life.hasBegun else { return life.startedAt.map { Instant($0) } }
    if isOpen { return Instant(now) }
    let year: Int64 = 400 * 86_400_000
    let limit = min(Arithmetic.saturatingSum(now, year), life.end, horizon.milliseconds)
    let next = nextInstant(limit: limit)
    return next > limit ? nil : Instant(next)
  }

  /// When the subject ended or will: as recorded, or so long after what keeps it open; `.max` for never.
  mutating func endOfLife() -> Int64 {
    if let recorded = life.recordedEnd { return recorded }
    guard let ends = plan.ends, life.hasBegun || life.startedAt != nil else { return never }
    let delay = slots[ends.delay.index]
    guard delay != unknown else { return never }
    let start = life.hasBegun ? life.start : life.startedAt ?? .min
    var latest = max(start, life.revivedAt)
    if let newest = log.times[ends.column.index].last { latest = max(latest, newest) }
    return Arithmetic.saturatingSum(latest, delay)
  }

  private mutating func settle(through instant: Int64) {
    life.settledThrough = max(life.settledThrough, instant)
    let limit = min(instant, lastInstant)
    if !life.hasBegun {
      guard let start = life.startedAt, start <= limit else { return }
      begin(at: start)
    }
    let last = min(limit, life.end)
    horizon = last
    closeInstant()
    run(through: last, lookingTo: last)
  }

  /// Starts the subject's life; its start is an instant unless it had ended before.
  mutating func begin(at start: Int64) {
    life.hasBegun = true
    life.start = start
    now = start
    life.end = endOfLife()
    if start <= life.end { openInstant(start) }
  }

  /// Evaluates every deadline after `now`, up to and including `limit`.
  ///
  /// Deadlines are looked for up to `horizon`: one that falls on the next event belongs to its instant.
  mutating func run(through limit: Int64, lookingTo horizon: Int64) {
    self.horizon = horizon
    while true {
      let next = nextInstant(limit: horizon)
      guard next <= limit, next > now else { break }
      openInstant(next)
      closeInstant()
    }
  }

  /// The first instant after `now` and no later than `limit` at which something may change.
  private mutating func nextInstant(limit: Int64) -> Int64 {
    var first = never
    guard limit > now else { return first }
    for group in groups.indices {
      if groups[group].hasToLook(to: limit) { look(ahead: group, limit: limit) }
      first = min(first, groups[group].wake)
    }
    if first > limit { first = never }
    if life.taken < life.given.count {
      first = min(first, max(life.given[life.taken].at.milliseconds, now + 1))
    }
    if life.lastGiven != .min, life.lastGiven >= now { first = min(first, life.lastGiven + 1) }
    if hasRaised, life.end <= limit, life.end > now { first = min(first, life.end) }
    return first
  }

  /// Looks for the next instant at which a rule of a group may have something new to say.
  private mutating func look(ahead group: Int, limit: Int64) {
    var wake = never
    var lookedUpTo = never
    for place in places(of: group) {
      let index = followed.rules[place]
      if groups[group].stale & RuleGroup.bit(of: place) != 0 {
        refresh(place, limit: limit)
      } else if memory[index].lookedUpTo < limit, memory[index].nextChange > memory[index].lookedUpTo {
        // Nothing has touched the rule since it was looked at: it may be left alone for longer.
        refresh(place, limit: Arithmetic.saturatingSum(limit, 64 * min(limit - now, nearForesight)))
      }
      wake = min(wake, memory[index].nextChange)
      if memory[index].nextChange > memory[index].lookedUpTo {
        lookedUpTo = min(lookedUpTo, memory[index].lookedUpTo)
      }
    }
    groups[group].look(to: lookedUpTo, wake: wake)
  }

  private mutating func places(of group: Int) -> Range<Int> {
    let first = group * RuleGroup.size
    return first..<min(first + RuleGroup.size, followed.rules.count)
  }

  /// Looks for the next instant at which a followed rule may have something new to say.
  private mutating func refresh(_ place: Int, limit: Int64) {
    let index = followed.rules[place]
    var next = never
    if holdsTry(at: place), limit <= memory[index].tried.lookedUpTo {
      next = memory[index].tried.change
    } else if let condition = plan.rules[index].condition {
      next = nextChange(condition, after: now, limit: limit)
    }
    if plan.rules[index].hasMemory { next = min(next, nextTurn(index, limit: limit)) }
    if memory[index].isOn, plan.rules[index].emits { next = min(next, nextChance(index, limit: limit)) }
    memory[index].look(to: limit, found: next)
  }

  /// The next instant at which a `for` is over, or an `until` may end the episode.
  private mutating func nextTurn(_ index: Int, limit: Int64) -> Int64 {
    let end = plan.rules[index].until.map { nextChange($0, after: now, limit: limit) } ?? never
    return min(end, turnsOn(index, after: now, limit: limit) ?? never)
  }

  /// The next instant at which a rule whose state is on may speak.
  private mutating func nextChance(_ index: Int, limit: Int64) -> Int64 {
    switch plan.rules[index].trigger {
    case .on: return never
    case .at(let time): return calendar.nextClock(slots[time.index], after: now)
    case .every(let step, let from, let to):
      return nextTick(every: slots[step.index], from: slots[from.index], to: slots[to.index], after: now)
    case .none: break
    }
    if memory[index].hasSpoken {
      switch plan.rules[index].repetition {
      case .never: return never
      case .after(let pause):
        guard slots[pause.index] != unknown else { return never }
        let due = Arithmetic.saturatingSum(memory[index].spokeAt, slots[pause.index])
        if steadiness != nil, due > now { trackEnd(of: pause, from: memory[index].spokeAt, limit: limit) }
        if due > now { return due }
      case .daily:
        if !isRepeatDue(index) { return calendarDay(at: now).end }
      }
    }
    return opening(ofAllGatesOf: index, after: now, limit: limit)
  }

  mutating func openInstant(_ t: Int64) {
    // What is on and unspoken when the last given notice is past may speak now, though nothing has changed.
    if life.lastGiven != .min, now <= life.lastGiven, t > life.lastGiven { markAll() }
    now = t
    isOpen = true
    if !plan.streaks.isEmpty { advanceStreaks() }
    // Those of this very instant come after its events.
    if life.taken < life.given.count { takeGiven(through: t - 1) }
  }

  /// Ends the instant that is being evaluated: the rules that no event triggers, then memory.
  mutating func closeInstant() {
    guard isOpen else { return }
    isOpen = false
    if life.taken < life.given.count { takeGiven(through: now) }
    if now >= life.end { lowerLevels() }
    for group in groups.indices where groups[group].isDue(at: now) { tryRules(in: group) }
    if now >= life.end { lowerLevels() }
    for group in groups.indices where groups[group].isDue(at: now) { advanceMemory(in: group) }
    if options.tellsLevels || !fired.isEmpty { tell() }
  }

  private mutating func tryRules(in group: Int) {
    for place in places(of: group) where isDue(place, in: group) {
      let index = followed.rules[place]
      if plan.rules[index].isPlain, let condition = plan.rules[index].condition {
        tryPlain(place, condition)
      } else if !plan.rules[index].isOn {
        attempt(index, event: nil)
      }
    }
  }

  private mutating func advanceMemory(in group: Int) {
    for place in places(of: group) where isDue(place, in: group) { advanceMemory(at: place) }
  }

  /// Whether what a followed rule comes to at `now` has to be looked at.
  private mutating func isDue(_ place: Int, in group: Int) -> Bool {
    groups[group].marked & RuleGroup.bit(of: place) != 0 || memory[followed.rules[place]].nextChange <= now
  }

  /// Tries a rule that is nothing but a condition and gates; mostly there is nothing more to it.
  private mutating func tryPlain(_ place: Int, _ condition: NodeID) {
    let index = followed.rules[place]
    let look = outlook(condition, at: now, limit: horizon)
    if look.value != 1, !memory[index].isOn {
      memory[index].rest(at: now, until: look.change, lookedUpTo: horizon)
      groups[RuleGroup.group(of: place)].rest(RuleGroup.bit(of: place))
    } else {
      let state = StateOfRule(isOn: look.value == 1, condition: look.value)
      keep(Try(state: state, change: look.change, lookedUpTo: horizon, at: now), of: index)
      if state.isOn, isFree(index) { fire(index, event: nil) }
    }
  }

  /// Marks the rules whose verdict rests on a column that has grown.
  @inline(__always)
  mutating func markReaders(of column: ColumnID) {
    for position in followed.readersOfColumn[column.index] {
      mark(followed.readersOfColumn.elements[position])
    }
  }

  /// Marks the rules whose verdict rests on the level of a scale.
  mutating func markReaders(of scale: ScaleID) {
    for position in followed.readersOfScale[scale.index] {
      mark(followed.readersOfScale.elements[position])
    }
  }

  mutating func markAll() {
    for group in groups.indices { groups[group].markAll() }
  }

  /// Marks the followed rule at a place.
  mutating func mark(_ place: Int) {
    groups[RuleGroup.group(of: place)].mark(RuleGroup.bit(of: place))
  }
}

extension Arithmetic {
  static func saturatingSum(_ a: Int64, _ b: Int64) -> Int64 {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? (b > 0 ? .max : .min) : sum
  }

  static func saturatingDifference(_ a: Int64, _ b: Int64) -> Int64 {
    let (difference, overflow) = a.subtractingReportingOverflow(b)
    return overflow ? (b > 0 ? .min : .max) : difference
  }
}
