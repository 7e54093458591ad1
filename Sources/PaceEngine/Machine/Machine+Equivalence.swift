/// State equivalence: whether two runs of one plan and subject, with different logs, go on alike.
extension Machine {
  /// Whether both machines tell the same from here on if they are given the same events.
  ///
  /// True is certain; false may be wrong. Rows that have left every window no longer count. The call gives both
  /// machines memory of their own, which changes nothing that they tell.
  public mutating func continues(like other: inout Machine) -> Bool {
    guard isCalm, other.isCalm, state.now == other.state.now, isInstantOpen == other.isInstantOpen,
      subject.goesOn(like: other.subject), state.interval.hasRaised == other.state.interval.hasRaised
    else { return false }
    for slot in state.slots.indices where state.slots[slot] != other.state.slots[slot] { return false }
    for kind in state.lastKept.indices where state.lastKept[kind] != other.state.lastKept[kind] {
      return false
    }
    for streak in state.streaks.indices
    where state.streaks[streak].length != other.state.streaks[streak].length {
      return false
    }
    for rule in plan.tables.rules.indices where !remembers(rule, like: other) { return false }
    own()
    other.own()
    return state.holdsRows(like: &other.state, plan)
  }

  /// Whether there are too few rowless instants to matter.
  var isCalm: Bool { state.rowlessCount < options.mostRowless / 100 }

  /// Whether a rule remembers the same; firings older than its cooldowns don't count.
  private func remembers(_ index: Int, like other: Machine) -> Bool {
    let mine = state.rules[index]
    let theirs = other.state.rules[index]
    let isRaising = state.interval.hasRaised && mine.raisedIn == state.interval.number
    let isOtherRaising = other.state.interval.hasRaised && theirs.raisedIn == other.state.interval.number
    guard isRaising == isOtherRaising else { return false }
    // Nothing reads the episodes of a rule that is not watched.
    if state.watch.rules[index >> 6] & State.bit(index) != 0 {
      guard mine.isOn == theirs.isOn, mine.hasFiredInEpisode == theirs.hasFiredInEpisode,
        plan.tables.rules[index].hold == nil || mine.trueSince == theirs.trueSince,
        !plan.tables.rules[index].repeats || !mine.hasFiredInEpisode
          || mine.firedInEpisodeAt == theirs.firedInEpisodeAt
      else { return false }
    }
    if mine.lastFiring == theirs.lastFiring { return true }
    for gate in plan.tables.rules[index].gates {
      guard case .cooldown(let span) = plan.tables.gates[gate].kind else { continue }
      if !isPast(max(mine.lastFiring, theirs.lastFiring), by: state.slots[span.index]) { return false }
    }
    return true
  }
}

extension SubjectLife {
  /// Whether two lives begin, end and revive alike from here on.
  func goesOn(like other: SubjectLife) -> Bool {
    hasBegun == other.hasBegun && end == other.end && revivedAt == other.revivedAt
  }
}

extension State {
  /// Whether every window holds the same rows, and every reader of a newest row sees the same.
  fileprivate mutating func holdsRows(like other: inout State, _ plan: Plan) -> Bool {
    for column in plan.tables.columns.indices where plan.tables.asksForNewest[column] {
      guard newestTime(column) == other.newestTime(column) else { return false }
      for position in code.seriesOfColumn[column] {
        let series = code.seriesOfColumn.elements[position]
        if newest[series] != other.newest[series] { return false }
      }
    }
    for case .gap(let column) in plan.tables.nodes where gap(column).value != other.gap(column).value {
      return false
    }
    for window in code.windows.indices where !holds(WindowID(window), like: &other) { return false }
    return code.queues.indices.allSatisfy { index in
      // The rows of the windows are compared above where medians are asked for.
      code.queues[index].order == .sorted || extreme(index).value == other.extreme(index).value
    }
  }

  private mutating func newestTime(_ column: Int) -> Int64? {
    let count = columns[column].count
    return count == 0 ? nil : columns[column].time(count - 1)
  }

  private mutating func holds(_ id: WindowID, like other: inout State) -> Bool {
    let mine = first(id)
    let theirs = other.first(id)
    guard let mine, let theirs else { return mine == nil && theirs == nil }
    let count = end(id) - mine
    guard count == other.end(id) - theirs else { return false }
    let column = code.windows[id.index].column.index
    // Logs that differ by one row mostly differ here.
    guard hasSums(column, mine..<mine + count, like: &other, from: theirs) else { return false }
    switch code.windows[id.index].start {
    case .last:
      return hasRows(column, mine..<mine + count, like: &other, from: theirs, atSameTimes: true)
    case .newest:
      return hasRows(column, mine..<mine + count, like: &other, from: theirs, atSameTimes: false)
    // These windows lose no rows, or all at once, so the instants of their rows don't matter.
    case .whole, .after, .today, .yesterday, .thisWeek, .thisMonth:
      return !code.asksForRows[id.index]
        || hasRows(column, mine..<mine + count, like: &other, from: theirs, atSameTimes: false)
    }
  }

  /// Whether two states have the same rows in a window. The newest rows are compared first: the logs mostly differ
  /// there.
  private mutating func hasRows(
    _ column: Int, _ rows: Range<Int>, like other: inout State, from first: Int, atSameTimes: Bool
  ) -> Bool {
    for row in rows.reversed() {
      let their = first + row - rows.lowerBound
      if atSameTimes, columns[column].time(row) != other.columns[column].time(their) { return false }
      guard hasSums(column, row..<row + 1, like: &other, from: their) else { return false }
    }
    return true
  }

  /// Whether two states have the same sums over some rows, and as many unknown values.
  private mutating func hasSums(
    _ column: Int, _ rows: Range<Int>, like other: inout State, from first: Int
  ) -> Bool {
    let end = first + rows.count
    for position in code.seriesOfColumn[column] {
      let series = code.series[code.seriesOfColumn.elements[position]]
      guard
        wideTotal(series, rows.lowerBound, rows.upperBound) == other.wideTotal(series, first, end),
        unknownCount(series, rows.lowerBound, rows.upperBound) == other.unknownCount(series, first, end)
      else { return false }
    }
    return true
  }
}
