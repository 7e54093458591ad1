import PaceLanguage

/// Looking at expressions: a value and until when it holds.
extension State {
  mutating func look(_ id: NodeID) -> Look { lookInPlace(id) }

  /// `look`, inlined into the callers that look most often.
  @inline(__always)
  mutating func lookInPlace(_ id: NodeID) -> Look {
    switch code.nodes[id.index] {
    case .slot(let slot): constant(slot)
    case .reaches(let window, let least): reaches(window, least)
    case .against(let relation, let a, let slot): against(relation, a, slot)
    case .and(let a, let b): junction(a, b, absorbing: 0)
    case .or(let a, let b): junction(a, b, absorbing: 1)
    case .not(let a): negation(a)
    case .shared(let node, let memo): shared(node, memo)
    case .measured(let node): measured(node, id)
    case .count(let window): count(window)
    case .sum(let window, let series): sum(window, series)
    case .since(let column): since(column)
    case .gap(let column): gap(column)
    case .comparison(let relation, let a, let b): comparison(relation, a, b)
    case .level(let scale): level(scale)
    case .field(let field): value(of: field)
    case .aggregate(.least, _, _), .aggregate(.greatest, _, _): extreme(code.parts[id.index])
    case .aggregate(.mean, let window, let series): mean(window, series)
    case .aggregate(.median, _, _): median(code.parts[id.index])
    case .latest(let series): latest(series)
    case .arithmetic(let sign, let a, let b): arithmetic(sign, a, b)
    case .negate(let a): opposite(a)
    case .otherwise(let a, let b): otherwise(a, b)
    case .firesRule(let rule): fires(code.indexOfRule[rule.index])
    case .firesKind(let kind): firesAny(kind)
    case .clockWithin(let from, let to): clockWithin(from, to, code.parts[id.index])
    case .due(let schedule): due(schedule)
    case .streak: streak(code.parts[id.index])
    case .elapsed(let from, let to): elapsed(from, to, code.parts[id.index])
    case .weekday: weekday()
    case .date: date()
    }
  }

  // A case that calls others is a function of its own, so that a `look` has no registers to save.

  @inline(__always)
  private mutating func constant(_ slot: Slot) -> Look { Look(value: slots[slot.index], until: never) }

  @inline(__always)
  private mutating func latest(_ series: SeriesID) -> Look { Look(value: newest[series.index], until: never) }

  @inline(__always)
  private mutating func value(of field: FieldNameID) -> Look { Look(value: fieldValue(field), until: never) }

  @inline(__always)
  mutating func fieldValue(_ field: FieldNameID) -> Int64 {
    let place = code.placeOfField[field.index &* code.events.count &+ event.index]
    return place < 0 ? unknown : fields[place]
  }

  /// Whether a rule has fired for the event that is being tried.
  @inline(__always)
  private mutating func fires(_ rule: Int) -> Look {
    Look(value: ordinal >= 0 && rules[rule].firedFor == ordinal ? 1 : 0, until: never)
  }

  @inline(never)
  private mutating func firesAny(_ kind: NoticeKindID) -> Look {
    for position in code.emitters[kind.index] {
      let look = fires(code.emitters.elements[position])
      if look.value == 1 { return look }
    }
    return Look(value: 0, until: never)
  }

  /// A look that several nodes ask for.
  @inline(never)
  private mutating func shared(_ node: NodeID, _ id: MemoID) -> Look {
    let memo = memos[id.index]
    if memo.edition == edition, now >= memo.at, now < memo.look.until,
      memo.look.until > now &+ 1 || !wantsUntil,
      memo.at == now || !code.moves[node.index]
    {
      return memo.look
    }
    let look = look(node)
    // No memo knows of ends that slide.
    memos[id.index] = Memo(look: look, at: now, edition: sliding.end == never ? edition : -1)
    return look
  }

  /// Looks at a node and measures the look.
  @inline(never)
  mutating func measured(_ node: NodeID, _ id: NodeID) -> Look {
    let before = meter.enter(node: id.index)
    let look = look(node)
    meter.leave(to: before)
    return look
  }

  // MARK: Logic

  /// `and` (absorbing false) or `or` (absorbing true), in Kleene's logic.
  @inline(never)
  private mutating func junction(_ a: NodeID, _ b: NodeID, absorbing: Int64) -> Look {
    let left = lookInPlace(a)
    if left.value == absorbing { return left }
    let right = lookInPlace(b)
    if right.value == absorbing { return right }
    let value = left.value == unknown || right.value == unknown ? unknown : 1 &- absorbing
    return Look(value: value, until: min(left.until, right.until))
  }

  @inline(never)
  private mutating func negation(_ a: NodeID) -> Look {
    let look = lookInPlace(a)
    return Look(value: look.value == unknown ? unknown : 1 &- look.value, until: look.until)
  }

  // MARK: Counts

  @inline(never)
  mutating func count(_ id: WindowID) -> Look {
    guard let (first, end) = rows(id) else { return Look(value: unknown, until: never) }
    return Look(value: Int64(end &- first) &* Arithmetic.unit, until: change(id, first))
  }

