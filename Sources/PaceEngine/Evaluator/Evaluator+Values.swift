import PaceLanguage

extension Evaluator {
  /// The value of a node at `t`, all events up to now being known; nothing is changed by asking.
  mutating func value(_ id: NodeID, at t: Int64) -> Int64 {
    switch plan.nodes[id.index] {
    case .slot(let slot): slots[slot.index]
    case .count(let window): range(window, at: t).map { Int64($0.count) * Arithmetic.unit } ?? unknown
    case .since(let column): since(column, at: t)
    case .reaches(let window, let least): reaches(window, least, at: t)
    case .against(let relation, let a, let slot): against(relation, a, slot, at: t)
    case .comparison(let relation, let a, let b): compared(relation, value(a, at: t), value(b, at: t))
    case .and(let a, let b): conjunction(a, b, at: t)
    case .or(let a, let b): disjunction(a, b, at: t)
    case .not(let a): negation(value(a, at: t))
    case .within: within(id, at: t)
    case .field(let field): fieldValue(field)
    case .sum(let window, let series): sum(window, series, at: t)
    case .least, .greatest, .mean, .latest: aggregate(id, at: t)
    case .add, .subtract, .subtractTimes, .multiply, .divide, .remainder, .negate, .otherwise:
      arithmetic(id, at: t)
    case .firesRule(let rule): fires(plan.indexOfRule[rule.index])
    case .firesKind(let kind): firesAny(plan.emitters[kind.index])
    case .level(let scale): Int64(level(scale, at: t))
    case .due, .streak, .elapsed, .clockWithin, .weekday, .date: clockValue(id, at: t)
    case .shared(let node, let kept): sharedValue(node, kept, at: t)
    }
  }

  /// Whether a condition is true at `t`, asked question by question; nothing is changed by asking.
  @inline(never)
  mutating func isTrue(_ first: TestID, at t: Int64) -> Bool {
    var next = first
    while next.index >= 0 {
      let test = plan.tests[next.index]
      let value =
        switch plan.nodes[test.node.index] {
        case .slot(let slot): slots[slot.index]
        case .reaches(let window, let least): reaches(window, least, at: t)
        case .against(let relation, let a, let slot): against(relation, a, slot, at: t)
        default: value(test.node, at: t)
        }
      next = value == test.wanted ? test.yes : test.no
    }
    return next.index == TestID.isTrue.index
  }

  /// A comparison with a constant; what is mostly compared is worked out without another step.
  private mutating func against(_ relation: Relation, _ a: NodeID, _ slot: Slot, at t: Int64) -> Int64 {
    switch plan.nodes[a.index] {
    case .sum(let window, let series): compared(relation, sum(window, series, at: t), slot)
    case .since(let column): compared(relation, since(column, at: t), slot)
    default: compared(relation, value(a, at: t), slot)
    }
  }

  @inline(__always)
  private mutating func since(_ column: ColumnID, at t: Int64) -> Int64 {
    let count = count(column, upTo: t)
    guard count > 0 else { return unknown }
    return Arithmetic.difference(t, log.times[column.index][count - 1])
  }

  mutating func fieldValue(_ field: FieldNameID) -> Int64 {
    let place = plan.placeOfField[field.index * plan.events.count + current.event.index]
    return place < 0 ? unknown : current.values[place].bits
  }

  private mutating func fires(_ index: Int) -> Int64 {
    memory[index].firedFor == current.ordinal.index && current.ordinal.index >= 0 ? 1 : 0
  }

  private mutating func firesAny(_ emitters: Range<Int>) -> Int64 {
    for index in emitters where fires(plan.emitters.elements[index]) == 1 { return 1 }
    return 0
  }

  private mutating func sum(_ window: WindowID, _ series: SeriesID, at t: Int64) -> Int64 {
    guard let range = range(window, at: t) else { return unknown }
    return Arithmetic.fitting(log.series[series.index].total(range))
  }

