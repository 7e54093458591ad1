import Foundation
import PaceAgreement
import Testing

/// Flips and next steps on random programs and logs, each done by hand to the input and judged by the oracle.
///
/// `PACE_CASES` is how many cases there are and `PACE_SEED` the first seed; what a failure prints names its seed.
/// `.ci/run` judges five hundred by `PaceFuzz --flips`, which also sees to it that every sort occurs.
@Suite struct `What turns a verdict over, and what comes next` {
  private static func number(_ name: String, or fallback: UInt64) -> UInt64 {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } ?? fallback
  }

  @Test func `is so when the oracle evaluates the altered input, and nothing nearer or earlier is`() {
    var agreement = FlipAgreement()
    var seed = Self.number("PACE_SEED", or: 455)
    let cases = Self.number("PACE_CASES", or: 13)
    while agreement.cases < cases {
      if let failure = agreement.failure(seed: seed) {
        Issue.record("\(failure)")
        return
      }
      seed += 1
    }
    for sort in [
      "fired", "held", "param higher", "row", "row later", "event", "event before others", "next clears",
      "next raises", "next raises before others",
    ] {
      #expect(agreement.judged[sort] ?? 0 > 0, "\(sort)")
    }
  }
}
