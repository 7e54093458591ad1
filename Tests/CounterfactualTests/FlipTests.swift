import Foundation
import PaceAgreement
import Testing

/// Flips and next steps on random programs and logs, each done by hand to the input and judged by the oracle.
///
/// Each seed gives one verdict, together some of every sort that is told; with `PACE_CASES` and `PACE_SEED` there are so
/// many from that seed on. What a failure prints names its seed.
/// `.ci/run` judges five hundred by `PaceFuzz --flips`, which also sees to it that every sort occurs.
@Suite struct `What turns a verdict over, and what comes next` {
  private static let seeds: [UInt64] = [4, 6, 7, 8, 9, 11, 20, 22, 36, 42]

  private static func number(_ name: String, or fallback: UInt64) -> UInt64 {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } ?? fallback
  }

  @Test func `is so when the oracle evaluates the altered input, and nothing nearer or earlier is`() {
    var agreement = FlipAgreement()
    let cases = Self.number("PACE_CASES", or: 0)
    let first = Self.number("PACE_SEED", or: 1)
    for seed in cases == 0 ? Self.seeds : Array(first..<(first + cases)) {
      if let failure = agreement.failure(seed: seed) {
        Issue.record("\(failure)")
        return
      }
    }
    for sort in [
      "fired", "held", "param higher", "row", "row later", "event", "event before others", "next clears",
      "next raises", "next raises before others",
    ] {
      #expect(agreement.judged[sort] ?? 0 > 0, "\(sort)")
    }
  }
}
