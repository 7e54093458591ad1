public import PaceEngine
import PaceLanguage

/// A subject's past in full: its rows, the notices at each, its levels, and its figures at the end.
public struct SubjectStory: Sendable {
  /// A row that counts.
  public struct Row: Sendable {
    /// With defaults filled in.
    public var event: EventRecord
    /// The id of its row in the log.
    public var id: String
    /// The values of its fields, with the texts that they stand for.
    public var values: [ShownValue]
  }

  public enum Entry: Sendable {
    case row(Row)
    case notice(ToldNotice)

    public var at: Instant {
      switch self {
      case .row(let row): row.event.at
      case .notice(let notice): notice.at
      }
    }

    /// At one instant rows come before notices, and notices in the order of rules.
    fileprivate var rank: Int {
      switch self {
      case .row: -1
      case .notice(let notice): notice.rank
      }
    }
  }

  /// A stretch at one level, while the subject is open. Only the last one may have no length: its level is reached at
  /// the very end.
  public struct Stretch: Sendable, Equatable {
    public var from: Instant
    public var to: Instant
    public var level: Int
  }

  public private(set) var summary: SubjectSummary
  public private(set) var attributes: [ShownValue]
  public private(set) var entries: [Entry] = []
  /// One list for each scale.
  public private(set) var levels: [[Stretch]]
  /// One for each figure of the program.
  public private(set) var figures: [ShownValue]
  /// The last instant of the story: the subject's end, else the present.
  public private(set) var last: Instant?

  public init(
    _ log: SubjectLog, _ walk: inout SubjectWalk, present: Instant
  ) throws(RunawaySubject) {
    let program = walk.program
    var entries: [Entry] = []
    var changes: [LevelChange] = []
    var spans: [ClosedRange<Instant>] = []
    var figures: [ShownValue] = []
    let closing = program.figures.map { $0.value }
    let summary = try walk.walk(log, closing: closing) { happening, machine in
      switch happening {
      case .row(let event, let place):
        let types = program.events[event.event.index].fields.map { $0.type }
        let values = zip(event.values, types).map { ShownValue($0, $1, in: machine) }
        let id = log.rows.indices.contains(place) ? log.rows[place] : ""
        entries.append(.row(Row(event: event, id: id, values: values)))
      case .notice(let notice): entries.append(.notice(notice))
      case .level(let change): changes.append(change)
      case .end(let values): figures = values
      case .open(let span): spans.append(span)
      case .reading: break
      }
    }
    self.summary = summary
    // Rows of one instant keep their order.
    self.entries = entries.enumerated().sorted { a, b in
      (a.element.at, a.element.rank, a.offset) < (b.element.at, b.element.rank, b.offset)
    }.map { $0.element }
    attributes = walk.attributes(of: log)
    self.figures = figures
    last = summary.end ?? (summary.start == nil ? nil : present)
    if let start = summary.start, let last, last < start { spans = [] }
    levels = program.scales.indices.map { scale in
      Self.stretches(changes.filter { $0.scale.index == scale }, in: spans)
    }
  }

  /// Drops rows and notices outside of a span, and levels before it; the summary still counts all rows and notices.
  public mutating func keep(_ span: ClosedRange<Instant>) {
    entries.removeAll { !span.contains($0.at) }
    for scale in levels.indices {
      let passed = levels[scale].dropLast().prefix { $0.to <= span.lowerBound }.count
      levels[scale].removeFirst(passed)
      if let only = levels[scale].first, only.to < span.lowerBound { levels[scale] = [] }
      if let first = levels[scale].first { levels[scale][0].from = max(first.from, span.lowerBound) }
    }
  }

  /// Shows the levels and figures as they stood at the end of an earlier story of the subject.
  public mutating func end(as earlier: SubjectStory) {
    (levels, figures, last) = (earlier.levels, earlier.figures, earlier.last)
  }

  /// Shows neither levels nor figures, as if the subject had not begun.
  public mutating func endBeforeStart() {
    (levels, figures, last) = (levels.map { _ in [] }, [], nil)
  }

  /// Gives notices the messages they had when they were given.
  public mutating func quote(_ message: (_ rule: String, Instant) -> String?) {
    for index in entries.indices {
      guard case .notice(var notice) = entries[index] else { continue }
      notice.message = message(notice.rule, notice.at) ?? notice.message
      entries[index] = .notice(notice)
    }
  }

  /// - Parameter spans: when the subject was open.
  private static func stretches(
    _ changes: [LevelChange], in spans: [ClosedRange<Instant>]
  ) -> [Stretch] {
    var stretches: [Stretch] = []
    var rest = changes[...]
    var level = 0
    for (index, span) in spans.enumerated() {
      var current = Stretch(from: span.lowerBound, to: span.upperBound, level: level)
      while let change = rest.first, change.at <= span.upperBound || index + 1 == spans.count {
        rest.removeFirst()
        current.to = max(current.from, change.at)
        if current.from < current.to { stretches.append(current) }
        current = Stretch(from: current.to, to: span.upperBound, level: change.level)
      }
      level = current.level
      current.to = max(current.from, span.upperBound)
      let isLast = index + 1 == spans.count && stretches.last?.level != level
      if current.from < current.to || isLast { stretches.append(current) }
    }
    return stretches
  }
}
