public import PaceLanguage

/// What those need who run the end of one log again and again, each time with something otherwise.
extension Machine {
  /// Gives no account of the instant that is being evaluated, nor of any that is past.
  public mutating func ceaseAccounts() {
    output.accountsWanted = false
    output.wantsReasons = options.tellsHeld
    output.hasToldAccount = true
  }

  /// Gives an account of a later instant than the one that is being evaluated, and of no other; it must have
  /// been made to give some.
  public mutating func giveAccount(at instant: Instant) {
    if case .at(instant) = options.accounts { return }
    ceaseAccounts()
    for index in output.tried.indices { output.tried[index] = nil }
    options.accounts = .at(instant)
    output.hasToldAccount = false
  }

  /// The same run, all of an instant being over, telling level changes from there on.
  ///
  /// It must give accounts, for which all that is remembered is kept.
  public func tellingLevels(after instant: Instant) -> Machine {
    var teller = self
    teller.options.tellsLevels = true
    teller.watch(plan.code.watches.levels)
    teller.advance(to: instant)
    teller.restAll()
    teller.forgetRecords()
    for scale in state.toldLevels.indices {
      teller.state.toldLevels[scale] = teller.level(of: ScaleID(scale))
    }
    return teller
  }

  /// Forgets the rows that no window reaches one by one any more, so that copies cost little; accounts no longer
  /// name them.
  ///
  /// Parameters may yet come to stand at any value of their range.
  public mutating func forgetUnreachable() {
    guard state.now > .min else { return }
    own()
    for column in plan.columns.indices {
      var reach: Int64? = 0
      for window in plan.windowsOfColumn[column] {
        let own = self.reach(of: window)
        reach = reach.flatMap { reach in own.map { max(reach, $0) } }
      }
      guard let reach else { continue }
      let floor = Arithmetic.saturatingDifference(state.now, reach)
      var first = state.columns[column].count
      while first > state.columns[column].origin, state.columns[column].time(first - 1) >= floor {
        first -= 1
      }
      state.drop(column, before: first)
    }
  }

  /// How far back a window asks for single rows; nil where there is no end to it.
  private func reach(of window: WindowID) -> Int64? {
    let day: Int64 = 86_400_000
    switch plan.windows[window.index].start {
    case .whole: return state.code.asksForRows[window.index] ? nil : 0
    // A day or so more than they last, for clocks that are set back and days that streaks look at.
    case .today: return 2 * day
    case .thisWeek: return 9 * day
    case .thisMonth: return 33 * day
    case .after, .newest: return nil
    case .last(let slot):
      switch plan.slots[slot.index] {
      case .constant, .attribute: return Arithmetic.saturatingSum(state.slots[slot.index], 2 * day)
      case .param(let param):
        let most = plan.program.params[param.index].range?.upperBound ?? .max
        return Arithmetic.saturatingSum(max(state.slots[slot.index], most), 2 * day)
      case .folded, .leastWhole: return nil
      }
    }
  }

  /// Sets a parameter to another value from here on; what was decided stays as it is.
  public mutating func suppose(_ param: ParamID, _ value: Value) {
    guard let slot = plan.slots.firstIndex(of: .param(param)) else { return }
    own()
    state.slots[slot] = value.bits
    deriveSlots()
    state.rewind()
    state.forgetClock()
    state.markAll()
  }

  /// What may be remembered of a rule's state between two instants.
  public struct Episode: Sendable {
    public var rule: RuleID
    public var isOn: Bool
    /// Whether it has spoken in this episode, however long ago.
    public var hasSpoken: Bool
    /// How often it has spoken at all, as far as its own limit counts that; nil leaves it as it is.
    public var firings: Int?

    public init(_ rule: RuleID, isOn: Bool, hasSpoken: Bool, firings: Int?) {
      self.rule = rule
      self.isOn = isOn
      self.hasSpoken = hasSpoken
      self.firings = firings
    }
  }

  /// Goes on from the end of an instant up to which all is evaluated, as if the states of some rules without
  /// `for` and `until` had come to stand there as given.
  public mutating func suppose(_ episodes: [Episode], at instant: Instant) {
    own()
    if instant.milliseconds > state.now { passTime(to: instant.milliseconds) }
    for episode in episodes {
      let index = plan.indexOfRule[episode.rule.index]
      state.rules[index].isOn = episode.isOn
      state.rules[index].hasSpoken = episode.hasSpoken
      state.rules[index].spokeAt = state.now
      state.rules[index].trueSince = never
      state.rules[index].toldGate = -1
      if let firings = episode.firings, let column = plan.rules[index].ownFirings {
        state.columns[column.index].removeAll()
        for _ in 0..<firings { state.enter(column.index, at: state.now) }
      }
    }
    state.rewind()
    state.markAll()
    findWakes()
  }

  /// Whether the cooldowns of some rules hold as long as another machine's.
  public func cools(_ rules: [RuleID], like other: Machine) -> Bool {
    rules.allSatisfy { rule in
      let index = plan.indexOfRule[rule.index]
      let mine = state.rules[index].lastFiring
      let theirs = other.state.rules[index].lastFiring
      guard mine != theirs, let span = cooldown(of: rule) else { return true }
      return isPast(max(mine, theirs), by: span)
    }
  }

  /// Whether an instant lies longer ago than a cooldown lasts; one of unknown length holds nothing.
  func isPast(_ instant: Int64, by span: Int64) -> Bool {
    span == unknown || Arithmetic.saturatingDifference(state.now, instant) > span
  }

  /// Has a rule's cooldown hold from another firing, or from none, and the rule not have spoken in its
  /// episode; no column that counts firings is changed.
  public mutating func supposeLastFiring(of rule: RuleID, at instant: Instant?) {
    own()
    let index = plan.indexOfRule[rule.index]
    state.rules[index].lastFiring = instant?.milliseconds ?? .min
    state.rules[index].hasSpoken = false
    state.markAll()
    findWakes()
  }
}
