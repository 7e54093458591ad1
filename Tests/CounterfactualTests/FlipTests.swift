import Foundation
import PaceAgreement
import Testing

/// Flips and next steps on random programs and logs, each done by hand to the input and judged by the oracle.
///
/// Each seed gives one verdict. The test judges twelve seeds, or `PACE_CASES` of them from `PACE_SEED` on; a failure
/// prints its seed. `.ci/run` judges a hundred by `PaceFuzz --flips`, which also checks that every sort of
/// change occurs.
struct `What turns a verdict over, and what comes next` {
  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  @Test func `is so when the oracle evaluates the altered input, and nothing nearer or earlier is`() {
    var agreement = FlipAgreement()
    let first = Self.number("PACE_SEED") ?? 1
    for seed in first..<(first + (Self.number("PACE_CASES") ?? 12)) {
      if let failure = agreement.failure(seed: seed) {
        Issue.record("\(failure)")
        return
      }
    }
    #expect(!agreement.judged.isEmpty)
  }
}
