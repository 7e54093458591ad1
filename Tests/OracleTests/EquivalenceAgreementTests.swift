import PaceAgreement
import Testing

/// Mutants of random programs that pace proves equivalent, run on random logs beside the programs.
struct EquivalenceAgreementTests {
  @Test func `no random log tells a program from a mutant that is proved equivalent`() {
    var agreement = EquivalenceAgreement()
    for seed in 1...3 as ClosedRange<UInt64> {
      let failure = agreement.failure(seed: seed, logs: 12)
      #expect(failure == nil)
    }
    #expect(agreement.told > 8, "\(agreement.told)")
  }
}
