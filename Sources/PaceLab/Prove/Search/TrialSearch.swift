import PaceLanguage

/// Looks for trials that reach goals, by the strategies that its kind of goal asks for.
///
/// It counts evaluations, not time, so that it finds the same on every machine. An evaluation costs 1. It costs 1 more
/// for each week of the log, or for each three days in a search for a difference, and 1 more for each 2,000 rowless
/// instants. A large program multiplies that.
struct TrialSearch {
  /// How many watched values make an evaluation cost one more.
  private static let sizeOfOne = 128
  private static let rowlessInstants = 2_000
  var runner: TrialRunner
  let judge: TrialJudge
  /// How two programs differ, if a difference is looked for.
  let difference: ProgramDifference?
  let budget: Int
  var mutator: TrialMutator
  private(set) var goals: [Goal]
  /// How many goals the present runner and alphabet were made for.
  private var goalsAimedAt: Int
  private(set) var witnesses: [Witness] = []
  /// Trials worth building on, in the order found.
  private var corpus: [Trial] = []
  private var nearest = NearestApproaches()
  private var tried: Set<Tried> = []
  private var leads = SearchLeads()
  /// How many times a log was evaluated under a preset to find witnesses; shortening and checking them come on top.
  private(set) var evaluations = 0
  private var spent = 0
  /// How much may have been spent when the current strategy ends.
  private var limit = 0
  /// What was spent when something new was seen last.
  private var spentAtNews = 0
  /// Trials in a row that had been tried before.
  private var repeats = 0

  private struct Tried: Hashable {
    var trial: Trial
    var preset: Int?
  }

  init(
    _ runner: TrialRunner, _ judge: TrialJudge, _ alphabet: TrialAlphabet, goals: [Goal], budget: Int,
    difference: ProgramDifference? = nil
  ) {
    self.runner = runner
    self.judge = judge
    self.difference = difference
    self.budget = budget
    self.goals = goals
    goalsAimedAt = goals.count
    mutator = TrialMutator(alphabet)
  }

  var alphabet: TrialAlphabet { mutator.alphabet }

  /// How many worlds each program has.
  var presetCount: Int { max(runner.program.presets.count, 1) }

  /// Whether a claim is still to be broken.
  var seeksViolation: Bool {
    goals.contains { if case .violation = $0 { true } else { false } }
  }

  private var isDone: Bool { goals.isEmpty || spent >= budget }

  /// Whether going on promises nothing: much of the budget went by without news, or every trial in reach has
  /// been tried.
  private var isStuck: Bool {
    spent - spentAtNews > budget / (difference == nil ? 4 : 2) || repeats > 1_000 || corpus.isEmpty
  }

  mutating func run(seeds: [Trial] = []) {
    let plan = difference == nil ? SearchStrategy.forGoals : SearchStrategy.forDifference
    limit = budget
    for seed in seeds {
      attempt(seed)
      corpus.append(seed)
    }
    for strategy in plan.listed {
      spend(budget / strategy.share) { strategy.run(&$0) }
      spend(budget / 8) { $0.followLeads() }
    }
    limit = budget
    spentAtNews = spent
    let turns = plan.drawn.flatMap { Array(repeating: $0, count: $0.share) }
    while !isDone, !isStuck {
      followLeads()
      turns[turns.count == 1 ? 0 : mutator.pick(turns.count)].run(&self)
    }
  }

  private mutating func spend(_ share: Int, _ run: (inout TrialSearch) -> Void) {
    limit = min(budget, spent + share)
    run(&self)
  }

  private mutating func followLeads() {
    while !isDone, spent < limit, let trial = leads.next() { attempt(trial, isLead: true) }
  }

  /// Looks again for the goals that the last witnesses seemed to reach.
  mutating func goOn() {
    goals += witnesses.map { $0.goal }
    witnesses = []
  }

  /// Half of the time one of the newest: what led there may lead on.
  mutating func pickFromCorpus() -> Trial {
    let recent = min(corpus.count, 12)
    let index = mutator.pick(2) == 0 ? corpus.count - 1 - mutator.pick(recent) : mutator.pick(corpus.count)
    return corpus[index]
  }

  /// The world that a drawn trial is tried in; nil for all of them, as claims compare presets.
  mutating func pickPreset() -> Int? { difference == nil ? nil : mutator.pick(presetCount) }

  /// Tries a trial under every preset, or only under the one with an index; returns whether the search takes
  /// another.
  ///
  /// A trial that the budget is too small for ends the search.
  @discardableResult
  mutating func attempt(_ trial: Trial, under preset: Int? = nil, isLead: Bool = false) -> Bool {
    guard !isDone, spent < limit else { return false }
    guard trial.duration <= alphabet.longest, tried.insert(Tried(trial: trial, preset: preset)).inserted
    else {
      repeats += 1
      return true
    }
    repeats = 0
    let worlds = runner.worlds.indices.filter { world in preset.map { world % presetCount == $0 } ?? true }
    let stretch = (difference == nil ? 7 : 3) * ClockSpan.day
    let stretches = 1 + Int((trial.duration + trial.tail) / stretch)
    let size = 1 + runner.size / Self.sizeOfOne
    guard worlds.count * stretches * size <= budget - spent else {
      spent = budget
      return false
    }
    let before = runner.evaluations
    let observations = runner.worlds.indices.map { world in
      worlds.contains(world) ? runner.observe(trial, in: world) : Observation(of: trial, in: world)
    }
    var evaluated = worlds.count
    evaluations += evaluated
    if let pacing = difference?.pacing, !isLead { leads.note(trial, observations, pacing) }
    var reached: [Witness] = []
    for goal in goals {
      if let found = judge.witness(of: goal, observations, &runner) { reached.append(found) }
    }
    // Each goal may have taken some evaluations more; for a single difference they are few.
    if difference == nil { evaluated = runner.evaluations - before }
    let rowless = observations.reduce(0) { $0 + $1.rowless }
    spent += (evaluated * stretches + rowless / Self.rowlessInstants) * size
    let isNew = nearest.note(observations, difference)
    if isNew || corpus.isEmpty { corpus.append(trial) }
    if isNew || !reached.isEmpty { spentAtNews = spent }
    if !reached.isEmpty {
      let gone = Set(reached.map { $0.goal })
      goals.removeAll { gone.contains($0) }
      witnesses += reached
      narrow()
    }
    return !isDone && spent < limit
  }

  /// A trial's outcome in each world.
  mutating func outcomes(of trial: Trial) -> [Observation.Outcome] {
    let found = runner.worlds.indices.map { runner.observe(trial, in: $0).outcome }
    evaluations += found.count
    spent += found.count * (1 + runner.size / Self.sizeOfOne)
    return found
  }

  /// Once half of the goals are reached, leaves out what the others don't rest on.
  private mutating func narrow() {
    guard difference == nil, !goals.isEmpty, 2 * goals.count <= goalsAimedAt else { return }
    goalsAimedAt = goals.count
    let (runner, alphabet) = reduced(to: goals)
    self.runner = runner
    mutator.alphabet = alphabet
  }

  /// A runner and an alphabet of only what goals within one program rest on.
  func reduced(to goals: [Goal]) -> (runner: TrialRunner, alphabet: TrialAlphabet) {
    let influences = Influences(
      on: goals.flatMap { $0.rules(of: judge.program, judge.claims) }, in: judge.program)
    let restsOnStates = goals.contains { $0.restsOnStates(of: judge.program, judge.claims) }
    return (
      runner.reduced(to: influences, looksAtStates: restsOnStates), TrialAlphabet(judge.program, influences)
    )
  }
}
