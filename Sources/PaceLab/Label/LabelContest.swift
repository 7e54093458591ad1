/// Which candidate values agree best with the answers so far.
///
/// Each axis of candidates is a contest of its own, as one parameter is changed at a time. An answer counts against
/// every value that says otherwise: one that misses a wanted notice, or gives an unwanted one.
struct LabelContest {
  /// For each axis, how many answers count against each of its values.
  private var errors: [[Int]]
  /// For each axis, how many of the values before each place are, or may still become, the best.
  private var hopeful: [[Int]] = []

  /// - Parameter axes: how many values each axis has.
  init(axes: [Int]) {
    errors = axes.map { Array(repeating: 0, count: $0) }
    rank()
  }

  /// Counts an answer, or takes it back.
  mutating func count(_ isWanted: Bool, _ votes: LabelVotes, isTakenBack: Bool = false) {
    let change = isTakenBack ? -1 : 1
    for axis in errors.indices where isWanted {
      for value in errors[axis].indices { errors[axis][value] += change }
    }
    for span in votes.spans {
      for value in span.values { errors[span.axis][value] += isWanted ? -change : change }
    }
    rank()
  }

  /// Values at most one answer behind the best can be among the best after the next answer.
  private mutating func rank() {
    hopeful = errors.map { errors in
      let least = errors.min() ?? 0
      var sums = [0]
      for error in errors { sums.append((sums.last ?? 0) + (error <= least + 1 ? 1 : 0)) }
      return sums
    }
  }

  /// How evenly an answer divides the hopeful values, on the axis that it divides most evenly: from 0 to a half.
  ///
  /// At 0 an answer can't change which values are best.
  func division(by votes: LabelVotes) -> Double {
    var yes = Array(repeating: 0, count: errors.count)
    for span in votes.spans {
      let sums = hopeful[span.axis]
      yes[span.axis] += sums[span.values.upperBound] - sums[span.values.lowerBound]
    }
    return yes.indices.reduce(0) { most, axis in
      let all = hopeful[axis].last ?? 0
      return all == 0 ? most : max(most, Double(min(yes[axis], all - yes[axis])) / Double(all))
    }
  }
}
