public import PaceEngine

/// A firing that the two sides do not share.
public struct FiringDifference: Sendable {
  public enum Sort: String, Sendable, CaseIterable {
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
  /// For a changed firing, what changed; if that is several things, each is a difference.
  public var change: FiringChange?
  /// Whether an earlier difference is about the same firing.
  public var isFurther = false
  /// Its causes, as indices in the comparison's `causes`.
  public var causes: [Int] = []
  /// How its causes act.
  public var bearing = Bearing.together

  /// How the causes of a difference bring it about.
  public enum Bearing: String, Sendable {
    /// Undoing any one of them removes the difference.
    case together
    /// Only undoing all of them removes it: while all others are undone, each still does it.
    case each
    /// All may play a part: which of them do can't be tried, or some do only with others.
    case open
  }

  /// Matches the firings of one subject.
  static func all(
    _ before: ComparedFirings, _ after: ComparedFirings, subject: String, movedWithin limit: Int64
  ) -> [FiringDifference] {
    var differences: [FiringDifference] = []
    let comparison = FiringComparison(before.program, after.program)
    let (old, new) = (before.byRule, after.byRule)
    for rule in Set(old.keys).union(new.keys).sorted() {
      func difference(_ sort: Sort, at: Instant) -> FiringDifference {
        FiringDifference(sort: sort, subject: subject, rule: rule, at: at)
      }
      let (own, others) = (old[rule] ?? [], new[rule] ?? [])
      let rest = TimeMatch.pair(own, others, within: 0, at: { $0.firing.at }) { first, second in
        for (place, change) in comparison.changes(first, second).enumerated() {
          var changed = difference(.changed, at: second.firing.at)
          changed.change = change
          changed.isFurther = place > 0
          differences.append(changed)
        }
      }
      let alone = TimeMatch.pair(rest.one, rest.other, within: limit, at: { $0.firing.at }) { first, second in
        var moved = difference(.moved, at: second.firing.at)
        moved.from = first.firing.at
        differences.append(moved)
      }
      differences += alone.one.map { difference(.removed, at: $0.firing.at) }
      differences += alone.other.map { difference(.added, at: $0.firing.at) }
    }
    return differences.sorted { ($0.at, $0.rule) < ($1.at, $1.rule) }
  }

  /// Whether these firings no longer show the difference; a changed value may have become a third one.
  func isGone(in firings: ComparedFirings) -> Bool {
    let here = firings.first(of: rule, at: at)
    switch sort {
    case .added: return here == nil
    case .removed: return here != nil
    case .moved: return here == nil && from.flatMap { firings.first(of: rule, at: $0) } != nil
    case .changed:
      guard let change, let here else { return false }
      return firings.program.value(of: change.aspect, in: here) != change.after
    }
  }
}
