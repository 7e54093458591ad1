import PaceEngine
import PaceLanguage
import PaceOracle

/// Runs the engine on the text of an oracle's program.
struct EngineRun {
  let program: Program
  /// Made once for all logs.
  let plan: Plan

  enum Refusal: Error {
    case diagnostics([String])
  }

  init(_ oracle: OracleProgram) throws(Refusal) {
    let text = Array(oracle.source.utf8)
    try self.init(path: "random.pace") { _ in text }
  }

  init(path: String, read: (String) -> [UInt8]?) throws(Refusal) {
    let compilation = Compilation.compile(roots: [path]) { path in
      read(path).map { .bytes($0) } ?? .failure("not found")
    }
    guard let program = compilation.program else {
      throw .diagnostics(
        compilation.diagnostics.filter { $0.severity == .error }.map { "\($0.code): \($0.message)" })
    }
    self.program = program
    plan = Plan(program)
  }

  /// What the engine is asked to tell; it takes other paths if less is asked.
  enum Question: CaseIterable {
    /// Firings, held notices, levels, and the account of the instant looked at.
    case all
    /// Firings and the account.
    case standing
    /// Firings only.
    case firings
  }

  /// The engine's result on a log; the machine is also advanced to just before each row up to `stepsUpTo`.
  ///
  /// Steps after the last kept row would reach past the log's horizon.
  func result(
    of log: OracleLog, _ question: Question = .all, stepsUpTo lastStep: Int64 = .min
  ) -> OracleResult {
    var options = options(for: log)
    options.tellsLevels = question == .all
    options.tellsHeld = question == .all
    if question == .firings { options.accounts = .none }
    var machine = Machine(plan, options: options)
    run(log, in: &machine, stepsUpTo: lastStep)
    return result(of: machine.records)
  }

  /// The engine's result on a log that is read whole, in a machine that has run another subject.
  ///
  /// The other subject has no attributes and only the later half of the rows, and so its texts come in another order.
  func resultAfterAnother(of log: OracleLog) -> OracleResult {
    var other = log
    other.attributes = []
    other.rows.removeFirst(log.rows.count / 2)
    var machine = Machine(plan, options: options(for: log))
    for log in [other, log] { try? input(of: log).log(id: "s").run(in: &machine) }
    return result(of: machine.records)
  }

  func options(for log: OracleLog) -> Machine.Options {
    var options = Machine.Options()
    options.preset = program.presets.firstIndex { $0.name.text == log.preset }.map { PresetID($0) }
    options.until = log.until.map { Instant($0) }
    options.tellsLevels = true
    options.tellsHeld = true
    if let at = log.lookedAt { options.accounts = .at(Instant(at)) }
    for setting in log.settings {
      guard let index = program.params.firstIndex(where: { $0.name.text == setting.name }) else { continue }
      options.overrides.append((ParamID(index), constant(of: setting.value)))
    }
    return options
  }

  func run(_ log: OracleLog, in machine: inout Machine, stepsUpTo lastStep: Int64 = .min) {
    machine.begin(subject(log, &machine))
    for (index, row) in log.rows.enumerated() {
      if row.at <= lastStep, index > 0, row.at - 1 > log.rows[index - 1].at {
        machine.advance(to: Instant(row.at - 1))
      }
      if let record = event(row, &machine) { _ = machine.append(record) }
    }
    machine.finish()
  }

  func subject(_ log: OracleLog, _ machine: inout Machine) -> SubjectRecord {
    var attributes: [Value] = []
    for attribute in program.subject.attributes {
      let said = log.attributes.first { $0.name == attribute.name.text }?.value
      attributes.append(value(said, &machine))
    }
    let changes = log.zone.changes.map { Zone.Transition(start: $0.at, offset: $0.offset) }
    let given = log.given.compactMap { notice in
      program.rules.firstIndex { $0.name.text == notice.rule }
        .map { GivenNotice(rule: RuleID($0), at: Instant(notice.at)) }
    }
    return SubjectRecord(
      startedAt: log.startedAt.map { Instant($0) }, endedAt: log.endedAt.map { Instant($0) },
      attributes: attributes,
      zone: Zone(name: log.zone.name, initialOffset: log.zone.initialOffset, transitions: changes),
      given: given, silentThrough: log.floor.map { Instant($0) })
  }

  func event(_ row: OracleRow, _ machine: inout Machine) -> EventRecord? {
    guard let index = program.events.firstIndex(where: { $0.name.text == row.event }) else { return nil }
    let type = program.events[index]
    let kind = type.kinds.firstIndex { $0.name.text == row.kind }
    var values: [Value] = []
    for field in type.fields {
      let said = row.values.first { $0.name == field.name.text }?.value
      values.append(value(said, &machine))
    }
    return EventRecord(
      event: EventID(index), kind: kind.map { KindID($0) }, at: Instant(row.at), values: values)
  }

  private func value(_ said: OracleValue?, _ machine: inout Machine) -> Value {
    guard let said else { return .unknown }
    if case .text(let text) = said { return machine.intern(text) }
    return Value(bits(of: said))
  }

  func constant(of value: OracleValue) -> Constant {
    if case .text(let text) = value { return .text(text) }
    return .value(Value(bits(of: value)))
  }

  private func bits(of value: OracleValue) -> Int64 {
    switch value {
    case .number(let bits), .duration(let bits), .time(let bits), .date(let bits): bits
    case .bool(let flag): flag ? 1 : 0
    case .weekday(let index), .choice(_, let index): Int64(index)
    case .text: 0
    }
  }

  func result(of records: [Record]) -> OracleResult {
    var result = OracleResult()
    for record in records {
      switch record {
      case .fired(let firing):
        result.firings.append(
          OracleFiring(
            at: firing.at.milliseconds, rule: program[firing.rule].name.text,
            message: firing.message ?? "(none)"))
      case .held(let holding):
        guard case .none = program[holding.rule].trigger else {
          result.held.append(
            OracleHeld(
              at: holding.at.milliseconds, rule: program[holding.rule].name.text,
              gate: holding.gate.name.text, isPolicy: holding.gate.isPolicy, index: holding.gate.index))
          continue
        }
      case .level(let change):
        let scale = program.scales[change.scale.index]
        result.levels.append(
          OracleLevelChange(
            at: change.at.milliseconds, scale: scale.name.text, level: scale.levels[change.level].name))
      case .account(let account): result.views.append(view(account))
      case .overflow, .runaway: break
      }
    }
    return result
  }

  private func view(_ account: Account) -> OracleView {
    var view = OracleView(at: account.at.milliseconds, outcomes: [:], levels: [:])
    for verdict in account.rules {
      view.outcomes[program[verdict.rule].name.text] = OracleOutcome(rawValue: verdict.outcome.text)
    }
    for (scale, level) in zip(program.scales, account.levels) {
      view.levels[scale.name.text] = scale.levels[level].name
    }
    return view
  }
}
