public import PaceLanguage

/// Altering a machine, for callers that run the end of one log many times.
extension Machine {
  /// From here on gives no account of the instant that is being evaluated, nor of an earlier one.
  public mutating func ceaseAccounts() {
    output.accountsWanted = false
    output.wantsReasons = options.seesHeld
    output.hasToldAccount = true
  }

  /// Gives an account of one later instant only; the machine must have been made to give accounts.
  ///
  /// - Parameter passedFirings: as in `Options`; nil leaves that as it is.
  public mutating func giveAccount(at instant: Instant, passing passedFirings: Int? = nil) {
    if let passedFirings { options.passedFirings = passedFirings }
    if case .at(instant) = options.accounts { return }
    ceaseAccounts()
    output.tried.forget()
    options.accounts = .at(instant)
    tries = Tries(options, plan.tables)
    output.hasToldAccount = false
  }

  /// A copy that has closed an instant and tells level changes from there on.
  ///
  /// The machine must give accounts: only then is all memory kept.
  public func tellingLevels(after instant: Instant) -> Machine {
    var teller = self
    teller.options.tellsLevels = true
    teller.watch(plan.code.watches.levels)
    teller.advance(to: instant)
    // Rules not watched so far may have changed since the last evaluated instant; that is past, and not told.
    teller.carryAllMemory()
    teller.advance(to: instant)
    teller.forgetRecords()
    for (scale, level) in teller.levels.enumerated() { teller.state.scales[scale].told = level }
    return teller
  }

  /// Drops the rows that no window will read one by one, so that copies cost little; accounts no longer name them.
  ///
  /// Parameters may still be set to any value of their range.
  public mutating func forgetUnreachable() {
    guard state.now > .min else { return }
    own()
    for column in plan.tables.columns.indices {
      guard let reach = reach(ofColumn: column) else { continue }
      let floor = Arithmetic.saturatingDifference(state.now, reach)
      var first = state.columns[column].count
      while first > state.columns[column].origin, state.columns[column].time(first - 1) >= floor {
        first -= 1
      }
      state.drop(column, before: first)
    }
  }

  /// How far back the windows over a column read single rows; nil for no limit.
  private func reach(ofColumn column: Int) -> Int64? {
    var farthest: Int64 = 0
    for window in plan.tables.windowsOfColumn[column] {
      guard let reach = reach(of: window) else { return nil }
      farthest = max(farthest, reach)
    }
    return farthest
  }

  private func reach(of window: WindowID) -> Int64? {
    let day = CivilDate.dayLength
    switch plan.tables.windows[window.index].start {
    case .whole: return state.code.asksForRows[window.index] ? nil : 0
    // A day or two more than the longest period, since clocks may be set back and streaks look at past days.
    case .today: return 2 * day
    case .yesterday: return 4 * day
    case .thisWeek: return 9 * day
    case .thisMonth: return 33 * day
    case .after, .newest: return nil
    case .last(let slot):
      switch plan.tables.slots[slot.index] {
      case .constant, .attribute: return Arithmetic.saturatingSum(state.slots[slot.index], 2 * day)
      case .param(let param):
        let most = plan.program.params[param.index].range?.upperBound ?? .max
        return Arithmetic.saturatingSum(max(state.slots[slot.index], most), 2 * day)
      case .folded, .leastWhole: return nil
      }
    }
  }

  /// Sets a parameter to another value from here on; earlier decisions stand.
  ///
  /// A window that the new value lengthens has all its rows only with `Options.keepsRows`.
  public mutating func suppose(_ param: ParamID, _ value: Value) {
    guard let slot = plan.tables.slots.firstIndex(of: .param(param)) else { return }
    own()
    state.slots[slot] = value.bits
    deriveSlots()
    state.rewind()
    state.forgetClock()
    state.markAll()
  }

