import PaceAgreement
import PaceOracle
import Testing

/// How far a parameter's value may be another, held against runs in which it is.
///
/// `swift run -c release PaceFuzz --stage 2 --count 20000 --steady 4` tries many more.
struct SteadyAgreementTests {
  @Test func `a run is the same for every value of its steady range`() {
    var agreement = SteadyAgreement()
    for seed in 1...16 as ClosedRange<UInt64> {
      let failure = agreement.failure(seed: seed, seed % 2 == 0 ? .stage1 : .stage2, logs: 2)
      #expect(failure == nil)
    }
    #expect(agreement.wide > 20)
    #expect(agreement.runs > 50)
    #expect(agreement.combined > 50)
  }

  @Test func `a sweep in short segments counts what a run of the whole log does`() {
    var agreement = SegmentAgreement()
    for seed in 1...12 as ClosedRange<UInt64> {
      let failure = agreement.failure(seed: seed, seed % 2 == 0 ? .stage1 : .stage2, logs: 2)
      #expect(failure == nil)
    }
    #expect(agreement.sweeps > 70)
    #expect(agreement.evaluated * 4 < agreement.rows * 3)
  }
}
