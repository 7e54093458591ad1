import PaceLanguage

/// Proves which rules and levels no log leads to, under any preset.
///
/// A condition is never true if no value within the declared ranges makes it so, or if parts that must all be
/// true leave nothing for an expression that they share. Everything else may be reachable.
struct UnreachableProof: Sendable {
  private let program: Program
  private let canonical: CanonicalExpressions
  /// The bounds for all values that parameters may have.
  let bounds: BoundsAnalysis
  /// The bounds under each possible assignment of the parameters, with its preset; nil for none.
  let assignments: [(preset: PresetID?, bounds: BoundsAnalysis)]
  /// The parameters that have their default under every preset.
  private let unset: [Int]
  /// For each scale, the rules that raise it exactly while their conditions are true, by level.
  private let covers: [[(level: Int, rule: RuleID)]]
  /// The most rules that raise a scale higher with which one rule is compared.
  private static let mostCovers = 8

  init(_ program: Program, _ canonical: CanonicalExpressions) {
    self.program = program
    covers = program.scales.map { scale in
      let rules = scale.rules.compactMap { id -> (level: Int, rule: RuleID)? in
        let rule = program[id]
        guard let raise = rule.raise, !raise.whenFired, rule.hold == nil, rule.until == nil else {
          return nil
        }
        return (raise.level, id)
      }
      return rules.sorted { ($0.level, $0.rule.index) < ($1.level, $1.rule.index) }
    }
    self.canonical = canonical
    bounds = BoundsAnalysis(program)
    unset = program.params.indices.filter { index in
      program.presets.allSatisfy { $0.values[index] == program.params[index].initial }
    }
    assignments = program.possibleAssignments.map {
      ($0.preset, BoundsAnalysis(program, values: $0.values))
    }
  }

  /// Why a rule never fires, or a scale never stands at a level; nil if it may.
  ///
  /// For a rule without `emit`, why it is never on.
  func reasonAgainst(_ about: ReachClaim.About) -> String? {
    switch about {
    case .rule(let rule): commonReason { reasonAgainst(rule, under: $0) }
    case .level(_, 0): nil
    case .level(let scale, let level):
      reasons(against: level, of: scale).map { reasons in
        reasons.isEmpty
          ? "no rule raises it"
          : reasons.map { "\(program[$0.rule].name.text): \($0.reason)" }.joined(separator: "; ")
      }
    }
  }

  /// Why a scale never stands at a level above rest, for each rule that raises to it; nil if it may.
  func reasons(against level: Int, of scale: ScaleID) -> [(rule: RuleID, reason: String)]? {
    var reasons: [(rule: RuleID, reason: String)] = []
    for rule in program.scales[scale.index].rules where program[rule].raise?.level == level {
      let whenFired = program[rule].raise?.whenFired ?? false
      let reason = commonReason {
        whenFired
          ? reasonAgainst(rule, under: $0)
          : reasonAgainstState(of: rule, under: $0) ?? cover(of: rule, under: $0)
      }
      guard let reason else { return nil }
      reasons.append((rule, reason))
    }
    return reasons
  }

  /// Why a rule's level never stands though the rule may be on: whenever it is, another raises its scale higher.
  private func cover(of rule: RuleID, under bounds: BoundsAnalysis) -> String? {
    guard let raise = program[rule].raise, !raise.whenFired, program[rule].until == nil,
      let condition = program[rule].condition
    else { return nil }
    let all = covers[raise.scale.index]
    let higher = all[all.partitioningIndex { $0.level > raise.level }...].prefix(Self.mostCovers)
    let cover = higher.first { _, other in
      program[other].condition.map { bounds.holds($0, wherever: condition, canonical) } ?? true
    }
    return cover.map { level, other in
      let name = program.scales[raise.scale.index].levels[level].name
      return "whenever it is on, `\(program[other].name.text)` raises to `\(name)`"
    }
  }

