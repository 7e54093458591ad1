public import PaceEngine
public import PaceLanguage

/// A scenario read as the log of one subject, whose id is the scenario's name.
public struct ScenarioLog: Sendable {
  public let id: String
  /// The zone of the scenario's subject, else its own, else the program's.
  public let zone: Zone
  /// The scenario's `until`, else the latest instant that it names; nil if its subject ends by itself.
  public let horizon: Instant?
  private let program: Program
  private let scenario: Scenario
  private let timeline: ScenarioTimeline
  /// How many events were handed over; nil before the subject.
  private var position: Int?

  /// - Parameters:
  ///   - index: where the scenario stands in `Program.scenarios`.
  ///   - find: finds a time zone by its name.
  /// - Throws: if a point is no instant, or the zone is unknown.
  public init(
    _ program: Program, scenario index: Int, zone find: (String) -> Zone?
  ) throws(ScenarioObstacle) {
    self.program = program
    scenario = program.scenarios[index]
    timeline = try ScenarioTimeline(scenario, in: program, zone: find)
    id = scenario.name
    zone = timeline.zone
    // An end that it names may be cancelled by a later event.
    horizon = timeline.until ?? (Self.endsByItself(scenario, in: program) ? nil : timeline.latest)
  }

  /// Whether `ends after` gives the scenario's subject an end: its delay is known.
  private static func endsByItself(_ scenario: Scenario, in program: Program) -> Bool {
    guard let delay = program.subject.ends?.delay else { return false }
    guard case .attribute(let attribute) = delay else { return true }
    return scenario.attributes.contains { $0.attribute == attribute }
      || program.subject.attributes[attribute.index].initial != nil
  }

  /// The id of an event: the line it is written on.
  public func id(of event: EventOrdinal) -> String {
    let span = timeline.entries[event.index].span
    return "line \(program.files[Int(span.file.index)].location(of: span.start).line)"
  }

  /// The ids of all events.
  public var ids: RowIDs { RowIDs(timeline.entries.indices.map { id(of: EventOrdinal($0)) }) }

  /// Gives the one subject; false after it.
  ///
  /// - Parameter intern: gives the value that stands for a text.
  public mutating func nextSubject(_ record: inout SubjectRecord, intern: (String) -> Value) -> Bool {
    guard position == nil else { return false }
    position = 0
    record = timeline.subject(of: scenario, in: program, intern: intern)
    return true
  }

  /// Gives the subject's next event; false after the last.
  public mutating func nextEvent(_ record: inout EventRecord, intern: (String) -> Value) -> Bool {
    guard let next = position, next < timeline.entries.count else { return false }
    position = next + 1
    record = timeline.entries[next].record(intern: intern)
    return true
  }
}
