import PaceLanguage

extension BatchEvaluator {
  /// Lists the instants at which something that a condition rests on may change.
  mutating func fillTimeline(_ watch: BatchPlan.Watch) {
    timeline.times.removeAll(keepingCapacity: true)
    addRows(watch)
    merging.removeAll(keepingCapacity: true)
    for life in lives.lives { merging.append(life.from) }
    merge()
    for watched in watch.columns {
      let place = batch.placeOfColumn[batch.watchedColumns[watched].index]
      merging.removeAll(keepingCapacity: true)
      for entry in 0..<lists[place].count { merging.append(lists[place].times[entry]) }
      merge()
    }
    for index in watch.deadlines {
      add(batch.deadlines[index])
      if !merging.isEmpty { merge() }
    }
    boundTimeline()
  }

  /// Takes away what is outside of the subjects' lives, and notes of what is left whose it is.
  private mutating func boundTimeline() {
    let missing = timeline.times.count - horizons.count
    if missing > 0 { horizons.append(contentsOf: repeatElement(0, count: missing)) }
    let lacking = timeline.times.count - timeline.starts.count
    if lacking > 0 { timeline.starts.append(contentsOf: repeatElement(0, count: lacking)) }
    let count = Self.bound(&timeline.times, &timeline.starts, &horizons, by: lives.lives)
    timeline.times.removeLast(timeline.times.count - count)
    horizons.removeLast(horizons.count - count)
  }

  private static func bound(
    _ times: inout [Int64], _ starts: inout [Int64], _ horizons: inout [Int64], by lives: [BatchStretch]
  ) -> Int {
    let lives = lives.span
    var times = times.mutableSpan
    var starts = starts.mutableSpan
    var horizons = horizons.mutableSpan
    var next = 0
    var kept = 0
    var life = BatchStretch(from: .max, through: .min)
    for point in 0..<times.count {
      let t = times[point]
      while next < lives.count, lives[next].from <= t {
        life = lives[next]
        next &+= 1
      }
      guard t <= life.through else { continue }
      times[kept] = t
      starts[kept] = life.from
      horizons[kept] = life.through
      kept &+= 1
    }
    return kept
  }

  /// Adds the instants of the rows that a condition rests on.
  private mutating func addRows(_ watch: BatchPlan.Watch) {
    for word in 0..<words {
      let bits = members(ofAny: watch.streams, word)
      Self.add(bits, from: word &* BatchBlock.size, rows.points.times, &timeline.times)
    }
  }

  private static func add(_ rows: UInt64, from first: Int, _ times: [Int64], _ list: inout [Int64]) {
    let times = times.span
    var bits = rows
    var last = list.last ?? .min
    while bits != 0 {
      let t = times[first &+ bits.trailingZeroBitCount]
      bits &= bits &- 1
      if t != last { list.append(t) }
      last = t
    }
  }

  /// Lists in `merging` when a deadline falls, where that changes anything.
  private mutating func add(_ deadline: BatchPlan.Deadline) {
    merging.removeAll(keepingCapacity: true)
    let span = evaluator.slots[deadline.span.index]
    guard span != unknown else { return }
    let place = batch.placeOfColumn[deadline.column.index]
    let after = Arithmetic.saturatingSum(span, deadline.sort == .reaching ? 0 : 1)
    let count = lists[place].count
    // As long as so many newer entries have come, nothing changes.
    var newer = 1
    switch deadline.sort {
    case .reaching, .passing: break
    case .leaving: newer = count
    case .leavingLast(let slot): newer = Int(clamping: evaluator.slots[slot.index])
    }
    guard after > 0, newer > 0, newer <= count else { return }
    Self.add(lists[place].times, count, after: after, newer: newer, &merging)
  }

  private static func add(
    _ times: [Int64], _ count: Int, after span: Int64, newer: Int, _ list: inout [Int64]
  ) {
    let times = times.span
    for entry in 0..<count {
      let instant = times[entry] &+ span
      if entry < count &- newer, times[entry &+ newer] <= instant { continue }
      if list.last != instant { list.append(instant) }
    }
  }

  /// Merges what is listed in `merging` into the timeline.
  private mutating func merge() {
    let count = timeline.times.count
    for _ in 0..<merging.count { timeline.times.append(.max) }
    let hole = Self.merge(merging, into: &timeline.times, count)
    if hole > 0 { timeline.times.removeLast(hole) }
  }

  /// Merges a sorted list into the first so many instants of another that has room for both; gives how much room
  /// is left, as what is in both stands there once.
  private static func merge(_ added: [Int64], into times: inout [Int64], _ count: Int) -> Int {
    let added = added.span
    var times = times.mutableSpan
    var next = count
    var end = times.count
    for index in (0..<added.count).reversed() {
      while next > 0, times[next &- 1] > added[index] {
        next &-= 1
        end &-= 1
        times[end] = times[next]
      }
      if next == 0 || times[next &- 1] != added[index] {
        end &-= 1
        times[end] = added[index]
      }
    }
    let hole = end - next
    if hole > 0 {
      for index in end..<times.count { times[index &- hole] = times[index] }
    }
    return hole
  }
}
