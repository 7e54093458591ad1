import PaceLanguage

/// Trials drawn from what was seen so far.
extension SearchStrategy {
  /// A trial that came nearer to something than all before it, changed a little.
  static func changed(_ search: inout TrialSearch) {
    let preset = search.pickPreset()
    let trial = search.pickFromCorpus()
    search.attempt(search.mutator.mutated(trial), under: preset)
  }

  /// A trial from nothing.
  static func fresh(_ search: inout TrialSearch) {
    let preset = search.pickPreset()
    search.attempt(search.mutator.fresh(), under: preset)
  }

  /// A trial of which one number is turned so that the sides of a changed comparison meet.
  static func edge(_ search: inout TrialSearch) {
    guard let difference = search.difference, !difference.comparisons.isEmpty,
      let preset = search.pickPreset()
    else { return }
    let aim = TrialAim(search.pickFromCorpus(), search.alphabet, search.runner.program)
    let knob = aim.knobs[search.mutator.pick(aim.knobs.count)]
    let world = preset + (difference.isAligned ? search.mutator.pick(2) * search.presetCount : 0)
    let before = search.margins(in: aim.turned(knob, by: 0), world: world)
    let after = search.margins(in: aim.turned(knob, by: knob.step), world: world)
    var tried = 0
    for (one, two) in zip(before, after) {
      guard let one, let two, one != two, tried < 3 else { continue }
      let way = Int128(one) * Int128(knob.step)
      let (quotient, rest) = way.quotientAndRemainder(dividingBy: Int128(one) - Int128(two))
      guard let by = Int64(exactly: quotient) else { continue }
      tried += 1
      if let found = aim.checked(knob, by: by) { search.attempt(found, under: preset) }
      if rest != 0, let found = aim.checked(knob, by: by + (rest > 0 ? 1 : -1)) {
        search.attempt(found, under: preset)
      }
    }
  }
}
