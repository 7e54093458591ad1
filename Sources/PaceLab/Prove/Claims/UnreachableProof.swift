import PaceLanguage

/// Proves which rules and levels no log leads to, under any preset.
///
/// A condition is never true if no value within the declared ranges makes it so, or if parts that must all be
/// true leave nothing for an expression that they share. Everything else may be reachable.
struct UnreachableProof {
  private let program: Program
  private let canonical: CanonicalExpressions
  private var analyses: [PairAnalysis] = []

  init(_ program: Program) {
    self.program = program
    canonical = CanonicalExpressions(program)
    for values in Self.assignments(of: program) {
      analyses.append(PairAnalysis(program, PairAnalysis.Sides(left: values, right: values)))
    }
  }

  /// The values of the parameters under each preset, and under none if that is possible.
  private static func assignments(of program: Program) -> [[Constant?]] {
    let initial = program.params.map { $0.initial }
    var assignments = program.presets.map { $0.values }
    let picked = program.subject.presetAttribute.flatMap { program.subject.attributes[$0.index].initial }
    let needsPreset = program.presets.count == 1 || picked != nil
    // A subject that picks none has the parameters' own values.
    if assignments.isEmpty || (!needsPreset && !initial.contains { $0 == nil }) {
      assignments.append(initial)
    }
    return assignments
  }

  /// Why a rule never fires (or, without `emit`, is never on); nil if it may.
  mutating func reasonAgainst(_ rule: RuleID) -> String? {
    commonReason { proof, index in proof.reasonAgainst(rule, under: index) }
  }

  /// Why a scale never stands at a level other than the resting one.
  mutating func reasonAgainst(_ level: Int, of scale: ScaleID) -> String? {
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

  /// The first assignment's reason, if there is one under every assignment.
  private mutating func commonReason(_ reason: (inout UnreachableProof, Int) -> String?) -> String? {
    var first: String?
    for index in analyses.indices {
      guard let found = reason(&self, index) else { return nil }
      first = first ?? found
    }
    return first
  }

  /// Why a rule never speaks though its state may be on.
  mutating func reasonAgainstSpeaking(of rule: RuleID) -> String? {
    commonReason { proof, index in proof.reasonAgainstSpeaking(of: rule, under: index) }
  }

  private mutating func reasonAgainst(_ rule: RuleID, under index: Int) -> String? {
    reasonAgainstState(of: rule, under: index) ?? reasonAgainstSpeaking(of: rule, under: index)
  }

  private mutating func reasonAgainstSpeaking(of rule: RuleID, under index: Int) -> String? {
    if let stream = program[rule].trigger.stream, isEmpty(stream, under: index) {
      return "no event is ever in `\(program[stream].name)`"
    }
    guard program[rule].emission != nil else { return nil }
    for gate in program.gates(of: program[rule]) {
      if let condition = gate.kind.condition, analyses[index].truths(condition).alwaysHolds {
        return "`unless \(program.line(of: program[condition].span))` always holds it back"
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
