import PaceEngine

extension CauseTrials {
  /// Narrows the causes of the differences of a log to those that play a part.
  ///
  /// - Parameter changes: what is undone for each cause.
  mutating func narrow(
    _ differences: inout [FiringDifference], of log: SubjectLog, _ changes: [Int: Change]
  ) {
    let several = differences.indices.filter { differences[$0].causes.count > 1 }
    let order = Set(several.flatMap { differences[$0].causes }).sorted()
    var needed: [Int: [Int]] = [:]
    var triedAlone: Set<Int> = []
    for cause in order {
      let places = several.filter { differences[$0].causes.contains(cause) }
      let sets = Dictionary(uniqueKeysWithValues: places.map { ($0, Set([cause])) })
      let gone = removed(differences, undoing: sets, log, changes)
      if !gone.isEmpty { triedAlone.insert(cause) }
      for (place, isGone) in gone where isGone { needed[place, default: []].append(cause) }
    }
    for (place, causes) in needed { differences[place].causes = causes }
    let rest = several.filter { needed[$0] == nil }
    for place in rest { differences[place].bearing = .open }
    var all = Dictionary(
      uniqueKeysWithValues: rest.map { place in
        (place, Set(differences[place].causes.filter { changes[$0]?.canBeUndone == true }))
      })
    let gone = removed(differences, undoing: all, log, changes)
    all = all.filter { gone[$0.key] == true }
    var sets = all
    let tried = shrink(&sets, differences, log, changes, order, triedAlone)
    let tangled = tangled(sets.filter { tried.contains($0.key) }, in: all, differences, log, changes, order)
    for (place, set) in sets where !tangled.contains(place) {
      differences[place].causes = set.sorted()
      if tried.contains(place) { differences[place].bearing = .each }
    }
    for place in tangled { differences[place].causes = all[place]?.sorted() ?? [] }
  }

  /// The differences of which some cause in their set brings nothing about alone, while all other causes are undone.
  ///
  /// Such a cause needs one of those outside the set, which may in turn replace it.
  private mutating func tangled(
    _ sets: [Int: Set<Int>], in all: [Int: Set<Int>], _ differences: [FiringDifference], _ log: SubjectLog,
    _ changes: [Int: Change], _ order: [Int]
  ) -> Set<Int> {
    var tangled: Set<Int> = []
    for cause in order {
      let others = all.filter { place, causes in
        !tangled.contains(place) && sets[place].map { $0 != causes && $0.contains(cause) } ?? false
      }.mapValues { $0.subtracting([cause]) }
      for (place, isGone) in removed(differences, undoing: others, log, changes) where isGone {
        tangled.insert(place)
      }
    }
    return tangled
  }

  /// Shrinks sets of causes until each cause left is needed; undoing a whole set removes its difference.
  ///
  /// Undoing a single cause in `triedAlone` is known to remove none of the differences. Returns the differences for
  /// which every set with one cause less was tried.
  private mutating func shrink(
    _ sets: inout [Int: Set<Int>], _ differences: [FiringDifference], _ log: SubjectLog,
    _ changes: [Int: Change], _ order: [Int], _ triedAlone: Set<Int>
  ) -> Set<Int> {
    var tried: Set<Int> = []
    var open = sets
    while !open.isEmpty {
      tried.formUnion(open.keys)
      for cause in order {
        let smaller = sets.filter { open[$0.key] != nil && $0.value.contains(cause) }
          .mapValues { $0.subtracting([cause]) }
        let gone = removed(differences, undoing: smaller.filter { $0.value.count > 1 }, log, changes)
        for (place, set) in smaller {
          if gone[place] == true { sets[place] = set }
          if gone[place] == nil, set.count > 1 || !set.isSubset(of: triedAlone) { tried.remove(place) }
        }
      }
      // What was needed in a larger set may not be in the smaller one.
      open = sets.filter { place, set in open[place] != nil && open[place] != set }
    }
    return tried
  }

  /// For each difference, whether undoing its set of causes removes it; left out if that set can't be undone.
  private mutating func removed(
    _ differences: [FiringDifference], undoing sets: [Int: Set<Int>], _ log: SubjectLog,
    _ changes: [Int: Change]
  ) -> [Int: Bool] {
    var found: [Int: Bool] = [:]
    // The firings of a long log take much memory, so one trial is looked at before the next.
    for (set, places) in Dictionary(grouping: sets.keys, by: { sets[$0] ?? [] }) {
      guard let firings = firings(of: log, without: Set(set.compactMap { changes[$0] })) else { continue }
      for place in places { found[place] = differences[place].isGone(in: firings) }
    }
    return found
  }
}
