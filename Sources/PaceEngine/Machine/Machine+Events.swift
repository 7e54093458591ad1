public import PaceLanguage

/// A subject's events.
extension Machine {
  /// Starts a subject and forgets the one before.
  public mutating func begin(_ record: SubjectRecord) {
    forgetSubject()
    state.clock.use(record.zone)
    lastInstant = options.lastInstant
    subject.begin(record, through: lastInstant)
    if plan.program.subject.isPerDay {
      subject.lastInstant = record.lastInstant?.milliseconds ?? .max
      subject.endsWithDayOfStart = record.lastInstant == nil
    }
    isInstantOpen = false
    runaway = nil
    fillSlots(record)
    if closesAtOnce { state.skipResting() }
    beginTracking()
    if let start = subject.startedAt { endWithDay(of: start) }
    findEnd()
  }

  /// Adds given notices, and tells nothing up to and including an instant. The notices must be in the order of time
  /// and not earlier than the last evaluated instant.
  mutating func give(_ notices: [GivenNotice], silentThrough instant: Instant) {
    subject.give(notices, silentThrough: instant.milliseconds)
  }

  /// Forgets the notices given after the last evaluated instant, and speaks from there on as without them.
  mutating func forgetGiven() {
    own()
    subject.forgetGiven()
  }

  /// Takes the next event of the subject; events come in the order of time.
  ///
  /// The program must have its type and kind.
  public mutating func append(_ event: EventRecord) -> Admission {
    checkEvent(event.event)
    if let kind = event.kind?.index {
      let count = state.code.events[event.event.index].kindCount
      precondition(kind >= 0 && kind < count, "the event has no such kind")
    }
    own()
    let (kind, admission) = admit(event.event, kind: event.kind?.index, at: event.at.milliseconds)
    guard admission == .kept else { return admission }
    for (field, place) in state.code.kinds[kind].defaults.enumerated() {
      let value = field < event.values.count ? event.values[field] : .unknown
      state.fields[field] = value.isUnknown ? state.code.defaults[place].bits : value.bits
    }
    take(event.event, kind)
    return .kept
  }

  /// Takes the next events of the subject, all of one type, as rows of `stride` words.
  ///
  /// A row has the instant, the index of the kind or -1, and then each field. The program must have the type.
  public mutating func append(
    _ rows: Span<Int64>, stride: Int, of event: EventID
  ) -> (kept: Int, debounced: Int) {
    checkEvent(event)
    own()
    var counts = (kept: 0, debounced: 0)
    var row = 0
    while row < rows.count {
      let kind = rows[row + 1]
      let (index, admission) = admit(event, kind: kind < 0 ? nil : Int(kind), at: rows[row])
      switch admission {
      case .kept:
        counts.kept += 1
        let defaults = state.code.kinds[index].defaults
        for field in 0..<defaults.count {
          let value = rows[row + 2 + field]
          state.fields[field] =
            value == unknown ? state.code.defaults[defaults.lowerBound + field].bits : value
        }
        take(event, index)
      case .debounced: counts.debounced += 1
      case .late, .beyond: break
      }
      row += stride
    }
    return counts
  }

  @inline(__always)
  private func checkEvent(_ event: EventID) {
    precondition(event.index >= 0 && event.index < state.code.events.count, "the program has no such event")
  }

  /// Decides whether an event is taken, and if so goes to its instant.
  ///
  /// Returns the index of its kind in `Code.kinds`, which is meaningless if it is not taken.
  @inline(__always)
  private mutating func admit(_ event: EventID, kind: Int?, at t: Int64) -> (kind: Int, Admission) {
    subject.eventCount += 1
    if t > lastInstant { return (0, .beyond) }
    if t < state.now || t <= subject.settledThrough || (t == state.now && !isInstantOpen) {
      return (0, .late)
    }
    let kind = state.code.events[event.index].place(ofKind: kind)
    if let span = state.code.kinds[kind].debounce {
      let last = state.lastKept[kind]
      if last != .min, Arithmetic.difference(t, last) < span { return (0, .debounced) }
      state.lastKept[kind] = t
    }
    if !subject.hasBegun { start(at: min(subject.startedAt ?? t, t)) }
    if !isInstantOpen || t > state.now { advanceToEvent(at: t) }
    return (kind, t > lastInstant ? .beyond : .kept)
  }

  /// Goes from `now` to the instant of an event, through the deadlines in between.
  private mutating func advanceToEvent(at t: Int64) {
    state.limit = t
    closeInstant()
    if subject.eventCount == 1, closesAtOnce { state.findResting() }
    let end = subject.end
    run(through: min(end, t - 1))
    if runaway != nil { return }
    if t > end {
      countLevels(upTo: end)
      state.countLevels(from: t)
      subject.revive(at: t)
      findEnd()
      lowerLevels()
      state.markAll()
    }
    if state.meter.isMeasuring { state.meter.countInstant(ofRow: true) }
    openInstant(t)
  }