  /// The reason, if there is one under every assignment; where they differ, each with its presets.
  ///
  /// Where it rests on a parameter that no preset sets, it says so.
  private func commonReason(_ reason: (BoundsAnalysis) -> String?) -> String? {
    if let always = reason(bounds) { return always }
    var reasons: [(reason: String, preset: String)] = []
    for (preset, bounds) in assignments {
      guard let reason = reason(bounds) else { return nil }
      let name = preset.map { program.presets[$0.index].name.text }
      reasons.append((reason, name.map { "under `\($0)`" } ?? "without a preset"))
    }
    let groups = reasons.grouped { $0.reason }
    let texts = groups.map { reason, same in
      groups.count == 1 ? reason : "\(reason) \(same.map { $0.preset }.joined(separator: " and "))"
    }
    let premises = unset.filter { index in
      assignments.contains { reason($0.bounds.freeing(ParamID(index))) == nil }
    }.compactMap { index in
      let param = program.params[index]
      return param.initial.map { "`\(param.name.text)` is \(program.text(of: $0, type: param.type))" }
    }
    return texts.joined(separator: ", ")
      + (premises.isEmpty ? "" : " while \(premises.joined(separator: " and "))")
  }

  /// Why a rule with `emit` never speaks though its state may be on.
  func reasonAgainstSpeaking(of rule: RuleID) -> String? {
    commonReason { reasonAgainstSpeaking(of: rule, under: $0) }
  }

  private func reasonAgainst(_ rule: RuleID, under bounds: BoundsAnalysis) -> String? {
    reasonAgainstState(of: rule, under: bounds) ?? reasonAgainstSpeaking(of: rule, under: bounds)
      ?? reasonAtAttempt(of: rule, under: bounds)
  }

  private func reasonAgainstSpeaking(of rule: RuleID, under bounds: BoundsAnalysis) -> String? {
    guard program[rule].emission != nil else { return nil }
    if let stream = program[rule].trigger.stream, isEmpty(stream, under: bounds) {
      return "no event is ever in `\(program[stream].name)`"
    }
    let gates = program.gates(of: program[rule])
    for gate in gates {
      if let condition = gate.kind.condition {
        let claim = "`unless \(program.line(of: program[condition].span))` always holds it back"
        if bounds[condition].isAlwaysTrue { return claim }
        if let own = program[rule].condition, program[rule].until == nil,
          bounds.holds(condition, wherever: own, canonical)
        {
          let isSame = canonical.isMet(condition, by: program.conjuncts(of: own))
          return claim
            + (isSame ? ", as its condition says the same" : ", as it is true whenever its condition is")
        }
        // One of `unless X` and `unless not X` holds, if X is known.
        let operation = program[program.resolved(condition)].operation
        if operation.shape == .negation, let denied = operation.children.first, !bounds[denied].mayBeUnknown,
          let other = gates.compactMap({ $0.kind.condition }).first(where: {
            bounds.holds($0, wherever: denied, canonical)
          })
        {
          return "`unless \(program.line(of: program[other].span))` and `unless "
            + "\(program.line(of: program[condition].span))` hold it back between them"
        }
        if var attempts = bounds.attempts(of: rule), attempts.truths(condition).alwaysHolds {
          let holding = program.disjuncts(of: condition).first { attempts.truths($0).alwaysHolds }
          return claim + (attempts.words(of: holding ?? condition).map { ", as \($0)" } ?? "")
        }
      }
      // A gate without a known window doesn't hold back.
      if let limit = gate.kind.limit, bounds.bounds(of: limit.count).isZero,
        limit.window.length.map({ !bounds.bounds(of: $0).mayBeUnknown }) ?? true
      {
        return "`\(program.line(of: gate.span))` always holds it back"
      }
    }
    return nil
  }

  private func reasonAgainstState(of rule: RuleID, under bounds: BoundsAnalysis) -> String? {
    guard let condition = program[rule].condition,
      let found = bounds.impossiblePart(of: condition, canonical), !found.byClock
    else { return nil }
    let part = found.part
    let text = program.line(of: program[part].span)
    if let against = found.against {
      return "`\(program.line(of: program[against].span))` and `\(text)` exclude each other"
    }
    return program.conjuncts(of: condition).contains(part)
      ? "`\(text)` is never true" : "its condition is never true"
  }

  /// What can't be true at the events that a rule waits for.
  private func reasonAtAttempt(of rule: RuleID, under bounds: BoundsAnalysis) -> String? {
    guard program[rule].emission != nil, let condition = program[rule].condition,
      var attempts = bounds.attempts(of: rule), let part = attempts.failingPart(of: condition)
    else { return nil }
    return "`\(program.line(of: program[part].span))` is never true when it may speak"
  }

  private func isEmpty(_ stream: StreamID, under bounds: BoundsAnalysis) -> Bool {
    guard case .derived(let members, let condition) = program[stream].kind else { return false }
    if let condition, bounds[condition].isNeverTrue { return true }
    return !members.contains { !isEmpty($0, under: bounds) }
  }
}
