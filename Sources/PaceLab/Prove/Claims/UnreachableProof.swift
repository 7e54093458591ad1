import PaceLanguage

/// Proves which rules and levels no log leads to, under any preset.
///
/// A condition is never true if no value within the declared ranges makes it so, or if parts that must all be
/// true leave nothing for an expression that they share. Everything else may be reachable.
struct UnreachableProof {
  private let program: Program
  private let canonical: CanonicalExpressions
  /// One for each possible assignment of the parameters.
  private var analyses: [PairAnalysis] = []
  /// The preset of each assignment; nil for none.
  private var presets: [PresetID?] = []

  init(_ program: Program) {
    self.program = program
    canonical = CanonicalExpressions(program)
    for assignment in program.possibleAssignments {
      presets.append(assignment.preset)
      let values = assignment.values
      analyses.append(PairAnalysis(program, PairAnalysis.Sides(left: values, right: values)))
    }
  }

  /// Why a rule never fires, or a scale never stands at a level; nil if it may.
  ///
  /// For a rule without `emit`, why it is never on.
  mutating func reasonAgainst(_ about: ReachClaim.About) -> String? {
    switch about {
    case .rule(let rule): commonReason { proof, index in proof.reasonAgainst(rule, under: index) }
    case .level(_, 0): nil
    case .level(let scale, let level): reasonAgainst(level, of: scale)
    }
  }

  private mutating func reasonAgainst(_ level: Int, of scale: ScaleID) -> String? {
    let raisers = program.scales[scale.index].rules.filter { program[$0].raise?.level == level }
    if raisers.isEmpty { return "no rule raises it" }
    var reasons: [String] = []
    for rule in raisers {
      let whenFired = program[rule].raise?.whenFired ?? false
      let reason = commonReason { proof, index in
        whenFired ? proof.reasonAgainst(rule, under: index) : proof.reasonAgainstState(of: rule, under: index)
      }
      guard let reason else { return nil }
      reasons.append("\(program[rule].name.text): \(reason)")
    }
    return reasons.joined(separator: "; ")
  }

  /// The reason, if there is one under every assignment; where they differ, each with its presets.
  private mutating func commonReason(_ reason: (inout UnreachableProof, Int) -> String?) -> String? {
    var reasons: [(reason: String, preset: String)] = []
    for index in analyses.indices {
      guard let reason = reason(&self, index) else { return nil }
      let name = presets[index].map { program.presets[$0.index].name.text }
      reasons.append((reason, name.map { "under `\($0)`" } ?? "without a preset"))
    }
    let groups = reasons.grouped { $0.reason }
    if groups.count == 1 { return groups[0].key }
    return groups.map { reason, same in
      "\(reason) \(same.map { $0.preset }.joined(separator: " and "))"
    }.joined(separator: ", ")
  }

  /// Why a rule with `emit` never speaks though its state may be on.
  mutating func reasonAgainstSpeaking(of rule: RuleID) -> String? {
    commonReason { proof, index in proof.reasonAgainstSpeaking(of: rule, under: index) }
  }

  private mutating func reasonAgainst(_ rule: RuleID, under index: Int) -> String? {
    reasonAgainstState(of: rule, under: index) ?? reasonAgainstSpeaking(of: rule, under: index)
      ?? reasonAtAttempt(of: rule, under: index)
  }

  private mutating func reasonAgainstSpeaking(of rule: RuleID, under index: Int) -> String? {
    guard program[rule].emission != nil else { return nil }
    if let stream = program[rule].trigger.stream, isEmpty(stream, under: index) {
      return "no event is ever in `\(program[stream].name)`"
    }
    for gate in program.gates(of: program[rule]) {
      if let condition = gate.kind.condition {
        let claim = "`unless \(program.line(of: program[condition].span))` always holds it back"
        if analyses[index].truths(condition).alwaysHolds { return claim }
        if var attempts = attempts(of: rule, under: index), attempts.truths(condition).alwaysHolds {
          return claim + (attempts.words(of: condition).map { ", as \($0)" } ?? "")
        }
      }
      if let limit = gate.kind.limit, analyses[index].pair(of: limit.count).constants?.left == 0 {
        return "`\(program.line(of: gate.span))` always holds it back"
      }
    }
    return nil
  }

  private mutating func reasonAgainstState(of rule: RuleID, under index: Int) -> String? {
    guard let condition = program[rule].condition else { return nil }
    for part in program.conjuncts(of: condition) where !analyses[index].truths(part).mayHoldLeft {
      return "`\(program.line(of: program[part].span))` is never true"
    }
    if !analyses[index].truths(condition).mayHoldLeft { return "its condition is never true" }
    return contradiction(in: condition, under: index)
  }

  /// What can't be true at the events that a rule waits for.
  private mutating func reasonAtAttempt(of rule: RuleID, under index: Int) -> String? {
    guard program[rule].emission != nil, let condition = program[rule].condition,
      var attempts = attempts(of: rule, under: index), let part = attempts.failingPart(of: condition)
    else { return nil }
    return "`\(program.line(of: program[part].span))` is never true when it may speak"
  }

  /// The values of expressions whenever a rule with `on` may speak; nil for other rules.
  private func attempts(of rule: RuleID, under index: Int) -> PairAnalysis? {
    Attempt(of: rule, in: program).map { PairAnalysis(program, analyses[index].sides, at: $0) }
  }

  private mutating func isEmpty(_ stream: StreamID, under index: Int) -> Bool {
    guard case .derived(let members, let condition) = program[stream].kind else { return false }
    if let condition, !analyses[index].truths(condition).mayHoldLeft { return true }
    return !members.contains { !isEmpty($0, under: index) }
  }

  /// Comparisons that must all be true of one expression, and can't.
  private mutating func contradiction(in condition: ExpressionID, under index: Int) -> String? {
    let parts = program.conjuncts(of: condition)
    let found = Contradiction.first(in: parts, of: program, canonical) {
      analyses[index].quantities($0).left
    }
    return found.map { found in
      let (part, other) = (program[found.part].span, program[found.against].span)
      return "`\(program.line(of: other))` and `\(program.line(of: part))` exclude each other"
    }
  }
}
