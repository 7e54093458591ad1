import PaceLanguage

extension BatchEvaluator {
  /// Enters the rows in the streams that rows of their kinds are in.
  mutating func join() {
    let missing = words * batch.stride - members.count
    if missing > 0 { members.append(contentsOf: repeatElement(0, count: missing)) }
    for place in Swift.stride(from: 0, to: batch.stride, by: 4) {
      Self.join(place, of: batch.stride, rows.kinds, rows.count, batch.streamsOfKind, &members)
    }
  }

  /// The same for four streams at a time.
  private static func join(
    _ place: Int, of stride: Int, _ kinds: [Int], _ count: Int, _ streamsOfKind: [SIMD4<UInt64>],
    _ members: inout [UInt64]
  ) {
    let kinds = kinds.span
    let streamsOfKind = streamsOfKind.span
    let groups = stride / 4
    let group = place / 4
    var members = members.mutableSpan
    var word = place
    for first in Swift.stride(from: 0, to: count, by: BatchBlock.size) {
      let block = kinds.extracting(first..<min(first &+ BatchBlock.size, count))
      var bits = SIMD4<UInt64>.zero
      var offset = block.count
      while offset > 0 {
        offset &-= 1
        bits = bits &+ bits &+ streamsOfKind[block[offset] &* groups &+ group]
      }
      for lane in 0..<4 { members[word &+ lane] = bits[lane] }
      word &+= stride
    }
  }

  /// Finds which rows are in a stream that is made of others.
  mutating func derive(_ place: Int) {
    let stream = batch.streams[place]
    for word in 0..<words {
      var bits = members(ofAny: stream.members, word)
      if bits != 0, let condition = stream.condition { bits &= answers(condition, rowBlock(word)).yes }
      members[word &* batch.stride &+ place] = bits
    }
  }

  /// Which rows of a block are in a stream.
  @inline(__always)
  mutating func member(_ stream: Int, _ word: Int) -> UInt64 {
    members[word &* batch.stride &+ stream]
  }

  /// Which rows of a block are in one of some streams, told by bits.
  mutating func members(ofAny streams: UInt64, _ word: Int) -> UInt64 {
    var bits: UInt64 = 0
    var rest = streams
    while rest != 0 {
      bits |= member(rest.trailingZeroBitCount, word)
      rest &= rest &- 1
    }
    return bits
  }

  @inline(__always)
  mutating func rowBlock(_ word: Int) -> BatchBlock {
    let first = word &* BatchBlock.size
    return BatchBlock(first: first, count: min(BatchBlock.size, rows.count &- first), isOfRows: true)
  }

  /// Enters the rows in the columns of logged streams, and adds up what is summed.
  mutating func fillColumns() {
    for index in batch.logged.indices {
      let (column, stream) = batch.logged[index]
      lists[column.index].fill(
        rows, members, first: stream, stride: batch.stride, keepsRows: batch.keepsRows[index])
    }
    for series in batch.summed { addUp(series) }
  }

  private mutating func addUp(_ id: SeriesID) {
    let series = plan.series[id.index]
    let column = series.column.index
    let missing = lists[column].count + 1 - totals[id.index].count
    if missing > 0 { totals[id.index].append(contentsOf: repeatElement(0, count: 2 * missing)) }
    let place = plan.placeOfField[series.field.index &* plan.events.count]
    let fits =
      plan.events.count == 1 && place >= 0
      ? Self.addUp(lists[column], rows.values, from: rows.place(of: place), into: &totals[id.index])
      : addUp(lists[column], series.field, into: id)
    if !fits { hasOverflowed = true }
  }

  /// Writes the running totals of a field of a column's rows; false if one does not fit.
  private static func addUp(
    _ entries: BatchEntries, _ values: [Int64], from first: Int, into totals: inout [Int64]
  ) -> Bool {
    let values = values.span
    let indices = entries.rows.span
    var totals = totals.mutableSpan
    var total: Int64 = 0
    var fits = true
    for entry in 0..<entries.count {
      let value = values[first &+ Int(truncatingIfNeeded: indices[entry])]
      if value != unknown {
        let (sum, overflow) = total.addingReportingOverflow(value)
        total = sum
        if overflow { fits = false }
      }
      totals[entry &+ 1] = total
    }
    return fits
  }

