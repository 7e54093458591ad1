import PaceLanguage

/// The rules that two programs hold back in different ways, and the spans and counts at which that shows.
///
/// What a cooldown does shows only where its rule is due a second time, at the right distance from the first.
struct PacingChange {
  private(set) var rules: [RuleID] = []
  /// In milliseconds, the shortest first.
  private(set) var spans: [Int64] = []
  /// How many firings a limit lets pass.
  private(set) var counts: [Int] = []

  private static let minute: Int64 = 60_000

  /// Of programs that declare the same rules and presets.
  init(_ one: Program, _ other: Program) {
    var spans: Set<Int64> = []
    var counts: Set<Int> = []
    for index in one.rules.indices {
      let (pacing, changed) = (Pacing(RuleID(index), one), Pacing(RuleID(index), other))
      if pacing == changed { continue }
      rules.append(RuleID(index))
      spans.formUnion(pacing.spans + changed.spans)
      counts.formUnion(pacing.counts + changed.counts)
    }
    self.spans = spans.filter { TrialAlphabet.lengths.contains($0) }.sorted()
    self.counts = counts.sorted()
  }

  /// How long after a firing the rule should be due again: at, just after and just before each span, or soon.
  var gaps: [Int64] {
    var seen: Set<Int64> = []
    return (spans.flatMap { [$0 + 1, $0, $0 - 1] } + [Self.minute]).filter {
      $0 > 0 && seen.insert($0).inserted
    }
  }
}

/// What holds a rule back for a time, in numbers, under every preset.
private struct Pacing: Equatable {
  var spans: [Int64] = []
  var counts: [Int] = []
  private let program: Program

  init(_ rule: RuleID, _ program: Program) {
    self.program = program
    let rule = program[rule]
    if case .after(let delay) = rule.repetition { spans += values(of: delay) }
    let policy = rule.emission.map { program.noticeKinds[$0.kind.index].policy } ?? []
    for gate in rule.gates + policy {
      switch gate.kind {
      case .unless, .quiet: break
      case .cooldown(let length): spans += values(of: length)
      case .limit(let most, let window):
        counts += values(of: most).map { Int($0 / 1_000_000) }
        if case .last(let length) = window { spans += values(of: length) }
      }
    }
  }

  static func == (one: Pacing, other: Pacing) -> Bool {
    one.spans == other.spans && one.counts == other.counts
  }

  private func values(of operand: Operand) -> [Int64] {
    let constants: [Constant?]
    switch operand {
    case .constant(let value): constants = [.value(value)]
    case .param(let param):
      constants = program.presets.map { $0.values[param.index] } + [program.params[param.index].initial]
    case .attribute(let attribute): constants = [program.subject.attributes[attribute.index].initial]
    }
    return constants.compactMap { if case .value(let value)? = $0 { value.bits } else { nil } }
  }
}
