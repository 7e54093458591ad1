import PaceEngine
import PaceLanguage

/// Several subjects with their rows in one flat array, to be handed from the thread that reads to one that
/// evaluates.
struct PackedSubjects: Sendable {
  private struct Subject: Sendable {
    var id: String
    var record: SubjectRecord
    var texts: Range<Int>
    var rows: Range<Int>
  }

  /// The first `count` are in use; the memory of the others is used again.
  private var subjects: [Subject] = []
  private(set) var count = 0
  /// The texts that values stand for, in the order in which their subject met them.
  private var texts: [String] = []
  private var events = EventRows()

  /// How many rows there are.
  var rows: Int { events.count }

  /// Forgets all of them but keeps the memory.
  mutating func removeAll() {
    count = 0
    texts.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
  }

  /// Reads the next subject of the feed; false after the last.
  ///
  /// `interner` only numbers texts, as every machine of the plan does.
  mutating func read(
    _ feed: inout LogFeed, zone: Zone, interner: inout Machine
  ) throws(Failure) -> Bool {
    interner.clear()
    let (firstText, firstRow) = (texts.count, rows)
    var record = SubjectRecord(attributes: [], zone: zone)
    if count < subjects.count { swap(&record, &subjects[count].record) }
    guard try feed.nextSubject(&record, intern: { intern($0, &interner) }) else { return false }
    if feed.givesRows {
      while try feed.nextRows({ events.append($0, stride: $1, of: $2) }) {}
    } else {
      var event = EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: [])
      while try feed.nextEvent(&event, intern: { intern($0, &interner) }) { events.append(event) }
    }
    let subject = Subject(
      id: feed.subject, record: record, texts: firstText..<texts.count, rows: firstRow..<rows)
    if count < subjects.count { subjects[count] = subject } else { subjects.append(subject) }
    count += 1
    return true
  }

  private mutating func intern(_ text: String, _ interner: inout Machine) -> Value {
    texts.append(text)
    return interner.intern(text)
  }

  func id(of subject: Int) -> String { subjects[subject].id }
  func record(of subject: Int) -> SubjectRecord { subjects[subject].record }
  func texts(of subject: Int) -> ArraySlice<String> { texts[subjects[subject].texts] }

  func firstEvent(of subject: Int) -> Instant? {
    let range = subjects[subject].rows
    return range.isEmpty ? nil : events.instant(of: range.lowerBound)
  }

  /// Hands over a subject's events as `Machine.append` takes them.
  func forEachRun(of subject: Int, _ body: (Span<Int64>, _ stride: Int, EventID) -> Void) {
    events.forEachRun(in: subjects[subject].rows, body)
  }
}