  /// Starts the subject's life, and opens its first instant unless its end lies before its start.
  mutating func start(at start: Int64) {
    subject.begin(at: start)
    state.now = start
    state.countLevels(from: start)
    endWithDay(of: start)
    findEnd()
    if !plan.tables.streaks.isEmpty {
      state.clock.streaks = StreakDay(state.clock.day(at: start).number, state.clock.calendar)
    }
    if start > subject.end { return }
    if state.meter.isMeasuring { state.meter.countInstant(ofRow: true) }
    openInstant(start)
  }

  private mutating func endWithDay(of start: Int64) {
    guard subject.endsWithDayOfStart else { return }
    subject.lastInstant = state.clock.calendar.calendarDay(at: start).end - 1
  }

  @inline(never)
  mutating func findEnd() {
    let column = state.code.endColumn
    guard column >= 0 else { return subject.findEnd(delay: nil, newest: nil) }
    let count = state.columns[column].count
    let newest = count == 0 ? nil : state.columns[column].time(count - 1)
    subject.findEnd(delay: state.slots[state.code.endDelay], newest: newest)
  }

  /// Enters an event in the streams it belongs to and tries the rules on them.
  private mutating func take(_ event: EventID, _ kind: Int) {
    lowerLevels()
    state.event = event
    let ordinal = subject.eventCount - 1
    state.ordinal = ordinal
    for index in state.code.events[event.index].schedules {
      let field = state.code.scheduleFields[index]
      state.clock.readSchedule(ofText: state.fields[field], in: texts)
    }
    state.wantsUntil = false
    // Stream conditions see only earlier events, so all are decided before this event is entered.
    for index in state.code.kinds[kind].derivations where joins(index) {
      state.joined[state.code.derivations[index].stream.index] = ordinal
    }
    for index in state.code.kinds[kind].entries { enter(state.code.entries[index]) }
    for index in state.code.kinds[kind].derivations {
      let derivation = state.code.derivations[index]
      if let column = derivation.column, state.joined[derivation.stream.index] == ordinal { enter(column) }
    }
    state.wantsUntil = output.wantsReasons
    for index in state.code.kinds[kind].triggered {
      let trigger = state.code.triggered[index]
      if let stream = trigger.stream, state.joined[stream.index] != ordinal { continue }
      attempt(trigger.rule, event: true)
    }
    state.wantsUntil = true
    state.ordinal = -1
  }

  @inline(__always)
  private mutating func enter(_ column: ColumnID) {
    state.enterEvent(column.index)
    if column.index == state.code.endColumn {
      subject.keepOpen(from: state.now, delay: state.slots[state.code.endDelay])
    }
  }

  @inline(__always)
  private mutating func joins(_ index: Int) -> Bool {
    let derivation = state.code.derivations[index]
    var isMember = derivation.members.isEmpty
    for member in derivation.members
    where state.joined[state.code.members[member].index] == state.ordinal { isMember = true }
    guard isMember else { return false }
    guard let condition = derivation.condition else { return true }
    let value = state.look(condition).value
    if value == unknown { noteOverflow(ofDerivation: index) }
    if output.accountsWanted { keepAccount(of: derivation.stream, joins: value == 1) }
    return value == 1
  }

  // MARK: Given notices

  /// Takes the notices given up to an instant: they count as firings, and nothing is told.
  mutating func takeGiven(through t: Int64) {
    while let given = subject.takeGiven(through: t) {
      let rule = plan.tables.indexOfRule[given.rule.index]
      if plan.tables.rules[rule].id != given.rule { continue }
      let at = given.at.milliseconds
      count(firingOf: rule, at: at)
      tries.lastFiring = at
      // A notice given while the subject was not open counts for an episode only if the episode had begun.
      if at < state.now, !state.rules[rule].isOn { state.rules[rule].hasFiredInEpisode = false }
    }
  }

  // MARK: Streaks

  /// Sets the clock forward; streaks see the end of each day that passes.
  @inline(__always)
  mutating func moveClock(to t: Int64) {
    if let streaks = state.clock.streaks, streaks.last < t { passDays(before: t) }
    state.now = t
  }

  @inline(never)
  private mutating func passDays(before t: Int64) {
    guard var days = state.clock.streaks else { return }
    state.wantsUntil = false
    while days.last < t {
      state.now = days.last
      for (index, streak) in plan.tables.streaks.enumerated() {
        if let skip = streak.skip, state.look(skip).value == 1 { continue }
        let isHeld = state.look(streak.condition).value == 1
        if state.streaks[index].length == 0 { state.streaks[index].first = days.day }
        state.streaks[index].length = isHeld ? state.streaks[index].length + 1 : 0
      }
      days = StreakDay(state.clock.calendar.nextDay(after: days.day), state.clock.calendar)
    }
    state.clock.streaks = days
    state.wantsUntil = true
  }
}