  /// Whether a window holds at least n rows, n being the value of `least`: whether it holds the n-th newest row.
  @inline(never)
  mutating func reaches(_ id: WindowID, _ least: Slot) -> Look {
    if case .last(let span) = code.windows[id.index].start, !tracksWhole(least) {
      return reaches(code.windows[id.index].column, span, least)
    }
    return reachesInAny(id, least)
  }

  /// Whether a span of time up to now holds at least `least` rows.
  @inline(__always)
  private mutating func reaches(_ id: ColumnID, _ span: Slot, _ least: Slot) -> Look {
    let wanted = slots[least.index]
    let length = slots[span.index]
    guard wanted != unknown, length != unknown else { return Look(value: unknown, until: never) }
    if wanted <= 0 { return Look(value: 1, until: never) }
    guard let time = time(ofNewest: wanted, id) else { return Look(value: 0, until: never) }
    if tracks(span) { return trackedReach(to: time, span) }
    let (end, overflow) = time.addingReportingOverflow(length)
    if overflow || end == never { return Look(value: 1, until: never) }
    return end < now ? Look(value: 0, until: never) : Look(value: 1, until: end &+ 1)
  }

  /// The instant of the `count`-th newest row; nil if there are fewer rows, or that row has been dropped.
  @inline(__always)
  private mutating func time(ofNewest count: Int64, _ id: ColumnID) -> Int64? {
    let rows = columns[id.index].count
    guard count <= Int64(rows) else { return nil }
    let row = rows &- Int(truncatingIfNeeded: count)
    return row < columns[id.index].origin ? nil : columns[id.index].time(row)
  }

  /// Whether a tracked span back from now reaches an instant.
  @inline(never)
  private mutating func trackedReach(to time: Int64, _ span: Slot) -> Look {
    let (end, overflow) = time.addingReportingOverflow(slots[span.index])
    let isInside = overflow || end >= now
    trackReach(of: span, to: time, isInside)
    guard isInside else { return Look(value: 0, until: never) }
    let until = overflow || end == never ? never : end &+ 1
    return Look(value: 1, until: trackedEnd(until, of: span, from: time &+ 1))
  }

  /// Whether a window of any sort holds at least `least` rows; `least` may be tracked.
  @inline(never)
  private mutating func reachesInAny(_ id: WindowID, _ least: Slot) -> Look {
    var look = reached(id, least)
    if tracksWhole(least) { look.until = trackCount(id, least, until: look.until) }
    return look
  }

  private mutating func reached(_ id: WindowID, _ least: Slot) -> Look {
    let wanted = slots[least.index]
    guard wanted != unknown else { return Look(value: unknown, until: never) }
    let window = code.windows[id.index]
    let count = columns[window.column.index].count
    switch window.start {
    case .whole: return Look(value: wanted <= Int64(count) ? 1 : 0, until: never)
    case .newest(let most): return Look(value: wanted <= Int64(min(count, most)) ? 1 : 0, until: never)
    case .yesterday:
      guard let (first, end) = rows(id) else { return Look(value: unknown, until: never) }
      return Look(value: wanted <= Int64(end &- first) ? 1 : 0, until: change(id, first))
    case .last(let span): return reaches(window.column, span, least)
    case .today, .thisWeek, .thisMonth, .after:
      if wanted <= 0 { return Look(value: 1, until: never) }
      guard let time = time(ofNewest: wanted, window.column), time >= floor(id, window.start) else {
        return Look(value: 0, until: never)
      }
      return Look(value: 1, until: leaving(id, count &- Int(truncatingIfNeeded: wanted)))
    }
  }

  // MARK: Comparisons

  @inline(__always)
  private mutating func against(_ relation: Relation, _ a: NodeID, _ slot: Slot) -> Look {
    if case .sum(let window, let series) = code.nodes[a.index] { return sum(window, series, relation, slot) }
    if case .since(let column) = code.nodes[a.index] { return since(column, relation, slot) }
    return anyAgainst(relation, a, slot)
  }

  @inline(never)
  private mutating func anyAgainst(_ relation: Relation, _ a: NodeID, _ slot: Slot) -> Look {
    let bound = slots[slot.index]
    let left = look(a)
    let value = relation.truth(left.value, bound)
    if tracks(slot) {
      if code.moves[a.index] { pin() }
      track(slot, relation, left.value)
    }
    guard code.moves[a.index] else { return Look(value: value, until: left.until) }
    let moving = Comparison(relation: relation, left: a, right: .constant(slot))
    let sides = Sides(left: left.value, right: bound)
    return Look(value: value, until: crossing(moving, sides, from: value, before: left.until))
  }

  @inline(never)
  private mutating func comparison(_ relation: Relation, _ a: NodeID, _ b: NodeID) -> Look {
    let left = look(a)
    let right = look(b)
    let value = relation.truth(left.value, right.value)
    let until = min(left.until, right.until)
    guard code.moves[a.index] || code.moves[b.index] else { return Look(value: value, until: until) }
    let moving = Comparison(relation: relation, left: a, right: .node(b))
    let sides = Sides(left: left.value, right: right.value)
    return Look(value: value, until: crossing(moving, sides, from: value, before: until))
  }

