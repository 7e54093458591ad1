import PaceEngine
import PaceLanguage

/// The rows of several subjects in a few flat arrays, to be handed from the thread that reads to one that
/// evaluates.
struct PackedSubjects: Sendable {
  private struct Subject: Sendable {
    var id: String
    var record: SubjectRecord
    var texts: Range<Int>
    var parts: Range<Int>
  }

  /// Rows of one type that follow each other, as `Machine.append` takes them.
  private struct Part: Sendable {
    var event: EventID
    var stride: Int
    var words: Range<Int>
  }

  private var subjects: [Subject] = []
  /// The texts that values stand for, in the order in which their subject met them.
  private var texts: [String] = []
  private var parts: [Part] = []
  private var words: [Int64] = []
  /// How many rows there are.
  private(set) var rows = 0

  var count: Int { subjects.count }

  /// With room for so many rows of usual width; there may be more.
  init(rows: Int) { words.reserveCapacity(8 * rows) }

  /// Reads the next subject of the feed; false after the last.
  ///
  /// `interner` only numbers texts, in the way in which every machine of the plan does.
  mutating func read(
    _ feed: inout LogFeed, zone: Zone, interner: inout Machine
  ) throws(Failure) -> Bool {
    interner.clear()
    let (firstText, firstPart) = (texts.count, parts.count)
    var record = SubjectRecord(attributes: [], zone: zone)
    guard try feed.nextSubject(&record, intern: { intern($0, &interner) }) else { return false }
    if feed.givesRows {
      while try feed.nextRows({ add($0, stride: $1, of: $2) }) {}
    } else {
      var event = EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: [])
      while try feed.nextEvent(&event, intern: { intern($0, &interner) }) {
        add(event, interner.plan.program)
      }
    }
    subjects.append(
      Subject(
        id: feed.subject, record: record, texts: firstText..<texts.count, parts: firstPart..<parts.count))
    return true
  }

  private mutating func intern(_ text: String, _ interner: inout Machine) -> Value {
    texts.append(text)
    return interner.intern(text)
  }

  private mutating func add(_ rows: Span<Int64>, stride: Int, of event: EventID) {
    if rows.isEmpty { return }
    let first = words.count
    for index in rows.indices { words.append(rows[index]) }
    note(event, stride: stride, first..<words.count)
  }

  private mutating func add(_ event: EventRecord, _ program: Program) {
    let first = words.count
    words += [event.at.milliseconds, event.kind.map { Int64($0.index) } ?? -1]
    for field in program.events[event.event.index].fields.indices {
      words.append(field < event.values.count ? event.values[field].bits : Value.unknown.bits)
    }
    note(event.event, stride: words.count - first, first..<words.count)
  }

  private mutating func note(_ event: EventID, stride: Int, _ range: Range<Int>) {
    rows += range.count / stride
    if let last = parts.last, last.event == event, last.words.upperBound == range.lowerBound,
      parts.count > subjects.last?.parts.upperBound ?? 0
    {
      parts[parts.count - 1].words = last.words.lowerBound..<range.upperBound
    } else {
      parts.append(Part(event: event, stride: stride, words: range))
    }
  }

  // MARK: The rows again

  func id(of subject: Int) -> String { subjects[subject].id }
  func record(of subject: Int) -> SubjectRecord { subjects[subject].record }
  func texts(of subject: Int) -> ArraySlice<String> { texts[subjects[subject].texts] }

  func firstEvent(of subject: Int) -> Instant? {
    let range = subjects[subject].parts
    return range.isEmpty ? nil : Instant(words[parts[range.lowerBound].words.lowerBound])
  }

  /// Hands over a subject's events as `Machine.append` takes them.
  func forEachPart(of subject: Int, _ body: (Span<Int64>, _ stride: Int, EventID) -> Void) {
    for part in parts[subjects[subject].parts] {
      body(words.span.extracting(part.words), part.stride, part.event)
    }
  }
}
