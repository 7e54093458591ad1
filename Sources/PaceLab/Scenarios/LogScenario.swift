public import PaceEngine
public import PaceLanguage

/// Writes a subject's log as a scenario that expects the notices it led to.
public struct LogScenario {
  /// What the log led to under one preset.
  public struct Outcome: Sendable {
    /// Nil if the subject picked it.
    public var preset: PresetID?
    public var firings: [Firing]

    public init(preset: PresetID?, firings: [Firing]) {
      self.preset = preset
      self.firings = firings
    }
  }

  /// Why a log can't be written as a scenario.
  public enum Unsayable: Error, Sendable {
    case nothingLogged
    /// It has no rows and its end lies before its start, so that it was never open.
    case neverOpen
    /// Clocks showed its start twice, and it is the second time.
    case startShownTwice
    /// A notice was given at this instant, before its start.
    case givenBeforeStart(Instant)
  }

  private let program: Program
  private let log: SubjectLog
  private let settings: [(param: ParamID, value: Constant)]
  private let outcomes: [Outcome]
  /// The machine that knows the texts that the log's values stand for.
  private let machine: Machine
  private let clock: ScenarioClock

  public init(
    _ log: SubjectLog, machine: Machine, settings: [(param: ParamID, value: Constant)],
    outcomes: [Outcome]
  ) throws(Unsayable) {
    guard let start = log.start else { throw .nothingLogged }
    // A first row would be the start, and cancel an end before it.
    if log.events.isEmpty, log.record.endsBeforeStart { throw .neverOpen }
    if let given = log.record.given.first?.at, given < start { throw .givenBeforeStart(given) }
    program = machine.plan.program
    self.log = log
    self.settings = settings
    self.outcomes = outcomes
    self.machine = machine
    let calendar = program.calendar.calendar(in: log.record.zone)
    clock = ScenarioClock(calendar: calendar, start: start.milliseconds)
    let date = calendar.wallDate(at: clock.start)
    guard calendar.instant(date: date, time: calendar.timeOfDay(at: clock.start)) == clock.start else {
      throw .startShownTwice
    }
  }

  /// The scenario, with a line break at its end.
  public var text: String {
    let date = clock.calendar.wallDate(at: clock.start)
    var logged = rows.map { (at: $0.at, lines: self.lines(of: $0)) }
    logged += log.record.given.map { ($0.at, ["  given \(program[$0.rule].name.text) at \(point($0.at))"]) }
    // An end before the start has been cancelled by the first row, which is that start.
    if let end = log.record.endedAt, end.milliseconds >= clock.start {
      logged.append((end, ["  ended at \(point(end))"]))
    }
    var lines = logged.isEmpty ? [] : [""] + logged.sorted(on: { $0.at }).flatMap { $0.lines }
    lines += [""] + expectations.map { "  expect \($0)" }
    return program.scenario(
      "\(program.noun) \(log.id) on \(ValueText.date(date))",
      start: (date, clock.calendar.timeOfDay(at: clock.start)), zone: zone,
      presets: outcomes.compactMap { $0.preset }, settings: settings,
      attributes: constants(program.subject.attributes, log.record.attributes), lines: lines)
  }

  /// The rows to write.
  ///
  /// Without an end, a log is evaluated up to its last row that counts, but a scenario up to its last line. So
  /// debounced rows at the end of such a log are left out.
  private var rows: Slice<EventRows> {
    var machine = machine
    guard machine.isOpenEnded() else { return log.events[...] }
    machine.clear()
    machine.begin(log.record)
    let admissions = log.events.map { machine.append($0) }
    return log.events.prefix((admissions.lastIndex { $0 != .debounced } ?? -1) + 1)
  }

  /// The zone; nil if the scenario would have it anyway.
  private var zone: String? {
    var usual = program.calendar.zone ?? "UTC"
    if let attribute = program.subject.zoneAttribute {
      if !log.record.attributes[attribute.index].isUnknown { return nil }
      if case .text(let name)? = program.subject.attributes[attribute.index].initial { usual = name }
    }
    return log.record.zone.name == usual ? nil : log.record.zone.name
  }

  /// The clock time if that is enough, else the date too; if clocks showed that twice, the distance from the start.
  private func point(_ instant: Instant) -> String {
    clock.point(instant) ?? "+\(ValueText.duration(instant.milliseconds - clock.start))"
  }

  private func lines(of event: EventRecord) -> [String] {
    let type = program.events[event.event.index]
    let values = zip(type.fields.indices, event.values).map { index, value in
      // A row's own value is left out where the default is the same.
      type.initial(of: index, kind: event.kind) == .value(value) ? Value.unknown : value
    }
    return program.lines(for: event.event, event.kind, at: point(event.at), constants(type.fields, values))
  }

  /// The values of fields with their texts; nil where they are unknown.
  private func constants(_ fields: [Field], _ values: [Value]) -> [Constant?] {
    zip(fields, values).map { $1.isUnknown ? nil : machine.constant($1, type: $0.type) }
  }

  // MARK: Expectations

  /// Each notice, then how many there were of each rule; a line that holds only under some presets names those.
  private var expectations: [String] {
    if outcomes.allSatisfy({ $0.firings.isEmpty }) { return ["nothing"] }
    let told = outcomes.flatMap { outcome in outcome.firings.map { (preset: outcome.preset, firing: $0) } }
    var lines = told.sorted(on: { $0.firing.at }).map { (text: line($0.firing), preset: $0.preset) }
    for (index, rule) in program.rules.enumerated() where rule.emission != nil {
      for outcome in outcomes {
        let count = outcome.firings.count { $0.rule.index == index }
        let line =
          count == 0
          ? "no \(rule.name.text)" : "\(rule.name.text) exactly \(count) \(count == 1 ? "time" : "times")"
        lines.append((line, outcome.preset))
      }
    }
    return lines.grouped { $0.text }.map { text, lines in
      let presets = lines.compactMap { $0.preset }.unique
      return presets.isEmpty || presets.count == outcomes.count
        ? text : "\(text) under \(program.names(of: presets))"
    }
  }

  private func line(_ firing: Firing) -> String {
    let saying = firing.message.map { " saying \(ValueText.quoted($0))" } ?? ""
    return "\(program[firing.rule].name.text)\(saying) at \(point(firing.at))"
  }
}
