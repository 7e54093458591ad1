import PaceEngine
import PaceReport

/// Evaluates subject after subject, and keeps of each what a format needs.
struct EvalWorker<Format: EvalFormat>: Sendable {
  private var session: EvalSession
  private var format: Format
  private let window: EvalWindow
  private var run: SubjectRun

  init(_ session: EvalSession, _ format: Format, _ window: EvalWindow) {
    self.session = session
    self.format = format
    self.window = window
    run = session.emptyRun
  }

  /// The results of consecutive subjects.
  struct Part: Sendable {
    var content: Format.Part
    var remarks: EvalRemarks
    var subjects = 0
    /// The id of the last one.
    var last = ""

    /// Adds the results of later subjects, and takes their content; its own must have been written before.
    mutating func add(_ other: inout Part) {
      // There are none if the evaluation stopped at the first of them.
      guard other.subjects > 0 else { return }
      swap(&content, &other.content)
      remarks.add(other.remarks)
      subjects += other.subjects
      last = other.last
    }
  }

  var emptyPart: Part {
    Part(content: format.emptyPart, remarks: EvalRemarks(session.pack.program))
  }

  /// Evaluates the next subject of the feed, and returns how many events of it were kept; nil after the last.
  mutating func evaluate(_ feed: inout LogFeed, into part: inout Part) throws(Failure) -> Int? {
    guard try session.evaluate(&feed, into: &run) else { return nil }
    add(to: &part)
    return run.kept.reduce(0, +)
  }

  /// Evaluates one of the subjects that were read elsewhere.
  mutating func evaluate(
    _ index: Int, of subjects: PackedSubjects, into part: inout Part
  ) throws(Failure) {
    try session.evaluate(index, of: subjects, into: &run)
    add(to: &part)
  }

  private mutating func add(to part: inout Part) {
    part.subjects += 1
    part.last = run.id
    part.remarks.add(run)
    format.add(run, shown: window.span(of: run), to: &part.content)
  }

  /// Numbers texts as the session's machines do.
  var interner: Machine { Machine(session.plan) }

  /// The zone of subjects that have none of their own.
  var zone: Zone { session.choices.zone }
}

/// What `--from` and `--to` ask for.
struct EvalWindow: Sendable {
  var from: Bound?
  var to: Bound?
  var dayStart: Int64

  /// Whether it ends before it begins, whatever the zone.
  var isReversed: Bool {
    switch (from?.instant, to?.instant) {
    case (.absolute(let from)?, .absolute(let to)?): to < from
    case (.local(let first, let since)?, .local(let last, let until)?):
      (last, to?.day == nil ? until : .max) < (first, since)
    case (_, _): false
    }
  }

  func span(of run: SubjectRun) -> ShownSpan {
    var span = ShownSpan()
    if from == nil, to == nil { return span }
    let calendar = LocalCalendar(zone: run.zone, dayStart: dayStart)
    let start = run.start ?? Instant(0)
    if let from { span.from = from.resolved(in: calendar, from: start) ?? span.from }
    if let to { span.to = to.resolved(in: calendar, from: start, isEnd: true) ?? span.to }
    return span
  }
}
