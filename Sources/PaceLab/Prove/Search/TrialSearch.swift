import PaceLanguage

/// Looks for trials that reach goals: all short ones first, then whatever came nearer to turning some
/// comparison over than anything before it, changed a little.
///
/// It counts evaluations, not time, so that it finds the same on every machine.
struct TrialSearch {
  var runner: TrialRunner
  private(set) var goals: [Goal]
  let judge: TrialJudge
  var mutator: TrialMutator
  let budget: Int
  private(set) var sightings: [Sighting] = []
  /// Trials worth building on, in the order found.
  private var corpus: [Trial] = []
  /// For each world and watched comparison the least distance at which it had each truth.
  private var nearest: [[UInt64?]] = []
  /// The least distance of each changed value.
  private var nearestChange: [Int: UInt64] = [:]
  private var tried: Set<Tried> = []
  /// What holds rules back in one program only; such a rule is brought to be due again wherever it fires.
  let change: PacingChange?
  /// What two programs say differently, where that is looked for.
  let difference: ProgramDifference?
  /// Trials in which such a rule fired, not yet built on; and what they were, with those built on.
  var toEcho: [Due] = []
  var due: Set<DueKey> = []
  var isEchoing = false
  /// Trials in which a touched rule speaks, started so that it would speak at a time that is changed.
  var toShift: [Trial] = []
  var shifted: Set<Int64> = []
  var isShifting = false

  static let minute: Int64 = 60_000
  static let day: Int64 = 86_400_000
  private static let week = 7 * day

  private struct Tried: Hashable {
    var trial: Trial
    var preset: Int?
  }

  init(
    _ runner: TrialRunner, _ judge: TrialJudge, _ alphabet: TrialAlphabet, goals: [Goal], budget: Int,
    change: PacingChange? = nil, difference: ProgramDifference? = nil
  ) {
    self.change = change
    self.difference = difference
    self.runner = runner
    self.judge = judge
    mutator = TrialMutator(alphabet)
    self.goals = goals
    self.budget = budget
  }

  /// What the search itself took, without making its findings shorter: an evaluation of a log under a preset
  /// costs one, and one more for each week that it lasts.
  var spent = 0
  /// What was spent when something new was seen last.
  private var spentAtNews = 0
  /// Trials in a row that had been tried before.
  private var repeats = 0

  var isDone: Bool { goals.isEmpty || spent >= budget }

  /// Whether going on promises nothing: a quarter of the budget went by without news, or every trial in
  /// reach has been tried.
  private var patience: Int { difference == nil ? budget / 4 : budget / 2 }
  private var isStuck: Bool { spent - spentAtNews > patience || repeats > 1_000 || corpus.isEmpty }

  mutating func run(seeds: [Trial] = []) {
    for seed in seeds {
      attempt(seed)
      corpus.append(seed)
    }
    tryRepeated()
    tryChangedTimes()
    tryShort()
    if difference != nil {
      tryAttributes()
      tryCounted()
      tryDays()
      tryGiven()
    }
    spentAtNews = spent
    while !isDone, !isStuck {
      tryEchoes(limit: budget)
      if difference == nil { attempt(mutator.mutated(pickFromCorpus())) } else { tryOn() }
    }
  }

  /// How many worlds each program has.
  var presetCount: Int { max(program.presets.count, 1) }

  private var program: Program { runner.program }

  /// Takes the goals up again that the last sightings seemed to reach.
  mutating func goOn() {
    goals += sightings.map { $0.goal }
    sightings = []
  }

  /// Half of the time one of the newest: what led there may lead on.
  mutating func pickFromCorpus() -> Trial {
    let recent = min(corpus.count, 12)
    let index = mutator.pick(2) == 0 ? corpus.count - 1 - mutator.pick(recent) : mutator.pick(corpus.count)
    return corpus[index]
  }

