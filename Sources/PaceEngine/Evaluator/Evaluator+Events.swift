import PaceLanguage

extension Evaluator {
  /// Starts a subject; what was known of the last one is forgotten.
  public mutating func begin(_ subject: SubjectRecord) {
    log.removeAll()
    if !fired.isEmpty { fired.removeAll(keepingCapacity: true) }
    if !overflowed.isEmpty { overflowed.removeAll() }
    hasRaised = false
    let fresh = RuleMemory()
    for index in memory.indices { memory[index] = fresh }
    for group in groups.indices { groups[group].reset() }
    for index in streaks.indices { streaks[index] = StreakMemory() }
    for index in toldLevels.indices { toldLevels[index] = 0 }
    for index in current.isIn.indices { current.isIn[index] = -1 }
    current.ordinal = EventOrdinal(-1)
    if zone != subject.zone {
      zone = subject.zone
      calendar = LocalCalendar(
        zone: subject.zone, dayStart: plan.program.calendar.dayStart,
        weekStart: Int64(plan.program.calendar.weekStart))
      recentDays = RecentDays()
    }
    now = .min
    isOpen = false
    life.reset(subject)
    fillSlots(subject)
    resetSteadiness()
    life.end = endOfLife()
  }

  /// Takes the next event of the subject; events come in the order of time.
  public mutating func append(_ event: EventRecord) -> Admission {
    let t = event.at.milliseconds
    let ordinal = EventOrdinal(life.eventCount)
    life.eventCount += 1
    if t > lastInstant { return .beyond }
    if t < now || t <= life.settledThrough || (t == now && !isOpen) { return .late }
    let planned = plan.events[event.event.index]
    let kind = planned.firstKind + min(event.kind?.index ?? planned.kindCount, planned.kindCount)
    if let span = plan.kinds[kind].debounce, isTooSoon(t, kind: kind, span) { return .debounced }
    if !life.hasBegun { begin(at: min(life.startedAt ?? t, t)) }
    if !isOpen || t > now { pass(to: t) }
    take(event, kind: kind, ordinal)
    return .kept
  }

  /// Goes from `now` to the instant of an event, through the deadlines in between.
  private mutating func pass(to t: Int64) {
    horizon = t
    closeInstant()
    let end = life.end
    run(through: min(end, t - 1), lookingTo: t)
    if t > end {
      life.recordedEnd = nil
      life.revivedAt = t
      life.end = endOfLife()
      lowerLevels()
      markAll()
    }
    openInstant(t)
  }

  /// Whether the event comes too soon after the last kept one of its kind; if not, it is now the last.
  private mutating func isTooSoon(_ t: Int64, kind: Int, _ span: Int64) -> Bool {
    if let last = life.lastKept[kind], Arithmetic.difference(t, last) < span { return true }
    life.lastKept[kind] = t
    return false
  }

  /// Enters an event in the streams it belongs to and tries the rules on them.
  private mutating func take(_ event: EventRecord, kind: Int, _ ordinal: EventOrdinal) {
    lowerLevels()
    current.event = event.event
    current.ordinal = ordinal
    fillFields(event, plan.kinds[kind].defaults)
    // Whether it is in a stream is decided by the events before it, so by all conditions before it is entered.
    for index in plan.kinds[kind].derivations where joins(index) {
      current.isIn[plan.derivations[index].stream.index] = ordinal.index
    }
    for index in plan.kinds[kind].entries { enter(plan.entries[index]) }
    for index in plan.kinds[kind].derivations {
      if let column = plan.derivations[index].column, isInCurrent(plan.derivations[index].stream) {
        enter(column)
      }
    }
    for index in plan.kinds[kind].triggered {
      let trigger = plan.triggered[index]
      if trigger.stream.map({ isInCurrent($0) }) ?? true { attempt(trigger.rule, event: ordinal) }
    }
    current.ordinal = EventOrdinal(-1)
  }

  private mutating func fillFields(_ event: EventRecord, _ defaults: Range<Int>) {
    var field = 0
    for place in defaults {
      let value = field < event.values.count ? event.values[field] : .unknown
      current.values[field] = value.isUnknown ? plan.defaults[place] : value
      field += 1
    }
  }

  private mutating func joins(_ index: Int) -> Bool {
    let derivation = plan.derivations[index]
    var isMember = derivation.members.isEmpty
    for member in derivation.members where isInCurrent(plan.members[member]) { isMember = true }
    guard isMember else { return false }
    return derivation.condition.map { value($0, at: now) == 1 } ?? true
  }

  private mutating func isInCurrent(_ stream: StreamID) -> Bool {
    current.isIn[stream.index] == current.ordinal.index
  }

  /// Enters the current event in a column and its series.
  private mutating func enter(_ column: ColumnID) {
    log.append(now, to: column)
    for position in plan.seriesOfColumn[column.index] {
      let series = plan.seriesOfColumn.elements[position].index
      log.series[series].append(fieldValue(plan.series[series].field))
    }
    if column == plan.ends?.column { life.end = endOfLife() }
    markReaders(of: column)
  }

  /// Takes the notices given up to an instant: they count as firings, and nothing is said.
  mutating func takeGiven(through t: Int64) {
    while life.taken < life.given.count, life.given[life.taken].at.milliseconds <= t {
      let given = life.given[life.taken]
      life.taken += 1
      let index = plan.indexOfRule[given.rule.index]
      count(firingOf: index, at: given.at.milliseconds)
      // What was given while the subject was not open is said of an episode only if that had begun.
      if given.at.milliseconds < now, !memory[index].isOn { memory[index].hasSpoken = false }
    }
  }
}

extension Life {
  /// Makes ready for another subject.
  mutating func reset(_ subject: SubjectRecord) {
    hasBegun = false
    startedAt = subject.startedAt?.milliseconds
    recordedEnd = subject.endedAt?.milliseconds
    settledThrough = .min
    start = .min
    revivedAt = .min
    given = subject.given
    taken = 0
    lastGiven = subject.given.last?.at.milliseconds ?? .min
    eventCount = 0
    for index in lastKept.indices { lastKept[index] = nil }
  }
}
