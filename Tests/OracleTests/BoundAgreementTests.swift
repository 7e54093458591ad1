import PaceAgreement
import PaceOracle
import Testing

/// What is decided before a subject is given up stands.
struct BoundAgreementTests {
  @Test func `a subject that is given up had been told what the oracle tells until then`() {
    var agreement = BoundAgreement()
    // Until enough runs were given up after something had been said; the generator decides how many seeds it takes.
    for seed in 1...400 as ClosedRange<UInt64> where agreement.givenUp <= 20 || agreement.records <= 60 {
      let failure = agreement.failure(seed: seed, .stage2, mostRowless: 2)
      #expect(failure == nil)
    }
    #expect(agreement.givenUp > 20)
    #expect(agreement.records > 60)
  }
}
