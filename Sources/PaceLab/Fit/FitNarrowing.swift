import PaceEngine
import PaceLanguage

/// The search for all points that get every label right.
///
/// From the whole grid it takes away, label by label, the points that get the label wrong. A run ends with its
/// label and evaluates only the rules that the label is about. Therefore it makes few comparisons, and stands for a
/// large box of points.
public struct FitNarrowing: Sendable {
  /// What is left, as boxes that don't overlap; nil if the budget ran out.
  var boxes: [FitBox]?
  /// The rules whose labels are handled one after another; nil for labels that name none.
  let groups: [RuleID?]
  /// Whether the wanted labels are handled, not the unwanted ones.
  let isWanted: Bool
  let objective: FitObjective
  /// How many rows may still be evaluated.
  var budget: Int

  /// The cost of a run besides its own rows, in rows.
  private static let runCost = 100
  /// The usual budget, in rows: about two seconds.
  static let usual = 60_000_000

  /// Takes away the points that get a subject's labels wrong.
  ///
  /// - Parameter trials: one for each group.
  mutating func narrow(_ subject: FitSubject, _ trials: inout [FitTrial]) throws(RunawaySubject) {
    for index in trials.indices { try narrow(subject, &trials[index]) }
  }

  private mutating func narrow(_ subject: FitSubject, _ trial: inout FitTrial) throws(RunawaySubject) {
    let all = trial.labels
    for label in all.labels(of: subject.id) where label.isWanted == isWanted {
      guard let before = boxes else { return }
      let cost = Self.runCost + subject.log.count(upTo: label.to)
      trial.labels = all.only(label, of: subject.id)
      var after: [FitBox] = []
      for box in before {
        var left = [box]
        while let next = left.popLast() {
          budget -= cost
          guard budget > 0 else {
            boxes = nil
            return
          }
          let (alike, counts) = try trial.run(subject.log, next.ranges.map { $0.lowerBound }, upTo: label.to)
          let inner = next.common(with: alike)
          if objective.isFlawless(counts) { after.append(inner) }
          left += next.without(inner)
        }
      }
      boxes = FitBox.merged(after)
    }
    trial.labels = all
  }
}

extension FitObjective {
  /// Whether no label that counts is wrong.
  func isFlawless(_ counts: SweepScore) -> Bool {
    switch self {
    case .f1: counts.missed == 0 && counts.falseAlarms == 0
    case .cost: worth(counts).part == 0
    }
  }
}

extension SweepLabels {
  /// The rules that labels name, and nil for labels that name none; those that rest on the fewest
  /// combinations of values first.
  func groups(in grid: SweepGrid, of program: Program) -> [RuleID?] {
    let rules = Set(all.map { $0.rule })
    let sizes = Dictionary(
      uniqueKeysWithValues: rules.map { rule -> (RuleID?, Int) in
        let params = Influences(on: rule.map { [$0] } ?? judged(in: program), in: program).params
        return (rule, grid.axes.reduce(1) { params.contains($1.param) ? $0 * $1.values.count : $0 })
      })
    return rules.sorted { a, b in
      (sizes[a] ?? 0, a?.index ?? .max) < (sizes[b] ?? 0, b?.index ?? .max)
    }
  }
}
