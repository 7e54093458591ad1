/// A way to make trials, and how much of the budget it may take.
///
/// A search first goes through the lists of `listed`, one after the other, and then draws from `drawn`, each
/// as often as its share says, until it is stuck.
struct SearchStrategy: Sendable {
  let name: String
  /// For a list, the part of the budget that it may take, one in this many; for what is drawn, how often its
  /// turn comes.
  let share: Int
  /// Hands trials to the search; a list ends when the search takes no more.
  let run: @Sendable (inout TrialSearch) -> Void

  typealias Strategies = (listed: [SearchStrategy], drawn: [SearchStrategy])

  /// What a search for goals within one program tries.
  static let forGoals: Strategies = (
    listed: [SearchStrategy(name: "short", share: 3, run: short)],
    drawn: [SearchStrategy(name: "changed", share: 1, run: changed)]
  )

  /// What a search for the difference between two programs tries.
  static let forDifference: Strategies = (
    listed: [
      SearchStrategy(name: "repeated", share: 8, run: repeated),
      SearchStrategy(name: "short", share: 8, run: short),
      SearchStrategy(name: "attributes", share: 10, run: attributes),
      SearchStrategy(name: "pairs of attributes", share: 10, run: attributePairs),
      SearchStrategy(name: "long", share: 8, run: long),
      SearchStrategy(name: "days", share: 16, run: days),
      SearchStrategy(name: "given", share: 8, run: given),
    ],
    drawn: [
      SearchStrategy(name: "fresh", share: 1, run: fresh),
      SearchStrategy(name: "changed", share: 2, run: changed),
    ]
  )
}
