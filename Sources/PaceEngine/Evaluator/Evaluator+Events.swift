import PaceLanguage

extension Evaluator {
  /// Starts a subject; what was known of the last one is forgotten.
  public mutating func begin(_ subject: SubjectRecord) {
    log.removeAll()
    if !fired.isEmpty { fired.removeAll(keepingCapacity: true) }
    if !held.isEmpty { held.removeAll(keepingCapacity: true) }
    if !raisingByFiring.isEmpty { raisingByFiring.removeAll(keepingCapacity: true) }
    for index in memory.indices { memory[index] = RuleMemory() }
    for index in accounts.indices { accounts[index] = nil }
    for index in streaks.indices { streaks[index] = StreakMemory() }
    for index in toldLevels.indices { toldLevels[index] = 0 }
    for index in overflowed.indices { overflowed[index] = false }
    for index in current.isIn.indices { current.isIn[index] = -1 }
    current.ordinal = EventOrdinal(-1)
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
    resetSteadiness()
    life.end = endOfLife
  }

  /// Takes the next event of the subject; events come in the order of time.
  public mutating func append(_ event: EventRecord) -> Admission {
    let t = event.at.milliseconds
    let ordinal = EventOrdinal(life.eventCount)
    life.eventCount += 1
    if t > lastInstant { return .beyond }
    if t < now || t <= life.settledThrough || (t == now && !isOpen) { return .late }
    let kind = event.kind?.index ?? plan.events[event.event.index].kindCount
    if isTooSoon(event, kind: kind) { return .debounced }
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
      life.end = endOfLife
      lowerLevels()
      markAll()
    }
    openInstant(t)
  }

  /// Whether the event comes too soon after the last kept one of its kind; if not, it is now the last.
  private mutating func isTooSoon(_ event: EventRecord, kind: Int) -> Bool {
    let place = plan.events[event.event.index].firstKind + kind
    guard let span = plan.debounce[place] else { return false }
    let t = event.at.milliseconds
    if let last = life.lastKept[place], Arithmetic.difference(t, last) < span { return true }
    life.lastKept[place] = t
    return false
  }

  /// Enters an event in the streams it belongs to and tries the rules on them.
  private mutating func take(_ event: EventRecord, kind: Int, _ ordinal: EventOrdinal) {
    lowerLevels()
    version += 1
    let index = event.event.index
    current.event = event.event
    current.ordinal = ordinal
    fillFields(event, kind: kind)
    let stream = plan.events[index].stream
    current.isIn[stream.index] = ordinal.index
    let kindStream = kindStream(kind, of: index)
    if let kindStream { current.isIn[kindStream.index] = ordinal.index }
    for derivation in plan.derivations[index] where joins(derivation) {
      current.isIn[plan.derivations.elements[derivation].stream.index] = ordinal.index
    }
    enter(stream)
    if let kindStream { enter(kindStream) }
    for derivation in plan.derivations[index] {
      let stream = plan.derivations.elements[derivation].stream
      if isInCurrent(stream) { enter(stream) }
    }
    for position in plan.triggered[index] {
      let rule = plan.triggered.elements[position]
      if case .on(let stream) = plan.rules[rule].trigger, isInCurrent(stream),
        plan.rules[rule].emits || accountsWanted
      {
        attempt(rule, event: ordinal)
      }
    }
    current.ordinal = EventOrdinal(-1)
  }

  private mutating func kindStream(_ kind: Int, of event: Int) -> StreamID? {
    guard kind < plan.events[event].kindCount else { return nil }
    return plan.kindStreams.elements[plan.kindStreams[event].lowerBound + kind]
  }

  private mutating func fillFields(_ event: EventRecord, kind: Int) {
    let defaults = plan.defaults[plan.events[event.event.index].firstKind + kind]
    for (field, place) in defaults.enumerated() {
      let value = field < event.values.count ? event.values[field] : .unknown
      current.values[field] = value.isUnknown ? plan.defaults.elements[place] : value
    }
  }

  private mutating func joins(_ index: Int) -> Bool {
    let derivation = plan.derivations.elements[index]
    for member in plan.members[derivation.members] where isInCurrent(plan.members.elements[member]) {
      return derivation.condition.map { value($0, at: now) == 1 } ?? true
    }
    return false
  }

  private mutating func isInCurrent(_ stream: StreamID) -> Bool {
    current.isIn[stream.index] == current.ordinal.index
  }

  /// Enters the current event in a stream's column and series, if anything looks back at it.
  private mutating func enter(_ stream: StreamID) {
    guard let column = plan.columnOfStream[stream.index] else { return }
    log.times[column.index].append(now)
    if givesAccounts { log.ordinals[column.index].append(current.ordinal.index) }
    for position in plan.seriesOfColumn[column.index] {
      let series = plan.seriesOfColumn.elements[position].index
      let field = plan.fieldOfSeries[series * plan.events.count + current.event.index]
      log.series[series].append(field < 0 ? Value.unknown.bits : current.values[field].bits)
    }
    if column == plan.ends?.column { life.end = endOfLife }
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
    for index in lastKept.indices { lastKept[index] = nil }
  }
}
