import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport
import PaceStore

/// What a command's options choose: presets, zone, and how far to look.
struct Choices: Sendable {
  /// A column for each; nil leaves the preset to each subject.
  var presets: [PresetID?]
  var settings: [(param: ParamID, value: Constant)]
  /// The zone that `--zone`, the log or the program names, else UTC.
  private(set) var logZone: LogZone
  var until: InstantArgument?
  /// What is evaluated in place of a database.
  private(set) var scenario: ScenarioLog?
  /// The zones of the system.
  let zones: ZoneDirectory
  /// The options whose time clocks show twice, as they were given.
  let repeatedTimes: [String]
  /// Whether anything that can't be read is a failure.
  let isStrict: Bool

  init(_ arguments: Arguments, _ pack: Pack) throws(Failure) {
    let program = pack.program
    var zones = ZoneDirectory()
    settings = pack.settings
    isStrict = arguments.has(.strict)
    presets = try Self.presets(arguments[.preset], program)
    if let index = try arguments.scenario(in: program) {
      do throws(ScenarioObstacle) {
        scenario = try ScenarioLog(program, scenario: index) { zones.zone(named: $0) }
      } catch {
        let wrong = error.failure
        throw .data("\(program.place(of: wrong.span)): \(wrong.expected): \(wrong.actual)")
      }
      let named = program.scenarios[index].presets
      settings = program.scenarios[index].settings + settings
      if !arguments.has(.preset), !named.isEmpty { presets = named.map { $0 } }
    }
    let log = arguments.has(.zone) ? nil : try arguments.namedDatabase()
    let kept = try reading { () throws(StoreError) in
      try log.flatMap { (database) throws(StoreError) in
        try LogFile.zoneName(in: database).map { (database.path, $0) }
      }
    }
    logZone = try Self.zone(arguments[.zone], of: kept, pack, &zones)
    self.zones = zones
    until = try arguments.instant(.until)
    let time = scenario?.zone ?? logZone.zone
    // Subjects that have a zone of their own go by its clocks.
    repeatedTimes = program.subject.zoneAttribute == nil ? try arguments.repeatedTimes(in: time) : []
    if let scenario {
      logZone = LogZone(scenario.zone, isNamed: true)
      until = until ?? scenario.horizon.map { .absolute($0) }
    }
    for preset in presets { if let preset { try check(preset, program) } }
  }

  /// The zone that an option names, else the log that pace keeps, else the program; and whether any of them does.
  static func zone(
    _ option: String?, of log: (path: String, zone: String)?, _ pack: Pack, _ zones: inout ZoneDirectory
  ) throws(Failure) -> LogZone {
    if let option { return LogZone(try zone(option, &zones), isNamed: true) }
    if log == nil, let problem = ZoneNames(pack.program, problem: zones.problem).unknownDefault {
      throw pack.failure(problem)
    }
    let found = try reading { () throws(StoreError) in try zones.zone(of: log, pack.program) }
    return LogZone(found ?? .utc, isNamed: found != nil)
  }

  /// The zone with a name.
  static func zone(_ name: String, _ zones: inout ZoneDirectory) throws(Failure) -> Zone {
    if let zone = zones.zone(named: name) { return zone }
    throw Option.zone.bad(name, "a time zone; \(zones.help(for: name))")
  }

  private static func presets(_ word: String?, _ program: Program) throws(Failure) -> [PresetID?] {
    guard let word else { return [nil] }
    let names = program.presets.map(\.name.text)
    if word == "all", !names.contains("all") {
      // A pack without presets has one way to be run.
      if names.isEmpty { return [nil] }
      return names.indices.map { PresetID($0) }
    }
    return [try preset(word, program)]
  }

  /// The preset with a name.
  static func preset(_ name: String?, _ program: Program) throws(Failure) -> PresetID? {
    guard let name else { return nil }
    return PresetID(try UsageError.place(of: name, among: program.presets.map(\.name.text), "preset"))
  }

  /// Refuses a preset, or none, under which a parameter has no value; `subject` is the id of the one whose
  /// preset it is.
  func check(_ preset: PresetID?, _ program: Program, subject: String? = nil) throws(Failure) {
    guard let param = program.paramWithoutValue(under: preset, settings: settings) else { return }
    let subject = subject.map { "\(program.noun) `\($0)`" }
    throw .usage(
      .noValue(
        param: program.params[param.index].name.text, preset: program.presetName(preset), subject: subject))
  }

