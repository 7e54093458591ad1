import PaceEngine
public import PaceLanguage

/// Looks for the shortest scenario that tells two programs apart: what kills a mutant, say.
///
/// The programs have to declare the same events, attributes, streams, scales, rules and presets by name. All
/// else may differ.
public struct DifferenceSearch: Sendable {
  /// Enough for a change of one threshold, window or gate.
  public static let standardBudget = 20_000

  /// The most differences that are looked at: an expectation may not be able to show the first ones found.
  private static let mostFindings = 6

  private let program: Program
  private let check: ScenarioCheck

  /// `roots` are the files of the program that were named.
  public init(_ program: Program, roots: [FileID]) {
    self.program = program
    check = ScenarioCheck(program, roots: roots)
  }

  /// A scenario that passes on the program and fails on `other`, ready to paste below the program; nil if none
  /// was found.
  ///
  /// Finding none proves nothing; one that is found was run on both. The budget counts evaluations of a log
  /// under a preset, so that the answer is the same everywhere.
  public func scenario(
    against other: Program, title: String, budget: Int = standardBudget
  ) -> String? {
    finding(against: other, title: title, budget: budget, seeds: [])?.text
  }

  /// The text of the scenario, with the trial behind it.
  ///
  /// `seeds` are trials in which other programs differed from this one: changes in nearby places show in similar
  /// ways.
  func finding(
    against other: Program, title: String, budget: Int, seeds: [Trial]
  ) -> (text: String, trial: Trial)? {
    guard program.declaresTheSame(as: other) else { return nil }
    let difference = ProgramDifference(program, other)
    // The states of other rules show only where something triggers them.
    let looksBetween = difference.rules.contains { program[$0].trigger.isNone }
    var search = TrialSearch(
      TrialRunner(
        difference.plans, tellsAll: true, looksBetween: looksBetween,
        difference: difference),
      TrialJudge(program: program, claims: [], other: other),
      TrialAlphabet(program, other, difference), goals: [.difference], budget: budget,
      difference: difference)
    for _ in 0..<Self.mostFindings {
      search.run(seeds: seeds)
      guard let witness = search.witnesses.first else { return nil }
      for candidate in [search.shortened(witness), witness] {
        let text = candidate.text(title: title, in: program)
        if tells(text, from: other) { return (text, candidate.trial) }
      }
      search.goOn()
    }
    return nil
  }

  private func tells(_ text: String, from other: Program) -> Bool {
    guard let checked = check.checked(text), let own = check.runner(of: checked, on: program),
      let runner = check.runner(of: checked, on: other)
    else { return false }
    return !checked.indices.isEmpty && checked.indices.allSatisfy { own.run($0).allSatisfy { $0.passed } }
      && checked.indices.contains { runner.run($0).contains { !$0.passed } }
  }
}

extension Program {
  /// Whether logs and expectations mean something in both programs, by the same indices.
  func declaresTheSame(as other: Program) -> Bool {
    subject.attributes.map { $0.name.text } == other.subject.attributes.map { $0.name.text }
      && events.map { $0.declaration } == other.events.map { $0.declaration }
      && rules.map { $0.name.text } == other.rules.map { $0.name.text }
      && scales.map { $0.levels.map { $0.name } } == other.scales.map { $0.levels.map { $0.name } }
      && presets.map { $0.name.text } == other.presets.map { $0.name.text }
      && streams.map { $0.name } == other.streams.map { $0.name }
  }
}

extension EventType {
  fileprivate var declaration: [String] {
    [name.text] + fields.map { $0.name.text } + ["/"] + kinds.map { $0.name.text }
  }
}
