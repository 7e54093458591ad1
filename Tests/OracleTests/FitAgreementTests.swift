import Foundation
import PaceAgreement
import PaceOracle
import Testing

/// What a fit finds, held against a run with every combination of values.
///
/// `PACE_FITS=200` tries more, as does `swift run -c release PaceFuzz --stage 2 --count 20000 --fits 3`.
struct FitAgreementTests {
  private static let asked = ProcessInfo.processInfo.environment["PACE_FITS"].flatMap { Int($0) }

  @Test func `the best score and all that do as well are those of a run with each combination`() {
    var agreement = FitAgreement(mostPoints: Self.asked == nil ? 400 : 2_000)
    var seed: UInt64 = 1
    // Until some searches go by pairs; the generator decides how many fits it takes.
    while agreement.fits < Self.asked ?? 12 || agreement.climbs * 8 <= agreement.fits, seed < 2_000 {
      let failure = agreement.failure(seed: seed, seed % 3 == 0 ? .stage2 : .stage1, logs: 3)
      #expect(failure == nil)
      if failure != nil { return }
      seed += 1
    }
    #expect(agreement.telling * 3 > agreement.fits)
    #expect(agreement.climbs * 8 > agreement.fits)
    #expect(agreement.evaluated * 2 < agreement.rows)
  }
}
