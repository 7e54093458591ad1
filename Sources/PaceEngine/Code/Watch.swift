import PaceLanguage

/// The sorts of output of an evaluation; each case watches more rules than the one before.
enum Extent {
  case firings
  /// Firings, and at some instants an account of every rule.
  case accounts
  case levels
}

extension Watch {
  init(_ plan: PlanTables, _ extent: Extent, in arena: Arena) {
    let isWatched = plan.rules.map { Watch.isWatched($0, plan, extent) }
    let blocks = (plan.rules.count + 63) / 64
    var watched = Array(repeating: UInt64(0), count: blocks)
    for rule in isWatched.indices where isWatched[rule] { watched[rule >> 6] |= 1 << UInt64(rule & 63) }
    rules = arena.cells(watched)
    var untried = Array(repeating: UInt64(0), count: blocks)
    for (index, rule) in plan.rules.enumerated() where !rule.emits && plan.mayOverflow(rule) {
      untried[index >> 6] |= watched[index >> 6] & 1 << UInt64(index & 63)
    }
    overflowingUntried = arena.cells(untried)
    readersOfColumn = CellLists(Watch.marks(plan.readersOfColumn, watched, plan), in: arena)
    readersOfScale = CellLists(Watch.marks(plan.readersOfScale, watched, plan), in: arena)
  }

  /// Whether a rule may fire without an event, has memory that is read or told, or raises a level that is told.
  private static func isWatched(_ rule: PlannedRule, _ plan: PlanTables, _ extent: Extent) -> Bool {
    if rule.isFollowedAtEveryInstant || (extent != .firings && rule.hasMemory) { return true }
    guard let raise = rule.raise, !raise.whenFired else { return false }
    return extent == .levels || (rule.hasMemory && !plan.readersOfScale[raise.scale.index].isEmpty)
  }

  private static func marks(_ lists: [[Reader]], _ watched: [UInt64], _ plan: PlanTables) -> [[Mark]] {
    lists.map { readers in
      var marks: [Mark] = []
      // Of a rule that only events can make speak, only the condition matters between events.
      for reader in readers where reader.inCondition || !plan.rules[reader.rule].isMomentary {
        let bit = watched[reader.rule >> 6] & (1 << UInt64(reader.rule & 63))
        if bit == 0 { continue }
        let known = marks.firstIndex { $0.block == reader.rule >> 6 }
        if known == nil { marks.append(Mark(block: reader.rule >> 6)) }
        let place = known ?? marks.count - 1
        marks[place].rules |= bit
        if reader.inCondition { marks[place].stale |= bit }
      }
      return marks
    }
  }
}
