import PaceAgreement
import PaceOracle
import Testing

/// Sweeps over subjects, held against a run of each with each value.
///
/// `swift run -c release PaceFuzz --count 20000 --sweeps 6` tries many more.
struct SweepAgreementTests {
  @Test func `a sweep over many subjects counts what a run of each does`() {
    var agreement = SweepAgreement()
    for seed in 1...24 as ClosedRange<UInt64> {
      let failure = agreement.failure(seed: seed, seed % 10 == 0 ? .stage2 : .stage1, logs: 4)
      #expect(failure == nil)
    }
    #expect(agreement.evaluated < agreement.rows)
  }
}
