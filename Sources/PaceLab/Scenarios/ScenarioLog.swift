public import PaceEngine
public import PaceLanguage

/// A scenario read as a log of one subject, whose id is the scenario's name.
public struct ScenarioLog: Sendable {
  private let program: Program
  private let timeline: ScenarioTimeline
  /// The subject, once it has been handed over.
  private var log: SubjectLog?
  /// How many events were handed over.
  private var position = 0

  /// - Parameters:
  ///   - index: where the scenario stands in `Program.scenarios`.
  ///   - find: finds a time zone by its name.
  /// - Throws: if a point is no instant, or the zone is unknown.
  public init(
    _ program: Program, scenario index: Int, zone find: (String) -> Zone?
  ) throws(ScenarioObstacle) {
    self.program = program
    timeline = try ScenarioTimeline(program.scenarios[index], in: program, zone: find)
  }

  public var id: String { timeline.scenario.name }

  /// The zone of the scenario's subject, else its own, else the program's.
  public var zone: Zone { timeline.zone }

  /// The scenario's `until`, else the latest instant that it names; nil if its subject ends by itself.
  public var horizon: Instant? { timeline.horizon }

  /// The ids of all events: the lines that they are written on, and the columns too of those that share a line.
  public var ids: RowIDs {
    let places = timeline.entries.map { entry in
      program.files[Int(entry.span.file.index)].location(of: entry.span.start)
    }
    let sharing = Dictionary(grouping: places) { $0.line }
    return RowIDs(
      places.map { place in
        "line \(place.line)" + (sharing[place.line]?.count == 1 ? "" : ":\(place.column)")
      })
  }

  /// Gives the one subject; false after it.
  ///
  /// - Parameter intern: gives the value that stands for a text.
  public mutating func nextSubject(_ record: inout SubjectRecord, intern: (String) -> Value) -> Bool {
    guard log == nil else { return false }
    let read = timeline.log(intern: intern)
    log = read
    record = read.record
    return true
  }

  /// Gives the subject's next event; false after the last.
  public mutating func nextEvent(_ record: inout EventRecord, intern: (String) -> Value) -> Bool {
    guard let log, position < log.events.count else { return false }
    record = log.events[position]
    position += 1
    return true
  }
}
