public import PaceLanguage

/// A preset that gets the labels right at least as well as every combination that was tried.
///
/// If it does better, some of its values are not on the grid.
public struct FitRival: Sendable {
  /// Nil for the parameters' defaults, if a program has no presets.
  public let preset: PresetID?
  public let counts: SweepScore
  /// Whether it is the preset that the recommended values are kept near to.
  public let isInForce: Bool
  /// Its values that are not on the grid.
  public let offGrid: [(axis: SweepAxis, value: Int64)]
}

extension FitResult {
  /// The presets that do better than the recommended point, the best first; among equals, the one in force first.
  public var rivals: [FitRival] {
    let best = objective.worth(finding.counts)
    return known.filter { best < objective.worth($0.counts) }.sorted { a, b in
      let (first, second) = (objective.worth(a.counts), objective.worth(b.counts))
      return first == second ? a.isInForce && !b.isInForce : second < first
    }
  }

  /// The preset in force, if it does as well as the recommended point and has values that are not on the grid.
  public var equal: FitRival? {
    known.first {
      $0.isInForce && !$0.offGrid.isEmpty && objective.worth($0.counts) == objective.worth(finding.counts)
    }
  }

  private var known: [FitRival] {
    var known: [(preset: PresetID?, counts: SweepScore)] = presets.map { ($0.preset, $0.counts) }
    if program.presets.isEmpty, let present { known = [(nil, present)] }
    return known.map { rival in
      FitRival(
        preset: rival.preset, counts: rival.counts, isInForce: rival.preset == preset,
        offGrid: offGrid(program.values(under: rival.preset)))
    }
  }

  private func offGrid(_ values: [Constant?]) -> [(axis: SweepAxis, value: Int64)] {
    grid.axes.compactMap { axis in
      guard let bits = values[axis.param.index]?.bits, !axis.values.contains(bits) else { return nil }
      return (axis, bits)
    }
  }
}
