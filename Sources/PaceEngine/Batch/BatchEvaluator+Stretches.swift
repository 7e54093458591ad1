import PaceLanguage

extension BatchEvaluator {
  /// When a condition is true while subjects are open, or else when it is false.
  mutating func stretches(_ id: NodeID, _ truth: Bool) -> [BatchStretch] {
    switch plan.nodes[id.index] {
    case .slot(let slot): return evaluator.slots[slot.index] == (truth ? 1 : 0) ? lives.lives : []
    case .shared(let node, _): return stretches(node, truth)
    case .not(let a): return stretches(a, !truth)
    case .and(let a, let b): return stretches(a, b, truth, needsBoth: truth)
    case .or(let a, let b): return stretches(a, b, truth, needsBoth: !truth)
    case .reaches(let window, let least):
      guard let reaching = stretches(reaching: window, least) else { return [] }
      return truth ? reaching : lives.lives.without(reaching)
    case .against(let relation, let a, let slot):
      guard case .since(let column) = plan.nodes[a.index] else { break }
      let bound = evaluator.slots[slot.index]
      if bound == unknown { return [] }
      var ages = BatchInterval(relation, bound)
      if !truth { ages.isInverted.toggle() }
      return Self.stretches(lists[batch.placeOfColumn[column.index]], ages, lives.lives)
    default: break
    }
    return steps(id, truth)
  }

  private mutating func stretches(
    _ a: NodeID, _ b: NodeID, _ truth: Bool, needsBoth: Bool
  ) -> [BatchStretch] {
    let left = stretches(a, truth)
    if needsBoth, left.isEmpty { return [] }
    let right = stretches(b, truth)
    return needsBoth ? left.common(with: right) : left.joined(with: right)
  }

  /// When the newest entry of a column is of one of so many ages.
  private static func stretches(
    _ entries: BatchEntries, _ ages: BatchInterval, _ lives: [BatchStretch]
  ) -> [BatchStretch] {
    var found: [BatchStretch] = []
    found.reserveCapacity(entries.count)
    let times = entries.times.span
    let lives = lives.span
    var life = 0
    let low = max(ages.low, 0)
    for entry in 0..<entries.count {
      let t = times[entry]
      while life < lives.count, lives[life].through < t { life &+= 1 }
      guard life < lives.count else { break }
      var last = lives[life].through
      if entry &+ 1 < entries.count { last = min(last, times[entry &+ 1] &- 1) }
      let oldest = last &- t
      if ages.isInverted {
        if low > 0 { found.append(t, through: t &+ min(low &- 1, oldest)) }
        if ages.high < oldest { found.append(t &+ max(ages.high &+ 1, 0), through: last) }
      } else if low <= oldest {
        found.append(t &+ low, through: t &+ min(ages.high, oldest))
      }
    }
    return found
  }

  /// When a window has at least so many entries; nil where that is unknown.
  private mutating func stretches(reaching id: WindowID, _ least: Slot) -> [BatchStretch]? {
    let wanted = evaluator.slots[least.index]
    let window = plan.windows[id.index]
    var span = Int64.max
    if case .last(let slot) = window.start { span = evaluator.slots[slot.index] }
    guard wanted != unknown, span != unknown else { return nil }
    if wanted <= 0 { return lives.lives }
    return Self.stretches(
      lists[batch.placeOfColumn[window.column.index]], Int(clamping: wanted), span, lives.lives)
  }

  private static func stretches(
    _ entries: BatchEntries, _ wanted: Int, _ span: Int64, _ lives: [BatchStretch]
  ) -> [BatchStretch] {
    var found: [BatchStretch] = []
    found.reserveCapacity(entries.count)
    let times = entries.times.span
    let lives = lives.span
    var life = 0
    var entry = wanted - 1
    while entry < entries.count {
      let t = times[entry]
      // The oldest of the newest so many decides.
      let decisive = times[entry &- wanted &+ 1]
      entry &+= 1
      while life < lives.count, lives[life].through < t { life &+= 1 }
      guard life < lives.count else { break }
      guard decisive >= lives[life].from, t &- decisive <= span else { continue }
      let last = lives[life].through
      found.append(t, through: span < last &- decisive ? decisive &+ span : last)
    }
    return found
  }

  /// The same as `stretches`, from the values at all instants at which they may change.
  private mutating func steps(_ id: NodeID, _ truth: Bool) -> [BatchStretch] {
    guard let watch = batch.watches[id] else { return [] }
    fillTimeline(watch)
    swap(&points, &timeline)
    defer { swap(&points, &timeline) }
    var found: [BatchStretch] = []
    for first in stride(from: 0, to: horizons.count, by: BatchBlock.size) {
      let block = BatchBlock(
        first: first, count: min(BatchBlock.size, horizons.count - first), isOfRows: false)
      let answers = answers(id, block)
      var bits = (truth ? answers.yes : answers.no) & block.mask
      while bits != 0 {
        let point = first + bits.trailingZeroBitCount
        bits &= bits &- 1
        let next = point + 1 < horizons.count ? points.times[point + 1] - 1 : .max
        found.append(points.times[point], through: min(next, horizons[point]))
      }
    }
    return found
  }
}
