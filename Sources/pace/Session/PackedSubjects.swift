import PaceEngine
import PaceLanguage

/// Several subjects with their rows in one flat array, to be handed from the thread that reads to one that
/// evaluates.
struct PackedSubjects: Sendable {
  /// A subject, or a part of a long one.
  struct Part: Sendable {
    var id: String
    var record: SubjectRecord
    var texts: Range<Int>
    var rows: Range<Int>
    var isFirst: Bool
    var isLast: Bool
  }

  /// The first `count` are in use; the memory of the others is used again.
  private var parts: [Part] = []
  private(set) var count = 0
  /// The texts that values stand for, in the order in which their subject met them.
  private(set) var texts: [String] = []
  private(set) var events = EventRows()

  subscript(index: Int) -> Part { parts[index] }

  /// Forgets all of them but keeps the memory.
  mutating func removeAll() {
    count = 0
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
    var record = SubjectRecord(attributes: [], zone: reader.choices.zone)
    if count < parts.count { swap(&record, &parts[count].record) }
    if isFirst {
      reader.interner.clear()
      guard try feed.nextSubject(&record, intern: { intern($0, &reader) }) else { return false }
    }
    var events = EventRows()
    swap(&events, &self.events)
    defer { swap(&events, &self.events) }
    reader.goesOn = try feed.nextRows(into: &events, about: reader.part) { intern($0, &reader) }
    if isFirst, reader.goesOn { reader.internSettings() }
    let part = Part(
      id: feed.subject, record: record, texts: firstText..<texts.count, rows: firstRow..<events.count,
      isFirst: isFirst, isLast: !reader.goesOn)
    if count < parts.count { parts[count] = part } else { parts.append(part) }
    count += 1
    return true
  }

  private mutating func intern(_ text: String, _ reader: inout Reader) -> Value {
    texts.append(text)
    return reader.interner.intern(text)
  }
}
