public import PaceLanguage

/// A preset that gets the labels right better than every combination that was tried.
///
/// Some of its values are not on the grid, or it would be one of them.
public struct FitRival: Sendable {
  /// Nil for the parameters' defaults, if a program has no presets.
  public let preset: PresetID?
  public let counts: FitCounts
  /// Whether it is the preset that the recommended values are kept near to.
  public let isInForce: Bool
  /// Its values that are not on the grid.
  public let offGrid: [(axis: SweepAxis, value: Int64)]
}

extension FitResult {
  /// The presets that do better than the recommended point, the best first; among equals, the one in force first.
  public var rivals: [FitRival] {
    var known: [(preset: PresetID?, counts: FitCounts)] = presets.map { ($0.preset, $0.counts) }
    if program.presets.isEmpty, let present { known = [(nil, present)] }
    let best = objective.worth(finding.counts)
    let better = known.filter { best < objective.worth($0.counts) }
    let sorted = better.sorted { a, b in
      let (first, second) = (objective.worth(a.counts), objective.worth(b.counts))
      return first == second ? a.preset == preset && b.preset != preset : second < first
    }
    return sorted.map { rival in
      FitRival(
        preset: rival.preset, counts: rival.counts, isInForce: rival.preset == preset,
        offGrid: offGrid(program.values(under: rival.preset)))
    }
  }

  private func offGrid(_ values: [Constant?]) -> [(axis: SweepAxis, value: Int64)] {
    grid.axes.compactMap { axis in
      guard case .value(let value)? = values[axis.param.index], !axis.values.contains(value.bits) else {
        return nil
      }
      return (axis, value.bits)
    }
  }
}
