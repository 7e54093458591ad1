import Foundation
import PaceAgreement
import Testing

/// Flips and next steps on random programs and logs, each done by hand to the input and judged by the oracle.
///
/// Each seed gives one verdict. They are judged one after the other until every sort that is told has occurred, or, with
/// `PACE_CASES` and `PACE_SEED`, so many from that seed on. What a failure prints names its seed.
/// `.ci/run` judges five hundred by `PaceFuzz --flips`, which also sees to it that every sort occurs.
@Suite struct `What turns a verdict over, and what comes next` {
  private static let sorts: Set<String> = [
    "fired", "held", "param higher", "row", "row later", "event", "event before others", "next clears",
    "next raises", "next raises before others",
  ]

  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  @Test func `is so when the oracle evaluates the altered input, and nothing nearer or earlier is`() {
    var agreement = FlipAgreement()
    let first = Self.number("PACE_SEED") ?? 1
    let cases = Self.number("PACE_CASES")
    for seed in first..<(first + (cases ?? 120)) {
      if let failure = agreement.failure(seed: seed) {
        Issue.record("\(failure)")
        return
      }
      if cases == nil, Self.sorts.isSubset(of: agreement.judged.keys) { break }
    }
    for sort in Self.sorts {
      #expect(agreement.judged[sort] ?? 0 > 0, "\(sort)")
    }
  }
}
