import PaceEngine
import PaceLanguage

/// Evaluates trials as the scenario runner would evaluate the scenarios they become.
struct TrialRunner {
  /// A program under one of its presets.
  struct World {
    /// The index in `plans`.
    var plan: Int
    /// Nil if the program has none.
    var preset: PresetID?
  }

  /// Every world of the first plan, then those of the next one, if there is one.
  let worlds: [World]
  private let plans: [Plan]
  private let watched: [WatchedExpressions]
  /// One for each world, taken out while it is in use, since reading it in place copies it.
  private var machines: [Machine?]
  /// The settings of each world's machine.
  private var settings: [[ParamID: Constant]]
  private let tellsAll: Bool
  private let looksAtStates: Bool
  /// Whether states are observed wherever they may change by themselves.
  private let looksBetween: Bool
  /// The rules that a difference touches, and what is changed: each comparison and its sides.
  private let touched: Set<RuleID>
  private let changed: [ExpressionID]
  var evaluations = 0
  /// The first rule that came due without end in a trial.
  private(set) var runaway: Runaway?
  private var runaways = 0
  /// After this many runaways no trial is evaluated any more: each takes as long as thousands of others.
  private static let mostRunaways = 3
  /// A trial with more rowless instants than this shows nothing: too much would have to be kept of it.
  private static let mostInstants = 2_000_000

  /// `tellsAll` also observes what is held and what is said.
  ///
  /// `difference` adds the comparisons in which two programs differ.
  init(
    _ plans: [Plan], tellsAll: Bool = false, looksAtStates: Bool = true, looksBetween: Bool = false,
    difference: ProgramDifference? = nil
  ) {
    self.looksAtStates = looksAtStates
    self.looksBetween = looksBetween
    touched = difference?.rules ?? []
    changed = difference.map { plans[0].program.threeEach($0.comparisons) } ?? []
    self.plans = plans
    watched = plans.map { WatchedExpressions($0) }
    var worlds: [World] = []
    for (index, program) in plans.map({ $0.program }).enumerated() {
      if program.presets.isEmpty { worlds.append(World(plan: index, preset: nil)) }
      worlds += program.presets.indices.map { World(plan: index, preset: PresetID($0)) }
    }
    self.worlds = worlds
    self.tellsAll = tellsAll
    settings = Array(repeating: [:], count: worlds.count)
    machines = worlds.map { world in
      Machine(plans[world.plan], options: Self.options(for: world, [:], tellsAll: tellsAll))
    }
  }

  private static func options(
    for world: World, _ settings: [ParamID: Constant], tellsAll: Bool
  ) -> Machine.Options {
    var options = Machine.Options()
    options.preset = world.preset
    options.overrides = settings.map { (param: $0.key, value: $0.value) }
    options.tellsLevels = true
    options.tellsHeld = tellsAll
    options.messages = tellsAll ? .all : .none
    return options
  }

  /// A runner of only the part of the program that `influences` name.
  func reduced(to influences: Influences, looksAtStates: Bool) -> TrialRunner {
    var runner = TrialRunner(
      [Plan(program, part: influences.part, textsOf: nil)], looksAtStates: looksAtStates)
    runner.runaway = runaway
    return runner
  }

  /// How many expressions are looked at in an evaluation.
  var size: Int { watched[0].expressions.count }

  /// How many deadlines between two rows are evaluated.
  private static let mostSteps = 1_000

  /// The program of the first plan.
  var program: Program { plans[0].program }

  /// The witness for a goal that an observed trial reaches.
  func witness(
    of goal: Goal, in observation: Observation, _ at: Instant, _ expectation: Witness.Expectation
  ) -> Witness {
    let presets = worlds[observation.world].preset.map { [$0] } ?? []
    return Witness(goal: goal, trial: observation.trial, at: at, presets: presets, expectation: expectation)
  }

