import PaceLanguage

/// The rules whose states have to be followed from instant to instant, and what makes them be looked at again.
struct Followed: Sendable {
  /// In order of evaluation.
  var rules: [Int] = []
  /// Where each rule of the plan stands in `rules`; -1 for one that is not followed.
  var places: [Int] = []
  /// For each column, those of them whose verdict may change when it grows.
  var readersOfColumn = Lists<Int>()
  /// For each scale, those of them that read it, directly or through another scale.
  var readersOfScale = Lists<Int>()

  init() {}

  /// Those that speak unasked, those with a memory that something reads, and, where levels are told of, those
  /// that raise one.
  init(_ plan: Plan, tellsLevels: Bool) {
    let follows = plan.rules.map { rule in
      if rule.speaksUnasked { return true }
      guard let raise = rule.raise, !raise.whenFired else { return false }
      return tellsLevels || (rule.hasMemory && !plan.readersOfScale[raise.scale.index].isEmpty)
    }
    rules = follows.indices.filter { follows[$0] }
    places = Array(repeating: -1, count: plan.rules.count)
    for (place, rule) in rules.enumerated() { places[rule] = place }
    readersOfColumn = plan.readersOfColumn.filter { follows[$0] }
    readersOfScale = plan.readersOfScale.filter { follows[$0] }
  }
}

/// What is known together of a few followed rules that stand side by side, so that an instant which concerns
/// none of them passes them over.
struct RuleGroup {
  /// How many rules there are in a group, but for the last one.
  static let size = 4

  /// Whether one of them has been marked, or had its memory advanced, since they were looked at.
  var isMarked = true
  /// The earliest instant at which one of them may have something to say.
  var wake: Int64 = .max
  /// No change of any of them comes before `wake` and up to this.
  var lookedUpTo: Int64 = .min

  func isDue(at t: Int64) -> Bool { isMarked || wake <= t }
}
