import PaceLanguage

extension BatchEvaluator {
  /// Writes a node's values at the instants of a block to the scratch of a depth.
  mutating func work(out id: NodeID, _ block: BatchBlock, depth: Int) {
    let base = depth &* BatchBlock.size
    switch plan.nodes[id.index] {
    case .slot(let slot): fill(evaluator.slots[slot.index], block, depth)
    case .field(let field): fill(field, block, depth)
    case .count(let window): count(window, block, depth)
    case .sum(let window, let series):
      if !sum(window, series, block, depth) { fill(unknown, block, depth) }
    case .since(let column): since(batch.placeOfColumn[column.index], block, depth)
    case .latest(let series): latest(series, block, depth)
    case .shared(let node, _): work(out: node, block, depth: depth)
    case .negate(let a):
      work(out: a, block, depth: depth)
      for offset in base..<(base + block.count) where scratch[offset] != unknown { scratch[offset].negate() }
    case .otherwise(let a, let b):
      work(out: a, block, depth: depth)
      work(out: b, block, depth: depth + 1)
      for offset in base..<(base + block.count) where scratch[offset] == unknown {
        scratch[offset] = scratch[offset + BatchBlock.size]
      }
    case .add(let a, let b): combine(a, b, block, depth, Arithmetic.sum)
    case .subtract(let a, let b): combine(a, b, block, depth, Arithmetic.difference)
    case .subtractTimes(let a, let b): combine(a, b, block, depth, Arithmetic.turn)
    case .multiply(let a, let b): combine(a, b, block, depth, Arithmetic.product)
    case .divide(let a, let b): combine(a, b, block, depth, isDivision: true, Arithmetic.quotient)
    case .remainder(let a, let b): combine(a, b, block, depth, isDivision: true, Arithmetic.remainder)
    default:
      let answers = answers(id, block, depth: depth)
      for offset in 0..<block.count { scratch[base &+ offset] = answers.value(offset) }
    }
  }

  private mutating func fill(_ value: Int64, _ block: BatchBlock, _ depth: Int) {
    Self.fill(&scratch, depth * BatchBlock.size, block.count, value)
  }

  private mutating func fill(_ field: FieldNameID, _ block: BatchBlock, _ depth: Int) {
    let base = depth * BatchBlock.size
    if plan.events.count == 1, plan.placeOfField[field.index] >= 0 {
      let place = rows.place(of: plan.placeOfField[field.index])
      Self.copy(rows.values, from: place + block.first, block.count, to: &scratch, base)
    } else {
      for offset in 0..<block.count {
        scratch[base &+ offset] = fieldValue(field, row: block.first &+ offset)
      }
    }
  }

  private static func copy(
    _ list: [Int64], from first: Int, _ count: Int, to values: inout [Int64], _ base: Int
  ) {
    let list = list.span.extracting(first..<(first + count))
    var values = values.mutableSpan
    for offset in list.indices { values[base &+ offset] = list[offset] }
  }

  private static func fill(_ values: inout [Int64], _ base: Int, _ count: Int, _ value: Int64) {
    var values = values.mutableSpan
    for place in base..<(base + count) { values[place] = value }
  }

  @inline(__always)
  private mutating func combine(
    _ a: NodeID, _ b: NodeID, _ block: BatchBlock, _ depth: Int, isDivision: Bool = false,
    _ operation: (Int64, Int64) -> Int64
  ) {
    work(out: a, block, depth: depth)
    work(out: b, block, depth: depth + 1)
    let fits = Self.combine(
      &scratch, depth * BatchBlock.size, block.count, isDivision: isDivision, operation)
    if !fits { hasOverflowed = true }
  }

  /// Replaces the values at one depth by what comes of them and of those at the next; false if one does not fit.
  @inline(__always)
  private static func combine(
    _ values: inout [Int64], _ base: Int, _ count: Int, isDivision: Bool,
    _ operation: (Int64, Int64) -> Int64
  ) -> Bool {
    var values = values.mutableSpan
    var fits = true
    for place in base..<(base + count) {
      let (left, right) = (values[place], values[place &+ BatchBlock.size])
      var value = unknown
      if left != unknown, right != unknown {
        value = operation(left, right)
        if value == unknown, !isDivision || right != 0 { fits = false }
      }
      values[place] = value
    }
    return fits
  }

  // MARK: Windows

  private mutating func count(_ id: WindowID, _ block: BatchBlock, _ depth: Int) {
    guard locate(id, block) else { return fill(unknown, block, depth) }
    Self.count(lows, highs, block.count, &scratch, depth &* BatchBlock.size)
  }

  private static func count(
    _ lows: [Int], _ highs: [Int], _ count: Int, _ values: inout [Int64], _ base: Int
  ) {
    let lows = lows.span.extracting(0..<count)
    let highs = highs.span.extracting(0..<count)
    var values = values.mutableSpan
    for offset in 0..<highs.count {
      values[base &+ offset] = Int64(highs[offset] &- lows[offset]) &* Arithmetic.unit
    }
  }

