import PaceLanguage

extension BatchEvaluator {
  /// Whether a condition holds, at each instant of a block.
  mutating func answers(_ id: NodeID, _ block: BatchBlock) -> BatchAnswers {
    answers(id, block, depth: 0)
  }

  /// - Parameter depth: from which on values of the block may be written over.
  mutating func answers(_ id: NodeID, _ block: BatchBlock, depth: Int) -> BatchAnswers {
    switch plan.nodes[id.index] {
    case .slot(let slot): return .all(evaluator.slots[slot.index])
    case .reaches(let window, let least): return reaches(window, least, block)
    case .against(let relation, let a, let slot):
      let bound = evaluator.slots[slot.index]
      if bound == unknown { return .unknown }
      let answers = against(a, BatchInterval(relation, bound), block, depth: depth)
      if slot == tracked { narrow(relation, block, depth) }
      return answers
    case .not(let a): return answers(a, block, depth: depth).negated
    case .and(let a, let b):
      let left = answers(a, block, depth: depth)
      return left.no == .max ? left : left.and(answers(b, block, depth: depth))
    case .or(let a, let b):
      let left = answers(a, block, depth: depth)
      return left.yes == .max ? left : left.or(answers(b, block, depth: depth))
    case .firesRule(let rule): return fires(plan.indexOfRule[rule.index], block)
    case .firesKind(let kind): return firesAny(kind, block)
    case .shared(let node, _): return answers(node, block, depth: depth)
    default: return rareAnswers(id, block, depth: depth)
    }
  }

  private mutating func rareAnswers(_ id: NodeID, _ block: BatchBlock, depth: Int) -> BatchAnswers {
    switch plan.nodes[id.index] {
    case .comparison(let relation, let a, let b):
      work(out: a, block, depth: depth)
      work(out: b, block, depth: depth + 1)
      return compare(relation, block, depth)
    case .within(let a, let low, let high, let isClosed):
      work(out: a, block, depth: depth)
      work(out: low, block, depth: depth + 1)
      let above = compare(.greaterOrEqual, block, depth)
      work(out: high, block, depth: depth + 1)
      return above.and(compare(isClosed ? .lessOrEqual : .less, block, depth))
    default:
      work(out: id, block, depth: depth)
      return Self.compare(scratch, from: depth * BatchBlock.size, block.count, BatchInterval(.equal, 1))
    }
  }

  // MARK: Comparisons

  private mutating func against(
    _ id: NodeID, _ interval: BatchInterval, _ block: BatchBlock, depth: Int
  ) -> BatchAnswers {
    let base = depth &* BatchBlock.size
    switch plan.nodes[id.index] {
    case .since(let column): since(batch.placeOfColumn[column.index], block, depth)
    case .sum(let window, let series):
      if !sum(window, series, block, depth) { return .unknown }
      return Self.compareKnown(scratch, from: base, block.count, interval)
    default: work(out: id, block, depth: depth)
    }
    return Self.compare(scratch, from: base, block.count, interval)
  }

  /// Which values lie within an interval, and which don't.
  private static func compare(
    _ values: [Int64], from base: Int, _ count: Int, _ interval: BatchInterval
  ) -> BatchAnswers {
    let values = values.span.extracting(base..<(base + count))
    // Without signs, what is below an interval is far above it.
    let width = UInt64(bitPattern: interval.high &- interval.low)
    var within: UInt64 = 0
    var known: UInt64 = 0
    for offset in values.indices.reversed() {
      let value = values[offset]
      within = within &+ within &+ (UInt64(bitPattern: value &- interval.low) <= width ? 1 : 0)
      known = known &+ known &+ (value != unknown ? 1 : 0)
    }
    return interval.answers(within: interval.isEmpty ? 0 : within, known: known)
  }

  /// The same where all values are known.
  private static func compareKnown(
    _ values: [Int64], from base: Int, _ count: Int, _ interval: BatchInterval
  ) -> BatchAnswers {
    let values = values.span.extracting(base..<(base + count))
    let width = UInt64(bitPattern: interval.high &- interval.low)
    var within: UInt64 = 0
    for offset in values.indices.reversed() {
      within = within &+ within &+ (UInt64(bitPattern: values[offset] &- interval.low) <= width ? 1 : 0)
    }
    return interval.answers(within: interval.isEmpty ? 0 : within, known: .max)
  }

  /// Compares the values at one depth with those at the next.
  private mutating func compare(_ relation: Relation, _ block: BatchBlock, _ depth: Int) -> BatchAnswers {
    let base = depth * BatchBlock.size
    var answers = BatchAnswers.unknown
    for offset in 0..<block.count {
      let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: offset)
      let other = scratch[base &+ BatchBlock.size &+ offset]
      switch evaluator.compared(relation, scratch[base &+ offset], other) {
      case 1: answers.yes |= bit
      case 0: answers.no |= bit
      default: break
      }
    }
    return answers
  }

  // MARK: Windows and firings

  /// A window reaches a count where the entry that decides it, the oldest of the newest so many, is inside.
  private mutating func reaches(_ id: WindowID, _ least: Slot, _ block: BatchBlock) -> BatchAnswers {
    let wanted = evaluator.slots[least.index]
    let window = plan.windows[id.index]
    guard wanted != unknown else { return .unknown }
    let place = batch.placeOfColumn[window.column.index]
    let yes: UInt64
    if case .last(let slot) = window.start {
      let span = evaluator.slots[slot.index]
      if span == unknown { return .unknown }
      if wanted <= 0 { return .all(1) }
      yes = reach(place, Int(clamping: wanted), after: points.times, span, block)
      if slot == tracked { narrow(place, Int(clamping: wanted), block) }
    } else {
      if wanted <= 0 { return .all(1) }
      yes = reach(place, Int(clamping: wanted), after: points.starts, 0, block)
    }
    return BatchAnswers(yes: yes, no: ~yes)
  }

  private mutating func reach(
    _ place: Int, _ wanted: Int, after points: [Int64], _ span: Int64, _ block: BatchBlock
  ) -> UInt64 {
    if block.isOfRows, batch.isLogged[place] {
      return Self.reach(
        lists[place].times, lists[place].seen, from: block.first, wanted, after: points, span, block)
    }
    locateEnds(place, block)
    return Self.reach(lists[place].times, highs, from: 0, wanted, after: points, span, block)
  }

  private static func reach(
    _ times: [Int64], _ seen: [Int], from first: Int, _ wanted: Int, after points: [Int64], _ span: Int64,
    _ block: BatchBlock
  ) -> UInt64 {
    let times = times.span
    let seen = seen.span.extracting(first..<(first + block.count))
    let points = points.span.extracting(block.range)
    var yes: UInt64 = 0
    var offset = points.count
    while offset > 0 {
      offset &-= 1
      let decisive = seen[offset] &- wanted
      let isInside = decisive >= 0 && times[decisive] >= points[offset] &- span
      yes = yes &+ yes &+ (isInside ? 1 : 0)
    }
    return yes
  }

  private mutating func fires(_ index: Int, _ block: BatchBlock) -> BatchAnswers {
    let yes = fired[index &* words &+ block.first / BatchBlock.size]
    return BatchAnswers(yes: yes, no: ~yes)
  }

  private mutating func firesAny(_ kind: NoticeKindID, _ block: BatchBlock) -> BatchAnswers {
    var yes: UInt64 = 0
    for position in plan.emitters[kind.index] {
      yes |= fires(plan.emitters.elements[position], block).yes
    }
    return BatchAnswers(yes: yes, no: ~yes)
  }
}