  /// The same where rows are of several events.
  private mutating func addUp(_ entries: BatchEntries, _ field: FieldNameID, into id: SeriesID) -> Bool {
    var total: Int64 = 0
    var fits = true
    for entry in 0..<entries.count {
      let value = fieldValue(field, row: Int(entries.rows[entry]))
      if value != unknown {
        let (sum, overflow) = total.addingReportingOverflow(value)
        total = sum
        if overflow { fits = false }
      }
      totals[id.index][entry + 1] = total
    }
    return fits
  }

  @inline(__always)
  mutating func fieldValue(_ field: FieldNameID, row: Int) -> Int64 {
    let event = plan.events.count > 1 ? batch.eventOfKind[rows.kinds[row]] : 0
    let place = plan.placeOfField[field.index &* plan.events.count &+ event]
    return place < 0 ? unknown : rows.values[rows.place(of: place) &+ row]
  }

  /// Enters the firings of all rules of a kind in its column, where all come with events.
  mutating func gather(_ kind: NoticeKindID, into column: ColumnID) {
    lists[column.index].removeAll()
    let emitters = plan.emitters.elements[plan.emitters[kind.index]]
    for word in 0..<words {
      lists[column.index].gather(
        emitters, fired, word: word, stride: words, rowBlock(word), at: rows.points.times)
    }
  }

  /// Enters the firings of all rules of a kind in its column, in order.
  mutating func merge(_ kind: NoticeKindID, into column: ColumnID) {
    lists[column.index].removeAll()
    let emitters = plan.emitters[kind.index]
    for position in emitters { cursors[place(ofFiringsOf: position)] = 0 }
    while true {
      var first: (place: Int, row: Int64, at: Int64)?
      for position in emitters {
        let place = place(ofFiringsOf: position)
        let next = cursors[place]
        guard next < lists[place].count else { continue }
        let (row, at) = (lists[place].rows[next], lists[place].times[next])
        if let first, (first.row, first.at) <= (row, at) { continue }
        first = (place, row, at)
      }
      guard let first else { break }
      cursors[first.place] &+= 1
      lists[column.index].append(at: first.at, row: first.row)
    }
  }

  /// Where the firings of an emitter are kept.
  @inline(__always)
  private mutating func place(ofFiringsOf position: Int) -> Int {
    plan.columns.count &+ plan.rules[plan.emitters.elements[position]].id.index
  }
}

extension BatchEvaluator {
  /// Finds how many entries of a list are seen at each instant of a block.
  mutating func locateEnds(_ place: Int, _ block: BatchBlock) {
    if block.isOfRows {
      if batch.isLogged[place] {
        // The rows know it themselves.
        Self.copy(lists[place].seen, block, to: &highs)
        return
      }
      let start =
        block.first > 0 ? lists[place].count(of: lists[place].rows, before: Int64(block.first)) : 0
      Self.locateEnds(lists[place].rows, lists[place].count, block, from: start, &highs)
    } else {
      let start =
        block.first > 0 ? lists[place].count(of: lists[place].times, before: points.times[block.first]) : 0
      Self.locateEnds(lists[place].times, lists[place].count, at: points.times, block, from: start, &highs)
    }
  }

  private static func copy(_ seen: [Int], _ block: BatchBlock, to highs: inout [Int]) {
    let seen = seen.span.extracting(block.range)
    var highs = highs.mutableSpan
    for offset in 0..<seen.count { highs[offset] = seen[offset] }
  }

  private static func locateEnds(
    _ rows: [Int64], _ count: Int, _ block: BatchBlock, from start: Int, _ highs: inout [Int]
  ) {
    var high = start
    let rows = rows.span
    var highs = highs.mutableSpan
    for offset in 0..<block.count {
      while high < count, rows[high] <= Int64(block.first &+ offset) { high &+= 1 }
      highs[offset] = high
    }
  }

  private static func locateEnds(
    _ times: [Int64], _ count: Int, at points: [Int64], _ block: BatchBlock, from start: Int,
    _ highs: inout [Int]
  ) {
    var high = start
    let times = times.span
    let points = points.span.extracting(block.range)
    var highs = highs.mutableSpan
    for offset in 0..<points.count {
      let t = points[offset]
      while high < count, times[high] <= t { high &+= 1 }
      highs[offset] = high
    }
  }
}
