public import PaceEngine
public import PaceLanguage

/// A reader that hands over a log subject by subject.
///
/// `intern` returns the value that stands for a text; it is called once for each text of a subject.
public protocol LogStream: ~Copyable {
  associatedtype Obstacle: Error

  /// The id of the current subject.
  var subject: String { get }
  /// The ids of its events so far.
  var ids: RowIDs { get }

  mutating func nextSubject(
    _ record: inout SubjectRecord, intern: (String) -> Value
  ) throws(Obstacle) -> Bool
  mutating func nextEvent(_ record: inout EventRecord, intern: (String) -> Value) throws(Obstacle) -> Bool
}

extension LogReader: LogStream {}

extension LogStream where Self: ~Copyable {
  /// Reads the next subject with all its rows; nil after the last. The log keeps its texts in the order of `intern`.
  public mutating func nextLog(intern: (String) -> Value) throws(Obstacle) -> SubjectLog? {
    var record = SubjectRecord(attributes: [], zone: .utc)
    var texts: [String] = []
    func note(_ text: String) -> Value {
      texts.append(text)
      return intern(text)
    }
    guard try nextSubject(&record, intern: note) else { return nil }
    var log = try rows(of: record, intern: note)
    log.texts = texts
    return log
  }

  /// Reads all rows of the current subject, whose record is at hand.
  public mutating func rows(
    of record: SubjectRecord, intern: (String) -> Value
  ) throws(Obstacle) -> SubjectLog {
    var log = SubjectLog(id: subject, record: record)
    var event = EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: [])
    while try nextEvent(&event, intern: intern) { log.events.append(event) }
    log.rows = ids
    return log
  }
}

extension SubjectRecord {
  /// Sets the zone that an attribute names. An unknown name is reported, and the attribute becomes unknown.
  mutating func setZone(_ name: String, attribute: Int, _ zones: inout ZoneDirectory) -> String? {
    if let found = zones.zone(named: name) {
      zone = found
      return nil
    }
    attributes[attribute] = .unknown
    return "\(RowDecoder.quoted(name)) is no time zone; \(zones.help(for: name))"
  }
}
