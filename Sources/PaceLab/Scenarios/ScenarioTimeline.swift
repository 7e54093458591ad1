import PaceEngine
import PaceLanguage

/// A scenario's log: its events and given notices at instants, in the order in which they count.
struct ScenarioTimeline {
  struct Entry {
    var at: Instant
    var event: EventID
    var kind: KindID?
    var values: [Constant?]
  }

  /// Why a scenario cannot be run.
  struct Obstacle: Error {
    var failure: ScenarioFailure
  }

  var clock: ScenarioClock
  var zone: Zone
  var entries: [Entry] = []
  var given: [GivenNotice] = []
  var ended: Instant?
  var until: Instant?
  /// The latest instant that the scenario names.
  var latest: Instant

  static func of(
    _ scenario: Scenario, in program: Program, zone find: (String) -> Zone?
  ) -> Result<ScenarioTimeline, Obstacle> {
    let zoneName = zoneName(of: scenario, in: program)
    guard let zone = zoneName == "UTC" ? .utc : find(zoneName) else {
      return obstacle("the time zone `\(zoneName)`", "there is none of this name", scenario.span)
    }
    guard let clock = ScenarioClock(scenario, zone: zone, rules: program.calendar) else {
      return obstacle("the start", "clocks in \(zoneName) never show this time", scenario.span)
    }
    var timeline = ScenarioTimeline(clock: clock, zone: zone, latest: Instant(clock.start))
    if let point = timeline.fill(from: scenario) {
      return obstacle(program.text(in: point.span), clock.problem(of: point, in: zoneName), point.span)
    }
    return .success(timeline)
  }

  private static func obstacle(
    _ expected: String, _ actual: String, _ span: SourceSpan
  ) -> Result<ScenarioTimeline, Obstacle> {
    .failure(
      Obstacle(failure: ScenarioFailure(expected: expected, actual: actual, because: "", span: span)))
  }

  /// What the scenario says of its subject comes first, then its own zone, then the program's.
  private static func zoneName(of scenario: Scenario, in program: Program) -> String {
    if let attribute = program.subject.zoneAttribute {
      let given = scenario.attributes.last { $0.attribute == attribute }?.value
      if case .text(let name)? = given { return name }
      if let zone = scenario.zone { return zone }
      if case .text(let name)? = program.subject.attributes[attribute.index].initial { return name }
    }
    return scenario.zone ?? program.calendar.zone ?? "UTC"
  }

  /// The first point that is no instant.
  private mutating func fill(from scenario: Scenario) -> PointSyntax? {
    for step in scenario.steps {
      guard let at = note(step.point) else { return step.point }
      switch step.action {
      case .event(let event, let kind, let values):
        entries.append(Entry(at: at, event: event, kind: kind, values: values))
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
    entries = inOrder(entries, by: { $0.at })
    given = inOrder(given, by: { $0.at })
    return nil
  }

  private mutating func note(_ point: PointSyntax) -> Instant? {
    guard let at = clock.instant(of: point) else { return nil }
    latest = max(latest, at)
    return at
  }

  /// In the order of time; equal instants keep the order of their lines.
  private func inOrder<Element>(_ elements: [Element], by at: (Element) -> Instant) -> [Element] {
    elements.enumerated()
      .sorted { (at($0.element), $0.offset) < (at($1.element), $1.offset) }
      .map { $0.element }
  }
}
