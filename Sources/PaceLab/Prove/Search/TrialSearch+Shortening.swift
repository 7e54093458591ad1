import PaceLanguage

extension TrialSearch {
  /// How many simpler neighbours are tried for one sighting.
  private static let mostNeighbours = 600

  /// The shortest trial found that reaches the same goal, by taking away, joining and rounding as long as
  /// that works; each that is kept was evaluated.
  mutating func shortened(_ sighting: Sighting) -> Sighting {
    let alphabet = mutator.alphabet
    let shortening = TrialShortening(runner.program, alphabet)
    var best = sighting
    var weight = SightingWeight(best, usualStart: alphabet.empty.startTime)
    var tried: Set<Trial> = []
    var isBetter = true
    while isBetter {
      isBetter = false
      for candidate in shortening.candidates(of: best.trial, upTo: best.at)
      where tried.count < Self.mostNeighbours && candidate.duration <= alphabet.longest {
        guard tried.insert(candidate).inserted, let found = reaches(candidate, best) else { continue }
        let new = SightingWeight(found, usualStart: alphabet.empty.startTime)
        guard new < weight else { continue }
        (best, weight) = (found, new)
        isBetter = true
        break
      }
    }
    return best
  }

  private mutating func reaches(_ trial: Trial, _ sighting: Sighting) -> Sighting? {
    var observations: [Observation] = []
    for (index, world) in runner.worlds.enumerated() {
      let isNeeded = world.preset.map { sighting.presets.contains($0) } ?? true
      observations.append(isNeeded ? runner.observe(trial, in: index) : Observation())
    }
    return judge.sighting(of: sighting.goal, in: trial, observations, runner)
  }
}