  /// Writes out the sums of a series; false, and nothing written, where the window's operand is unknown.
  mutating func sum(_ id: WindowID, _ series: SeriesID, _ block: BatchBlock, _ depth: Int) -> Bool {
    guard locate(id, block) else { return false }
    Self.sum(totals[series.index], lows, highs, block.count, &scratch, depth &* BatchBlock.size)
    return true
  }

  private static func sum(
    _ totals: [Int64], _ lows: [Int], _ highs: [Int], _ count: Int, _ values: inout [Int64], _ base: Int
  ) {
    let totals = totals.span
    let lows = lows.span.extracting(0..<count)
    let highs = highs.span.extracting(0..<count)
    var values = values.mutableSpan
    for offset in 0..<count { values[base &+ offset] = totals[highs[offset]] &- totals[lows[offset]] }
  }

  /// Finds for each instant of a block what a window holds: from which entry of its column up to which; false where
  /// its operand is unknown.
  private mutating func locate(_ id: WindowID, _ block: BatchBlock) -> Bool {
    let window = plan.windows[id.index]
    let place = batch.placeOfColumn[window.column.index]
    var span: Int64?
    if case .last(let slot) = window.start {
      span = evaluator.slots[slot.index]
      if span == unknown { return false }
    }
    locateEnds(place, block)
    let floor = span.map { points.times[block.first] &- $0 } ?? points.starts[block.first]
    let low = block.first > 0 ? lists[place].count(of: lists[place].times, before: floor) : 0
    if let span {
      Self.locate(lists[place].times, highs, at: points.times, span, block, from: low, &lows)
    } else {
      Self.locate(lists[place].times, highs, after: points.starts, block, from: low, &lows)
    }
    return true
  }

  /// The first entry of the subject at each instant.
  private static func locate(
    _ times: [Int64], _ highs: [Int], after starts: [Int64], _ block: BatchBlock, from start: Int,
    _ lows: inout [Int]
  ) {
    var low = start
    let times = times.span
    let starts = starts.span.extracting(block.range)
    let highs = highs.span.extracting(0..<starts.count)
    var lows = lows.mutableSpan
    for offset in 0..<starts.count {
      while low < highs[offset], times[low] < starts[offset] { low &+= 1 }
      lows[offset] = low
    }
  }

  /// The first entry in the window at each instant: the first that comes no more than a span before a point.
  private static func locate(
    _ times: [Int64], _ highs: [Int], at points: [Int64], _ span: Int64, _ block: BatchBlock,
    from start: Int, _ lows: inout [Int]
  ) {
    var low = start
    let times = times.span
    let points = points.span.extracting(block.range)
    let highs = highs.span.extracting(0..<points.count)
    var lows = lows.mutableSpan
    for offset in 0..<points.count {
      let floor = points[offset] &- span
      let high = highs[offset]
      // Mostly a window holds a few entries only, and it can't be foreseen how many: to count them without a branch
      // costs less, also as no instant has to wait for what was found at the one before.
      var inside = Self.nearby
      if high >= Self.nearby {
        let newest = times.extracting((high &- Self.nearby)..<high)
        inside = 0
        for index in 0..<Self.nearby { inside &+= newest[index] >= floor ? 1 : 0 }
      }
      if inside < Self.nearby {
        low = high &- inside
      } else {
        while low < high, times[low] < floor { low &+= 1 }
      }
      lows[offset] = min(low, high)
    }
  }

  /// How many entries at the end of a column are looked at together.
  private static var nearby: Int { 6 }

  mutating func since(_ place: Int, _ block: BatchBlock, _ depth: Int) {
    let base = depth &* BatchBlock.size
    if block.isOfRows, batch.isLogged[place] {
      Self.since(lists[place].times, lists[place].seen, from: block.first, at: points, block, &scratch, base)
    } else {
      locateEnds(place, block)
      Self.since(lists[place].times, highs, from: 0, at: points, block, &scratch, base)
    }
  }

  /// Writes how long ago the newest entry is at each instant of a block.
  private static func since(
    _ times: [Int64], _ seen: [Int], from first: Int, at points: BatchPoints, _ block: BatchBlock,
    _ values: inout [Int64], _ base: Int
  ) {
    let times = times.span
    let seen = seen.span.extracting(first..<(first + block.count))
    let instants = points.times.span.extracting(block.range)
    let starts = points.starts.span.extracting(block.range)
    var values = values.mutableSpan
    for offset in 0..<instants.count {
      let newest = seen[offset] &- 1
      var value = unknown
      if newest >= 0, times[newest] >= starts[offset] { value = instants[offset] &- times[newest] }
      values[base &+ offset] = value
    }
  }

  private mutating func latest(_ id: SeriesID, _ block: BatchBlock, _ depth: Int) {
    let series = plan.series[id.index]
    let place = batch.placeOfColumn[series.column.index]
    locateEnds(place, block)
    for offset in 0..<block.count {
      let newest = highs[offset] - 1
      let isKnown = newest >= 0 && lists[place].times[newest] >= points.starts[block.first + offset]
      scratch[depth * BatchBlock.size + offset] =
        isKnown ? fieldValue(series.field, row: Int(lists[place].rows[newest])) : unknown
    }
  }
}
