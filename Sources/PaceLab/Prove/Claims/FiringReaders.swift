import PaceLanguage

/// Which rules and scales rest on firings, directly or through others.
///
/// Gates do not count: they decide whether a rule speaks, not whether its condition holds.
struct FiringReaders {
  private(set) var rules: Set<RuleID> = []
  private(set) var scales: Set<ScaleID> = []

  init(_ program: Program) {
    // A rule comes after those that it reads.
    for rule in program.evaluationOrder {
      var references = References([], in: program)
      for root in [program[rule].condition, program[rule].until].compactMap({ $0 }) { references.add(root) }
      let listens = references.streams.contains { !program[$0].isLogged }
      if listens || !references.scales.isDisjoint(with: scales) { rules.insert(rule) }
      guard let raise = program[rule].raise else { continue }
      if raise.whenFired || rules.contains(rule) { scales.insert(raise.scale) }
    }
  }
}
