/// What is in a column: entries in the order in which they are seen.
struct BatchEntries: Sendable {
  private(set) var times: [Int64] = []
  /// For each entry the first row that sees it.
  private(set) var rows: [Int64] = []
  private(set) var count = 0
  /// Of a logged stream for each row how many entries it sees.
  private(set) var seen: [Int] = []

  mutating func removeAll() { count = 0 }

  mutating func append(at t: Int64, row: Int64) {
    reserve(1)
    times[count] = t
    rows[count] = row
    count &+= 1
  }

  /// Makes room for so many more.
  private mutating func reserve(_ number: Int) {
    let missing = count + number - times.count
    guard missing > 0 else { return }
    let room = max(missing, times.count, BatchBlock.size)
    times.append(contentsOf: repeatElement(0, count: room))
    rows.append(contentsOf: repeatElement(0, count: room))
  }

  /// Replaces all by those rows of which words of 64 bits say so, every `stride`th from `first` on.
  ///
  /// - Parameter keepsRows: whether `rows` is asked for.
  mutating func fill(_ all: BatchRows, _ members: [UInt64], first: Int, stride: Int, keepsRows: Bool) {
    count = 0
    // One more than there may be entries, as each row is written behind the last entry.
    reserve(all.count + 1)
    if seen.count < all.count { seen.append(contentsOf: repeatElement(0, count: times.count - seen.count)) }
    if keepsRows { _ = Self.fill(&rows, all, members, first: first, stride: stride) }
    count = Self.fill(&times, &seen, all, members, first: first, stride: stride)
  }

  private static func fill(
    _ times: inout [Int64], _ seen: inout [Int], _ all: BatchRows, _ members: [UInt64], first: Int,
    stride: Int
  ) -> Int {
    var times = times.mutableSpan
    var seen = seen.mutableSpan
    var next = 0
    var place = first
    for start in Swift.stride(from: 0, to: all.count, by: BatchBlock.size) {
      let instants = all.points.times.span.extracting(start..<min(start &+ BatchBlock.size, all.count))
      var bits = members[place]
      for offset in instants.indices {
        // Written in any case, which costs less than to ask.
        times[next] = instants[offset]
        next &+= Int(truncatingIfNeeded: bits & 1)
        seen[start &+ offset] = next
        bits &>>= 1
      }
      place &+= stride
    }
    return next
  }

  private static func fill(
    _ rows: inout [Int64], _ all: BatchRows, _ members: [UInt64], first: Int, stride: Int
  ) -> Int {
    var rows = rows.mutableSpan
    var next = 0
    var place = first
    for start in Swift.stride(from: 0, to: all.count, by: BatchBlock.size) {
      var bits = members[place]
      for row in start..<min(start &+ BatchBlock.size, all.count) {
        rows[next] = Int64(row)
        next &+= Int(truncatingIfNeeded: bits & 1)
        bits &>>= 1
      }
      place &+= stride
    }
    return next
  }

  /// Enters the firings of a rule at those of some rows of a block at which it isn't in its cooldown, and tells
  /// which.
  ///
  /// - Parameter cooling: the last instant at which it is.
  mutating func fire(
    _ tries: UInt64, _ block: BatchBlock, at instants: [Int64], _ cooldown: Int64?, _ cooling: inout Int64
  ) -> UInt64 {
    reserve(BatchBlock.size)
    return Self.fire(&times, &rows, &count, tries, block, at: instants, cooldown, &cooling)
  }

  private static func fire(
    _ times: inout [Int64], _ rows: inout [Int64], _ count: inout Int, _ tries: UInt64, _ block: BatchBlock,
    at instants: [Int64], _ cooldown: Int64?, _ cooling: inout Int64
  ) -> UInt64 {
    let instants = instants.span
    var times = times.mutableSpan
    var rows = rows.mutableSpan
    var bits = tries
    var fires = tries
    while bits != 0 {
      let row = block.first &+ bits.trailingZeroBitCount
      let rest = bits & (bits &- 1)
      let t = instants[row]
      if t > cooling {
        times[count] = t
        rows[count] = Int64(row)
        count &+= 1
        if let cooldown { cooling = t &+ cooldown }
      } else {
        fires ^= bits ^ rest
      }
      bits = rest
    }
    return fires
  }

  /// Enters the firings of several rules at the rows of a block: a word of bits for each rule, `stride` apart.
  mutating func gather(
    _ rules: ArraySlice<Int>, _ fired: [UInt64], word: Int, stride: Int, _ block: BatchBlock,
    at instants: [Int64]
  ) {
    // One more than there may be entries, as above.
    reserve(rules.count * BatchBlock.size + 1)
    Self.gather(&times, &rows, &count, rules, fired, word: word, stride: stride, block, at: instants)
  }

  private static func gather(
    _ times: inout [Int64], _ rows: inout [Int64], _ count: inout Int, _ rules: ArraySlice<Int>,
    _ fired: [UInt64], word: Int, stride: Int, _ block: BatchBlock, at instants: [Int64]
  ) {
    let fired = fired.span
    let rules = rules.span
    let instants = instants.span
    var times = times.mutableSpan
    var rows = rows.mutableSpan
    var all: UInt64 = 0
    for index in rules.indices { all |= fired[rules[index] &* stride &+ word] }
    while all != 0 {
      let offset = all.trailingZeroBitCount
      all &= all &- 1
      let row = block.first &+ offset
      let t = instants[row]
      for index in rules.indices {
        // Written in any case, as above.
        times[count] = t
        rows[count] = Int64(row)
        let bits = fired[rules[index] &* stride &+ word]
        count &+= Int(truncatingIfNeeded: (bits &>> UInt64(truncatingIfNeeded: offset)) & 1)
      }
    }
  }

  /// How many entries of one of the lists are less than a key.
  func count(of list: [Int64], before key: Int64) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if list[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