  /// Refuses more than one preset; `what` needs just one.
  func checkOnePreset(
    _ arguments: Arguments, _ program: Program, for what: String? = nil
  ) throws(Failure) {
    if presets.count == 1 { return }
    if let scenario, !arguments.has(.preset) {
      throw .usage(.severalPresets(scenario: scenario.id, columns(of: program)))
    }
    throw Option.preset.bad("all", "one preset" + (what.map { " for \($0)" } ?? ""))
  }

  /// The zone of subjects that have none of their own.
  var zone: Zone { logZone.zone }
  /// Whether the last instant differs from subject to subject.
  var isUntilLocal: Bool { until?.isLocal ?? false }

  /// The names of the columns.
  func columns(of program: Program) -> [String] {
    presets.map { program.presetName($0) ?? "" }
  }

  /// How a column is evaluated.
  func options(column: Int) -> Machine.Options {
    var options = Machine.Options()
    options.preset = presets[column]
    options.overrides = settings
    if case .absolute(let instant)? = until { options.until = instant }
    return options
  }
}

extension Arguments {
  /// The place in the program of the scenario named, or of the only one whose name begins so; nil if none is asked
  /// for.
  func scenario(in program: Program) throws(Failure) -> Int? {
    guard let word = self[.scenario] else { return nil }
    let ofLogs: [Option] = [
      .database, .stdin, .subject, .subjectsFrom, .source, .zone, .given, .memory, .sort, .timeout,
    ]
    try refuse(ofLogs, beside: "--scenario")
    let names = program.scenarios.map(\.name)
    if let exact = names.firstIndex(of: word) { return exact }
    let matches = names.indices.filter { names[$0].hasPrefix(word) }
    if matches.count > 1 {
      throw .usage(.ambiguous(what: "scenario", prefix: word, matches: matches.map { names[$0] }))
    }
    guard let only = matches.first else {
      throw .usage(.unknownName(what: "scenario", name: word, known: names))
    }
    return only
  }

  /// An instant given with an option; `now` is what the word means.
  func instant(_ option: Option, now: Instant = Clock.now) throws(Failure) -> InstantArgument? {
    guard let text = self[option] else { return nil }
    if let value = InstantArgument(text, now: now) { return value }
    throw bad(option, InstantArgument.expected(insteadOf: text))
  }

  /// The options whose date and time clocks of a zone show twice, as they were given.
  ///
  /// One that clocks skip is refused.
  func repeatedTimes(in zone: Zone) throws(Failure) -> [String] {
    var repeated: [String] = []
    for option in [Option.from, .to, .until, .at, .now] {
      // A date alone is its whole day.
      guard let text = self[option], let value = InstantArgument(text, now: Clock.now),
        case .local(_, .some) = value
      else { continue }
      let calendar = LocalCalendar(zone: zone)
      guard let instant = value.resolved(in: calendar, from: Instant(0)),
        value.isShown(at: instant, in: calendar)
      else { throw bad(option, InstantArgument.expected(insteadOf: text, in: zone, near: Instant(0))) }
      if calendar.isRepeated(at: instant.milliseconds) { repeated.append("--\(option.name) \(text)") }
    }
    return repeated
  }

  /// The failure of a span that ends before it begins.
  var reversed: Failure { bad(.to, "an instant at or after --from") }

  /// The instant of `--now` by the clocks of a zone, else the clock's.
  func present(in zone: Zone) throws(Failure) -> Instant {
    try instant(.now, in: zone, now: Clock.now) ?? Clock.now
  }

  /// An instant of a log; a date alone is that day's first instant.
  func instant(
    _ option: Option, in zone: Zone, _ days: CalendarRules, now: Instant
  ) throws(Failure) -> Instant? {
    if let given = try instant(option, now: now), given.isDay {
      return given.resolved(in: days.calendar(in: zone), from: now, isEnd: false)
    }
    return try instant(option, in: zone, now: now)
  }

