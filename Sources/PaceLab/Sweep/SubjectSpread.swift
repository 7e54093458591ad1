import PaceLanguage

/// How many subjects have how many notices, at each point of a grid.
///
/// Subjects with the same number of notices share an entry, so memory grows with how many different numbers there are,
/// not with how many subjects.
struct SubjectSpread: Sendable {
  /// For each point and number of notices, how many more subjects have it than at the point before.
  private var changes: [[Int: Int]]

  init(points: Int) { changes = Array(repeating: [:], count: points + 1) }

  /// Counts a subject with this many notices at every point of `range`.
  mutating func add(_ notices: Int, to range: Range<Int>) {
    changes[range.lowerBound][notices, default: 0] += 1
    changes[range.upperBound][notices, default: 0] -= 1
  }

  /// Adds the counts of other subjects.
  mutating func add(_ other: SubjectSpread) {
    for point in changes.indices {
      for (notices, change) in other.changes[point] { changes[point][notices, default: 0] += change }
    }
  }

  /// The distribution at each point in turn.
  func forEachPoint(_ body: (NoticeDistribution) -> Void) {
    var found: Set<Int> = []
    for change in changes { found.formUnion(change.keys) }
    var distribution = NoticeDistribution(of: found.sorted())
    for change in changes.dropLast() {
      for (notices, more) in change { distribution.add(more, with: notices) }
      body(distribution)
    }
  }
}

/// How many subjects have how many notices.
struct NoticeDistribution {
  /// The numbers of notices, the least first.
  private let counts: [Int]
  /// How many subjects have each.
  private var subjects: [Int]
  private var total = 0

  fileprivate init(of counts: [Int]) {
    self.counts = counts
    subjects = Array(repeating: 0, count: counts.count)
  }

  fileprivate mutating func add(_ more: Int, with notices: Int) {
    subjects[counts.partitioningIndex { $0 >= notices }] += more
    total += more
  }

  /// How many subjects have any notice.
  var affected: Int { total - (counts.first == 0 ? subjects[0] : 0) }

  /// How many notices the middle subject has, or the mean for the middle two.
  var median: Double { Double(count(ofRank: (total + 1) / 2) + count(ofRank: total / 2 + 1)) / 2 }

  /// The least number that some subject has and nine in ten do not exceed.
  var ninetieth: Int { count(ofRank: total - total / 10) }

  /// The number of notices of the subject at this place, from 1, in ascending order; 0 if there is none.
  private func count(ofRank rank: Int) -> Int {
    var seen = 0
    for (place, more) in subjects.enumerated() {
      seen += more
      if seen >= rank, more > 0 { return counts[place] }
    }
    return 0
  }
}
