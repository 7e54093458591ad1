public import PaceEngine
public import PaceLanguage

/// Runs a log to learn what a program's rules, presets, kinds and thresholds are worth on it.
public struct DataSurvey: Sendable {
  /// How many subjects are evaluated at every instant and with neighbouring thresholds.
  private static let mostCloseLooks = 1_000

  public let program: Program
  /// One for each rule.
  public private(set) var rules: [RuleRecord]
  /// How many events are kept: all but those dropped because they came too soon after another.
  public private(set) var kept = 0
  /// How many events of each type there are, with the dropped ones.
  public private(set) var events: [Int]
  /// How many events of each kind there are, by event type.
  public private(set) var kinds: [[Int]]
  /// How many events give a field a value of their own, by event type.
  public private(set) var fields: [[Int]]
  public private(set) var subjects = 0
  /// Subjects with any event.
  public private(set) var living = 0
  /// How many subjects were looked at closely.
  public private(set) var closeLooks = 0
  /// The longest time over which a subject was evaluated, in milliseconds.
  private(set) var longest: Int64 = 0
  /// Notes on the runs.
  public private(set) var notes = RunNotes()
  /// Whether two presets have led to different notices or levels anywhere.
  private(set) var presetsDiffer: [[Bool]]
  private var steps: ThresholdSteps

  private let plan: Plan
  private let evaluation: Machine.Options
  private var machine: Machine
  private var presetMachines: [Machine] = []

  public init(_ plan: Plan, evaluation: Machine.Options) {
    self.plan = plan
    program = plan.program
    var evaluation = evaluation
    evaluation.messages = .none
    evaluation.tellsHeld = true
    evaluation.tellsLevels = true
    self.evaluation = evaluation
    machine = Machine(plan, options: evaluation)
    rules = program.rules.map { _ in RuleRecord() }
    events = program.events.map { _ in 0 }
    kinds = program.events.map { $0.kinds.map { _ in 0 } }
    fields = program.events.map { $0.fields.map { _ in 0 } }
    let presets = program.presets.indices
    presetsDiffer = presets.map { _ in presets.map { _ in false } }
    for preset in presets {
      var options = evaluation
      options.preset = PresetID(preset)
      options.tellsHeld = false
      presetMachines.append(Machine(plan, options: options))
    }
    steps = ThresholdSteps(plan, evaluation)
  }

  /// Throws if a subject's evaluation ends early.
  public mutating func add(_ log: SubjectLog) throws(RunawaySubject) {
    subjects += 1
    if !log.events.isEmpty { living += 1 }
    count(log.events)
    kept += log.keptCount(by: plan)
    var own = log
    own.record.given = []
    var firings = program.rules.map { _ in 0 }
    var held = firings
    try own.run(in: &machine) { record in
      notes.add(record, of: log.id)
      switch record {
      case .fired(let firing): firings[firing.rule.index] += 1
      case .held(let holding): held[holding.rule.index] += 1
      case .level, .account, .overflow, .runaway: break
      }
    }
    if let start = log.start, let last = log.lastFollowed(by: machine) {
      longest = max(longest, last.milliseconds - start.milliseconds)
    }
    for index in rules.indices { rules[index].add(firings: firings[index], held: held[index]) }
    try comparePresets(own)
    guard closeLooks < Self.mostCloseLooks else { return }
    closeLooks += 1
    steps.add(own)
    try approach(own)
  }

  /// Whether a rule gives notices and has given none yet.
  public func isSilent(_ rule: Int) -> Bool {
    program.rules[rule].emission != nil && rules[rule].total == 0
  }

  /// The neighbouring values of thresholds at which a rule's firings jump.
  public var cliffs: [ThresholdCliff] { steps.cliffs(program) }

  private mutating func count(_ log: EventRows) {
    for event in log {
      let type = event.event.index
      events[type] += 1
      if let kind = event.kind { kinds[type][kind.index] += 1 }
      for (field, value) in event.values.enumerated() where !value.isUnknown { fields[type][field] += 1 }
    }
  }

  private mutating func comparePresets(_ log: SubjectLog) throws(RunawaySubject) {
    let presets = program.presets.indices
    // A preset never differs from itself.
    guard presets.count > 1, presetsDiffer.contains(where: { $0.count { !$0 } > 1 }) else { return }
    var told: [[Said]] = []
    for preset in presets {
      try log.run(in: &presetMachines[preset])
      notes.addOverflows(in: presetMachines[preset], of: log)
      told.append(presetMachines[preset].told.compactMap { Said($0) })
    }
    for first in presets {
      for second in presets where told[first] != told[second] { presetsDiffer[first][second] = true }
    }
  }

  /// The first parameter that an expression reads and a sweep can take through numbers.
  private func sweepable(in expression: ExpressionID) -> ParamID? {
    References(expression, in: program).params.sorted { $0.index < $1.index }.first {
      let type = program.params[$0.index].type
      return type == .number || type == .duration
    }
  }

  /// Follows the silent rules through every instant of a subject.
  private mutating func approach(_ log: SubjectLog) throws(RunawaySubject) {
    let silent = rules.indices.filter { isSilent($0) }
    if silent.isEmpty { return }
    var options = evaluation
    options.accounts = .approaches
    options.accountDetail = .brief
    options.accounted = Set(silent.map { RuleID($0) })
    var machine = Machine(plan, options: options)
    try log.run(in: &machine) { record in
      guard case .account(let account) = record else { return }
      for rule in silent { approach(account.rules[rule], at: account.at, in: log) }
    }
  }

  /// Keeps the verdict if its rule was never nearer to firing.
  private mutating func approach(_ verdict: RuleAccount, at instant: Instant, in log: SubjectLog) {
    guard verdict.outcome != .notTriggered, let condition = verdict.condition else { return }
    // If more than the condition kept it from firing, it wasn't near.
    if verdict.outcome == .idle || verdict.outcome == .waiting, !verdict.lacksOnlyCondition { return }
    let found = Shortfall(program: program).of(condition)
    let index = verdict.rule.index
    if let known = rules[index].nearest, known.rank <= found.rank { return }
    let value = found.node.value
    let reasons = VerdictReason(program: program) { _ in "" }
    var text = reasons.comparisons(in: found.node, where: value.isUnknown ? nil : value.isTrue)
    if verdict.outcome == .waiting { text += ", but not for long enough" }
    rules[index].nearest = NearestApproach(
      subject: log.id, at: instant, shortfall: found.share, isTrue: found.isTrue, text: text,
      rank: found.rank, param: sweepable(in: found.node.expression))
  }
}
