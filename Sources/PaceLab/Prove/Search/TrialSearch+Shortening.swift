import PaceEngine
import PaceLanguage

extension TrialSearch {
  /// How many simpler neighbours are tried for one witness.
  private static let mostNeighbours = 600

  /// The simplest witness found for the same goal, by taking away, joining and rounding as long as that works.
  ///
  /// Each trial that is kept was evaluated.
  mutating func shortened(_ witness: Witness) -> Witness {
    var (runner, alphabet) = (runner, mutator.alphabet)
    if difference == nil { (runner, alphabet) = reduced(to: [witness.goal]) }
    var best = witness
    var weight = WitnessWeight(best, usualStart: alphabet.empty.startTime)
    var tried: Set<Trial> = []
    var isBetter = true
    while isBetter {
      isBetter = false
      for candidate in TrialShortening(of: best.trial, upTo: best.offset, judge.program, alphabet).candidates
      where tried.count < Self.mostNeighbours && candidate.duration <= alphabet.longest {
        guard tried.insert(candidate).inserted, let found = reaches(candidate, best, &runner) else {
          continue
        }
        let new = WitnessWeight(found, usualStart: alphabet.empty.startTime)
        guard new < weight else { continue }
        (best, weight) = (found, new)
        isBetter = true
        break
      }
    }
    return best
  }

  private func reaches(_ trial: Trial, _ witness: Witness, _ runner: inout TrialRunner) -> Witness? {
    let observations = runner.worlds.enumerated().map { index, world in
      let isNeeded = world.preset.map { witness.presets.contains($0) } ?? true
      return isNeeded
        ? runner.observe(trial, in: index, watches: false) : Observation(of: trial, in: index)
    }
    return judge.witness(of: witness.goal, observations, &runner)
  }
}