  /// An instant of a log: a clock time is today's, or yesterday's.
  func instant(_ option: Option, in zone: Zone, now: Instant) throws(Failure) -> Instant? {
    guard let text = self[option] else { return nil }
    let value = InstantArgument(text, now: now)
    if let instant = value?.resolved(in: LocalCalendar(zone: zone), latestBy: now) { return instant }
    throw bad(option, InstantArgument.expected(insteadOf: text, in: zone, near: now))
  }
}

extension Arguments {
  /// What `--from` and `--to` name by the clocks of a zone; a date alone is its whole day.
  ///
  /// A clock time is the first from `start` on; without a start, one of today.
  func span(
    in zone: Zone, _ days: CalendarRules, from start: Instant? = nil, now: Instant
  ) throws(Failure) -> (from: Instant?, to: Instant?) {
    let calendar = days.calendar(in: zone)
    let midnight = calendar.instant(date: calendar.wallDate(at: now.milliseconds), time: 0)
    let start = start ?? midnight.map { Instant($0) } ?? now
    let from = try instant(.from, calendar, of: zone, from: start, now: now, isEnd: false)
    let to = try instant(.to, calendar, of: zone, from: start, now: now, isEnd: true)
    if let from, let to, to < from { throw reversed }
    return (from, to)
  }

  /// The span as a range.
  func range(
    in zone: Zone, _ days: CalendarRules, now: Instant
  ) throws(Failure) -> ClosedRange<Instant> {
    let (from, to) = try span(in: zone, days, now: now)
    return (from ?? Instant(.min))...(to ?? Instant(.max))
  }

  private func instant(
    _ option: Option, _ calendar: LocalCalendar, of zone: Zone, from start: Instant, now: Instant, isEnd: Bool
  ) throws(Failure) -> Instant? {
    guard let text = self[option], let given = try instant(option, now: now) else { return nil }
    let found = given.resolved(in: calendar, from: start, isEnd: isEnd)
    if let found, given.isDay || given.isShown(at: found, in: calendar) { return found }
    throw bad(option, InstantArgument.expected(insteadOf: text, in: zone, near: found ?? start))
  }

  /// Says on which day a clock time was taken to be, for when nothing is found there; nil if the option gives none.
  func dayTaken(by option: Option, _ instant: Instant?, in zone: Zone, now: Instant) -> String? {
    guard let text = self[option], let instant, case .clock? = InstantArgument(text, now: now) else {
      return nil
    }
    let calendar = LocalCalendar(zone: zone)
    let days = calendar.wallDate(at: instant.milliseconds) - calendar.wallDate(at: now.milliseconds)
    let whose = days == 0 ? "today's" : days < 0 ? "yesterday's" : "tomorrow's"
    return "`\(text)` is \(whose), \(calendar.text(instant)); add a date for another day"
  }
}

extension Console {
  /// Says on which days the clock times of `--from` and `--to` were taken to be, for when nothing is found there.
  mutating func tellSpan(
    _ arguments: Arguments, in zone: Zone, _ days: CalendarRules, now: Instant
  ) throws(Failure) {
    let (from, to) = try arguments.span(in: zone, days, now: now)
    tell(arguments.dayTaken(by: .from, from, in: zone, now: now))
    tell(arguments.dayTaken(by: .to, to, in: zone, now: now))
  }

  /// Tells a remark, if there is one.
  mutating func tell(_ remark: String?) { if let remark { self.remark(remark) } }

  /// Says which of two instants is taken for each time that clocks show twice.
  mutating func tell(repeatedTimes options: [String]) {
    for option in options {
      remark(
        "clocks show `\(option)` twice, as they go back; it counts as the first, and an offset such as `+01:00` "
          + "would say which is meant")
    }
  }

  /// Tells the remarks on runs of a program.
  mutating func tell(_ notes: RunNotes, _ program: Program) {
    for line in notes.remarks(program) { remark(line) }
  }
}

extension InstantArgument {
  /// Whether the instant differs from subject to subject.
  var isLocal: Bool {
    switch self {
    case .local, .clock: true
    case .absolute: false
    }
  }

  /// The instant that one end of a span means; a date alone means its first instant, or with `isEnd` its last.
  func resolved(in calendar: LocalCalendar, from start: Instant, isEnd: Bool) -> Instant? {
    guard case .local(let day, nil) = self else { return resolved(in: calendar, from: start) }
    return Instant(isEnd ? calendar.lastMillisecond(of: day) : calendar.dayEnd(of: day - 1))
  }
}
