public import PaceLanguage

extension BatchEvaluator {
  /// What a subject gave with a value of the tracked parameter.
  public struct Outcome: Sendable {
    /// How often each rule of the program fired.
    public var firings: [Int]
    /// With every value in this range the same rules fire at the same instants.
    public var steady: ClosedRange<Int64>
  }

  /// Gives the parameters other values for the subjects to come, instead of those of `options`.
  public mutating func suppose(_ settings: [(param: ParamID, value: Constant)]) {
    flush()
    parked.removeAll()
    evaluator.suppose(settings)
    streamer.suppose(settings)
  }

  /// What the subjects gave that were begun since this was asked before, in order; nothing without a tracked parameter.
  /// All of them have to be evaluated: `flush` first.
  public mutating func takeOutcomes() -> [Outcome] {
    defer { outcomes.removeAll(keepingCapacity: true) }
    return outcomes
  }

  /// Makes ready to note for each subject over which values of the tracked parameter all stays the same.
  mutating func beginTracking() {
    for index in subjects.indices {
      let end = index + 1 < subjects.count ? subjects[index + 1].firstRow : rows.count
      while subjectOfRow.count < end { subjectOfRow.append(0) }
      for row in subjects[index].firstRow..<end { subjectOfRow[row] = index }
    }
    steady = Array(repeating: .min ... .max, count: subjects.count)
  }

  /// Narrows the ranges by what a comparison of the tracked parameter came to.
  mutating func narrow(_ relation: Relation, _ block: BatchBlock, _ depth: Int) {
    guard let tracked else { return }
    let bound = evaluator.slots[tracked.index]
    var bits = asking
    while bits != 0 {
      let offset = bits.trailingZeroBitCount
      bits &= bits &- 1
      let value = scratch[depth * BatchBlock.size + offset]
      if value != unknown { narrow(subjectOfRow[block.first + offset], by: relation, value, bound) }
    }
  }

  /// Narrows the ranges by whether the entries that decide whether a window reaches a count are inside.
  mutating func narrow(_ place: Int, _ wanted: Int, _ block: BatchBlock) {
    guard let tracked else { return }
    let span = evaluator.slots[tracked.index]
    locateEnds(place, block)
    var bits = asking
    while bits != 0 {
      let offset = bits.trailingZeroBitCount
      bits &= bits &- 1
      let row = block.first + offset
      let decisive = highs[offset] - wanted
      guard decisive >= 0, lists[place].times[decisive] >= points.starts[row] else { continue }
      narrow(subjectOfRow[row], by: .lessOrEqual, points.times[row] - lists[place].times[decisive], span)
    }
  }

  /// Keeps of a subject's range those bounds to which a value stands as to the present one.
  private mutating func narrow(_ subject: Int, by relation: Relation, _ value: Int64, _ bound: Int64) {
    var (low, high) = (steady[subject].lowerBound, steady[subject].upperBound)
    switch relation {
    case .greaterOrEqual, .less:
      if value >= bound { high = min(high, value) } else { low = max(low, value + 1) }
    case .greater, .lessOrEqual:
      if value > bound { high = min(high, value - 1) } else { low = max(low, value) }
    case .equal, .notEqual:
      if value >= bound { high = min(high, value == bound ? value : value - 1) }
      if value <= bound { low = max(low, value == bound ? value : value + 1) }
    }
    steady[subject] = low...high
  }

  /// Tells what each subject gave.
  mutating func tellOutcomes() {
    let rules = firings.count
    var counts = Array(repeating: 0, count: rules * subjects.count)
    for rule in 0..<rules {
      eachFiring(of: rule) { subject, _ in counts[subject * rules + rule] += 1 }
    }
    for index in subjects.indices {
      let own = Array(counts[(index * rules)..<((index + 1) * rules)])
      outcomes[subjects[index].number] = Outcome(firings: own, steady: steady[index])
    }
  }

  /// Goes through the firings of a rule of the program, each with its subject and its place on the line of time.
  mutating func eachFiring(of rule: Int, _ body: (_ subject: Int, _ at: Int64) -> Void) {
    let place = plan.columns.count + rule
    var subject = 0
    var next = 1
    for entry in 0..<lists[place].count {
      let t = lists[place].times[entry]
      while next < subjects.count, subjects[next].start ?? .min <= t {
        if subjects[next].start != nil { subject = next }
        next += 1
      }
      // The first ones may have no start.
      while subjects[subject].start == nil { subject += 1 }
      body(subject, t)
    }
  }
}

extension Evaluator {
  /// Gives the parameters other values for the subjects to come.
  fileprivate mutating func suppose(_ settings: [(param: ParamID, value: Constant)]) {
    options.overrides = settings
    filledFor = nil
  }
}
