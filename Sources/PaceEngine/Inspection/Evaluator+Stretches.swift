public import PaceLanguage

/// What sweeps need that go through a log in stretches.
extension Evaluator {
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
}
