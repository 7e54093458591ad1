import PaceEngine
import PaceLanguage

/// The verdicts of one rule, at one instant or at all of a run.
struct VerdictTally {
  /// How many verdicts there are of each outcome.
  private var counts = [Int](repeating: 0, count: Outcome.allCases.count)
  /// The verdict that came nearest to firing, or that fired; nil if there is none.
  ///
  /// Among equal outcomes it is the one whose condition lacked least, and among those the first.
  private(set) var nearest: Nearest?
  /// What the rule said, in the order of time.
  private(set) var messages: [String] = []

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

  func count(_ outcome: Outcome) -> Int { counts[Int(outcome.rawValue)] }

  mutating func note(_ verdict: RuleAccount, at instant: Instant, in program: Program) {
    counts[Int(verdict.outcome.rawValue)] += 1
    if let message = verdict.message { messages.append(message) }
    if let nearest, nearest.verdict.outcome.rawValue > verdict.outcome.rawValue { return }
    let missing = verdict.condition.map { Shortfall(program: program).of($0).rank } ?? 0
    let found = Nearest(at: instant, verdict: verdict, missing: missing)
    if nearest.map({ found.isNearer(than: $0) }) ?? true { nearest = found }
  }
}
