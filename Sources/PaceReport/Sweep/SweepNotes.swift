import PaceLab
import PaceLanguage

/// What a sweep shows at a glance, in sentences: jumps, flat stretches, and what makes no difference.
struct SweepNotes: Sendable {
  let view: SweepView
  /// The most lines of each sort, because more would not be read.
  private static let limit = 8

  var lines: [String] {
    let missing = view.stands.offGrid.isEmpty ? [] : ["not tried: \(view.stands.offGrid)"]
    return Self.listed("jumps", cliffs) + Self.listed("flat", plateaus) + indifferent + missing
  }

  /// Jumps, a line for each rule and parameter, the largest first:
  /// `rapid_repeat, rapid_window from 9 min to 10 min: 12 → 31 notices (balanced stands after it)`
  var cliffs: [String] {
    lines(of: view.result.cliffs) { group in
      guard let shape = group.first else { return "" }
      let change = "\(Self.range(group.map { $0.before })) → \(Self.range(group.map { $0.after })) notices"
      let near =
        Self.standing(view.stands.names(at: shape.first), "before it")
        + Self.standing(view.stands.names(at: shape.last), "after it")
      return change + near.inParentheses
    }
  }

  /// Flat stretches, a line for each rule and parameter, the longest first:
  /// `rapid_repeat, rapid_window from 20 min to 40 min: 44 notices`
  var plateaus: [String] {
    // A flat stretch along the whole line is told as a parameter that makes no difference.
    let shapes = view.result.plateaus.filter { $0.size < view.grid.axes[$0.axis].values.count }
    return lines(of: shapes) { group in
      let counts = Self.range(group.map { $0.before })
      return "\(counts) \(counts == "1" ? "notice" : "notices")"
    }
  }

  /// Which parameter makes no difference to which rules; nothing where only one value was tried.
  var indifferent: [String] {
    if view.grid.count == 1 { return [] }
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

  /// A rule that fires as often may still fire at other times, and raise its level then.
  private static let numbers = "the number of notices of"

  /// The most places on one line.
  private static let places = 2

  /// A line for each rule and parameter; rules with the same text share a line.
  ///
  /// - Parameter words: what shapes of one rule with the same ends on the same axis do.
  private func lines(of shapes: [SweepShape], _ words: ([SweepShape]) -> String) -> [String] {
    let groups = shapes.grouped { [$0.rule.index, $0.axis] }.map { $0.elements }
    let told = groups.sorted { Self.size($0) > Self.size($1) }
      .grouped { text($0, along: $0[0].axis, words) }
    return told.map { text, groups in
      "\(Noun.all(groups.map { view.name(of: $0[0].rule) })), \(text)"
    }
  }

  /// The text on one rule and one axis.
  private func text(_ group: [SweepShape], along axis: Int, _ words: ([SweepShape]) -> String) -> String {
    let stretches = group.grouped { [place($0.first, axis), place($0.last, axis)] }
      .map { $0.elements }.sorted { Self.size($0) > Self.size($1) }
    let told = stretches.prefix(Self.places).sorted { place($0[0].first, axis) < place($1[0].first, axis) }
    let texts = told.map { stretch in
      let scope = scope(of: stretch, along: axis)
      let ends = [stretch[0].first, stretch[0].last].map { view.texts(of: $0)[axis] }
      return "from \(ends[0]) to \(ends[1])\(scope): \(words(stretch))"
    }
    let more = stretches.count - told.count
    return "\(view.grid.axes[axis].name) \(texts.joined(separator: "; "))"
      + (more > 0 ? "; \(more) more" : "")
  }

  private static func size(_ shapes: [SweepShape]) -> Int { shapes.map { $0.size }.max() ?? 0 }

  /// ` at 2 of 7 values of rapid_window`: where the other parameters stand; empty if anywhere.
  private func scope(of group: [SweepShape], along axis: Int) -> String {
    let axes = view.grid.axes
    let lines = view.grid.count / axes[axis].values.count
    if group.count == lines { return "" }
    let others = axes.indices.filter { $0 != axis }
    if group.count == 1 { return view.place(of: group[0].first, besides: axis) }
    let unit = others.count == 1 ? "values of \(axes[others[0]].name)" : "lines of the grid"
    return " at \(group.count) of \(lines) \(unit)"
  }

  private func place(_ point: Int, _ axis: Int) -> Int { view.grid.indices(of: point)[axis] }

  private static func standing(_ presets: [String], _ place: String) -> [String] {
    presets.isEmpty ? [] : ["\(Noun.all(presets)) \(presets.count == 1 ? "stands" : "stand") \(place)"]
  }

  private static func range(_ counts: [ClosedRange<Int>]) -> String {
    let low = counts.map { $0.lowerBound }.min() ?? 0
    let high = counts.map { $0.upperBound }.max() ?? 0
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
