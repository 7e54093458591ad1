import PaceEngine
import PaceLanguage

/// The verdicts of one rule, at one instant or at all of a run, sorted by outcome and gate.
struct VerdictTally {
  private var sorts: [Sort] = []
  /// What the rule said, in the order of time.
  private(set) var messages: [String] = []

  /// The verdicts with the same outcome and, for `held`, the same gate.
  struct Sort {
    let outcome: Outcome
    let gate: GateReference?
    fileprivate(set) var count = 0
    /// The verdict that came nearest to firing: the one whose condition lacked least, the first among equals.
    fileprivate(set) var nearest: Nearest
    /// The instants of the first ones.
    fileprivate(set) var instants: [Instant] = []
  }

  struct Nearest {
    var at: Instant
    var verdict: RuleAccount
    /// How far its condition is from being true.
    var missing: Double

    /// Whether this one came nearer to firing.
    func isNearer(than other: Nearest) -> Bool {
      if verdict.outcome != other.verdict.outcome {
        return verdict.outcome.rawValue > other.verdict.outcome.rawValue
      }
      return (missing, at) < (other.missing, other.at)
    }
  }

  /// The verdict that came nearest to firing, or that fired, of the sorts that are wanted; nil if there is none.
  func nearest(where isWanted: (Sort) -> Bool) -> Nearest? {
    var best: Nearest?
    for sort in sorts where isWanted(sort) {
      if best.map({ sort.nearest.isNearer(than: $0) }) ?? true { best = sort.nearest }
    }
    return best
  }

  func count(_ outcome: Outcome) -> Int {
    sorts.reduce(0) { $0 + ($1.outcome == outcome ? $1.count : 0) }
  }

  /// When the rule had an outcome, in the order of time: the first ones by each gate, up to a number.
  func instants(_ outcome: Outcome, upTo most: Int) -> [Instant] {
    Array(sorts.filter { $0.outcome == outcome }.flatMap { $0.instants }.sorted().prefix(most))
  }

  mutating func note(_ verdict: RuleAccount, at instant: Instant, in program: Program) {
    if let message = verdict.message { messages.append(message) }
    let missing = verdict.condition.map { Shortfall(program: program).of($0).rank } ?? 0
    let found = Nearest(at: instant, verdict: verdict, missing: missing)
    let known = sorts.firstIndex { $0.outcome == verdict.outcome && $0.gate == verdict.gate }
    let place = known ?? sorts.count
    if known == nil { sorts.append(Sort(outcome: verdict.outcome, gate: verdict.gate, nearest: found)) }
    sorts[place].count += 1
    if sorts[place].instants.count < ScenarioRun.mostTold { sorts[place].instants.append(instant) }
    if found.isNearer(than: sorts[place].nearest) { sorts[place].nearest = found }
  }
}