  /// Trials that start where only one of the programs takes it for the time of something: nothing, then a
  /// row of each event, with every value alone, and plain with one that comes again a minute or days later.
  private mutating func tryChangedTimes() {
    let alphabet = mutator.alphabet
    let rows = alphabet.rows.filter { $0.kind == nil && $0.values.allSatisfy { $0 == nil } }
    for start in alphabet.changedStarts {
      var trial = alphabet.empty
      trial.startTime = start
      attempt(trial)
      for row in alphabet.rows where row.kind == nil && spent < budget / 6 {
        trial.rows = [row]
        attempt(trial)
      }
      for first in rows {
        trial.rows = [first]
        attempt(trial)
        for gap in [Self.minute, Self.day] {
          for var next in rows where spent < budget / 3 {
            next.gap = gap
            trial.rows = [first] + Array(repeating: next, count: 3)
            attempt(trial)
          }
        }
      }
    }
  }

  /// Trials of no row, one row, and two rows with every gap, as far as a third of the budget goes.
  private mutating func tryShort() {
    let alphabet = mutator.alphabet
    let limit = spent + budget / (difference == nil ? 3 : 8)
    var trial = alphabet.empty
    for start in alphabet.startTimes.prefix(8) {
      trial.startTime = start
      attempt(trial)
    }
    trial = alphabet.empty
    for (id, values) in alphabet.attributes {
      for value in values.prefix(6) where spent < limit {
        trial.attributes = [Trial.Attribute(id: id, value: value)]
        attempt(trial)
      }
    }
    trial = alphabet.empty
    for row in alphabet.rows where spent < limit {
      trial.rows = [row]
      attempt(trial)
    }
    let core = alphabet.coreCount <= 12 ? alphabet.coreCount : 0
    for gap in alphabet.gaps {
      for (index, first) in alphabet.rows.enumerated() {
        // The same row twice says most, so it comes even where there is no room for every pair.
        for (other, second) in alphabet.rows.enumerated()
        where index == other || (index < core && other < core) {
          guard spent < limit, !isDone else { return }
          trial.rows = [first, second]
          trial.rows[1].gap = gap
          attempt(trial)
        }
      }
    }
  }

  /// Tries a trial under every preset, or under the one of an index only.
  mutating func attempt(_ trial: Trial, under preset: Int? = nil) {
    guard !isDone else { return }
    guard trial.duration <= mutator.alphabet.longest,
      tried.insert(Tried(trial: trial, preset: preset)).inserted
    else {
      repeats += 1
      return
    }
    repeats = 0
    let presets = presetCount
    var observations: [Observation] = []
    var evaluated = 0
    for world in runner.worlds.indices {
      let isNeeded = preset.map { world % presets == $0 } ?? true
      observations.append(isNeeded ? runner.observe(trial, in: world) : Observation())
      evaluated += isNeeded ? 1 : 0
    }
    let stretch = difference == nil ? Self.week : 3 * Self.day
    spent += evaluated * (1 + Int((trial.duration + trial.tail) / stretch))
    noteDue(trial, observations)
    let before = goals.count
    for goal in goals {
      guard let sighting = judge.sighting(of: goal, in: trial, observations, runner) else { continue }
      sightings.append(sighting)
      goals.removeAll { $0 == goal }
    }
    var isNew = false
    for (world, observation) in observations.enumerated() {
      for approach in observation.approaches where noteNearest(approach, in: world) { isNew = true }
    }
    for (index, distance) in infections(observations) where distance < nearestChange[index] ?? .max {
      nearestChange[index] = distance
      isNew = true
    }
    if isNew || corpus.isEmpty { corpus.append(trial) }
    noteShift(trial, observations)
    if isNew || goals.count < before { spentAtNews = spent }
  }

  /// Whether nothing came as near before.
  private mutating func noteNearest(_ approach: Observation.Approach, in world: Int) -> Bool {
    let place = Truth.allCases.count * approach.watched + approach.truth.rawValue
    while nearest.count <= world { nearest.append([]) }
    if nearest[world].count <= place {
      nearest[world] += Array(repeating: nil, count: place + 1 - nearest[world].count)
    }
    if let known = nearest[world][place], known <= approach.distance { return false }
    nearest[world][place] = approach.distance
    return true
  }
}
