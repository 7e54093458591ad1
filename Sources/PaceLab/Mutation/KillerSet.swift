import PaceLanguage

/// Scenarios that kill the surviving mutants; none of them can be left out.
struct KillerSet: Sendable {
  private struct Survivor {
    /// Its index among the results.
    var result: Int
    /// The index of a scenario that fails on it.
    var killer: Int
  }

  private let check: ScenarioCheck
  private var killers: [MutantKiller] = []
  /// All of the scenarios, in the order found.
  private var checked: ScenarioCheck.Checked?
  private var survivors: [Survivor] = []
  private var names: Set<String>

  init(_ program: Program, roots: [FileID]) {
    check = ScenarioCheck(program, roots: roots)
    names = Set(program.scenarios.map { $0.name })
  }

  /// Whether one of the scenarios kills the mutant; the newest are tried first, since they often kill neighbours.
  mutating func take(_ mutated: Program, result: Int) -> Bool {
    guard let killer = lastKiller(of: mutated, where: { _ in true }) else { return false }
    survivors.append(Survivor(result: result, killer: killer))
    return true
  }

  /// Adds a scenario for a mutant; false if it cannot be run at all.
  mutating func add(_ killer: MutantKiller, result: Int) -> Bool {
    let texts = (killers + [killer]).enumerated().map { Program.retitled($1.text, "\($0)") }
    guard let checked = check.checked(texts.joined(separator: "\n")) else { return false }
    self.checked = checked
    survivors.append(Survivor(result: result, killer: killers.count))
    killers.append(killer)
    return true
  }

  /// A scenario for each survivor, leaving out scenarios whose survivors are all killed by others.
  ///
  /// Each is named after the first survivor that it kills. `title` gives the name for a result, and `mutated` its
  /// program, compiled when it is needed, because all of them would take too much memory.
  mutating func fewest(
    title: (Int) -> String, mutated: (Int) -> Program?
  ) -> [(result: Int, killer: MutantKiller)] {
    var survivors = survivors
    var kept = Set(killers.indices)
    for killer in killers.indices {
      kept.remove(killer)
      var moved = survivors
      for index in moved.indices where moved[index].killer == killer {
        guard let program = mutated(moved[index].result),
          let other = lastKiller(of: program, where: kept.contains)
        else {
          kept.insert(killer)
          break
        }
        moved[index].killer = other
      }
      if !kept.contains(killer) { survivors = moved }
    }
    return named(survivors, title)
  }

  private mutating func named(
    _ survivors: [Survivor], _ title: (Int) -> String
  ) -> [(result: Int, killer: MutantKiller)] {
    var own: [Int: MutantKiller] = [:]
    return survivors.sorted { $0.result < $1.result }.map { survivor in
      if let known = own[survivor.killer] { return (survivor.result, known) }
      let name = freeName(title(survivor.result))
      names.insert(name)
      let text = Program.retitled(killers[survivor.killer].text, name)
      let killer = MutantKiller(name: name, text: text)
      own[survivor.killer] = killer
      return (survivor.result, killer)
    }
  }

  /// `wanted`, with a number behind it if a scenario has that name already.
  private func freeName(_ wanted: String) -> String {
    var name = wanted
    var number = 2
    while names.contains(name) {
      name = "\(wanted) (\(number))"
      number += 1
    }
    return name
  }

  private func lastKiller(of mutated: Program, where isAllowed: (Int) -> Bool) -> Int? {
    guard let checked, let runner = check.runner(of: checked, on: mutated) else { return nil }
    let scenarios = checked.indices
    return killers.indices.last { killer in
      isAllowed(killer) && runner.run(scenarios[killer]).contains { !$0.passed }
    }
  }
}