  @inline(never)
  private mutating func since(_ column: ColumnID) -> Look {
    let count = columns[column.index].count
    guard count > 0 else { return Look(value: unknown, until: never) }
    return Look(value: now &- columns[column.index].time(count &- 1), until: never)
  }

  /// The time between the newest row and the one before; unknown for fewer than two rows.
  @inline(never)
  mutating func gap(_ column: ColumnID) -> Look {
    let count = columns[column.index].count
    guard count > 1 else { return Look(value: unknown, until: never) }
    let newest = columns[column.index].time(count &- 1)
    return Look(value: newest &- columns[column.index].time(count &- 2), until: never)
  }

  /// `since` against a constant, which it reaches and passes at known instants.
  @inline(never)
  private mutating func since(_ column: ColumnID, _ relation: Relation, _ slot: Slot) -> Look {
    let bound = slots[slot.index]
    let count = columns[column.index].count
    guard count > 0, bound != unknown else { return Look(value: unknown, until: never) }
    let last = columns[column.index].time(count &- 1)
    let value = relation.holds(now &- last, bound)
    if tracks(slot) { return trackedSince(value, relation, slot, from: last) }
    guard wantsUntil else { return Look(value: value, until: now &+ 1) }
    let (reached, overflow) = last.addingReportingOverflow(bound)
    if overflow || reached >= never - 1 { return Look(value: value, until: never) }
    return Look(value: value, until: relation.change(of: now, passing: reached))
  }

  /// `since` against a constant that is tracked.
  @inline(never)
  private mutating func trackedSince(
    _ value: Int64, _ relation: Relation, _ slot: Slot, from last: Int64
  ) -> Look {
    // Where `now` slides, both sides grow alike.
    if !sliding.isNow { track(slot, relation, now &- last) }
    let (reached, overflow) = last.addingReportingOverflow(slots[slot.index])
    if overflow || reached >= never - 1 || reached < now { return Look(value: value, until: never) }
    return Look(value: value, until: trackedEnd(max(reached, now &+ 1), of: slot, from: last))
  }

  // MARK: Arithmetic

  @inline(never)
  private mutating func arithmetic(_ sign: NodeArithmetic, _ a: NodeID, _ b: NodeID) -> Look {
    let left = look(a)
    guard left.value != unknown else { return left }
    let right = look(b)
    let value = right.value == unknown ? unknown : sign.value(left.value, right.value)
    return Look(value: value, until: min(left.until, right.until))
  }

  @inline(never)
  private mutating func opposite(_ a: NodeID) -> Look {
    let operand = look(a)
    return Look(value: operand.value == unknown ? unknown : -operand.value, until: operand.until)
  }

  @inline(never)
  private mutating func otherwise(_ a: NodeID, _ b: NodeID) -> Look {
    var left = look(a)
    if code.moves[a.index] { left.until = change(ofKnown: a, left) }
    guard left.value == unknown else { return left }
    let right = look(b)
    return Look(value: right.value, until: min(left.until, right.until))
  }

  /// Until when a moving value stays known, or stays unknown, since motion may overflow.
  private mutating func change(ofKnown a: NodeID, _ look: Look) -> Int64 {
    let itself = Comparison(relation: .equal, left: a, right: .node(a))
    let sides = Sides(left: look.value, right: look.value)
    return crossing(itself, sides, from: look.value == unknown ? unknown : 1, before: look.until)
  }
}

extension Relation {
  /// Three bits, from the lowest: whether the relation holds for a lesser, an equal and a greater left side.
  private var outcomes: Int64 {
    switch self {
    case .less: 0b001
    case .lessOrEqual: 0b011
    case .equal: 0b010
    case .notEqual: 0b101
    case .greater: 0b100
    case .greaterOrEqual: 0b110
    }
  }

  /// 1 if the relation holds, else 0; unknown if a side is unknown.
  @inline(__always)
  func truth(_ a: Int64, _ b: Int64) -> Int64 {
    a == unknown || b == unknown ? unknown : holds(a, b)
  }

  /// 1 if the relation holds between two known values, else 0.
  @inline(__always)
  fileprivate func holds(_ a: Int64, _ b: Int64) -> Int64 {
    let order: Int64 = (a >= b ? 1 : 0) &+ (a > b ? 1 : 0)
    return outcomes &>> order & 1
  }

  @inline(__always)
  var isEquality: Bool { outcomes & 0b101 == 0 || outcomes & 0b101 == 0b101 }

  /// The next instant at which the comparison of a growing time with a bound changes; `never` for none. The time
  /// equals the bound at `reached`.
  @inline(__always)
  fileprivate func change(of now: Int64, passing reached: Int64) -> Int64 {
    let changes = outcomes ^ outcomes &>> 1
    if now < reached, changes & 1 != 0 { return reached }
    return now <= reached && changes & 2 != 0 ? reached &+ 1 : never
  }
}
