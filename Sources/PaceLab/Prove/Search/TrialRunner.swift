import PaceEngine
import PaceLanguage

/// Evaluates trials as the scenario runner would evaluate the scenarios they become.
struct TrialRunner {
  /// A program under one of its presets.
  struct World {
    /// The index in `plans`.
    var plan: Int
    /// Nil where the program has none.
    var preset: PresetID?
  }

  /// Every world of the first program, then those of the next one, if there is one.
  let worlds: [World]
  private let plans: [Plan]
  private let watched: [WatchedExpressions]
  private var evaluators: [Evaluator]
  /// How many evaluations there have been.
  private(set) var evaluations = 0

  /// `tellsAll` also observes what is held and what is said.
  init(_ programs: [Program], tellsAll: Bool = false) {
    plans = programs.map { Plan($0) }
    watched = programs.map { WatchedExpressions($0) }
    var worlds: [World] = []
    for (index, program) in programs.enumerated() {
      if program.presets.isEmpty { worlds.append(World(plan: index, preset: nil)) }
      worlds += program.presets.indices.map { World(plan: index, preset: PresetID($0)) }
    }
    self.worlds = worlds
    evaluators = worlds.map { [plans] world in
      var options = Evaluator.Options()
      options.preset = world.preset
      options.tellsLevels = true
      options.tellsHeld = tellsAll
      options.fillsMessages = tellsAll
      return Evaluator(plans[world.plan], options: options)
    }
  }

  /// The first program.
  var program: Program { plans[0].program }

  func presets(ofWorld world: Int) -> [PresetID] { worlds[world].preset.map { [$0] } ?? [] }

  /// What a trial comes to in a world, by its index.
  mutating func observe(_ trial: Trial, in world: Int) -> Observation {
    evaluations += 1
    var observation = Observation()
    let start = trial.start
    begin(trial, &evaluators[world])
    for (index, (row, offset)) in zip(trial.rows, trial.offsets).enumerated() {
      append(row, at: start + offset, &evaluators[world])
      let isLast = index + 1 == trial.rows.count
      guard isLast || trial.rows[index + 1].gap > 0 else { continue }
      evaluators[world].advance(to: Instant(start + offset))
      observation.looks.append(Observation.Look(at: offset, isOn: evaluators[world].states()))
      approach(world, &observation)
    }
    evaluators[world].advance(to: Instant(start + trial.duration + trial.tail))
    approach(world, &observation)
    for record in evaluators[world].records { observation.note(record, start: start) }
    return observation
  }

  /// The account of a rule at an instant of a trial; nil where the subject is not looked at.
  func account(of rule: RuleID, in trial: Trial, at instant: Int64, world: Int) -> RuleAccount? {
    let at = Instant(trial.start + instant)
    var options = Evaluator.Options()
    options.preset = worlds[world].preset
    options.tellsLevels = true
    options.accounts = .at(at)
    var evaluator = Evaluator(plans[worlds[world].plan], options: options)
    begin(trial, &evaluator)
    for (row, offset) in zip(trial.rows, trial.offsets) { append(row, at: trial.start + offset, &evaluator) }
    evaluator.advance(to: max(at, Instant(trial.start + trial.duration)))
    evaluator.advance(to: Instant(at.milliseconds + 1))
    for case .account(let account) in evaluator.records where account.at == at {
      return account.rules[rule.index]
    }
    return nil
  }

  private func begin(_ trial: Trial, _ evaluator: inout Evaluator) {
    evaluator.clear()
    let count = evaluator.plan.program.subject.attributes.count
    var attributes = [Value](repeating: .unknown, count: count)
    for attribute in trial.attributes {
      attributes[attribute.id.index] = value(of: attribute.value, &evaluator)
    }
    evaluator.begin(SubjectRecord(startedAt: Instant(trial.start), attributes: attributes, zone: .utc))
  }

  private func append(_ row: Trial.Row, at instant: Int64, _ evaluator: inout Evaluator) {
    let values = row.values.map { $0.map { value(of: $0, &evaluator) } ?? .unknown }
    _ = evaluator.append(
      EventRecord(event: row.event, kind: row.kind, at: Instant(instant), values: values))
  }

  private func value(of constant: Constant, _ evaluator: inout Evaluator) -> Value {
    switch constant {
    case .value(let value): value
    case .text(let text): evaluator.intern(text)
    }
  }

  private func approach(_ world: Int, _ observation: inout Observation) {
    let plan = worlds[world].plan
    let values = evaluators[world].values(of: watched[plan].expressions)
    watched[plan].note(values, in: &observation)
  }
}

extension Observation {
  fileprivate mutating func note(_ record: Record, start: Int64) {
    switch record {
    case .fired(let firing):
      firings.append(
        Firing(rule: firing.rule, at: firing.at.milliseconds - start, message: firing.message))
    case .held(let holding):
      holdings.append(
        Holding(rule: holding.rule, at: holding.at.milliseconds - start, gate: holding.gate))
    case .level(let change):
      changes.append(
        LevelChange(scale: change.scale, level: change.level, at: change.at.milliseconds - start))
    case .account, .overflow: break
    }
  }
}
