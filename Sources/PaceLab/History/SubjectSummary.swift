public import PaceEngine
public import PaceLanguage

/// A one-line summary of what a log holds of a subject.
public struct SubjectSummary: Sendable {
  public enum Ending: String, Sendable {
    case hand, itself
  }

  public var subject: String
  public var zone: Zone
  /// Its recorded start, else its first row; nil for a subject of which only its name is known.
  public var start: Instant?
  /// Its start; for a subject that is a day without a row, the day's first instant.
  var beginning: Instant?
  /// Whether it has started by the last instant that is looked at.
  public var hasStarted = true
  /// Nil for one that has not ended.
  public var end: Instant?
  public var ending: Ending?
  public var preset: PresetID?
  public var tally: Tally
  /// Rows that came too soon after one of their kind, and count for nothing.
  public var debounced = 0
  /// The highest level that each scale has reached.
  public var highest: [Int]

  public var isOpen: Bool { hasStarted && end == nil }

  /// How long it lasted; nil while it is open, or if its recorded end lies before its start.
  public var length: Int64? {
    guard let start, let end, start <= end else { return nil }
    return end.milliseconds - start.milliseconds
  }

  /// Newest first, and by id where two began together; a day without a row stands where its date belongs.
  static func isShown(_ a: SubjectSummary, before b: SubjectSummary) -> Bool {
    let (first, second) = (a.beginning?.milliseconds ?? .min, b.beginning?.milliseconds ?? .min)
    return first == second ? a.subject < b.subject : first > second
  }
}

/// The newest subjects of a log, and the number of all that are wanted.
public struct SubjectList: Sendable {
  /// Which subjects are wanted.
  public enum Filter: Sendable {
    case all, open, ended
  }

  private let limit: Int
  private let filter: Filter
  /// The instants at which a wanted subject starts; all of the years 1 to 9999 take in subjects without a start.
  public var span: ClosedRange<Instant>
  /// The wanted subjects that may be among the newest; `thin` sorts them and drops those beyond the limit.
  private var kept: [SubjectSummary] = []
  /// How many subjects are wanted, shown or not.
  public private(set) var count = 0

  /// - Parameter limit: how many are shown; none if it is negative.
  public init(limit: Int, filter: Filter, started span: ClosedRange<Instant>) {
    self.limit = max(0, limit)
    self.filter = filter
    self.span = span
  }

  /// Whether the span leaves no instant out, so that subjects without any start are wanted too.
  private var isWhole: Bool { span.lowerBound <= Instant(clamping: .min) && span.upperBound >= .last }

  public mutating func add(_ summary: SubjectSummary) {
    switch filter {
    case .all: break
    case .open: if !summary.isOpen { return }
    case .ended: if summary.end == nil { return }
    }
    guard summary.start.map({ span.contains($0) }) ?? isWhole else { return }
    count += 1
    kept.append(summary)
    if kept.count / 2 > limit { thin() }
  }

  private mutating func thin() {
    kept.sort { SubjectSummary.isShown($0, before: $1) }
    if kept.count > limit { kept.removeSubrange(limit...) }
  }

  /// The newest that are wanted.
  public var subjects: [SubjectSummary] {
    var list = self
    list.thin()
    return list.kept
  }
}
