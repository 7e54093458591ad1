/// When the subjects of a batch are open.
struct BatchLives: Sendable {
  /// A stretch between an end and the event that revived the subject: there are no instants in it.
  struct Gap {
    var end: Int64
    var revival: Int64
  }

  /// From the first to the last instant that is looked at, of each subject that was open.
  private(set) var lives: [BatchStretch] = []
  /// Those of all subjects, in order.
  private(set) var gaps: [Gap] = []

  mutating func removeAll() {
    lives.removeAll(keepingCapacity: true)
    if !gaps.isEmpty { gaps.removeAll(keepingCapacity: true) }
  }

  /// Works out the life of the next subject; true if it has no end and nothing says how far to look.
  ///
  /// - Parameters:
  ///   - rows: its rows among the batch's.
  ///   - delay: how long after what keeps it open a subject ends; the least for never.
  ///   - keepers: for each row of the batch how many of those that keep a subject open have come.
  mutating func add(
    _ subject: BatchSubject, _ rows: Range<Int>, at times: [Int64], delay: Int64, keepers: [Int],
    until: Int64?
  ) -> Bool {
    guard let start = subject.start, !rows.isEmpty || start <= until ?? never else { return false }
    var recorded = subject.endedAt
    var latest = start
    var end = recorded ?? (delay == .min ? never : Arithmetic.saturatingSum(latest, delay))
    if end < never {
      let instants = times.span.extracting(rows)
      var before = rows.lowerBound > 0 && !keepers.isEmpty ? keepers[rows.lowerBound - 1] : 0
      let keepers = keepers.isEmpty ? keepers.span : keepers.span.extracting(rows)
      for row in instants.indices {
        let t = instants[row]
        if t > end {
          gaps.append(Gap(end: end, revival: t))
          recorded = nil
          latest = t
          end = delay == .min ? never : Arithmetic.saturatingSum(latest, delay)
        }
        if row < keepers.count, keepers[row] != before {
          before = keepers[row]
          latest = t
          if recorded == nil, delay != .min { end = t &+ delay }
        }
      }
    }
    let last = rows.isEmpty ? start : times[rows.upperBound - 1]
    let horizon = min(end < never ? end : until ?? last, until ?? never)
    if start <= horizon { lives.append(BatchStretch(from: start, through: horizon)) }
    return end == never && until == nil
  }

  /// The instants without those in gaps.
  var open: [BatchStretch] {
    var closed: [BatchStretch] = []
    for gap in gaps { closed.append(gap.end + 1, through: gap.revival - 1) }
    return lives.without(closed)
  }
}

/// A subject of a batch; its instants are shifted as `BatchEvaluator` says.
struct BatchSubject: Sendable {
  var id: String
  /// Which of the outcomes is its own, where those are told.
  var number: Int
  var firstRow: Int
  /// What was added to its instants.
  var shift: Int64 = 0
  /// Nil as long as it has neither a recorded start nor an event.
  var start: Int64?
  var startedAt: Int64?
  var endedAt: Int64?
}
