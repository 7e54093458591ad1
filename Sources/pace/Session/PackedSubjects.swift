import PaceEngine
import PaceLanguage

/// Several subjects with their rows in one flat array, to be handed from the thread that reads to one that
/// evaluates.
struct PackedSubjects: Sendable {
  /// A subject, or a part of a long one.
  struct Part: Sendable {
    var id: String
    var texts: Range<Int>
    var rows: Range<Int>
    var isFirst: Bool
    var isLast: Bool
  }

  private(set) var parts: [Part] = []
  /// What the log says of the subject of each part; the memory of those that have no part is used again.
  private(set) var records: [SubjectRecord] = []
  /// The texts that values stand for, in the order in which their subject met them.
  private(set) var texts: [String] = []
  private(set) var events = EventRows()

  var count: Int { parts.count }

  /// Forgets all of them but keeps the memory of their records.
  mutating func removeAll() {
    parts.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
  }

  /// What is known of the feed between subjects, and between the parts of one.
  struct Reader {
    /// Numbers texts as the machines of the session do.
    fileprivate var interner: Machine
    fileprivate let choices: Choices
    /// How many rows make a part of a long subject.
    fileprivate let part: Int
    /// Whether the subject read last goes on.
    fileprivate var goesOn = false

    init(_ session: EvalSession, part: Int) {
      interner = Machine(session.plan)
      choices = session.choices
      self.part = part
    }

    /// The machines number the texts that are set when the subject begins, after those of its first part.
    fileprivate mutating func internSettings() {
      for case .text(let text) in choices.settings.map(\.value) { _ = interner.intern(text) }
    }
  }

  /// Reads the next subject of the feed, or the next part of it; false after the last.
  mutating func read(_ feed: inout LogFeed, _ reader: inout Reader) throws(Failure) -> Bool {
    let (firstText, firstRow, isFirst) = (texts.count, events.count, !reader.goesOn)
    // Taken out, because numbering a text changes the rest.
    var (records, events): ([SubjectRecord], EventRows) = ([], EventRows())
    swap(&records, &self.records)
    swap(&events, &self.events)
    defer {
      swap(&records, &self.records)
      swap(&events, &self.events)
    }
    if count == records.count { records.append(SubjectRecord(attributes: [], zone: reader.choices.zone)) }
    if isFirst {
      reader.interner.clear()
      guard try feed.nextSubject(&records[count], intern: { intern($0, &reader) }) else { return false }
    }
    reader.goesOn = try feed.nextRows(into: &events, about: reader.part) { intern($0, &reader) }
    if isFirst, reader.goesOn { reader.internSettings() }
    parts.append(
      Part(
        id: feed.subject, texts: firstText..<texts.count, rows: firstRow..<events.count, isFirst: isFirst,
        isLast: !reader.goesOn))
    return true
  }

  private mutating func intern(_ text: String, _ reader: inout Reader) -> Value {
    texts.append(text)
    return reader.interner.intern(text)
  }
}
