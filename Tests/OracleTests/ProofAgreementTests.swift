import PaceAgreement
import PaceOracle
import Testing

/// What pace proves of random programs, held against the oracle on random logs.
///
/// `swift run -c release PaceFuzz --stage 2 --count 20000 --logs 20` tries many more.
struct ProofAgreementTests {
  @Test func `nothing that is proved of a random program is ever broken by a random log`() {
    var agreement = ProofAgreement()
    for seed in 1...26 as ClosedRange<UInt64> {
      let failure = agreement.failure(seed: seed, .stage2, logs: 4)
      #expect(failure == nil)
    }
    #expect(agreement.provedOfDifferent > 2)
    #expect(agreement.unreachable > 7)
    #expect(agreement.unprovedBroken > 0)
  }
}
