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

    /// Takes note of a subject, or of a piece of one.
    fileprivate mutating func note(_ run: SubjectRun) {
      if run.isEnded {
        subjects += 1
        rows += run.kept.reduce(run.debounced, +)
      }
      last = run.id
      showsAny = showsAny || run.shown == .all || run.showsAny
      notes.add(run)
    }

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

  /// Evaluates subjects in order.
  ///
  /// - Parameter flush: called with the part for each piece of a subject that goes on.
  mutating func evaluate(
    _ subjects: PackedSubjects, into part: inout Part, flush: (inout Part) throws(Failure) -> Void
  ) throws(Failure) {
    for index in 0..<subjects.count {
      try Self.evaluate(index, of: subjects, by: &session, &run, &format, into: &part, flush)
    }
  }

  private static func evaluate(
    _ index: Int, of subjects: PackedSubjects, by session: inout EvalSession, _ run: inout SubjectRun,
    _ format: inout Format, into part: inout Part, _ flush: (inout Part) throws(Failure) -> Void
  ) throws(Failure) {
    try session.evaluate(index, of: subjects, into: &run) { run throws(Failure) in
      guard run.hasBegun else { return }
      part.note(run)
      format.add(run, to: &part.content)
      if !run.isEnded { try flush(&part) }
    }
  }
}