  private mutating func aggregate(_ id: NodeID, at t: Int64) -> Int64 {
    switch plan.nodes[id.index] {
    case .mean(let window, let series):
      guard let range = range(window, at: t) else { return unknown }
      let count = log.series[series.index].knownCount(range)
      let total = log.series[series.index].total(range)
      return count == 0 ? unknown : Arithmetic.fitting(Arithmetic.quotient(total, Int128(count)))
    case .least(let window, let series):
      return range(window, at: t).map { extreme(series, $0, isGreatest: false) } ?? unknown
    case .greatest(let window, let series):
      return range(window, at: t).map { extreme(series, $0, isGreatest: true) } ?? unknown
    case .latest(let series):
      let count = count(plan.series[series.index].column, upTo: t)
      return log.series[series.index].value(at: count - 1)
    default: return unknown
    }
  }

  private mutating func arithmetic(_ id: NodeID, at t: Int64) -> Int64 {
    switch plan.nodes[id.index] {
    case .otherwise(let a, let b):
      let left = value(a, at: t)
      return left == unknown ? value(b, at: t) : left
    case .negate(let a):
      let operand = value(a, at: t)
      return operand == unknown ? unknown : -operand
    case .add(let a, let b): return known(a, b, at: t, Arithmetic.sum)
    case .subtract(let a, let b): return known(a, b, at: t, Arithmetic.difference)
    case .subtractTimes(let a, let b): return known(a, b, at: t, Arithmetic.turn)
    case .multiply(let a, let b): return known(a, b, at: t, Arithmetic.product)
    case .divide(let a, let b): return known(a, b, at: t, Arithmetic.quotient)
    case .remainder(let a, let b): return known(a, b, at: t, Arithmetic.remainder)
    default: return unknown
    }
  }

  @inline(__always)
  private mutating func known(
    _ a: NodeID, _ b: NodeID, at t: Int64, _ operation: (Int64, Int64) -> Int64
  ) -> Int64 {
    let left = value(a, at: t)
    guard left != unknown else { return unknown }
    let right = value(b, at: t)
    return right == unknown ? unknown : operation(left, right)
  }

  // MARK: Kleene logic

  private mutating func conjunction(_ a: NodeID, _ b: NodeID, at t: Int64) -> Int64 {
    let left = value(a, at: t)
    guard left != 0 else { return 0 }
    let right = value(b, at: t)
    return right == 0 ? 0 : left == unknown ? unknown : right
  }

  private mutating func disjunction(_ a: NodeID, _ b: NodeID, at t: Int64) -> Int64 {
    let left = value(a, at: t)
    guard left != 1 else { return 1 }
    let right = value(b, at: t)
    return right == 1 ? 1 : left == unknown ? unknown : right
  }

  mutating func negation(_ value: Int64) -> Int64 { value == unknown ? unknown : 1 - value }

  /// Compares a value with a constant.
  @inline(__always)
  mutating func compared(_ relation: Relation, _ a: Int64, _ slot: Slot) -> Int64 {
    if steadiness?.slot == slot, a != unknown { steadiness?.compared(relation, a) }
    return compared(relation, a, slots[slot.index])
  }

  @inline(__always)
  mutating func compared(_ relation: Relation, _ a: Int64, _ b: Int64) -> Int64 {
    guard a != unknown, b != unknown else { return unknown }
    let holds =
      switch relation {
      case .equal: a == b
      case .notEqual: a != b
      case .less: a < b
      case .lessOrEqual: a <= b
      case .greater: a > b
      case .greaterOrEqual: a >= b
      }
    return holds ? 1 : 0
  }

  /// Two comparisons and an `and`.
  private mutating func within(_ id: NodeID, at t: Int64) -> Int64 {
    guard case .within(let a, let low, let high, let isClosed) = plan.nodes[id.index] else { return unknown }
    let value = value(a, at: t)
    let above = compared(.greaterOrEqual, value, self.value(low, at: t))
    let below = compared(isClosed ? .lessOrEqual : .less, value, self.value(high, at: t))
    if above == 0 || below == 0 { return 0 }
    return above == unknown || below == unknown ? unknown : 1
  }
}
