import PaceAgreement
import PaceOracle
import Testing

/// What is decided before a subject is given up stands.
@Suite struct BoundAgreementTests {
  @Test func `a subject that is given up had been told what the oracle tells until then`() {
    var agreement = BoundAgreement()
    for seed in 1...180 as ClosedRange<UInt64> {
      let failure = agreement.failure(seed: seed, .stage2, mostRowless: 2)
      #expect(failure == nil)
    }
    #expect(agreement.givenUp > 20, "\(agreement.givenUp)")
    #expect(agreement.records > 60, "\(agreement.records)")
  }
}
