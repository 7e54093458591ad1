import PaceLab
import PaceLanguage

/// What a sweep shows at a glance, in sentences: jumps, flat stretches, and what makes no difference.
struct SweepNotes: Sendable {
  private let view: SweepView
  /// More than this is not read.
  private static let limit = 8

  init(_ view: SweepView) { self.view = view }

  var lines: [String] {
    let missing = view.offGrid.isEmpty ? [] : ["not on the grid: \(view.offGrid)"]
    return Self.listed("jumps", cliffs) + Self.listed("flat", plateaus) + indifferent + missing
  }

  /// `rapid_repeat from 9 min to 10 min: 12 → 31 notices (balanced stands after it)`
  var cliffs: [String] {
    let size = { (cliff: SweepCliff) in abs(cliff.firings.after - cliff.firings.before) }
    let groups = grouped(view.result.cliffs) { ($0.rule, $0.axis, $0.before, $0.after) }
    return groups.sorted { size($0[0]) > size($1[0]) }.compactMap { group in
      guard let cliff = group.first else { return nil }
      let before = Self.range(group.map { $0.firings.before })
      let after = Self.range(group.map { $0.firings.after })
      let near =
        view.presets(at: cliff.before).map { "\($0) stands before it" }
        + view.presets(at: cliff.after).map { "\($0) stands after it" }
      return line(cliff.rule, cliff.axis, cliff.before, cliff.after, of: group.count)
        + ": \(before) → \(after) notices" + (near.isEmpty ? "" : " (\(near.joined(separator: ", ")))")
    }
  }

  /// `rapid_repeat from 20 min to 40 min: 44 notices`
  var plateaus: [String] {
    let partial = view.result.plateaus.filter { plateau in
      // A stretch as long as its line says that the parameter makes no difference.
      let length = (plateau.last - plateau.first) / view.grid.stride(of: plateau.axis) + 1
      return length < view.grid.axes[plateau.axis].values.count
    }
    let groups = grouped(partial) { ($0.rule, $0.axis, $0.first, $0.last) }
    return groups.sorted { $0[0].last - $0[0].first > $1[0].last - $1[0].first }.compactMap { group in
      guard let plateau = group.first else { return nil }
      let counts = group.flatMap { [$0.firings.lowerBound, $0.firings.upperBound] }
      return line(plateau.rule, plateau.axis, plateau.first, plateau.last, of: group.count)
        + ": \(Self.range(counts)) \(counts.allSatisfy { $0 == 1 } ? "notice" : "notices")"
    }
  }

  /// Which parameter makes no difference to which rules.
  var indifferent: [String] {
    let names = view.steadyRules.map { view.name(of: $0) }
    var lines = names.isEmpty ? [] : ["no effect on \(Self.numbers) \(names.joined(separator: ", "))"]
    guard view.grid.axes.count > 1 else { return lines }
    for (axis, swept) in view.grid.axes.enumerated() {
      let rules = view.result.affectedRules.filter { !view.result.differs($0, along: axis) }
      if rules.isEmpty { continue }
      let names = rules.map { view.name(of: $0) }.joined(separator: ", ")
      lines.append("no effect of \(swept.name) on \(Self.numbers) \(names)")
    }
    return lines
  }

  /// A rule that speaks as often may still speak at other times, and raise its level then.
  private static let numbers = "the number of notices of"

  /// `rapid_repeat from 9 min to 10 min where fast_pace_units = 2`, or wherever the other axes stand.
  private func line(_ rule: RuleID, _ axis: Int, _ first: Int, _ last: Int, of group: Int) -> String {
    let lines = view.grid.count / view.grid.axes[axis].values.count
    let place =
      group == 1 ? view.place(of: first, besides: axis) : " on \(group) of \(lines) lines of the grid"
    let name = view.grid.axes.count > 1 ? "\(view.grid.axes[axis].name) " : ""
    return "\(view.name(of: rule)) from \(name)\(text(first, axis)) to \(text(last, axis))\(place)"
  }

  /// Puts together what is the same on several lines of the grid.
  private func grouped<Shape>(
    _ shapes: [Shape], _ ends: (Shape) -> (rule: RuleID, axis: Int, first: Int, last: Int)
  ) -> [[Shape]] {
    var groups: [[Shape]] = []
    var places: [[Int]: Int] = [:]
    for shape in shapes {
      let (rule, axis, first, last) = ends(shape)
      let key = [rule.index, axis, view.grid.indices(of: first)[axis], view.grid.indices(of: last)[axis]]
      if let place = places[key] {
        groups[place].append(shape)
      } else {
        places[key] = groups.count
        groups.append([shape])
      }
    }
    return groups
  }

  private func text(_ point: Int, _ axis: Int) -> String { view.texts(of: point)[axis] }

  private static func range(_ counts: [Int]) -> String {
    let (low, high) = (counts.min() ?? 0, counts.max() ?? 0)
    return low == high ? "\(low)" : "\(low) to \(high)"
  }

  private static func listed(_ heading: String, _ lines: [String]) -> [String] {
    let blank = String(repeating: " ", count: 7)
    var listed = lines.prefix(limit).enumerated().map { index, line in
      (index == 0 ? heading.padded(to: 7) : blank) + line
    }
    if lines.count > limit { listed.append(blank + "… and \(lines.count - limit) more") }
    return listed
  }
}
