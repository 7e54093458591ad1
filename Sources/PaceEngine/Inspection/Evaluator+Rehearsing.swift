public import PaceLanguage

/// What those need who evaluate the end of one log again and again, each time with something otherwise.
extension Evaluator {
  /// Whether the subject's life has begun.
  public var hasBegun: Bool { life.hasBegun }

  /// Gives no account of the instant that is being evaluated, nor of any that is past.
  public mutating func ceaseAccounts() {
    accountsWanted = false
    wantsReasons = options.tellsHeld
    hasToldAccount = true
  }

  /// Gives an account of a later instant than the one that is being evaluated, and of no other; it must have
  /// been made to give some.
  public mutating func giveAccount(at instant: Instant) {
    if case .at(instant) = options.accounts { return }
    ceaseAccounts()
    for index in accounts.indices { accounts[index] = nil }
    options.accounts = .at(instant)
    hasToldAccount = false
  }

  /// The same evaluator, all of an instant being over, telling of level changes from there on.
  ///
  /// It must give accounts, for which all that is remembered is kept.
  public func tellingLevels(after instant: Instant) -> Evaluator {
    var teller = self
    teller.options.tellsLevels = true
    teller.followed = plan.followedWithLevels
    teller.groups = RuleGroup.groups(of: teller.followed.rules.count)
    teller.advance(to: instant)
    teller.records.removeAll()
    for scale in toldLevels.indices { teller.toldLevels[scale] = teller.level(of: ScaleID(scale)) }
    return teller
  }

  /// Forgets the events that no window reaches one by one any more, so that copies of the evaluator cost
  /// little; accounts no longer name them.
  ///
  /// Parameters may yet come to stand at any value of their range. What was decided stays as it is.
  public mutating func forgetUnreachable() {
    guard now > .min else { return }
    // A streak looks back from the ends of the days that it has not come to.
    let days = streaks.map { calendar.dayStart(of: $0.day) ?? .min }
    let earliest = days.reduce(now) { min($0, $1) }
    for index in log.times.indices {
      let column = ColumnID(index)
      guard let reach = reach(of: column) else { continue }
      let floor = Arithmetic.saturatingDifference(earliest, reach)
      let first = firstIndex(column, notBefore: floor, before: log.times[index].count)
      // With one more that is older than any window, none of them begins with the first that is kept.
      log.forget(first - 1, of: column, plan)
    }
  }

  /// How far back any window over a column asks for single events; nil where there is no end to it.
  private mutating func reach(of column: ColumnID) -> Int64? {
    var reach: Int64 = 0
    for window in plan.windowsOfColumn[column.index] {
      guard let own = self.reach(of: window) else { return nil }
      reach = max(reach, own)
    }
    return reach
  }

  private mutating func reach(of window: WindowID) -> Int64? {
    let day: Int64 = 86_400_000
    switch plan.windows[window.index].start {
    case .whole: return asksForExtremes(of: window) ? nil : 0
    // A day or so more than they last, for clocks that are set back.
    case .today: return 2 * day
    case .thisWeek: return 9 * day
    case .thisMonth: return 33 * day
    case .after: return nil
    case .last(let slot):
      switch plan.slots[slot.index] {
      case .constant, .attribute: return slots[slot.index]
      case .param(let param):
        return max(slots[slot.index], plan.program.params[param.index].range?.upperBound ?? .max)
      case .folded, .leastWhole: return nil
      }
    }
  }

  /// Sets a parameter to another value from here on; what was decided stays as it is.
  public mutating func suppose(_ param: ParamID, _ value: Value) {
    guard let index = plan.slots.firstIndex(of: .param(param)) else { return }
    slots[index] = value.bits
    deriveSlots()
    log.noteChange()
    markAll()
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
    now = max(now, instant.milliseconds)
    for episode in episodes {
      let index = plan.indexOfRule[episode.rule.index]
      memory[index].isOn = episode.isOn
      memory[index].hasSpoken = episode.hasSpoken
      memory[index].spokeAt = now
      memory[index].trueSince = nil
      memory[index].toldGate = nil
      memory[index].knownAt = now
      if let firings = episode.firings, let column = plan.rules[index].ownFirings {
        log.replace(column, by: Array(repeating: now, count: firings))
      }
    }
    markAll()
  }

  /// The first instant of the calendar day of another one.
  public func startOfDay(at instant: Instant) -> Instant {
    Instant(calendar.calendarDay(at: instant.milliseconds).start)
  }

  /// The instant of the newest event of a stream; nil where there is none, or nothing looks back at it.
  public func newest(of stream: StreamID) -> Instant? {
    plan.columnOfStream[stream.index].flatMap { log.times[$0.index].last }.map { Instant($0) }
  }

  /// How long a rule's own cooldown lasts; nil where it has none.
  public func cooldown(of rule: RuleID) -> Int64? {
    for gate in plan.gates[plan.rules[plan.indexOfRule[rule.index]].gates] {
      if case .cooldown(let span) = gate.kind { return slots[span.index] }
    }
    return nil
  }

  /// Whether the cooldowns of some rules hold as long as another evaluator's.
  public func cools(_ rules: [RuleID], like other: Evaluator) -> Bool {
    rules.allSatisfy { rule in
      let index = plan.indexOfRule[rule.index]
      let mine = memory[index].lastFiring
      let theirs = other.memory[index].lastFiring
      guard mine != theirs, let span = cooldown(of: rule) else { return true }
      return isPast(max(mine, theirs), by: span)
    }
  }

  /// Has a rule's cooldown hold from another firing, or from none, and the rule not have spoken in its
  /// episode; no column that counts firings is changed.
  public mutating func supposeLastFiring(of rule: RuleID, at instant: Instant?) {
    let index = plan.indexOfRule[rule.index]
    memory[index].lastFiring = instant?.milliseconds ?? .min
    memory[index].hasSpoken = false
    markAll()
  }
}