  /// What a rule's state may remember from one instant to the next.
  public struct Episode: Sendable {
    public var rule: RuleID
    public var isOn: Bool
    /// Whether it has fired in this episode, however long ago.
    public var hasFired: Bool
    /// The firing from which its own cooldown counts; nil for none.
    public var lastFiring: Instant?
    /// How many of its firings its own limit counts; nil leaves the count as it is.
    public var firings: Int?

    public init(
      _ rule: RuleID, isOn: Bool = false, hasFired: Bool = false, lastFiring: Instant? = nil,
      firings: Int? = nil
    ) {
      self.rule = rule
      self.isOn = isOn
      self.hasFired = hasFired
      self.lastFiring = lastFiring
      self.firings = firings
    }
  }

  /// Goes on from the end of a fully evaluated instant, as if some rules without `for` and `until` were in
  /// the given states.
  public mutating func suppose(_ episodes: [Episode], at instant: Instant) {
    own()
    if instant.milliseconds > state.now { moveClock(to: instant.milliseconds) }
    for episode in episodes {
      let index = plan.tables.indexOfRule[episode.rule.index]
      if episode.isOn, !state.rules[index].isOn { state.rules[index].onSince = state.now }
      state.rules[index].isOn = episode.isOn
      state.rules[index].hasFiredInEpisode = episode.hasFired
      state.rules[index].firedInEpisodeAt = state.now
      state.rules[index].lastFiring = episode.lastFiring?.milliseconds ?? .min
      state.rules[index].trueSince = never
      state.rules[index].toldGate = -1
      if let firings = episode.firings, let column = plan.tables.rules[index].ownFirings {
        state.empty(column.index)
        for _ in 0..<firings { state.enter(column.index, at: state.now) }
      }
    }
    state.rewind()
    state.markAll()
    findWakes()
  }

  /// Whether an instant is longer ago than a cooldown lasts; true for a cooldown of unknown length.
  func isPast(_ instant: Int64, by span: Int64) -> Bool {
    span == unknown || Arithmetic.saturatingDifference(state.now, instant) > span
  }
}

/// Tracked parameters: the values with which a run would have been the same.
extension Machine {
  /// The range of a tracked parameter's values that give the same decisions so far, in the bits of `Value`. The
  /// present value is among them; messages may differ. Nil if the parameter is not tracked.
  ///
  /// With several tracked parameters, every combination of values in their ranges decides alike. `mutating` for the
  /// reason that `isOpenEnded` is.
  public mutating func trackedRange(of param: ParamID) -> ClosedRange<Int64>? {
    guard options.tracked.contains(param) else { return nil }
    guard let tracked = trackedSlots.first(where: { $0.param == param }) else { return .min ... .max }
    return state.tracking[tracked.slot.index].range
  }

  /// Starts the tracked ranges anew once the present instant is over, perhaps with another value of a
  /// parameter.
  ///
  /// Without a new value, what is already known of later instants holds only for the values in the old ranges.
  ///
  /// - Parameter next: the instant of the next event.
  public mutating func trackAnew(supposing other: (param: ParamID, value: Value)? = nil, next: Instant) {
    own()
    if let other {
      if let tracked = trackedSlots.first {
        state.moveTimes(by: other.value.bits &- state.slots[tracked.slot.index])
      }
      suppose(other.param, other.value)
    }
    beginTracking()
    guard other != nil else { return }
    findEnd()
    if subject.hasBegun {
      state.limit = next.milliseconds
      findWakes()
    }
  }

  mutating func beginTracking() { state.beginTracking(trackedSlots) }

  /// Narrows the tracked ranges to the values that another machine's have too.
  public mutating func narrowRanges(to other: Machine) {
    own()
    for tracked in trackedSlots {
      state.tracking[tracked.slot.index].narrow(to: other.state.tracking[tracked.slot.index])
    }
  }

  /// Narrows a tracked range to the values up to the present one.
  public mutating func narrowRangeToPresent(of param: ParamID) {
    own()
    for tracked in trackedSlots where tracked.param == param {
      let value = state.slots[tracked.slot.index]
      state.tracking[tracked.slot.index].atMost(value, value)
    }
  }
}
