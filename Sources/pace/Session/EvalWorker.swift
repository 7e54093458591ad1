import PaceEngine
import PaceLab
import PaceReport

/// Evaluates subject after subject, and keeps of each what a format needs.
struct EvalWorker<Format: EvalFormat>: Sendable {
  private var session: EvalSession
  private var format: Format
  private var run: SubjectRun

  init(_ session: EvalSession, _ format: Format) {
    self.session = session
    self.format = format
    run = session.emptyRun
  }

  /// The results of consecutive subjects.
  struct Part: Sendable {
    var content: Format.Part
    var notes = RunNotes()
    var subjects = 0
    /// How many rows have been seen, debounced ones included.
    var rows = 0
    /// Whether any of their entries is shown.
    var showsAny = false
    /// The id of the last one.
    var last = ""

    /// Adds the results of later subjects, and takes their content; its own must have been written before.
    mutating func add(_ other: inout Part) {
      // There are none if the evaluation stopped at the first of them.
      guard other.subjects > 0 else { return }
      swap(&content, &other.content)
      notes.add(other.notes)
      subjects += other.subjects
      rows += other.rows
      showsAny = showsAny || other.showsAny
      last = other.last
    }
  }

  var emptyPart: Part {
    Part(content: format.emptyPart)
  }

  /// Evaluates the next subject of the feed, or the next piece of one. Returns how many of the subject's events have
  /// been kept so far, and how many records there are now; nil after the last.
  mutating func evaluate(_ feed: inout LogFeed, into part: inout Part) throws(Failure) -> Int? {
    guard try session.evaluate(&feed, into: &run) else { return nil }
    add(to: &part)
    return run.kept.reduce(0, +) + run.columns.reduce(0) { $0 + $1.records.count }
  }

  /// Evaluates one of the subjects that were read elsewhere.
  mutating func evaluate(
    _ index: Int, of subjects: PackedSubjects, into part: inout Part
  ) throws(Failure) {
    try session.begin(index, of: subjects, &run)
    repeat {
      try session.next(into: &run)
      if run.hasBegun { add(to: &part) }
    } while !run.isEnded
  }

  private mutating func add(to part: inout Part) {
    if run.isEnded {
      part.subjects += 1
      part.rows += run.kept.reduce(run.debounced, +)
    }
    part.last = run.id
    part.showsAny = part.showsAny || run.shown == .all || run.showsAny
    part.notes.add(run)
    format.add(run, to: &part.content)
  }

  /// Numbers texts as the session's machines do.
  var interner: Machine { Machine(session.plan) }

  /// The zone of subjects that have none of their own.
  var zone: Zone { session.choices.zone }
}