  /// The observation of a trial in a world, by its index; `watches` adds how near comparisons came to changing.
  mutating func observe(_ trial: Trial, in world: Int, watches: Bool = true) -> Observation {
    evaluations += 1
    var observation = Observation(of: trial, in: world)
    if runaways == Self.mostRunaways { return observation }
    let start = trial.start
    var machine = takeMachine(of: world, trial.settings)
    begin(trial, &machine)
    for (index, (row, offset)) in zip(trial.rows, trial.offsets).enumerated() {
      if looksBetween, row.gap > 0 {
        step(to: Instant(start + offset - 1), &machine, &observation, watches: watches)
      }
      append(row, at: start + offset, &machine)
      let isLast = index + 1 == trial.rows.count
      guard isLast || trial.rows[index + 1].gap > 0 else { continue }
      machine.advance(to: Instant(start + offset))
      if looksAtStates {
        observation.looks.append(Observation.Look(at: Instant(start + offset), isOn: machine.states()))
      }
      if watches { approach(&machine, &observation) }
    }
    let end = Instant(start + trial.duration + trial.tail)
    if looksBetween { step(to: end, &machine, &observation, watches: watches) }
    machine.advance(to: end)
    if watches { approach(&machine, &observation) }
    if let found = machine.runaway {
      runaway = runaway ?? found
      runaways += 1
      return Observation(of: trial, in: world)
    }
    observation.rowless = Self.mostInstants - machine.instantsLeft
    if machine.isCutOff {
      var nothing = Observation(of: trial, in: world)
      nothing.rowless = observation.rowless
      return nothing
    }
    observation.end = machine.end
    for record in machine.records { observation.note(record) }
    machines[world] = machine
    return observation
  }

  /// The machine of a world, made anew if its settings are not the wanted ones.
  private mutating func takeMachine(of world: Int, _ wanted: [ParamID: Constant]) -> Machine {
    if settings[world] == wanted, let machine = machines[world].take() { return machine }
    settings[world] = wanted
    return Machine(
      plans[worlds[world].plan], options: Self.options(for: worlds[world], wanted, tellsAll: tellsAll))
  }

  /// Goes from deadline to deadline, up to an instant, and looks at each.
  private func step(
    to limit: Instant, _ machine: inout Machine, _ observation: inout Observation, watches: Bool
  ) {
    var steps = 0
    while steps < Self.mostSteps, let next = machine.nextDeadline(upTo: limit) {
      machine.advance(to: next)
      let isOn = machine.states()
      steps += 1
      if isOn == observation.looks.last?.isOn { continue }
      observation.looks.append(Observation.Look(at: next, isOn: isOn))
      if watches { approach(&machine, &observation) }
    }
  }

  /// The account of a rule at an instant of a trial, in the world that it was observed in; nil if the subject is
  /// not evaluated then.
  mutating func account(of rule: RuleID, in observation: Observation, at: Instant) -> RuleAccount? {
    evaluations += 1
    let (trial, world) = (observation.trial, observation.world)
    var options = Self.options(for: worlds[world], trial.settings, tellsAll: false)
    options.accounts = .at(at)
    options.accountDetail = .brief
    options.accounted = [rule]
    var machine = Machine(plans[worlds[world].plan], options: options)
    begin(trial, &machine)
    for (row, offset) in zip(trial.rows, trial.offsets) { append(row, at: trial.start + offset, &machine) }
    machine.advance(to: max(at, Instant(trial.start + trial.duration)))
    machine.advance(to: Instant(at.milliseconds + 1))
    machine.finish()
    return machine.account(at: at)?.rules[rule.index]
  }

  private func begin(_ trial: Trial, _ machine: inout Machine) {
    machine.clear()
    let attributes = machine.plan.program.subject.attributes.indices.map { index in
      trial.attributes[AttributeID(index)].value { machine.intern($0) }
    }
    machine.begin(
      SubjectRecord(
        startedAt: Instant(trial.start), attributes: attributes, zone: .utc,
        given: trial.given.map { GivenNotice(rule: $0.rule, at: Instant(trial.start + $0.offset)) }))
    machine.lookAhead(atMost: Self.mostInstants)
  }

  private func append(_ row: Trial.Row, at instant: Int64, _ machine: inout Machine) {
    let values = row.values.map { $0.value { machine.intern($0) } }
    _ = machine.append(
      EventRecord(event: row.event, kind: row.kind, at: Instant(instant), values: values))
  }

  private func approach(_ machine: inout Machine, _ observation: inout Observation) {
    let plan = worlds[observation.world].plan
    let values = machine.values(of: watched[plan].expressions)
    watched[plan].note(values, in: &observation)
    guard let last = observation.looks.indices.last, !changed.isEmpty,
      changed.allSatisfy({ $0.index < plans[plan].program.expressions.count })
    else { return }
    observation.looks[last].changed = machine.values(of: changed)
    observation.looks[last].missing = watched[plan].missing(for: touched, values)
  }
}

extension Program {
  /// Comparisons with their two sides, leaving out those that only a stream's condition can evaluate.
  fileprivate func threeEach(_ comparisons: [ExpressionID]) -> [ExpressionID] {
    comparisons.filter { !contains($0) { $0.readsOwnField } }.flatMap { id in
      self[id].operation.limits.flatMap { [id, $0.value, $0.limit] }
    }
  }
}
