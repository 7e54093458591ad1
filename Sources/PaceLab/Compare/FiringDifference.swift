public import PaceEngine

/// A firing that the two sides do not share.
public struct FiringDifference: Sendable {
  public enum Sort: Sendable, CaseIterable {
    case added, removed, moved, changed
  }

  public var sort: Sort
  public var subject: String
  /// The subject's zone.
  public var zone = Zone.utc
  public var rule: String
  /// When it fires on the second side; for a removed firing, on the first.
  public var at: Instant
  /// For a moved firing, when it was on the first side.
  public var from: Instant?
  /// For a changed firing, what changed (a scale, `level`, `kind`, `severity` or `message`), and how it stood
  /// on each side.
  public var what: String?
  public var before: String?
  public var after: String?
  /// Its causes, as indices in the comparison's `causes`.
  ///
  /// Undoing any one of them removes the difference; if `isJoint`, none does so alone, and all may play a part.
  public var causes: [Int] = []
  /// Whether `causes` act only together.
  public var isJoint = false

  /// Matches the firings of one subject.
  static func all(
    _ before: FiringsByRule, _ after: FiringsByRule, subject: String, movedWithin limit: Int64
  ) -> [FiringDifference] {
    var differences: [FiringDifference] = []
    for rule in before.rules.union(after.rules).sorted() {
      var (removed, added): ([Instant], [Instant]) = ([], [])
      merge(before[rule], after[rule]) { first, second in
        switch (first, second) {
        case (let first?, let second?):
          guard let change = ComparedFiring.change(first, second) else { return }
          differences.append(
            FiringDifference(
              sort: .changed, subject: subject, rule: rule, at: second.at, what: change.what,
              before: change.before, after: change.after))
        case (let first?, nil): removed.append(first.at)
        case (nil, let second?): added.append(second.at)
        case (nil, nil): break
        }
      }
      differences += unmatched(removed, added, subject: subject, rule: rule, movedWithin: limit)
    }
    return differences.sorted { ($0.at, $0.rule) < ($1.at, $1.rule) }
  }

  /// Pairs firings at the same instant; the others come alone.
  private static func merge(
    _ old: [ComparedFiring], _ new: [ComparedFiring], _ tell: (ComparedFiring?, ComparedFiring?) -> Void
  ) {
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      let first = i < old.count ? old[i] : nil
      let second = j < new.count ? new[j] : nil
      let isOld = second.map { second in first.map { $0.at <= second.at } ?? false } ?? true
      let isNew = first.map { first in second.map { $0.at <= first.at } ?? false } ?? true
      tell(isOld ? first : nil, isNew ? second : nil)
      if isOld { i += 1 }
      if isNew { j += 1 }
    }
  }

  /// Joins a removed and an added firing at most `limit` apart into one that moved.
  private static func unmatched(
    _ removed: [Instant], _ added: [Instant], subject: String, rule: String,
    movedWithin limit: Int64
  ) -> [FiringDifference] {
    var differences: [FiringDifference] = []
    var (i, j) = (0, 0)
    while i < removed.count || j < added.count {
      if i < removed.count, j < added.count {
        let (from, to) = (removed[i], added[j])
        let (way, overflow) = to.milliseconds.subtractingReportingOverflow(from.milliseconds)
        if !overflow, way.magnitude <= limit.magnitude {
          differences.append(
            FiringDifference(sort: .moved, subject: subject, rule: rule, at: to, from: from))
          i += 1
          j += 1
          continue
        }
      }
      if j >= added.count || (i < removed.count && removed[i] < added[j]) {
        differences.append(
          FiringDifference(sort: .removed, subject: subject, rule: rule, at: removed[i]))
        i += 1
      } else {
        differences.append(FiringDifference(sort: .added, subject: subject, rule: rule, at: added[j]))
        j += 1
      }
    }
    return differences
  }

  /// Whether these firings no longer show the difference; a changed value may have become a third one.
  func isGone(in firings: FiringsByRule) -> Bool {
    let here = firings.first(of: rule, at: at)
    switch sort {
    case .added: return here == nil
    case .removed: return here != nil
    case .moved: return here == nil && from.flatMap { firings.first(of: rule, at: $0) } != nil
    case .changed:
      guard let what, let here else { return false }
      return here[what] != after
    }
  }
}
