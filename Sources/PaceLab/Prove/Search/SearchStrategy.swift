/// A way to make trials, and how much of the budget it may take.
///
/// A search first goes through the lists of `listed`, one after the other, and then draws from `drawn`, each
/// as often as its share says, until it is stuck.
struct SearchStrategy: Sendable {
  /// A list may spend the budget divided by this. What is drawn gets turns in proportion to it.
  let share: Int
  /// Hands trials to the search; a list ends when the search takes no more.
  let run: @Sendable (inout TrialSearch) -> Void

  typealias Strategies = (listed: [SearchStrategy], drawn: [SearchStrategy])

  /// What a search for goals within one program tries.
  static let forGoals: Strategies = (
    listed: [
      SearchStrategy(share: 3, run: short),
      SearchStrategy(share: 8, run: between),
      SearchStrategy(share: 8, run: fields),
    ],
    drawn: [SearchStrategy(share: 1, run: changed)]
  )

  /// What a search for the difference between two programs tries.
  static let forDifference: Strategies = (
    listed: [
      SearchStrategy(share: 8, run: repeated),
      SearchStrategy(share: 8, run: short),
      SearchStrategy(share: 8, run: fields),
      SearchStrategy(share: 10, run: attributes),
      SearchStrategy(share: 10, run: attributePairs),
      SearchStrategy(share: 8, run: long),
      SearchStrategy(share: 16, run: days),
      SearchStrategy(share: 8, run: given),
    ],
    drawn: [
      SearchStrategy(share: 1, run: fresh),
      SearchStrategy(share: 2, run: changed),
    ]
  )
}
