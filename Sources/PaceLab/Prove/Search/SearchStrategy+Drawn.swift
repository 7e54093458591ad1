/// Trials drawn from what was seen so far.
extension SearchStrategy {
  /// A trial that came nearer to something than all before it, changed a little.
  static func changed(_ search: inout TrialSearch) {
    let preset = search.pickPreset()
    let trial = search.pickFromCorpus()
    search.attempt(search.mutator.mutated(trial), under: preset)
  }

  /// A trial made from nothing.
  static func fresh(_ search: inout TrialSearch) {
    let preset = search.pickPreset()
    search.attempt(search.mutator.fresh(), under: preset)
  }
}
