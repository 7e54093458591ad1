import PaceLanguage

/// Scenarios for the mutants that survive, of which none can be left out.
struct KillerSet: Sendable {
  private struct Survivor {
    /// Its index among the results.
    var result: Int
    var program: Program
    /// The index of a scenario that fails on it.
    var killer: Int
  }

  private let check: ScenarioCheck
  private var killers: [(killer: MutantKiller, checked: ScenarioCheck.Checked)] = []
  private var survivors: [Survivor] = []
  private var names: Set<String>

  init(_ program: Program, roots: [FileID]) {
    check = ScenarioCheck(program, roots: roots)
    names = Set(program.scenarios.map { $0.name })
  }

  /// Whether one of the scenarios kills the mutant; the newest are tried first, as neighbours die of the same.
  mutating func take(_ mutated: Program, result: Int) -> Bool {
    guard let killer = killers.indices.last(where: { kills($0, mutated) }) else { return false }
    survivors.append(Survivor(result: result, program: mutated, killer: killer))
    return true
  }

  /// Whether it can be run at all.
  mutating func add(_ killer: MutantKiller, for mutated: Program, result: Int) -> Bool {
    guard let checked = check.checked(killer.text) else { return false }
    survivors.append(Survivor(result: result, program: mutated, killer: killers.count))
    killers.append((killer, checked))
    return true
  }

  /// For each survivor its scenario, none of them being one whose survivors all die of others too. Each is
  /// named after the first survivor that it kills; `title` gives the names, by the indices of results.
  mutating func fewest(title: (Int) -> String) -> [(result: Int, killer: MutantKiller)] {
    var survivors = survivors
    var kept = Array(killers.indices)
    for killer in killers.indices {
      let others = kept.filter { $0 != killer }
      var moved = survivors
      var isNeeded = false
      for index in moved.indices where moved[index].killer == killer {
        guard let other = others.last(where: { kills($0, moved[index].program) }) else {
          isNeeded = true
          break
        }
        moved[index].killer = other
      }
      if isNeeded { continue }
      survivors = moved
      kept = others
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
      let text = ScenarioText.of(killers[survivor.killer].killer.text, retitled: name)
      let killer = MutantKiller(name: name, text: text)
      own[survivor.killer] = killer
      return (survivor.result, killer)
    }
  }

  /// `wanted`, with a number behind it where a scenario has that name already.
  private func freeName(_ wanted: String) -> String {
    var name = wanted
    var number = 2
    while names.contains(name) {
      name = "\(wanted) (\(number))"
      number += 1
    }
    return name
  }

  private func kills(_ killer: Int, _ mutated: Program) -> Bool {
    check.results(of: killers[killer].checked, in: mutated)?.contains { !$0.passed } ?? false
  }
}
