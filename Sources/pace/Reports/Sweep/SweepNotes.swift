import PaceLab
import PaceLanguage

/// What a sweep shows at a glance, in sentences: jumps, flat stretches, and what makes no difference.
struct SweepNotes: Sendable {
  private let view: SweepView
  /// More than this is not read.
  private static let limit = 8

  init(_ view: SweepView) { self.view = view }

  var lines: [String] { Self.listed("jumps", cliffs) + Self.listed("flat", plateaus) + steady }

  /// `rapid_repeat  9 min → 10 min: 12 → 31 notices (balanced stands after it)`
  var cliffs: [String] {
    let sorted = view.result.cliffs.sorted { Self.size($0) > Self.size($1) }
    return sorted.map { cliff in
      let (before, after) = (text(cliff.before, cliff.axis), text(cliff.after, cliff.axis))
      let jump = "\(cliff.firings.before) → \(cliff.firings.after) notices"
      let near =
        view.presets(at: cliff.before).map { "\($0) stands before it" }
        + view.presets(at: cliff.after).map { "\($0) stands after it" }
      return "\(view.name(of: cliff.rule)) from \(before) to \(after)"
        + "\(view.place(of: cliff.before, besides: cliff.axis)): \(jump)"
        + (near.isEmpty ? "" : " (\(near.joined(separator: ", ")))")
    }
  }

  /// `rapid_repeat  20 min .. 40 min: 44 notices`
  var plateaus: [String] {
    let sorted = view.result.plateaus.sorted { $0.last - $0.first > $1.last - $1.first }
    return sorted.map { plateau in
      let (first, last) = (text(plateau.first, plateau.axis), text(plateau.last, plateau.axis))
      let range = plateau.firings
      let count =
        range.lowerBound == range.upperBound
        ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
      return "\(view.name(of: plateau.rule)) from \(first) to \(last)"
        + "\(view.place(of: plateau.first, besides: plateau.axis)): \(count) notices"
    }
  }

  private var steady: [String] {
    let names = view.steadyRules.map { view.name(of: $0) }
    return names.isEmpty ? [] : ["no effect on \(names.joined(separator: ", "))"]
  }

  private func text(_ point: Int, _ axis: Int) -> String { view.texts(of: point)[axis] }

  private static func size(_ cliff: SweepCliff) -> Int { abs(cliff.firings.after - cliff.firings.before) }

  private static func listed(_ heading: String, _ lines: [String]) -> [String] {
    let blank = String(repeating: " ", count: 7)
    var listed = lines.prefix(limit).enumerated().map { index, line in
      (index == 0 ? heading.padded(to: 7) : blank) + line
    }
    if lines.count > limit { listed.append(blank + "… and \(lines.count - limit) more") }
    return listed
  }
}
