import PaceLanguage

/// The rules whose states have to be followed from instant to instant, and what makes them be looked at again.
struct Followed: Sendable {
  /// In order of evaluation.
  var rules: [Int] = []
  /// Where each rule of the plan stands in `rules`; -1 for one that is not followed.
  var places: [Int] = []
  /// For each column, where those of them stand whose verdict may change when it grows.
  var readersOfColumn = Lists<Int>()
  /// For each scale, where those of them stand that read it, directly or through another scale.
  var readersOfScale = Lists<Int>()

  init() {}

  /// Those that speak unasked, those with a memory that something reads, and, where levels are told of, those
  /// that raise one.
  init(_ plan: Plan, _ extent: Extent) {
    let follows = plan.rules.map { rule in
      if rule.speaksUnasked || (extent == .levels && rule.hasMemory) { return true }
      guard let raise = rule.raise, !raise.whenFired else { return false }
      return extent == .levels || (rule.hasMemory && !plan.readersOfScale[raise.scale.index].isEmpty)
    }
    rules = follows.indices.filter { follows[$0] }
    places = Array(repeating: -1, count: plan.rules.count)
    for (place, rule) in rules.enumerated() { places[rule] = place }
    let places = places
    readersOfColumn = plan.readersOfColumn.compactMap { follows[$0] ? places[$0] : nil }
    readersOfScale = plan.readersOfScale.compactMap { follows[$0] ? places[$0] : nil }
  }
}
