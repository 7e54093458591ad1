public import PaceEngine
public import PaceLanguage

extension LogReader {
  /// Reads the next subject with all its rows; nil after the last.
  ///
  /// - Parameter intern: returns the value that stands for a text; called once for each text of the log, which keeps
  ///   them in that order.
  public mutating func nextLog(intern: (String) -> Value) throws(StoreError) -> SubjectLog? {
    var log = SubjectLog(id: "", record: SubjectRecord(attributes: [], zone: options.zone))
    var texts: [String] = []
    func note(_ text: String) -> Value {
      texts.append(text)
      return intern(text)
    }
    guard try nextSubject(&log.record, intern: note) else { return nil }
    log.id = subject
    var event = EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: [])
    while try nextEvent(&event, intern: note) { log.events.append(event) }
    log.rows = ids
    log.texts = texts
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
