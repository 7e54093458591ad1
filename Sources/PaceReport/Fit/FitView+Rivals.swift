import PaceLab
import PaceLanguage

/// What is said if a preset does at least as well as every combination that was tried.
extension FitView {
  /// Which presets do better, and whose values to keep or to take; nil if none does.
  var rivalry: String? {
    guard let first = rivals.first else { return nil }
    let names = rivals.map { rival in
      "\(name(of: rival)) (\(measure) \(score(rival.counts))\(rival.isInForce ? ", in force" : ""))"
    }
    let advice = first.isInForce ? "keep its values" : "its values are the better ones"
    return
      "\(names.joined(separator: " and ")) \(names.count == 1 ? "does" : "do") better than every \(point)"
      + " that was tried (\(measure) \(score(finding.counts)) at best): "
      + (names.count == 1 ? advice : "keep the values of \(name(of: first))")
  }

  /// Which values of the best such preset are not on the grid.
  var offGrid: String? { rivals.first.map { offGrid($0) } }

  /// `not tried: longest 90 min`
  private func offGrid(_ rival: FitRival) -> String {
    "not tried: " + rival.offGrid.map { "\($0.axis.name) \(text(of: $0))" }.joined(separator: ", ")
  }

  /// Why the recommended values should not replace those in force; nil if those in force are no better.
  public var objection: String? {
    guard let rival = rivals.first(where: { $0.isInForce }) else { return nil }
    return "\(name(of: rival)) does better as it is: \(measure) \(score(rival.counts)) against"
      + " \(score(finding.counts)) (\(offGrid(rival)))"
  }

  /// Why the values in force need not be replaced; nil if they are the recommended ones, or do worse.
  public var contentment: String? {
    guard let equal = result.equal else { return nil }
    return "\(name(of: equal)) does as well as it is: \(measure) \(score(equal.counts)) (\(offGrid(equal)))"
  }

  /// The options that put the best such preset's values on the grid; nil if none can.
  var wideningOptions: String? {
    guard let first = rivals.first else { return nil }
    let words = first.offGrid.compactMap { $0.axis.words(holding: $0.value, program) }
    guard !words.isEmpty, words.count == first.offGrid.count else { return nil }
    return words.map { "--param \(ShellWord.quoted($0))" }.joined(separator: " ")
  }

  func text(of value: (axis: SweepAxis, value: Int64)) -> String {
    program.text(of: Value(value.value), type: value.axis.type)
  }

  private func name(of rival: FitRival) -> String {
    program.presetName(rival.preset).map { "preset \($0)" } ?? "what the parameters declare"
  }
}
