import PaceLanguage

extension Evaluator {
  /// Starts a subject; what was known of the last one is forgotten.
  public mutating func begin(_ subject: SubjectRecord) {
    log.removeAll()
    fired.removeAll(keepingCapacity: true)
    held.removeAll(keepingCapacity: true)
    raisingByFiring.removeAll(keepingCapacity: true)
    for index in memory.indices { memory[index] = RuleMemory() }
    for index in accounts.indices { accounts[index] = nil }
    for index in streaks.indices { streaks[index] = StreakMemory() }
    for index in toldLevels.indices { toldLevels[index] = 0 }
    for index in overflowed.indices { overflowed[index] = false }
    current.ordinal = EventOrdinal(-1)
    for index in current.isIn.indices { current.isIn[index] = -1 }
    if zone != subject.zone {
      zone = subject.zone
      calendar = LocalCalendar(
        zone: subject.zone, dayStart: plan.program.calendar.dayStart,
        weekStart: Int64(plan.program.calendar.weekStart))
    }
    now = .min
    isOpen = false
    hasToldAccount = false
    life.reset(subject)
    fillSlots(subject)
  }

  /// Takes the next event of the subject; events come in the order of time.
  public mutating func append(_ event: EventRecord) -> Admission {
    let t = event.at.milliseconds
    let ordinal = EventOrdinal(life.eventCount)
    life.eventCount += 1
    if let until = options.until, event.at > until { return .beyond }
    if t < now || t <= life.settledThrough || (t == now && !isOpen) { return .late }
    let kind = event.kind?.index ?? plan.events[event.event.index].kindStreams.count
    if isTooSoon(event, kind: kind) { return .debounced }
    if !life.hasBegun { begin(at: min(life.startedAt ?? t, t)) }
    if !isOpen || t > now { pass(to: t) }
    take(event, kind: kind, ordinal)
    return .kept
  }

  /// Goes from `now` to the instant of an event, through the deadlines in between.
  private mutating func pass(to t: Int64) {
    closeInstant()
    let end = endOfLife ?? .max
    run(through: min(end, t - 1), lookingTo: t)
    if t > end {
      life.recordedEnd = nil
      life.revivedAt = t
      lowerLevels()
      markAll()
    }
    openInstant(t)
  }

  /// Whether the event comes too soon after the last kept one of its kind; if not, it is now the last.
  private mutating func isTooSoon(_ event: EventRecord, kind: Int) -> Bool {
    guard let span = plan.events[event.event.index].debounce[kind] else { return false }
    let t = event.at.milliseconds
    if let last = life.lastKept[event.event.index][kind], Arithmetic.difference(t, last) < span {
      return true
    }
    life.lastKept[event.event.index][kind] = t
    return false
  }

  /// Enters an event in the streams it belongs to and tries the rules on them.
  private mutating func take(_ event: EventRecord, kind: Int, _ ordinal: EventOrdinal) {
    lowerLevels()
    let index = event.event.index
    current.event = event.event
    current.ordinal = ordinal
    fillFields(event, kind: kind)
    current.isIn[plan.events[index].stream.index] = ordinal.index
    if kind < plan.events[index].kindStreams.count {
      current.isIn[plan.events[index].kindStreams[kind].index] = ordinal.index
    }
    for derivation in plan.events[index].derivations where joins(derivation) {
      current.isIn[derivation.stream.index] = ordinal.index
    }
    enter(plan.events[index].stream)
    if kind < plan.events[index].kindStreams.count { enter(plan.events[index].kindStreams[kind]) }
    for derivation in plan.events[index].derivations
    where current.isIn[derivation.stream.index] == ordinal.index {
      enter(derivation.stream)
    }
    for position in plan.events[index].triggered {
      if case .on(let stream) = plan.rules[position].trigger,
        current.isIn[stream.index] == ordinal.index, plan.rules[position].emits || accountsWanted
      {
        attempt(position, event: ordinal)
      }
    }
    current.ordinal = EventOrdinal(-1)
  }

  private mutating func fillFields(_ event: EventRecord, kind: Int) {
    let index = event.event.index
    let count = plan.events[index].defaults[kind].count
    current.values.removeAll(keepingCapacity: true)
    for field in 0..<count {
      let value = field < event.values.count ? event.values[field] : .unknown
      current.values.append(value.isUnknown ? plan.events[index].defaults[kind][field] : value)
    }
  }

  private mutating func joins(_ derivation: PlannedDerivation) -> Bool {
    guard plan.members[derivation.members].contains(where: { isInCurrent($0) }) else {
      return false
    }
    guard let condition = derivation.condition else { return true }
    return value(condition, at: now) == 1
  }

  private mutating func isInCurrent(_ stream: StreamID) -> Bool {
    current.isIn[stream.index] == current.ordinal.index
  }

  /// Enters the current event in a stream's column and series, if anything looks back at it.
  private mutating func enter(_ stream: StreamID) {
    guard let column = plan.columnOfStream[stream.index] else { return }
    log.columns[column.index].times.append(now)
    log.columns[column.index].ordinals.append(current.ordinal.index)
    for series in plan.seriesOfColumn[column.index] {
      let slot = plan.program.fieldNames[plan.series[series.index].field.index].slots[current.event.index]
      log.series[series.index].append((slot.map { current.values[$0] } ?? .unknown).bits)
    }
    moveCursors(of: column)
    markReaders(of: column)
  }

  /// Takes the notices given at the present instant: they count as firings, and nothing is said.
  mutating func takeGiven() {
    while life.taken < life.given.count, life.given[life.taken].at.milliseconds <= now {
      let given = life.given[life.taken]
      life.taken += 1
      let index = plan.indexOfRule[given.rule.index]
      count(firingOf: index, at: given.at.milliseconds)
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
    for index in lastKept.indices {
      for kind in lastKept[index].indices { lastKept[index][kind] = nil }
    }
  }
}
