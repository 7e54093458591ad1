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

    func record(intern: (String) -> Value) -> EventRecord {
      EventRecord(event: event, kind: kind, at: at, values: values.map { $0.value(intern: intern) })
    }
  }

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

  init(_ scenario: Scenario, in program: Program, zone find: (String) -> Zone?) throws(ScenarioObstacle) {
    let zoneName = Self.zoneName(of: scenario, in: program)
    guard let zone = zoneName == "UTC" ? .utc : find(zoneName) else {
      throw ScenarioObstacle("the time zone `\(zoneName)`", "there is none of this name", scenario.span)
    }
    guard let clock = ScenarioClock(scenario, zone: zone, rules: program.calendar) else {
      throw ScenarioObstacle("the start", "clocks in \(zoneName) never show this time", scenario.span)
    }
    self.clock = clock
    self.zone = zone
    latest = Instant(clock.start)
    if let point = fill(from: scenario) {
      throw ScenarioObstacle(
        program.text(in: point.span), clock.problem(of: point, in: zoneName), point.span)
    }
  }

  /// The record of the scenario's subject.
  func subject(of scenario: Scenario, in program: Program, intern: (String) -> Value) -> SubjectRecord {
    var attributes = [Value](repeating: .unknown, count: program.subject.attributes.count)
    for (attribute, constant) in scenario.attributes {
      attributes[attribute.index] = Optional(constant).value(intern: intern)
    }
    return SubjectRecord(
      startedAt: Instant(clock.start), endedAt: ended, attributes: attributes, zone: zone, given: given)
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
  private mutating func fill(from scenario: Scenario) -> PointSyntax? {
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
