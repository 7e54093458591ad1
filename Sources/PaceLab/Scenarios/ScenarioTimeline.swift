import PaceEngine
import PaceLanguage

/// A scenario's log: its events and given notices at instants, in the order in which they count.
struct ScenarioTimeline {
  struct Entry {
    var at: Instant
    var event: EventID
    var kind: KindID?
    var values: [Constant?]
    /// Where its point is written.
    var span: SourceSpan
  }

  let scenario: Scenario
  private let program: Program
  var clock: ScenarioClock
  var zone: Zone
  var entries: [Entry] = []
  var given: [GivenNotice] = []
  var ended: Instant?
  var until: Instant?
  /// The latest instant that the scenario names.
  var latest: Instant
  /// The last instant that is evaluated if the subject has no end.
  var last: Instant { until ?? latest }
  /// The scenario's `until`, else the latest instant that it names; nil if its subject ends by itself.
  ///
  /// An end that it names may be cancelled by a later event.
  var horizon: Instant? { until ?? (endsByItself ? nil : latest) }

  init(_ scenario: Scenario, in program: Program, zone find: (String) -> Zone?) throws(ScenarioObstacle) {
    let zoneName = Self.zoneName(of: scenario, in: program)
    guard let zone = zoneName == "UTC" ? .utc : find(zoneName) else {
      throw ScenarioObstacle("the time zone `\(zoneName)`", "there is none of this name", scenario.span)
    }
    guard let clock = ScenarioClock(scenario, zone: zone, rules: program.calendar) else {
      throw ScenarioObstacle("the start", "clocks in \(zoneName) never show this time", scenario.span)
    }
    self.scenario = scenario
    self.program = program
    self.clock = clock
    self.zone = zone
    latest = Instant(clock.start)
    if let point = fill() {
      throw ScenarioObstacle(
        program.text(in: point.span), clock.problem(of: point, in: zoneName), point.span)
    }
  }

  /// The log of the scenario's subject; `intern` gives the value that stands for a text.
  func log(intern: (String) -> Value) -> SubjectLog {
    var attributes = [Value](repeating: .unknown, count: program.subject.attributes.count)
    for (attribute, constant) in scenario.attributes {
      attributes[attribute.index] = Optional(constant).value(intern: intern)
    }
    var log = SubjectLog(
      id: scenario.name,
      record: SubjectRecord(
        startedAt: Instant(clock.start), endedAt: ended, attributes: attributes, zone: zone, given: given))
    for entry in entries {
      let values = entry.values.map { $0.value(intern: intern) }
      log.events.append(EventRecord(event: entry.event, kind: entry.kind, at: entry.at, values: values))
    }
    return log
  }

  /// Whether `ends after` gives the subject an end: its delay is known.
  private var endsByItself: Bool {
    guard let delay = program.subject.ends?.delay else { return false }
    guard case .attribute(let attribute) = delay else { return true }
    return scenario.attributes.contains { $0.attribute == attribute }
      || program.subject.attributes[attribute.index].initial != nil
  }

  /// The zone of the scenario's subject, else the scenario's own, else the program's.
  private static func zoneName(of scenario: Scenario, in program: Program) -> String {
    if let attribute = program.subject.zoneAttribute {
      let given = scenario.attributes.last { $0.attribute == attribute }?.value
      if case .text(let name)? = given { return name }
      if let zone = scenario.zone { return zone }
      if case .text(let name)? = program.subject.attributes[attribute.index].initial { return name }
    }
    return scenario.zone ?? program.calendar.zone ?? "UTC"
  }

  /// Fills the timeline; gives the first point that is no instant, or nil.
  private mutating func fill() -> PointSyntax? {
    for step in scenario.steps {
      guard let at = note(step.point) else { return step.point }
      switch step.action {
      case .event(let event, let kind, let values):
        entries.append(Entry(at: at, event: event, kind: kind, values: values, span: step.point.span))
      case .given(let rule):
        given.append(GivenNotice(rule: rule, at: at))
      }
    }
    for point in scenario.expectations.compactMap({ $0.point }) where note(point) == nil { return point }
    if let point = scenario.ended {
      ended = note(point)
      if ended == nil { return point }
    }
    if let point = scenario.until {
      until = note(point)
      if until == nil { return point }
    }
    // Of one instant, they keep the order of their lines.
    entries = entries.sorted(on: { $0.at })
    given = given.sorted(on: { $0.at })
    return nil
  }

  private mutating func note(_ point: PointSyntax) -> Instant? {
    guard let at = clock.instant(of: point) else { return nil }
    latest = max(latest, at)
    return at
  }
}

extension Constant? {
  func value(intern: (String) -> Value) -> Value {
    switch self {
    case nil: .unknown
    case .value(let value): value
    case .text(let text): intern(text)
    }
  }
}
