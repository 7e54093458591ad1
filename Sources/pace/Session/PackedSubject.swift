import PaceEngine
import PaceLanguage

/// One subject's rows in a few flat arrays, to be handed from the thread that reads to one that evaluates.
struct PackedSubject: Sendable {
  let id: String
  let record: SubjectRecord
  /// The texts that values stand for, in the order in which they were met.
  private(set) var texts: [String] = []
  private var heads: [Head] = []
  /// The fields of all events, one event after the other.
  private var values: [Value] = []

  private struct Head: Sendable {
    var event: EventID
    var kind: KindID?
    var at: Instant
    /// Where its fields end.
    var end: Int
  }

  /// Reads the next subject of the feed; nil after the last.
  ///
  /// `interner` only numbers texts, in the way in which every machine of the plan does.
  init?(_ feed: inout LogFeed, zone: Zone, interner: inout Machine) throws(Failure) {
    interner.clear()
    var texts: [String] = []
    var record = SubjectRecord(attributes: [], zone: zone)
    let isMore = try feed.nextSubject(&record) { text in
      texts.append(text)
      return interner.intern(text)
    }
    guard isMore else { return nil }
    id = feed.subject
    self.record = record
    var event = EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: [])
    while true {
      let isMore = try feed.nextEvent(&event) { text in
        texts.append(text)
        return interner.intern(text)
      }
      guard isMore else { break }
      values += event.values
      heads.append(Head(event: event.event, kind: event.kind, at: event.at, end: values.count))
    }
    self.texts = texts
  }

  /// How many events it has.
  var count: Int { heads.count }

  var firstEvent: Instant? { heads.first?.at }

  func read(_ index: Int, into event: inout EventRecord) {
    let head = heads[index]
    event.event = head.event
    event.kind = head.kind
    event.at = head.at
    event.values.removeAll(keepingCapacity: true)
    event.values += values[(index == 0 ? 0 : heads[index - 1].end)..<head.end]
  }
}
