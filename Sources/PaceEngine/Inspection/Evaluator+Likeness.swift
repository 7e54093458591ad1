import PaceLanguage

extension Evaluator {
  /// Whether this evaluator and another one of the same plan and subject, of which the logs differ, will say
  /// the same from here on if they are given the same.
  ///
  /// What has left every window no longer counts. The answer is never wrongly yes; it may be wrongly no.
  public func continues(like other: Evaluator) -> Bool {
    guard now == other.now, isOpen == other.isOpen, streaks == other.streaks, slots == other.slots,
      life.hasBegun == other.life.hasBegun, life.end == other.life.end, life.lastKept == other.life.lastKept,
      life.revivedAt == other.life.revivedAt, hasRaised == other.hasRaised
    else { return false }
    for index in followed.rules
    where memory[index].isOn != other.memory[index].isOn
      || memory[index].hasSpoken != other.memory[index].hasSpoken
    { return false }
    for column in log.times.indices
    where plan.asksForNewest[column] && log.times[column].last != other.log.times[column].last {
      return false
    }
    for index in memory.indices where !remembers(index, like: other) { return false }
    for series in plan.series.indices
    where plan.asksForNewest[plan.series[series].column.index] && !endsAlike(series, other) { return false }
    var mine = self
    var others = other
    for window in plan.windows.indices where !mine.holds(WindowID(window), like: &others) { return false }
    return true
  }

  /// What a rule carries over: a firing that its cooldowns no longer hold for is nothing to it.
  private func remembers(_ index: Int, like other: Evaluator) -> Bool {
    let mine = memory[index]
    let theirs = other.memory[index]
    let isRaising = hasRaised && mine.raisedIn == stretch
    guard isRaising == (other.hasRaised && theirs.raisedIn == other.stretch) else { return false }
    // The episodes of a rule that is not followed are nothing to anybody.
    if followed.places[index] >= 0 {
      guard mine.isOn == theirs.isOn, mine.hasSpoken == theirs.hasSpoken,
        (mine.knownAt == now) == (theirs.knownAt == now),
        plan.rules[index].hold == nil || mine.trueSince == theirs.trueSince,
        !plan.rules[index].repeats || !mine.hasSpoken || mine.spokeAt == theirs.spokeAt
      else { return false }
    }
    if mine.lastFiring == theirs.lastFiring { return true }
    for gate in plan.rules[index].gates {
      guard case .cooldown(let span) = plan.gates[gate].kind else { continue }
      if !isPast(max(mine.lastFiring, theirs.lastFiring), by: slots[span.index]) { return false }
    }
    return true
  }

  /// Whether an instant lies longer ago than a cooldown lasts; one of unknown length holds nothing.
  func isPast(_ instant: Int64, by span: Int64) -> Bool {
    span == Value.unknown.bits || Arithmetic.saturatingDifference(now, instant) > span
  }

  private func endsAlike(_ series: Int, _ other: Evaluator) -> Bool {
    let column = plan.series[series].column.index
    let mine = log.series[series].value(at: log.times[column].count - 1)
    return mine == other.log.series[series].value(at: other.log.times[column].count - 1)
  }

  private mutating func holds(_ id: WindowID, like other: inout Evaluator) -> Bool {
    let column = plan.windows[id.index].column
    let mine = range(id, at: now)
    let theirs = other.range(id, at: now)
    guard let mine, let theirs else { return mine == nil && theirs == nil }
    guard mine.count == theirs.count else { return false }
    switch plan.windows[id.index].start {
    case .whole, .after:
      if !asksForExtremes(of: id) { return totals(of: id, mine, like: &other, theirs) }
    case .last, .today, .thisWeek, .thisMonth: break
    }
    let times = zip(log.times[column.index][mine], other.log.times[column.index][theirs])
    if times.contains(where: { $0 != $1 }) { return false }
    for series in plan.series.indices where plan.series[series].column == column {
      for (mine, theirs) in zip(mine, theirs)
      where log.series[series].value(at: mine) != other.log.series[series].value(at: theirs) {
        return false
      }
    }
    return true
  }

  /// Whether a window is asked for its least or greatest value: then one value may hide others.
  func asksForExtremes(of id: WindowID) -> Bool {
    plan.nodes.contains { node in
      switch node {
      case .least(id, _), .greatest(id, _): true
      default: false
      }
    }
  }

  /// Of a window that nothing leaves, or everything at once, only the sums are asked.
  private mutating func totals(
    of id: WindowID, _ range: Range<Int>, like other: inout Evaluator, _ theirs: Range<Int>
  ) -> Bool {
    for index in plan.series.indices where plan.series[index].column == plan.windows[id.index].column {
      let mine = log.series[index]
      let others = other.log.series[index]
      if mine.total(range) != others.total(theirs) { return false }
      if mine.knownCount(range) != others.knownCount(theirs) { return false }
    }
    return true
  }
}
