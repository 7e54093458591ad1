import PaceLanguage

/// State equivalence: whether two runs of one plan and subject, with different logs, go on alike.
extension Machine {
  /// Whether both will say the same from here on if they are told the same.
  ///
  /// What has left every window no longer counts. The answer is never wrongly yes; it may be wrongly no.
  public func continues(like other: Machine) -> Bool {
    guard isCalm, other.isCalm, state.now == other.state.now, isOpen == other.isOpen,
      subject.goesOn(like: other.subject), state.hasRaised == other.state.hasRaised
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
    var mine = self
    var theirs = other
    mine.own()
    theirs.own()
    return mine.state.holdsRows(like: &theirs.state, plan)
  }

  /// Whether it has too few rowless instants for them to matter.
  private var isCalm: Bool {
    state.columns[state.code.rowlessColumn].count - state.firstRowless < options.mostRowless / 100
  }

  /// Whether a rule remembers the same; firings older than its cooldowns don't count.
  private func remembers(_ index: Int, like other: Machine) -> Bool {
    let mine = state.rules[index]
    let theirs = other.state.rules[index]
    let isRaising = state.hasRaised && mine.raisedIn == state.interval
    let isOtherRaising = other.state.hasRaised && theirs.raisedIn == other.state.interval
    guard isRaising == isOtherRaising else { return false }
    // Nobody reads the episodes of a rule that is not watched.
    if state.watch.rules[index >> 6] & State.bit(index) != 0 {
      guard mine.isOn == theirs.isOn, mine.hasSpoken == theirs.hasSpoken,
        plan.tables.rules[index].hold == nil || mine.trueSince == theirs.trueSince,
        !plan.tables.rules[index].repeats || !mine.hasSpoken || mine.spokeAt == theirs.spokeAt
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
  /// Whether every window holds the same rows, and the newest rows look the same to whoever asks for them.
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
    return code.queues.indices.allSatisfy { extreme($0).value == other.extreme($0).value }
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
    switch code.windows[id.index].start {
    // A window that loses no rows, or all at once, is asked for its sums only.
    case .whole where !code.asksForRows[id.index], .after where !code.asksForRows[id.index]:
      return sums(column, mine, count) == other.sums(column, theirs, count)
    // Rows leave one by one, at an instant or with the next row.
    case .newest, .whole, .after:
      return (0..<count).allSatisfy { sums(column, mine + $0, 1) == other.sums(column, theirs + $0, 1) }
    case .last, .today, .yesterday, .thisWeek, .thisMonth:
      return (0..<count).allSatisfy { row in
        columns[column].time(mine + row) == other.columns[column].time(theirs + row)
          && sums(column, mine + row, 1) == other.sums(column, theirs + row, 1)
      }
    }
  }

  /// The sum and the number of the unknown values of each series of a column, for some rows.
  private mutating func sums(_ column: Int, _ first: Int, _ count: Int) -> [Int128] {
    var sums: [Int128] = []
    for position in code.seriesOfColumn[column] {
      let series = code.series[code.seriesOfColumn.elements[position]]
      sums.append(wideTotal(series, first, first + count))
      sums.append(Int128(unknownCount(series, first, first + count)))
    }
    return sums
  }
}
