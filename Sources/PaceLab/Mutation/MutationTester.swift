public import PaceEngine
public import PaceLanguage

/// Finds out which mutants of a program its scenarios notice.
public struct MutationTester: Sendable {
  public let mutants: [Mutant]
  /// How many scenarios fail on the program itself; they can notice nothing.
  public let failing: Int
  private let compiler: MutantCompiler
  private let reach: ScenarioReach
  private let zones: [String: Zone]
  private let equivalence: EquivalenceProver
  private let search: DifferenceSearch
  /// How many evaluations may be spent on finding a scenario for one survivor.
  private let budget: Int
  /// The runs that killed a mutant lately, the newest first, since they often kill neighbours.
  private var lately: [ScenarioReach.Run] = []
  private var killers: KillerSet
  /// The logs of the scenarios that were found.
  private var trials: [Trial] = []
  /// In the first round, one part in this many of the budget is spent on each mutant.
  private static let firstShare = 4
  /// In rounds after the one with the whole budget, one part in this many is spent on each mutant.
  private static let laterShare = 16

  /// `roots` are the files that were named, `scenarios` the indices of those that may kill mutants.
  public init(
    _ program: Program, roots: [FileID], scenarios: [Int],
    budget: Int = DifferenceSearch.standardBudget, zone: @Sendable (String) -> Zone?
  ) {
    self.budget = budget
    compiler = MutantCompiler(program, roots: roots)
    mutants = MutantMaker.mutants(of: program)
    zones = Self.zones(of: program, zone)
    let zones = zones
    let runner = ScenarioRunner(program) { zones[$0] }
    let passing = scenarios.filter { runner.run($0).allSatisfy { $0.passed } }
    failing = scenarios.count - passing.count
    reach = ScenarioReach(runner, passing)
    equivalence = EquivalenceProver(program)
    search = DifferenceSearch(program, roots: roots)
    killers = KillerSet(program, roots: roots)
  }

  /// The fate of every mutant; `tell` is called for each before it is tried.
  public mutating func run(_ tell: (Int, Mutant) -> Void = { _, _ in }) -> MutationReport {
    var report = MutationReport(results: [])
    // Programs are compiled anew when they are wanted again: all together would take very much memory.
    var open: [Int] = []
    for (index, mutant) in mutants.enumerated() {
      tell(index, mutant)
      guard let mutated = compiler.program(of: mutant) else { continue }
      let fate = fate(of: mutant, mutated)
      let result = report.results.count
      if case .survived = fate, !findKiller(of: mutant, mutated, result: result) {
        open.append(result)
      }
      report.results.append((mutant, fate))
    }
    // Scenarios found later for other mutants may kill this one, as they are or changed a little. The whole
    // budget is spent once on each mutant, and later rounds try new scenarios only, so the work grows only with
    // the number of mutants.
    var known = 0
    var share = 1
    repeat {
      let seeds = known
      known = trials.count
      open.removeAll { result in
        let mutant = report.results[result].mutant
        tell(result, mutant)
        guard let mutated = compiler.program(of: mutant) else { return false }
        return killers.take(mutated, result: result)
          || search(
            for: mutant, mutated, result: result, budget: budget / share, seeds: Array(trials[seeds...]))
      }
      share = Self.laterShare
    } while known < trials.count && !open.isEmpty
    let tried = report.results.map { $0.mutant }
    let fewest = killers.fewest(
      title: { tried[$0].title }, mutated: { [compiler] in compiler.program(of: tried[$0]) })
    for (result, killer) in fewest { report.results[result].fate = .survived(killer: killer) }
    return report
  }

  private mutating func fate(of mutant: Mutant, _ mutated: Program) -> MutantFate {
    if let killer = killer(of: mutant, mutated) { return .killed(by: killer) }
    if let proof = equivalence.proof(of: mutant, mutated) { return .equivalent(proof) }
    return .survived(killer: nil)
  }

  /// Whether a scenario that kills a survivor was found; those found before are tried first.
  private mutating func findKiller(of mutant: Mutant, _ mutated: Program, result: Int) -> Bool {
    if budget == 0 { return false }
    if killers.take(mutated, result: result) { return true }
    return search(for: mutant, mutated, result: result, budget: budget / Self.firstShare, seeds: [])
  }

  private mutating func search(
    for mutant: Mutant, _ mutated: Program, result: Int, budget: Int, seeds: [Trial]
  ) -> Bool {
    guard budget > 0,
      let (text, trial) = search.finding(against: mutated, title: mutant.title, budget: budget, seeds: seeds)
    else { return false }
    trials.append(trial)
    return killers.add(MutantKiller(name: mutant.title, text: text), result: result)
  }

  /// The first scenario that fails on the mutant.
  private mutating func killer(of mutant: Mutant, _ mutated: Program) -> Int? {
    let zones = zones
    let runner = ScenarioRunner(mutated) { zones[$0] }
    let runs = reach.runs(for: mutant)
    let first = lately.filter { runs.contains($0) }
    for run in first + runs.filter({ !first.contains($0) })
    where !runner.passes(run.scenario, named: run.preset) {
      lately.removeAll { $0 == run }
      lately.insert(run, at: 0)
      if lately.count > 8 { lately.removeLast() }
      return run.scenario
    }
    return nil
  }

  /// Every zone that a scenario may need, looked up once.
  private static func zones(of program: Program, _ find: (String) -> Zone?) -> [String: Zone] {
    let names = Set(ZoneNames(program) { _ in nil }.all.map { $0.name })
    return names.reduce(into: [:]) { zones, name in zones[name] = find(name) }
  }
}
