import Foundation
import PaceAgreement
import PaceOracle
import Testing

/// Pace and the oracle on random programs and logs.
///
/// `PACE_SEED` is the first seed and `PACE_PAIRS` the number of pairs; what a failure prints names its seed.
@Suite struct EngineAgreement {
  private static func number(_ name: String, or fallback: UInt64) -> UInt64 {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } ?? fallback
  }

  private func check(_ options: GeneratorOptions, pairs: UInt64) {
    let first = Self.number("PACE_SEED", or: 1)
    for seed in first..<(first + Self.number("PACE_PAIRS", or: pairs)) {
      if let failure = Agreement.failure(seed: seed, options) {
        Issue.record("\(failure)")
        return
      }
    }
  }

  @Test func `events, windows, cooldowns and levels agree with a from-scratch evaluator`() {
    check(.stage1, pairs: 20_000)
  }

  @Test func `the whole language agrees with a from-scratch evaluator`() {
    check(.stage2, pairs: 4_000)
  }
}
