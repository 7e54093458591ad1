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
    if isTooSoon(event) { return .debounced }
    if !life.hasBegun { begin(at: min(life.startedAt ?? t, t)) }
    if !isOpen || t > now { pass(to: t) }
    take(event, ordinal)
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
  private mutating func isTooSoon(_ event: EventRecord) -> Bool {
    let planned = plan.events[event.event.index]
    let kind = event.kind?.index ?? planned.kindStreams.count
    guard let span = planned.debounce[kind] else { return false }
    let t = event.at.milliseconds
    if let last = life.lastKept[event.event.index][kind], Arithmetic.difference(t, last) < span {
      return true
    }
    life.lastKept[event.event.index][kind] = t
    return false
  }

  /// Enters an event in the streams it belongs to and tries the rules on them.
  private mutating func take(_ event: EventRecord, _ ordinal: EventOrdinal) {
    lowerLevels()
    let planned = plan.events[event.event.index]
    current.event = event.event
    current.ordinal = ordinal
    fillFields(event, defaults: planned.defaults[event.kind?.index ?? planned.kindStreams.count])
    current.isIn[planned.stream.index] = ordinal.index
    if let kind = event.kind { current.isIn[planned.kindStreams[kind.index].index] = ordinal.index }
    for derivation in planned.derivations where joins(derivation) {
      current.isIn[derivation.stream.index] = ordinal.index
    }
    enter(planned.stream)
    if let kind = event.kind { enter(planned.kindStreams[kind.index]) }
    for derivation in planned.derivations where current.isIn[derivation.stream.index] == ordinal.index {
      enter(derivation.stream)
    }
    for index in planned.triggered {
      if case .on(let stream) = plan.rules[index].trigger,
        current.isIn[stream.index] == ordinal.index, plan.rules[index].emission != nil || accountsWanted
      {
        attempt(index, event: ordinal)
      }
    }
    current.ordinal = EventOrdinal(-1)
  }

  private mutating func fillFields(_ event: EventRecord, defaults: [Value]) {
    current.values.removeAll(keepingCapacity: true)
    for (index, initial) in defaults.enumerated() {
      let value = index < event.values.count ? event.values[index] : .unknown
      current.values.append(value.isUnknown ? initial : value)
    }
  }

  private func joins(_ derivation: PlannedDerivation) -> Bool {
    guard derivation.members.contains(where: { current.isIn[$0.index] == current.ordinal.index }) else {
      return false
    }
    guard let condition = derivation.condition else { return true }
    return value(condition, at: now) == 1
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
