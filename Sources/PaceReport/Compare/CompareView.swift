public import PaceLab
import PaceLanguage

/// Comparisons with the words that all their formats share.
public struct CompareView: Sendable {
  /// The names of the sides.
  let sides: [String]
  let comparisons: [Comparison]
  /// How many differences of each comparison are shown.
  let limit: Int

  /// - Parameters:
  ///   - sides: the names of the sides, the common one first; one more than there are comparisons.
  ///   - limit: how many differences of each comparison are listed.
  public init(_ sides: [String], _ comparisons: [Comparison], limit: Int) {
    self.sides = sides
    self.comparisons = comparisons
    self.limit = limit
  }

  /// The names of the two sides of a comparison.
  func names(_ index: Int) -> (before: String, after: String) { (sides[0], sides[index + 1]) }

  /// `300 sessions · 2425 events · 84 differ`
  func scope(_ comparison: Comparison) -> String {
    let name = comparison.after.program.noun
    let (before, after) = comparison.events
    let events = Noun.count(after, "event")
    let parts = [
      Noun.count(comparison.subjects, name), before == after ? events : "\(before) → \(events)",
      comparison.differing == 0
        ? "no difference" : "\(comparison.differing) \(comparison.differing == 1 ? "differs" : "differ")",
    ]
    return parts.joined(separator: " · ")
  }

  /// One row of the totals.
  struct Totals: Sendable {
    /// Nil for the sum of all rules.
    var rule: String?
    var before: Int
    var after: Int
    var counts: [Int]

    var differs: Bool { counts.contains { $0 > 0 } }
  }

  /// The totals of each rule, by sort of difference, then of all rules together.
  static func totals(_ comparison: Comparison) -> [Totals] {
    let sorts = FiringDifference.Sort.allCases
    var counts: [String: [Int]] = [:]
    for difference in comparison.differences where !difference.isFurther {
      guard let sort = sorts.firstIndex(of: difference.sort) else { continue }
      counts[difference.rule, default: sorts.map { _ in 0 }][sort] += 1
    }
    var rows = comparison.rules.map { rule in
      Totals(
        rule: rule, before: comparison.firingsBefore[rule] ?? 0, after: comparison.firingsAfter[rule] ?? 0,
        counts: counts[rule] ?? sorts.map { _ in 0 })
    }
    rows.append(
      Totals(
        rule: nil, before: rows.reduce(0) { $0 + $1.before }, after: rows.reduce(0) { $0 + $1.after },
        counts: sorts.indices.map { sort in rows.reduce(0) { $0 + $1.counts[sort] } }))
    return rows
  }

  /// The causes and how many differences are due to each, most first.
  static func causes(_ comparison: Comparison) -> [(cause: ComparedCause, count: Int)] {
    var counts = comparison.causes.map { _ in 0 }
    for difference in comparison.differences {
      for cause in difference.causes { counts[cause] += 1 }
    }
    let order = counts.indices.filter { counts[$0] > 0 }.sorted { counts[$0] > counts[$1] }
    return order.map { (comparison.causes[$0], counts[$0]) }
  }

  /// How the parts of a cause are marked: lines of rules, and other text from outside.
  struct Marks {
    var code: (String) -> String = { "`\($0)`" }
    var plain: (String) -> String = { $0 }
  }

  /// `rapid_window 10 min → 12 min`
  static func text(_ cause: ComparedCause, _ marks: Marks = Marks()) -> String {
    let isParam = cause.key.sort == .param
    let name = name(cause)
    switch (cause.before, cause.after) {
    case (let before?, let after?):
      return isParam
        ? "\(name) \(marks.plain(before)) → \(marks.plain(after))"
        : "\(name): \(marks.code(before)) → \(marks.code(after))"
    case (nil, let line?) where !cause.isWhole: return "\(name): \(marks.code(line)) added"
    case (let line?, nil) where !cause.isWhole: return "\(name): \(marks.code(line)) removed"
    case (nil, let after?):
      return isParam ? "\(name) \(marks.plain(after)), which is new" : "\(name) is new"
    case (_?, nil): return "\(name) is gone"
    case (nil, nil): return name
    }
  }

  static func place(_ cause: ComparedCause) -> String { cause.place?.text ?? "--set" }

  /// All causes of a difference: `rules/b.pace:12: rapid_window 10 min → 12 min`.
  static func because(
    _ difference: FiringDifference, _ comparison: Comparison, _ marks: Marks = Marks()
  ) -> String {
    let causes = difference.causes.map { comparison.causes[$0] }
    let texts = causes.map { "\(marks.plain(place($0))): \(text($0, marks))" }
    return joined(texts, difference)
  }

  /// `rapid_window`, `rule fast_pace`
  static func name(_ cause: ComparedCause) -> String {
    cause.key.sort == .param ? cause.key.name : cause.key.text
  }

  /// The causes in words.
  static func joined(_ texts: [String], _ difference: FiringDifference) -> String {
    if texts.isEmpty { return "not known" }
    return switch difference.bearing {
    case .together: texts.joined(separator: " and ")
    case .each: "each alone: " + texts.joined(separator: ", ")
    case .open: "not told apart: " + texts.joined(separator: ", ")
    }
  }

}

extension FiringChange {
  /// What changed, such as `pace caution → slow_down`; messages in quotes.
  public var text: String {
    let texts = [before, after].map { text in
      text.map { aspect == .message ? ValueText.quoted($0) : $0 } ?? "none"
    }
    return "\(aspect.name) \(texts.joined(separator: " → "))"
  }
}
