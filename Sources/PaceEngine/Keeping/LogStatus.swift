public import PaceLanguage

/// All that a watch face, a widget or a shell prompt shows of a log at an instant.
public struct LogStatus: Sendable {
  public var at: Instant
  public var zone: Zone
  /// The only subject asked about; nil if all are.
  public var asked: String?
  /// Its start, if that is later than the instant.
  public var startsAt: Instant?
  /// The subject that is open; nil if none is.
  public var subject: String?
  public var startedAt: Instant?
  public var status: SubjectStatus?
  /// One for each attribute; nil if unknown.
  public var attributes: [Constant?] = []
  /// One for each of the program's figures.
  public var figures: [Constant] = []
  /// The newest row of each event, the newest first.
  public var last: [KeptRow] = []
  /// One for each event: the rows of the calendar day, without dropped ones.
  public var today: [DayCount]
  /// The notices of the subject, without withdrawn ones.
  public var notices: NoticeTally
  /// For each figure the part that overflows; nil for a figure that is known, or unknown for another reason.
  public var figureOverflows: [ExpressionID?] = []
  /// The overflows of rules that the evaluation of the subject told.
  public var overflows: [Record] = []
  /// Other subjects that are open, the newest first.
  public var alsoOpen: [String] = []

  public init(at: Instant, zone: Zone, in program: Program) {
    self.at = at
    self.zone = zone
    today = program.events.map { DayCount(of: $0) }
    notices = NoticeTally(of: program)
  }

  /// Shows an open subject, but for its attributes and notices.
  public mutating func show(_ log: SubjectLog, _ due: Due) {
    subject = log.id
    zone = log.record.zone
    startedAt = log.start
    status = due.status
    figures = due.figures
    (figureOverflows, overflows) = (due.figureOverflows, due.overflows)
  }

  /// Whether one open subject goes before another: the one that started later, then the one with the greater id.
  public static func isShownBefore(
    _ a: (subject: String, start: Instant), _ b: (subject: String, start: Instant)
  ) -> Bool {
    a.start == b.start ? ExactText(b.subject) < ExactText(a.subject) : a.start > b.start
  }

  /// Replaces the last notice's message with the one that was given, if `message` knows it.
  public mutating func quote(_ message: (_ rule: String, Instant) -> String?) {
    guard let last = notices.last else { return }
    notices.last?.message = message(last.rule, last.at) ?? last.message
  }
}

extension Program {
  /// Whether a status counts the day's rows of all subjects, because a day may have several, one after the other.
  public var countsDayOfAll: Bool { subject.ends != nil && !subject.isPerDay }
}

/// The number of notices of each kind, and the last notice.
public struct NoticeTally: Sendable {
  /// The program's kinds, then others; counts may be 0.
  private var kinds: [(kind: String, count: Int)]
  public var last: KeptNotice?

  /// Counts `notices`, which are in the order of time.
  public init(of program: Program, _ notices: [KeptNotice] = []) {
    kinds = program.noticeKinds.map { ($0.name, 0) }
    for notice in notices { count(notice.kind) }
    last = notices.last
  }

  /// The kinds with at least one notice.
  public var counts: [(kind: String, count: Int)] { kinds.filter { $0.count > 0 } }

  mutating func count(_ kind: String) {
    if let index = kinds.firstIndex(where: { $0.kind == kind }) {
      kinds[index].count += 1
    } else {
      kinds.append((kind, 1))
    }
  }
}

/// How much of an event was logged in a day.
public struct DayCount: Sendable {
  public var rows = 0
  /// One for each kind.
  public var kinds: [Int]
  /// One for each field, in the bits of a number: 0 for fields that are not numbers.
  private var totals: [Int128]

  /// One for each field: 0 for fields that are not numbers, unknown for a sum that does not fit in one.
  public var sums: [Value] { totals.map { Value(total: $0) } }

  /// The kinds that were counted: the commonest first, equally common ones by name.
  ///
  /// Rows without a kind go by the event's name, as in the commands that look back at a log.
  public func ranked(of event: EventType) -> [(name: String, count: Int)] {
    let withoutKind = (name: event.name.text, count: rows - kinds.reduce(0, +))
    return (zip(event.kinds, kinds).map { (name: $0.name.text, count: $1) } + [withoutKind])
      .filter { $0.count > 0 }.sorted { (-$0.count, $0.name) < (-$1.count, $1.name) }
  }

  init(of event: EventType) {
    kinds = event.kinds.map { _ in 0 }
    totals = event.fields.map { _ in 0 }
  }

  /// Counts a row; fields that it leaves empty take their defaults.
  fileprivate mutating func add(_ event: EventRecord, of type: EventType) {
    rows += 1
    if let kind = event.kind { kinds[kind.index] += 1 }
    for (index, field) in type.fields.enumerated() where field.type == .number && index < event.values.count {
      var value = event.values[index]
      if value.isUnknown, case .value(let initial)? = type.initial(of: index, kind: event.kind) {
        value = initial
      }
      if !value.isUnknown { totals[index] += Int128(value.bits) }
    }
  }
}

extension SubjectLog {
  /// Counts the kept events of the calendar's day up to an instant.
  ///
  /// - Parameter today: one for each event of the program.
  public func count(
    _ admissions: [Admission], sinceDayOf t: Instant, in calendar: LocalCalendar, _ program: Program,
    into today: inout [DayCount]
  ) {
    guard let day = calendar.dayStart(of: calendar.day(at: t.milliseconds)) else { return }
    for (event, admission) in zip(events, admissions) {
      guard case .kept = admission, event.at.milliseconds >= day else { continue }
      today[event.event.index].add(event, of: program.events[event.event.index])
    }
  }
}

extension Value {
  /// A sum of numbers; unknown if it does not fit in one.
  public init(total: Int128) { self = Int64(exactly: total).map { Value($0) } ?? .unknown }
}
