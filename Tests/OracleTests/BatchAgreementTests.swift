import PaceAgreement
import PaceOracle
import Testing

/// Many subjects at a time, held against one after the other.
///
/// `swift run -c release PaceFuzz --count 20000 --batches 6` and `--sweeps 6` try many more.
@Suite struct BatchAgreementTests {
  @Test func `many subjects at a time give what each gives by itself`() {
    var agreement = BatchAgreement()
    for seed in 1...500 as ClosedRange<UInt64> {
      let failure = agreement.failure(seed: seed, seed % 10 == 0 ? .stage2 : .stage1, logs: 4)
      #expect(failure == nil)
    }
    #expect(agreement.batched > 300)
  }

  @Test func `a sweep over many subjects counts what a run of each does`() {
    var agreement = SweepAgreement()
    for seed in 1...120 as ClosedRange<UInt64> {
      let failure = agreement.failure(seed: seed, seed % 10 == 0 ? .stage2 : .stage1, logs: 4)
      #expect(failure == nil)
    }
    #expect(agreement.batched > 15)
    #expect(agreement.evaluated < agreement.rows)
  }
}
